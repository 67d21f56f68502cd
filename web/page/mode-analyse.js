/** The mode that analyses a position: setting it up, stepping through moves, the best lines. */

import { replaceAddress } from "./address.js";
import { AnalysisSearch } from "./analysis-search.js";
import { keepTimeline, restoreKept } from "./analysis-store.js";
import { BestLines } from "./best-lines.js";
import { BoardEditor } from "./board-editor.js";
import { lineShapes, moveText, sleep } from "./bot-player.js";
import { byId, oncePerFrame, setText, shortCount } from "./dom.js";
import { TurnGame, hasSimd, ruleset } from "./engine.js";
import { PositionExchange } from "./position-exchange.js";
import { PositionFields, randomGame } from "./position-fields.js";
import { emptyPosition, fromLink, toLink } from "./position-link.js";
import { settings } from "./settings.js";
import { Side, clearText } from "./side.js";
import { DEALT, Timeline } from "./timeline.js";
import { TimelineList, stepButton } from "./timeline-list.js";

/** How often, and after how many milliseconds each, a best move is looked for until there is one. */
const BEST_TRIES = 40;
const BEST_EVERY = 50;

export class AnalyseMode {
  #page;
  #side = new Side();
  sides = [this.#side];
  #active = false;
  #timeline = new Timeline(() => this.#onStep());
  #list = new TimelineList(this.#timeline);
  #fields = new PositionFields(this.#timeline);
  #exchange = new PositionExchange(this.#timeline);
  #search = new AnalysisSearch({
    onAnalysis: (analysis) => {
      this.#latest = analysis;
      this.#paintSoon();
    },
    onFailure: (error) => this.#onFailure(error),
  });
  #lines = new BestLines({ onShow: (line) => this.#showLine(line), onPlay: (line) => this.#playLine(line) });
  #editor;
  /** The position during a stroke of painting. */
  #painted = null;
  /** The placements of the position, once they were needed. */
  #placements = null;
  /** The error of a broken link in the address, which then stays as it is. */
  #linkError = "";
  /** The moves that are shown over the board; none while nothing is pointed at. */
  #shownLine = [];
  /** The last answer of the search, painted in the next frame. */
  #latest = null;
  #paintSoon = oncePerFrame(() => this.#showAnalysis(this.#latest));
  #keys;

  /** @param {import("./main.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#side.rename("Position");
    this.#editor = this.#makeEditor();
    this.#keys = this.#makeKeys();
    restoreKept(this.#timeline);
    keepTimeline(this.#timeline);
    stepButton("best").addEventListener("click", () => this.#playBest());
    byId("board-clear").addEventListener("click", () => this.#edit("Clear", (game) => game.clear()));
    byId("board-mirror").addEventListener("click", () => this.#edit("Mirror", (game) => game.mirror()));
    byId("analyse-simd").hidden = !hasSimd;
    byId("analyse-on").checked = true;
    byId("analyse-on").addEventListener("change", ({ target }) => this.#setEngine(target.checked));
    byId("analyse-lines").addEventListener("change", () => this.#setLineCount());
    this.#setLineCount();
    document.addEventListener("paste", (event) => {
      if (this.#active && !event.target.closest?.("input")) this.#exchange.load(event.clipboardData.getData("text"));
    });
  }

  #makeEditor() {
    return new BoardEditor(this.#side.board, {
      rows: () => this.#timeline.game.view().rows,
      movesAt: ([x, y]) => this.#allPlacements().filter(({ cells }) => cells.some(([cx, cy]) => cx === x && cy === y)),
      onBegin: () => { this.#painted = this.#timeline.game.clone(); },
      onPaint: (cells) => {
        this.#exchange.attempt(() => this.#painted.setCells(cells));
        this.#side.drawRows(this.#painted.view().rows);
      },
      onEnd: () => {
        this.#timeline.push(this.#painted, "Paint");
        this.#painted = null;
      },
      onPlay: (move) => this.#playLine([move]),
    });
  }

  #makeKeys() {
    const timeline = this.#timeline;
    return {
      ArrowLeft: () => timeline.back(), ArrowRight: () => timeline.forward(),
      Home: () => timeline.first(), End: () => timeline.last(), " ": () => this.#playBest(),
      l: () => this.#setEngine(!byId("analyse-on").checked),
      ArrowUp: () => timeline.variation(-1), ArrowDown: () => timeline.variation(1),
      c: () => this.#exchange.copyFumen(),
      m: () => this.#edit("Mirror", (game) => game.mirror()),
    };
  }

  /** Returns the placements of the position with their cells; those of the current piece first. */
  #allPlacements() {
    if (!this.#placements) {
      const { game } = this.#timeline;
      const [current] = game.view().queue;
      this.#placements = game.legalMoves().map((move) => ({ move, cells: game.cells(move) }));
      this.#placements.sort((a, b) => Number(a.move.location.type !== current) - Number(b.move.location.type !== current));
    }
    return this.#placements;
  }

  #onStep() {
    // The first position may be the empty one below a broken link; any other was chosen.
    if (this.#timeline.canGoBack) this.#linkError = "";
    this.#showPosition();
  }

  /** Shows the position of the timeline and searches it. */
  #showPosition() {
    this.#placements = null;
    this.#paintSoon.cancel();
    if (!this.#active) return;
    const { game } = this.#timeline;
    const view = game.view();
    this.#side.clearLayers();
    this.#shownLine = [];
    this.#side.draw(view, ruleset(view.rules).shapes, { turns: true });
    this.#side.showOverlay(null);
    this.#editor.refresh();
    this.#lines.draw([], game);
    this.#fields.draw(view);
    this.#list.draw();
    byId("position-comment").value = this.#timeline.current.comment;
    if (this.#linkError) return this.#showLinkError();
    this.#searchPosition();
    replaceAddress(`#analyse?${toLink(game)}`);
  }

  /** Shows the error of the link, and ends the search. */
  #showLinkError() {
    this.#search.stop();
    setText(byId("analyse-search"), "No position");
    this.#side.showSentence(this.#linkError);
  }

  #searchPosition() {
    if (this.#linkError || !byId("analyse-on").checked) return;
    const { game } = this.#timeline;
    this.#search.search(game, ruleset(game.view().rules));
  }

  #onFailure(error) {
    this.#paintSoon.cancel();
    byId("analyse-on").checked = false;
    this.#page.fail(error, () => {
      byId("analyse-on").checked = true;
      this.#searchPosition();
    });
  }

  #setEngine(on) {
    byId("analyse-on").checked = on;
    if (on) return this.#searchPosition();
    this.#paintSoon.cancel();
    this.#search.stop();
    setText(byId("analyse-search"), "Off");
  }

  #setLineCount() {
    const count = Number(byId("analyse-lines").value);
    this.#lines.count = count;
    this.#search.lines = count;
  }

  #showAnalysis({ moves, nodes, depth, finished, nodesPerSecond }) {
    this.#lines.draw(Array.isArray(moves) ? moves : [], this.#timeline.game);
    this.#showBest();
    if (!Number.isFinite(nodes)) return;
    const speed = nodesPerSecond === null ? "" : ` · ${shortCount(nodesPerSecond)} nodes/s`;
    setText(byId("analyse-search"), `Depth ${depth} · ${shortCount(nodes)} nodes${finished ? " · finished" : speed}`);
  }

  /** Shows a line over the board; without one, the best move. */
  #showLine(line) {
    this.#shownLine = line;
    this.#side.board.drawLayer("line", line.length ? lineShapes(this.#timeline.game, line) : []);
    this.#showBest();
  }

  #showBest() {
    const { best } = this.#lines;
    const isWanted = best && this.#shownLine.length === 0;
    this.#side.board.drawLayer("hint", isWanted ? lineShapes(this.#timeline.game, [best]) : []);
  }

  #playLine(line) {
    let { game } = this.#timeline;
    this.#exchange.attempt(() => {
      for (const move of line) {
        const next = game.clone();
        const label = moveText(game, move);
        const placed = next.play(move);
        this.#timeline.push(next, label, move.location.type);
        this.#side.board.flash(placed.cleared_rows);
        this.#side.showClear(clearText(placed));
        game = this.#timeline.game;
      }
    });
  }

  async #playBest() {
    if (!byId("analyse-on").checked) this.#setEngine(true);
    const { game } = this.#timeline;
    for (let tries = 0; tries < BEST_TRIES && !this.#lines.best && game === this.#timeline.game; tries++) {
      await sleep(BEST_EVERY);
    }
    if (game === this.#timeline.game && this.#lines.best) this.#playLine([this.#lines.best]);
  }

  #edit(label, change) { this.#exchange.attempt(() => this.#timeline.edit(label, change)); }

  #isShown(link) { return Boolean(this.#timeline.game) && link === toLink(this.#timeline.game); }

  /** Shows the position of a link, or the error of the link over the board. */
  #openLink(link) {
    try {
      const game = fromLink(link, settings.rules);
      if (!game) throw new Error("The link holds no position: it has none of d, q, hold, combo, b2b and rules.");
      this.#timeline.push(game, "Link");
    } catch (error) {
      this.#linkError = error.message;
      if (this.#timeline.game) this.#showPosition();
      else this.#timeline.push(emptyPosition(settings.rules), "Empty");
    }
  }

  /** Shows again the position from before a broken link or another mode. */
  #showAgain() {
    this.#linkError = "";
    this.#showPosition();
  }

  enter(argument) {
    this.#active = true;
    if (argument && !this.#isShown(argument)) this.#openLink(argument);
    else if (this.#timeline.game) this.#showAgain();
    else this.#timeline.push(randomGame(ruleset(byId("position-rules").value).name), DEALT);
  }

  setArgument(link) {
    if (link && !this.#isShown(link)) this.#openLink(link);
    else if (this.#linkError) this.#showAgain();
  }

  leave() {
    this.#active = false;
    this.#editor.clear();
    this.#paintSoon.cancel();
    this.#search.stop();
  }

  /** Adds a position of another mode; returns its address. */
  open({ start, rules }) {
    this.#timeline.push(new TurnGame({ rules, start }), "From a game");
    return `#analyse?${toLink(this.#timeline.game)}`;
  }

  onCommand(event) {
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.#timeline.forward();
    else if (key === "z") this.#timeline.back();
    else return false;
    return true;
  }

  onKey(event) {
    const act = this.#keys[event.key];
    act?.();
    return Boolean(act);
  }
}
