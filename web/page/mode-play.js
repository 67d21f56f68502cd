/** The mode in which a visitor plays: alone, against the bot, or with its hints. */

import { PACES, paceText } from "./bot-player.js";
import { announce, byId, chooseRadio, element, figures, seedOf, setText } from "./dom.js";
import { randomSeed, ruleset } from "./engine.js";
import { Hints } from "./hints.js";
import { handlingFields, handlingInFrames, keyName, keyTable } from "./keys.js";
import { LiveRun, listenToKeys } from "./live-run.js";
import { Opponent } from "./opponent.js";
import { onSharedSettings, saveSettings, settings } from "./settings.js";
import { clearText } from "./side.js";
import { ownBot } from "./tbp-bot.js";
import { touchButtons, touchGestures } from "./touch.js";

const PREVIEWS = 5;
const LOSSES_SHOWN = 6;

/** Elements that keep their keys while a game runs. */
const keepsKeys = (target) => target instanceof Element && Boolean(target.closest("input, select, textarea, summary, dialog"));

/** @param {{sides: import("./side.js").Side[], fail: Function, analyse: Function}} page */
export function playMode(page) {
  const [side, other] = page.sides;
  let run = null;
  let rules = null;
  let opponent = null;
  let hints = null;
  let judged = { pieces: 0, loss: 0, best: 0 };
  let active = false;
  let shownAttack = "";
  let losses = [];
  const lossSlots = Array.from({ length: LOSSES_SHOWN }, () => element("li", {}));
  byId("play-losses").append(...lossSlots);
  const show = figures(byId("play-figures"), [
    ["pieces", "Pieces"], ["lines", "Lines"], ["attack", "Attack"],
    ["pps", "Pieces / s"], ["app", "Attack / piece"], ["apm", "Attack / minute"],
    ["combo", "Combo"], ["b2b", "Back-to-back"], ["loss", "Lost / piece"],
  ]);

  function draw(view) {
    side.draw(view, rules.shapes);
    const state = `${view.pieces} ${view.attack} ${Math.floor(view.frame / 6)}`;
    if (state === shownAttack) return;
    shownAttack = state;
    const minutes = run ? run.seconds / 60 : 0;
    show({
      pieces: view.pieces, lines: view.lines, attack: view.attack,
      pps: minutes ? (view.pieces / minutes / 60).toFixed(2) : "–",
      app: view.pieces ? (view.attack / view.pieces).toFixed(2) : "–",
      apm: minutes ? (view.attack / minutes).toFixed(1) : "–",
      combo: Math.max(0, view.combo), b2b: Math.max(0, view.back_to_back),
      loss: judged.pieces ? (judged.loss / judged.pieces).toFixed(2) : "–",
    });
  }

  function placed(event) {
    side.board.flash(event.cleared_rows);
    const text = clearText(event);
    if (text) side.say(text);
    for (const lines of event.packets) opponent?.receiveGarbage(lines);
    // A failure is said by the listener.
    hints?.placed(event.move, event.over ? null : run.startMessage()).catch(() => {});
    const view = run.view();
    announce(`Piece ${view.pieces}, ${view.lines} lines, ${view.attack} attack.`);
    if (event.over) lost(event.over);
  }

  function lost(why) {
    side.cover(opponent ? `You lost: ${why}` : `Game over: ${why}`);
    if (opponent) other.cover("Won");
    finish();
  }

  function won(why) {
    other.cover(`Lost: ${why}`);
    side.cover("You won");
    run?.pause();
    if (run) run.over = "won";
    finish();
  }

  function finish() {
    opponent?.pause();
    hints?.search(false);
    delete document.body.dataset.playing;
    setText(byId("play-start"), "Start again");
    byId("play-pause").disabled = true;
  }

  function closeAll() {
    delete document.body.dataset.playing;
    run?.close();
    opponent?.close();
    hints?.close();
    run = opponent = hints = null;
  }

  function showLosses() {
    lossSlots.forEach((slot, i) => {
      const loss = losses[i];
      setText(slot, loss === undefined ? "" : loss === 0 ? "best" : `−${loss.toFixed(2)}`);
      slot.className = loss === 0 ? "best" : "";
    });
  }

  function showJudgement({ loss, text, best }) {
    judged.pieces += 1;
    judged.loss += loss;
    judged.best += loss === 0 ? 1 : 0;
    const verdict = loss === 0 ? `${text}: the best move.` : `${text} lost ${loss.toFixed(2)} lines; best was ${best}.`;
    setText(byId("play-verdict"), verdict);
    // Beside the board too: on a phone the keys cover the list.
    side.say(loss === 0 ? "Best move" : `−${loss.toFixed(2)}`);
    losses.unshift(loss);
    showLosses();
  }

  function newSide() {
    rules = ruleset(byId("play-rules").value);
    judged = { pieces: 0, loss: 0, best: 0 };
    shownAttack = "";
    losses = [];
    showLosses();
    side.rename("You");
    for (const each of page.sides) {
      each.say("");
      each.cover(null);
      each.clearLayers();
    }
  }

  /** Makes a new game, which does not run yet. */
  function prepare() {
    closeAll();
    newSide();
    const seed = seedOf(byId("play-seed")) ?? randomSeed();
    const { kind } = settings.play;
    run = new LiveRun({ rules: rules.name, seed, handling: handlingInFrames(), previews: PREVIEWS }, { draw, placed });
    draw(run.view());
    other.root.hidden = kind !== "bot";
    document.body.dataset.sides = kind === "bot" ? "2" : "1";
    if (kind === "bot") prepareOpponent(seed);
    if (kind === "hints") prepareHints();
    setText(byId("play-start"), "Start");
    byId("play-pause").disabled = true;
    coverReady();
  }

  /** Says how the game that was prepared begins. */
  function coverReady() {
    const code = settings.keys.restart.find(Boolean);
    side.cover(code ? `Press Start or ${keyName(code)}` : "Press Start");
  }

  function prepareOpponent(seed) {
    other.rename("landfall");
    const mine = opponent = new Opponent(ownBot(), { rules: rules.name, seed, previews: PREVIEWS }, {
      draw: (view) => other.drawSoon(view, rules.shapes, { turns: true }),
      placed(event) {
        other.board.flash(event.cleared_rows);
        const text = clearText(event);
        if (text) other.say(text);
        for (const lines of event.packets) run?.receiveGarbage(lines);
      },
      lost: won,
      fail: (error) => opponent === mine && failed(error),
    });
    opponent.ready = opponent.begin(rules.rules);
    opponent.ready.catch(() => {});
  }

  function prepareHints() {
    hints = new Hints(rules, {
      best(hint) {
        side.board.drawLayer("hint", hint ? [hint] : []);
        byId("play").dataset.hint = hint?.text ?? "";
      },
      judged: showJudgement,
      fail: failed,
    });
    setText(byId("play-verdict"), "Place a piece to compare it with the best move.");
    hints.begin(run.startMessage()).catch(() => {});
  }

  function failed(error) {
    closeAll();
    finish();
    page.fail(error, prepare);
  }

  async function start() {
    if (!run || run.over || run.frame > 0) prepare();
    const mine = run;
    side.root.querySelector(".field").scrollIntoView({ block: "nearest" });
    document.activeElement?.blur();
    side.cover(opponent ? "Loading the bot" : null);
    try {
      await opponent?.ready;
    } catch {
      return;
    }
    if (run !== mine) return;
    resume();
  }

  function resume() {
    side.cover(null);
    document.body.dataset.playing = "";
    run.resume();
    opponent?.go(() => PACES[settings.play.speed]);
    hints?.search(true);
    setText(byId("play-start"), "Start again");
    setText(byId("play-pause"), "Pause");
    byId("play-pause").disabled = false;
  }

  function pause() {
    if (!run?.isPlaying) return;
    run.pause();
    opponent?.pause();
    hints?.search(false);
    delete document.body.dataset.playing;
    side.cover("Paused");
    setText(byId("play-pause"), "Resume");
  }

  function togglePause() {
    if (run?.isPlaying) pause();
    else if (run?.isPaused && !run.over && run.frame > 0) resume();
  }

  function setKind(kind) {
    settings.play.kind = kind;
    saveSettings();
    byId("play").dataset.kind = kind;
    prepare();
  }

  function setSpeed(value) {
    settings.play.speed = Math.min(Math.max(0, value), PACES.length - 1);
    byId("play-speed").value = settings.play.speed;
    setText(byId("play-speed-text"), paceText(PACES[settings.play.speed]));
  }

  const keys = {
    press: (key, time) => run?.press(key, time),
    release: (key, time) => run?.release(key, time),
    isPlaying: () => active && Boolean(run?.isPlaying),
  };
  /** Lets the game use handling and keys after a change. */
  function applyHandling() {
    run?.setHandling(handlingInFrames());
    if (active && run?.frame === 0 && run.isPaused) coverReady();
  }

  const showHandling = handlingFields(applyHandling);
  const showKeys = keyTable(() => {
    showHandling();
    applyHandling();
  });
  onSharedSettings(() => {
    showHandling();
    showKeys();
    applyHandling();
  });
  touchButtons(keys);
  touchGestures(side.board.svg, keys);
  listenToKeys(() => (active ? run : null), (target) => !active || keepsKeys(target), (action) => {
    if (action === "restart") start();
    else togglePause();
    return true;
  });
  settings.play.kind = chooseRadio(byId("play-kind"), settings.play.kind);
  byId("play").dataset.kind = settings.play.kind;
  byId("play-kind").addEventListener("change", ({ target }) => setKind(target.value));
  byId("play-start").addEventListener("click", start);
  byId("play-pause").addEventListener("click", togglePause);
  byId("play-analyse").addEventListener("click", () => page.analyse({ start: run.startMessage(), rules: rules.name }));
  byId("play-rules").addEventListener("change", prepare);
  byId("play-seed").addEventListener("change", prepare);
  byId("play-speed").addEventListener("input", ({ target }) => { setSpeed(Number(target.value)); saveSettings(); });
  addEventListener("blur", () => active && pause());
  setSpeed(settings.play.speed);

  return {
    enter() { active = true; prepare(); },
    leave() {
      active = false;
      closeAll();
      document.body.dataset.sides = "1";
    },
    hide: pause,
  };
}
