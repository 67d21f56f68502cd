/** Starts the page: loads the rules, then shows the mode that the address names. */

import { acceptAddress } from "./address.js";
import { byId, element, isTyping, setText } from "./dom.js";
import { takeDrops } from "./drop.js";
import { loadEngine, rulesets } from "./engine.js";
import { AnalyseMode } from "./mode-analyse.js";
import { BotsMode } from "./mode-bots.js";
import { PlayMode } from "./mode-play.js";
import { WatchMode } from "./mode-watch.js";
import { rememberedGames } from "./reviewing.js";
import { saveSettings, settings } from "./settings.js";
import { takeShared } from "./shared.js";
import { keepsKey } from "./viewer/focus.js";

const MODES = ["watch", "play", "analyse", "review", "train", "bots"];
/** Modes whose links have something after a question mark. */
const WITH_ARGUMENT = ["analyse", "review"];
const TITLES = { watch: "Watch", play: "Play", analyse: "Analyse", review: "Review", train: "Train", bots: "Any bot" };

let modes = null;
let current = null;

/** Shows in a sentence what failed, with a button that tries again. */
function fail(error, retry) {
  const line = byId("failure");
  setText(line.querySelector("span"), error.message);
  line.querySelector("button").onclick = () => {
    line.hidden = true;
    retry();
  };
  line.hidden = false;
}

/** Opens the analysis of a position. */
function analyse(position) {
  location.hash = modes.analyse.open(position);
}

/** Modes that are loaded when they are first used. */
const LATER = {
  review: async () => new (await import("./mode-review.js")).ReviewMode(page),
  train: async () => new (await import("./mode-train.js")).TrainMode(page),
};
const loading = {};

/** Loads a mode; it is made once. */
async function loadMode(name) {
  try {
    modes[name] ??= await (loading[name] ??= LATER[name]());
    return modes[name];
  } catch (error) {
    delete loading[name];
    throw error;
  }
}

/** Does something with a mode; a failure to load it is shown. */
function withMode(name, act) {
  loadMode(name).then(act, (error) => fail(new Error(`${TITLES[name]} could not be loaded: ${error.message}`), () => withMode(name, act)));
}

/** Reviews a game that was played in the page. */
function review(text, name) {
  withMode("review", (mode) => mode.addText(text, name));
}

/**
 * What modes share.
 * @typedef {{fail: (error: Error, retry: () => void) => void,
 *   analyse: (position: {start: object, rules: string}) => void,
 *   review: (text: string, name: string) => void}} Page
 */
const page = { fail, analyse, review };

/**
 * A mode of the page. All but `enter` and `leave` may be missing.
 * @typedef {{sides: import("./side.js").Side[], enter: (argument: string) => void, leave: () => void,
 *   setArgument: (argument: string) => void, onHidden: () => void, onVisible: () => void,
 *   onKey: (event: KeyboardEvent) => boolean, onCommand: (event: KeyboardEvent) => boolean}} Mode
 *   `sides`: the mode's own, which are shown with it; `setArgument`: the address has another argument; `onHidden`,
 *   `onVisible`: the tab is hidden or shown; `onKey`, `onCommand`: a key, or a key with Ctrl or Cmd; both return whether they used it
 */

/** Returns mode and argument of the address, as `#analyse?d=...`, and a sentence if it is broken. */
function readHash() {
  const [given, ...rest] = location.hash.slice(1).split("?");
  const argument = rest.join("?");
  const known = MODES.includes(given);
  const name = known ? given : MODES[0];
  let fault = "";
  if (given && !known) fault = `The link names no mode of this page: "${given.slice(0, 40)}".`;
  else if (argument && !WITH_ARGUMENT.includes(name)) fault = `The link has "${argument.slice(0, 40)}" after the question mark: only links of Analyse and Review have something there.`;
  return { name, argument, fault };
}

function showMode() {
  const { name, argument, fault } = readHash();
  if (!modes[name]) return withMode(name, showMode);
  acceptAddress();
  if (name !== current) {
    if (current) {
      for (const side of modes[current].sides ?? []) side.removeSentence();
      modes[current].leave();
    }
    current = name;
    document.body.dataset.mode = name;
    document.title = `${TITLES[name]} · landfall`;
    byId("failure").hidden = true;
    for (const panel of document.querySelectorAll("[data-panel]")) panel.hidden = panel.id !== name;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.dataset.mode === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const sides = modes[name].sides ?? [];
    byId("boards").replaceChildren(...sides.map(({ root }) => root));
    document.body.dataset.sides = "1";
    modes[name].enter(argument);
    document.querySelector("main").hidden = false;
  } else {
    modes[name].setArgument?.(argument);
  }
  if (fault) modes[name].sides[0].showSentence(fault);
}

function fillRulesets() {
  for (const select of document.querySelectorAll(".rulesets")) {
    for (const { name, description } of rulesets()) {
      select.append(element("option", { value: name, title: description }, name));
    }
    if (rulesets().some(({ name }) => name === settings.rules)) select.value = settings.rules;
    select.addEventListener("change", () => {
      settings.rules = select.value;
      saveSettings();
    });
  }
}

function onKey(event) {
  if (event.defaultPrevented || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (!isTyping(event.target) && modes[current]?.onCommand?.(event)) event.preventDefault();
    return;
  }
  // Within the viewer of reviews, whose tree is its own.
  const [target] = event.composedPath();
  if (isTyping(target) || keepsKey(target, event.key) || byId("help").open) return;
  if (modes[current]?.onKey?.(event)) return event.preventDefault();
  if (event.key === "?") byId("help").showModal();
  else if (/^[1-6]$/.test(event.key) && !("playing" in document.body.dataset)) location.hash = MODES[event.key - 1];
  else return;
  event.preventDefault();
}

async function start() {
  try {
    await loadEngine();
  } catch (error) {
    fail(new Error(`The rules could not be loaded: ${error.message}`), () => location.reload());
    return;
  }
  fillRulesets();
  modes = { watch: new WatchMode(page), play: new PlayMode(page), analyse: new AnalyseMode(page), bots: new BotsMode() };
  showMode();
  const given = { onFiles: (files) => withMode("review", (mode) => mode.addFiles(files)), onText: (text) => review(text) };
  takeDrops(given);
  takeShared(given);
  if (rememberedGames().length > 0) withMode("review", () => {});
  addEventListener("hashchange", showMode);
  addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) modes[current]?.onHidden?.();
    else modes[current]?.onVisible?.();
  });
}

// The fragment of the address names the mode: this link must not change it.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("tools").focus();
});
byId("help-button").addEventListener("click", () => byId("help").showModal());
addEventListener("unhandledrejection", ({ reason }) => {
  fail(new Error(`The page has failed: ${reason?.message ?? reason}`), () => location.reload());
});
/** Keeps the page for use without a network, and then what is loaded later. */
async function keepFiles() {
  const { waiting } = await navigator.serviceWorker.register("service-worker.js");
  if (waiting) {
    // Another build was stored at an earlier visit. A request to the old worker would only delay the new one.
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take over");
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.connection?.saveData) active.postMessage("keep later files");
}
if ("serviceWorker" in navigator && isSecureContext) {
  keepFiles().catch(() => {
    // The page works without it, but not without a network.
  });
}
start();
