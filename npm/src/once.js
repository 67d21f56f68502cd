/** Returns a function that loads once; after a failure it may be tried again. */
export function once(load) {
  let loaded = null;
  return (source) => {
    loaded ??= load(source).catch((error) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
