/** The mode in which the bot plays alone. */

import { BotPlayer, PACES, lineShapes, paceText, showMove, sleep } from "./bot-player.js";
import { announce, byId, showFieldError, element, figures, oncePerFrame, seedOf, setText, shortCount } from "./dom.js";
import { randomSeed, ruleset } from "./engine.js";
import { saveSettings, settings } from "./settings.js";
import { clearText } from "./side.js";
import { ownBot } from "./tbp-bot.js";

const ANALYSIS_EVERY = 150;
/** Milliseconds that the bot searches before a single step. */
const STEP_SEARCH = 300;
const LINE_SHOWN = 8;

/** @param {{sides: import("./side.js").Side[], fail: (error: Error, retry: () => void) => void, analyse: (options: object) => void}} page */
export function watchMode(page) {
  const [side] = page.sides;
  let player = null;
  let running = false;
  let busy = false;
  let rules = null;
  let timer = null;
  let seconds = 0;
  /** The last turn and the last analysis that were not painted yet. */
  let turned = null;
  let analysed = null;
  const show = figures(byId("watch-figures"), [
    ["pieces", "Pieces"], ["lines", "Lines"], ["attack", "Attack"],
    ["app", "Attack / piece"], ["apm", "Attack / minute"], ["pps", "Pieces / s"],
    ["nodes", "Nodes"], ["nps", "Nodes / s"], ["depth", "Depth"],
  ]);
  const slots = Array.from({ length: LINE_SHOWN }, () => element("li", {}));
  byId("watch-line").append(...slots);

  function draw() {
    side.draw(player.view, rules.shapes, { turns: true });
    const { pieces, lines, attack } = player.view;
    const minutes = seconds / 60;
    show({
      pieces, lines, attack,
      app: pieces ? (attack / pieces).toFixed(2) : "–",
      apm: minutes ? (attack / minutes).toFixed(1) : "–",
      pps: seconds ? (pieces / seconds).toFixed(2) : "–",
    });
  }

  function showSearch({ nodes, nps, depth }) {
    if (Number.isFinite(nodes)) show({ nodes: shortCount(nodes) });
    if (Number.isFinite(nps)) show({ nps: shortCount(nps) });
    if (Number.isFinite(depth)) show({ depth: Math.round(depth) });
  }

  function showLine(moves) {
    side.board.drawLayer("line", lineShapes(player.game, moves.slice(0, LINE_SHOWN)));
    slots.forEach((slot, i) => showMove(slot, player.game, moves[i]));
  }

  function clearLine() {
    side.board.drawLayer("line", []);
    for (const slot of slots) showMove(slot, player.game, null);
  }

  /** Paints what has come since the last frame: at full speed that may be several pieces. */
  const paintSoon = oncePerFrame(() => {
    if (turned) {
      clearLine();
      draw();
      showSearch(turned.info);
      side.board.flash(turned.placed.cleared_rows);
      if (turned.text) side.say(turned.text);
      turned = null;
    }
    if (analysed) {
      showSearch(analysed);
      showLine(analysed.moves[0].line);
      analysed = null;
    }
  });

  function closePlayer() {
    paintSoon.cancel();
    turned = analysed = null;
    player?.close();
    player = null;
  }

  async function newGame(seed) {
    stop();
    closePlayer();
    byId("watch-seed").value = seed;
    showFieldError(byId("watch-seed"), "");
    rules = ruleset(byId("watch-rules").value);
    seconds = 0;
    side.rename("landfall");
    side.say("");
    side.cover(null);
    side.clearLayers();
    const mine = player = new BotPlayer(ownBot(), { rules: rules.name, seed, previews: 5 });
    clearLine();
    mine.bot.onFailure((error) => player === mine && failed(error));
    draw();
    setRunText();
    await mine.begin(rules.rules).catch((error) => { if (player === mine) throw error; });
    if (player === mine) show({ nodes: 0 });
  }

  function failed(error) {
    stop();
    page.fail(error, () => begin(seedOf(byId("watch-seed"))));
  }

  async function turn() {
    const mine = player;
    busy = true;
    const began = performance.now();
    try {
      if (running) await mine.waitForTurn(PACES[settings.watchSpeed]);
      if (player !== mine || document.hidden) return;
      const { placed, info } = await mine.turn();
      if (player !== mine) return;
      seconds += (performance.now() - began) / 1000;
      turned = { placed, info, text: clearText(placed) || turned?.text };
      // Of the position before.
      analysed = null;
      paintSoon();
      lookAhead();
      announce(`Piece ${mine.view.pieces}, ${mine.view.lines} lines, ${mine.view.attack} attack.`);
      if (placed.over) {
        stop();
        side.cover(`Game over: ${placed.over}`);
      }
    } catch (error) {
      if (player === mine) throw error;
    } finally {
      busy = false;
    }
  }

  async function run() {
    if (busy) return;
    try {
      await player.begin(rules.rules);
      while (running && !document.hidden) await turn();
    } catch (error) {
      failed(error);
    }
  }

  async function lookAhead() {
    const mine = player;
    // After the end and in the background nobody looks.
    if (!mine || mine.view.over || document.hidden) return;
    const position = mine.position;
    try {
      await mine.begin(rules.rules);
      const analysis = await mine.bot.analyse(1);
      if (player !== mine || position !== mine.position || !analysis.moves?.length) return;
      analysed = analysis;
      paintSoon();
    } catch (error) {
      if (player === mine) failed(error);
    }
  }

  function setRunText() { setText(byId("watch-run"), running ? "Pause" : "Start"); }
  function setRunning(on) {
    running = on;
    player?.bot.search(on);
    setRunText();
  }
  const stop = () => setRunning(false);
  async function toggle() {
    if (running) return stop();
    if (player.view.over) await newGame(randomSeed());
    side.cover(null);
    setRunning(true);
    run();
  }
  async function step() {
    stop();
    if (busy || player.view.over) return;
    side.cover(null);
    const mine = player;
    try {
      await mine.begin(rules.rules);
      mine.bot.search(true);
      await sleep(STEP_SEARCH);
      if (player === mine && !busy) await turn();
    } catch (error) {
      if (player === mine) failed(error);
    } finally {
      mine.bot.search(player === mine && running);
    }
  }
  function setSpeed(value) {
    settings.watchSpeed = Math.min(Math.max(0, value), PACES.length - 1);
    byId("watch-speed").value = settings.watchSpeed;
    setText(byId("watch-speed-text"), paceText(PACES[settings.watchSpeed]));
  }
  const begin = (seed) => newGame(seed ?? randomSeed()).catch(failed);
  const again = () => begin(null);

  byId("watch-run").addEventListener("click", toggle);
  byId("watch-step").addEventListener("click", step);
  byId("watch-new").addEventListener("click", again);
  byId("watch-analyse").addEventListener("click", () => page.analyse({ start: player.game.startMessage(), rules: rules.name }));
  byId("watch-seed").addEventListener("change", ({ target }) => {
    const seed = seedOf(target);
    // The game goes on where nothing else was entered.
    if (!target.dataset.wrong) begin(seed);
  });
  byId("watch-rules").addEventListener("change", () => begin(seedOf(byId("watch-seed"))));
  byId("watch-speed").addEventListener("input", ({ target }) => { setSpeed(Number(target.value)); saveSettings(); });
  setSpeed(settings.watchSpeed);

  return {
    enter() {
      if (player) { side.rename("landfall"); draw(); } else again();
      timer = setInterval(() => running && lookAhead(), ANALYSIS_EVERY);
    },
    leave() {
      stop();
      clearInterval(timer);
      closePlayer();
    },
    resume() { if (running) run(); },
    key(event) {
      if (event.code === "Space") toggle();
      else if (event.key === "ArrowRight") step();
      else if (event.key === "n") again();
      else return false;
      return true;
    },
  };
}
