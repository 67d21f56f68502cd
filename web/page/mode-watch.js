/** The mode in which the bot plays alone. */

import { BotPlayer, SPEEDS, lineShapes, showMove, sleep } from "./bot-player.js";
import { announce, byId, element, figures, oncePerFrame, rates, seedOf, setText, shortCount, showFieldError } from "./dom.js";
import { randomSeed, ruleset } from "./engine.js";
import { GameLog } from "./game-log.js";
import { settings } from "./settings.js";
import { Side, clearText } from "./side.js";
import { speedSlider } from "./speed-slider.js";
import { keepWhenLeft, keptInTab } from "./tab-store.js";
import { ownBot } from "./tbp-bot.js";

const PREVIEWS = 5;
const ANALYSIS_EVERY = 150;
/** Milliseconds that the bot searches before a single step. */
const STEP_SEARCH = 300;
const LINE_SHOWN = 8;
/** Under which the tab keeps the game over a reload. */
const NAME = "watch";

/** @type {[string, string][]} */
const FIGURES = [
  ["pieces", "Pieces"], ["lines", "Lines"], ["attack", "Attack"],
  ["app", "Attack / piece"], ["apm", "Attack / minute"], ["pps", "Pieces / s"],
  ["nodes", "Nodes"], ["nps", "Nodes / s"], ["depth", "Depth"],
];

export class WatchMode {
  #page;
  #side = new Side();
  sides = [this.#side];
  #active = false;
  #player = null;
  #rules = null;
  /** @type {GameLog} */
  #log;
  #running = false;
  /** Whether a turn is under way. */
  #busy = false;
  #timer;
  /** Seconds that the turns of this game took. */
  #seconds = 0;
  /** The last turn and the last analysis that were not painted yet. */
  #turn = null;
  #analysis = null;
  #paintSoon = oncePerFrame(() => this.#paint());
  #showFigures = figures(byId("watch-figures"), FIGURES);
  #lineItems = Array.from({ length: LINE_SHOWN }, () => element("li", {}));

  /** @param {import("./main.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#side.rename("landfall");
    byId("watch-line").append(...this.#lineItems);
    byId("watch-run").addEventListener("click", () => this.#toggle());
    byId("watch-step").addEventListener("click", () => this.#step());
    byId("watch-new").addEventListener("click", () => this.#newGame(null));
    byId("watch-analyse").addEventListener("click", () => {
      page.analyse({ start: this.#player.game.startMessage(), rules: this.#rules.name });
    });
    byId("watch-review").addEventListener("click", () => page.review(this.#log.text, "Game of landfall"));
    byId("watch-seed").addEventListener("change", () => {
      const seed = seedOf(byId("watch-seed"));
      // With a text that is no seed the game continues.
      if (!byId("watch-seed").dataset.wrong) this.#newGame(seed);
    });
    byId("watch-rules").addEventListener("change", () => this.#newGame(seedOf(byId("watch-seed"))));
    speedSlider("watch-speed", settings.watchSpeed, (speed) => { settings.watchSpeed = speed; });
    keepWhenLeft(NAME, () => this.#kept());
  }

  #draw() {
    const { view } = this.#player;
    this.#side.draw(view, this.#rules.shapes, { turns: true });
    const { pieces, lines, attack } = view;
    this.#showFigures({ pieces, lines, attack, ...rates(view, this.#seconds) });
  }

  #showSearch({ nodes, nps, depth }) {
    if (Number.isFinite(nodes)) this.#showFigures({ nodes: shortCount(nodes) });
    if (Number.isFinite(nps)) this.#showFigures({ nps: shortCount(nps) });
    if (Number.isFinite(depth)) this.#showFigures({ depth: Math.round(depth) });
  }

  /** Shows the moves that the bot expects; none with an empty list. */
  #showLine(moves) {
    const { game } = this.#player;
    this.#side.board.drawLayer("line", moves.length > 0 ? lineShapes(game, moves.slice(0, LINE_SHOWN)) : []);
    this.#lineItems.forEach((item, i) => showMove(item, game, moves[i]));
  }

  /** Paints what has come since the last frame: at full speed that may be several pieces. */
  #paint() {
    if (this.#turn) {
      const { info, placed, text } = this.#turn;
      if (!this.#analysis) this.#showLine([]);
      this.#draw();
      this.#showSearch(info);
      this.#side.board.flash(placed.cleared_rows);
      if (text) this.#side.showClear(text);
    }
    if (this.#analysis) {
      this.#showSearch(this.#analysis);
      this.#showLine(this.#analysis.moves[0].line);
    }
    this.#turn = this.#analysis = null;
  }

  #closePlayer() {
    this.#paintSoon.cancel();
    this.#turn = this.#analysis = null;
    this.#player?.close();
    this.#player = null;
  }

  /** Begins a game with a seed, a random one without. */
  async #newGame(seed) {
    try {
      const rules = byId("watch-rules").value;
      await this.#prepare({ rules, game: { options: { rules, seed: seed ?? randomSeed(), previews: PREVIEWS } } });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Makes a game: a new one, or one that was kept. */
  async #prepare({ rules, game, seconds = 0, moves = [] }) {
    this.#stop();
    this.#closePlayer();
    byId("watch-seed").value = game.options.seed;
    showFieldError(byId("watch-seed"), "");
    this.#rules = ruleset(rules);
    this.#seconds = seconds;
    this.#side.reset();
    const player = this.#player = new BotPlayer(ownBot(), game);
    player.bot.onFailure((error) => player === this.#player && this.#fail(error));
    this.#log = new GameLog(this.#rules.rules, player.game.startMessage(), moves);
    byId("watch-review").disabled = this.#log.isEmpty;
    this.#showLine([]);
    this.#draw();
    if (player.view.over) return this.#showEnd();
    try {
      await player.begin(this.#rules.rules);
    } catch (error) {
      if (player === this.#player) throw error;
    }
    if (player === this.#player) this.#showFigures({ nodes: 0 });
  }

  /** What is kept of the game over a reload; null if no piece was placed, undefined if none was shown. */
  #kept() {
    if (!this.#player) return undefined;
    const game = this.#player.view.pieces ? this.#player.record : null;
    return game && { rules: this.#rules.name, game, seconds: this.#seconds, moves: this.#log.moves };
  }

  /** Shows the game that was kept, or else a new one. */
  async #begin() {
    const kept = keptInTab(NAME);
    if (!kept) return this.#newGame(null);
    try {
      byId("watch-rules").value = kept.rules;
      await this.#prepare(kept);
    } catch {
      // Another build of the page has kept it, or it was changed by hand.
      await this.#newGame(null);
    }
  }

  #fail(error) {
    this.#stop();
    this.#page.fail(error, () => this.#newGame(seedOf(byId("watch-seed"))));
  }

  /** Has the bot move once; at the speed that is set where the game runs. */
  async #play() {
    const player = this.#player;
    this.#busy = true;
    const began = performance.now();
    try {
      if (this.#running) await player.waitForTurn(SPEEDS[settings.watchSpeed]);
      if (player !== this.#player || document.hidden || !this.#active) return;
      const { placed, info } = await player.turn();
      if (player !== this.#player) return;
      this.#seconds += (performance.now() - began) / 1000;
      this.#onTurn(placed, info);
    } catch (error) {
      if (player === this.#player) throw error;
    } finally {
      this.#busy = false;
    }
  }

  #onTurn(placed, info) {
    this.#log.add(placed.move, placed.over ? null : this.#player.game.startMessage());
    byId("watch-review").disabled = false;
    this.#turn = { placed, info, text: clearText(placed) || this.#turn?.text };
    // It is about the position before.
    this.#analysis = null;
    this.#paintSoon();
    this.#lookAhead();
    const { pieces, lines, attack } = this.#player.view;
    if (this.#active) announce(`Piece ${pieces}, ${lines} lines, ${attack} attack.`);
    if (!placed.over) return;
    this.#stop();
    this.#showEnd();
  }

  async #run() {
    if (this.#busy) return;
    try {
      await this.#player.begin(this.#rules.rules);
      while (this.#running && this.#active && !document.hidden) await this.#play();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Asks for the line that the bot expects, unless the page is hidden or the game over. */
  async #lookAhead() {
    const player = this.#player;
    if (!player || player.view.over || document.hidden) return;
    const { position } = player;
    try {
      await player.begin(this.#rules.rules);
      const analysis = await player.bot.analyse(1);
      if (player !== this.#player || position !== player.position || !analysis.moves?.length) return;
      this.#analysis = analysis;
      this.#paintSoon();
    } catch (error) {
      if (player === this.#player) this.#fail(error);
    }
  }

  #setRunning(on) {
    this.#running = on;
    this.#player?.bot.search(on);
    setText(byId("watch-run"), on ? "Pause" : "Start");
  }

  #stop() { this.#setRunning(false); }

  #showEnd() {
    const { over } = this.#player.view;
    this.#side.showOverlay(over ? `Game over: ${over}` : null);
  }

  async #toggle() {
    if (this.#running) return this.#stop();
    if (this.#player.view.over) await this.#newGame(null);
    this.#side.showOverlay(null);
    this.#setRunning(true);
    this.#run();
  }

  async #step() {
    this.#stop();
    const player = this.#player;
    if (this.#busy || player.view.over) return;
    this.#side.showOverlay(null);
    try {
      await player.begin(this.#rules.rules);
      player.bot.search(true);
      await sleep(STEP_SEARCH);
      if (player === this.#player && !this.#busy) await this.#play();
    } catch (error) {
      if (player === this.#player) this.#fail(error);
    } finally {
      player.bot.search(player === this.#player && this.#running);
    }
  }

  enter() {
    this.#active = true;
    if (!this.#player) this.#begin();
    else if (this.#running) this.#goOn();
    this.#timer = setInterval(() => this.#running && this.#lookAhead(), ANALYSIS_EVERY);
  }

  leave() {
    this.#active = false;
    // A running game goes on when the mode is shown again.
    this.#player?.bot.search(false);
    clearInterval(this.#timer);
  }

  #goOn() {
    this.#player.bot.search(true);
    this.#run();
  }

  onVisible() { if (this.#running) this.#run(); }

  onKey(event) {
    if (event.code === "Space") this.#toggle();
    else if (event.key === "ArrowRight") this.#step();
    else if (event.key === "n") this.#newGame(null);
    else return false;
    return true;
  }
}
