// Which keys the element with the focus keeps for itself.

/** Returns whether an element uses a key itself. The slider of the time leaves all keys to the page. */
export function keepsKey(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("select, dialog")) return true;
  if (target.closest("input[type=range]:not(#seek), input[type=radio], [role=radio]")) return /^(Arrow|Home|End|Page| )/.test(key);
  return [" ", "Enter"].includes(key) && Boolean(target.closest("button, a, summary, input:not(#seek)"));
}
