/** The mode in which a visitor plays: alone, against the bot, or with its hints. */

import { SPEEDS } from "./bot-player.js";
import { announce, byId, chooseRadio, figures, rates, seedOf, setText } from "./dom.js";
import { randomSeed, ruleset } from "./engine.js";
import { GameLog } from "./game-log.js";
import { Hints } from "./hints.js";
import { KeyTable } from "./key-table.js";
import { handlingFields, handlingInFrames, keyName } from "./keys.js";
import { LiveRun, giveKeysToGame, keepsKeys, listenToKeys } from "./live-run.js";
import { Opponent } from "./opponent.js";
import { PlayJudgements } from "./play-judgements.js";
import { onSharedSettings, saveSettings, settings } from "./settings.js";
import { Side, showSides } from "./side.js";
import { speedSlider } from "./speed-slider.js";
import { keepWhenLeft, keptInTab } from "./tab-store.js";
import { ownBot } from "./tbp-bot.js";
import { TouchGestures, touchButtons } from "./touch.js";

const PREVIEWS = 5;
/** Why a game is over that the opponent lost. */
const WON = "won";
/** Under which the tab keeps the game over a reload. */
const NAME = "play";

/** @type {[string, string][]} */
const FIGURES = [
  ["pieces", "Pieces"], ["lines", "Lines"], ["attack", "Attack"],
  ["pps", "Pieces / s"], ["app", "Attack / piece"], ["apm", "Attack / minute"],
  ["combo", "Combo"], ["b2b", "Back-to-back"], ["loss", "Lost / piece"],
];

export class PlayMode {
  #page;
  #side = new Side();
  #other = new Side();
  sides = [this.#side, this.#other];
  #active = false;
  #run = null;
  #rules = null;
  #opponent = null;
  #hints = null;
  #judgements = new PlayJudgements();
  /** @type {GameLog} */
  #log;
  #showFigures = figures(byId("play-figures"), FIGURES);
  /** Pieces, attack and tenth of a second of the figures that are shown. */
  #shown = "";
  #showHandling;
  #keyTable;

  /** @param {import("./main.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#side.rename("You");
    this.#other.rename("landfall");
    this.#chooseKind(settings.play.kind);
    byId("play-kind").addEventListener("change", ({ target }) => {
      giveKeysToGame();
      this.#chooseKind(target.value);
      saveSettings();
      this.#prepare();
    });
    byId("play-start").addEventListener("click", () => this.#start());
    byId("play-pause").addEventListener("click", () => this.#togglePause());
    byId("play-analyse").addEventListener("click", () => page.analyse({ start: this.#run.startMessage(), rules: this.#rules.name }));
    byId("play-review").addEventListener("click", () => page.review(this.#log.text, "My game"));
    byId("play-rules").addEventListener("change", () => {
      giveKeysToGame();
      this.#prepare();
    });
    byId("play-seed").addEventListener("change", () => this.#prepare());
    speedSlider("play-speed", settings.play.speed, (speed) => { settings.play.speed = speed; });
    addEventListener("blur", () => this.#active && this.#pause());
    this.#listenToInput();
    this.#listenToSettings();
    keepWhenLeft(NAME, () => this.#kept());
  }

  #listenToInput() {
    const keys = {
      press: (key, time) => this.#run?.press(key, time),
      release: (key, time) => this.#run?.release(key, time),
      isPlaying: () => this.#active && Boolean(this.#run?.isPlaying),
    };
    touchButtons(byId("touch"), keys);
    new TouchGestures(this.#side.board.svg, keys);
    listenToKeys(() => (this.#active ? this.#run : null), (target) => !this.#active || keepsKeys(target), (action) => {
      if (action === "restart") this.#start();
      else this.#togglePause();
      return true;
    });
  }

  #listenToSettings() {
    this.#showHandling = handlingFields(() => this.#applyHandling());
    this.#keyTable = new KeyTable(() => {
      this.#showHandling();
      this.#applyHandling();
    });
    onSharedSettings(() => {
      this.#showHandling();
      this.#keyTable.draw();
      this.#applyHandling();
    });
  }

  /** Gives handling and keys to the game after a change. */
  #applyHandling() {
    this.#run?.setHandling(handlingInFrames());
    if (this.#run?.frame === 0 && this.#run.isPaused) this.#showReady();
  }

  #draw(view) {
    this.#side.draw(view, this.#rules.shapes);
    const shown = `${view.pieces} ${view.attack} ${Math.floor(view.frame / 6)}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#showFigures({
      pieces: view.pieces, lines: view.lines, attack: view.attack, ...rates(view, this.#run?.seconds),
      combo: Math.max(0, view.combo), b2b: Math.max(0, view.back_to_back),
      loss: this.#judgements.lossPerPiece,
    });
  }

  #onPlaced(placed) {
    this.#side.showPlaced(placed);
    for (const lines of placed.packets) this.#opponent?.receiveGarbage(lines);
    const start = placed.over ? null : this.#run.startMessage();
    this.#log.add(placed.move, start);
    byId("play-review").disabled = false;
    // `onFailure` shows a failure.
    this.#hints?.placed(placed.move, start).catch(() => {});
    const { pieces, lines, attack } = this.#run.view();
    announce(`Piece ${pieces}, ${lines} lines, ${attack} attack.`);
    if (!placed.over) return;
    this.#run.over = placed.over;
    this.#finish();
  }

  #win() {
    this.#run?.pause();
    if (this.#run) this.#run.over = WON;
    this.#finish();
  }

  /** Shows over the boards how the game ended, or that it is paused. */
  #showEnd() {
    const { over } = this.#run;
    const lost = this.#opponent ? "You lost" : "Game over";
    if (!over) this.#side.showOverlay("Paused");
    else this.#side.showOverlay(over === WON ? "You won" : `${lost}: ${over}`);
    if (over && this.#opponent) this.#other.showOverlay(over === WON ? `Lost: ${this.#opponent.view.over}` : "Won");
  }

  #finish() {
    if (this.#run) this.#showEnd();
    this.#opponent?.pause();
    this.#hints?.search(false);
    delete document.body.dataset.playing;
    setText(byId("play-start"), "Start again");
    byId("play-pause").disabled = true;
  }

  #closeAll() {
    delete document.body.dataset.playing;
    this.#run?.close();
    this.#opponent?.close();
    this.#hints?.close();
    this.#run = this.#opponent = this.#hints = null;
  }

  /** Makes a new game, which does not run yet. */
  #prepare() {
    const rules = byId("play-rules").value;
    const options = { rules, seed: seedOf(byId("play-seed")) ?? randomSeed(), previews: PREVIEWS };
    this.#make({ rules, run: { options: { ...options, handling: handlingInFrames() } }, other: { options }, moves: [], losses: [] });
    setText(byId("play-start"), "Start");
    byId("play-pause").disabled = true;
    this.#showReady();
  }

  /** Makes a game of the kind that is chosen: a new one, or one that was kept. */
  #make({ rules, run, other, moves, losses }) {
    this.#closeAll();
    this.#rules = ruleset(rules);
    this.#shown = "";
    this.#judgements.reset(losses);
    for (const side of this.sides) side.reset();
    const { kind } = settings.play;
    this.#run = new LiveRun(run, { onView: (view) => this.#draw(view), onPlaced: (placed) => this.#onPlaced(placed) });
    this.#log = new GameLog(this.#rules.rules, this.#run.startMessage(), moves);
    byId("play-review").disabled = this.#log.isEmpty;
    this.#draw(this.#run.view());
    this.#showSides();
    if (kind === "bot") this.#prepareOpponent(other);
    if (kind === "hints") this.#prepareHints();
  }

  /** What is kept of the game over a reload; null if it has not begun, undefined if none was shown. */
  #kept() {
    if (!this.#run) return undefined;
    if (this.#run.frame === 0) return null;
    this.#pause();
    const [run, other] = [this.#run.record, this.#opponent?.record];
    if (run === null || other === null) return null;
    return { kind: settings.play.kind, rules: this.#rules.name, run, other, moves: this.#log.moves, losses: this.#judgements.losses };
  }

  /** Shows the game that was kept, or else a new one. */
  #begin() {
    const kept = keptInTab(NAME);
    if (!kept) return this.#prepare();
    try {
      this.#chooseKind(kept.kind);
      byId("play-rules").value = kept.rules;
      this.#make(kept);
    } catch {
      // Another build of the page has kept it, or it was changed by hand.
      return this.#prepare();
    }
    this.#run.setHandling(handlingInFrames());
    setText(byId("play-start"), "Start again");
    if (!this.#run.over) setText(byId("play-pause"), "Resume");
    byId("play-pause").disabled = Boolean(this.#run.over);
    this.#showEnd();
  }

  #showSides() { showSides(this.sides, settings.play.kind === "bot" ? 2 : 1); }

  /** Shows how the game that was prepared begins. */
  #showReady() {
    const code = settings.keys.restart.find(Boolean);
    this.#side.showOverlay(code ? `Press Start or ${keyName(code)}` : "Press Start");
  }

  #prepareOpponent(record) {
    const other = this.#other;
    const opponent = this.#opponent = new Opponent(ownBot(), record, {
      onView: (view) => other.drawSoon(view, this.#rules.shapes, { turns: true }),
      onPlaced: (placed) => {
        other.showPlaced(placed);
        for (const lines of placed.packets) this.#run?.receiveGarbage(lines);
      },
      onLost: () => this.#win(),
      onFailure: (error) => opponent === this.#opponent && this.#fail(error),
    });
    if (this.#run.over) return;
    opponent.ready = opponent.begin(this.#rules.rules);
    opponent.ready.catch(() => {});
  }

  #prepareHints() {
    this.#hints = new Hints(this.#rules, {
      onBest: (hint) => {
        this.#side.board.drawLayer("hint", hint ? [hint] : []);
        byId("play").dataset.hint = hint?.text ?? "";
      },
      onJudged: (judgement) => {
        this.#judgements.add(judgement);
        // Beside the board too: on a phone the keys cover the list.
        this.#side.showClear(judgement.loss === 0 ? "Best move" : `−${judgement.loss.toFixed(2)}`);
      },
      onFailure: (error) => this.#fail(error),
    });
    setText(byId("play-verdict"), "Place a piece to compare it with the best move.");
    if (this.#run.over) return;
    this.#hints.begin(this.#run.startMessage()).catch(() => {});
  }

  #fail(error) {
    this.#closeAll();
    this.#finish();
    this.#page.fail(error, () => this.#prepare());
  }

  #start() {
    if (!this.#run || this.#run.over || this.#run.frame > 0) this.#prepare();
    this.#side.root.querySelector(".field").scrollIntoView({ block: "nearest" });
    document.activeElement?.blur();
    this.#resume();
  }

  async #resume() {
    const run = this.#run;
    if (this.#opponent) this.#side.showOverlay("Loading the bot");
    try {
      await this.#opponent?.ready;
    } catch {
      // `onFailure` shows it.
      return;
    }
    if (run !== this.#run || !this.#active) return;
    this.#side.showOverlay(null);
    document.body.dataset.playing = "";
    this.#run.resume();
    this.#opponent?.play(() => SPEEDS[settings.play.speed]);
    this.#hints?.search(true);
    setText(byId("play-start"), "Start again");
    setText(byId("play-pause"), "Pause");
    byId("play-pause").disabled = false;
  }

  #pause() {
    if (!this.#run?.isPlaying) return;
    this.#run.pause();
    this.#opponent?.pause();
    this.#hints?.search(false);
    delete document.body.dataset.playing;
    this.#side.showOverlay("Paused");
    setText(byId("play-pause"), "Resume");
  }

  #togglePause() {
    if (this.#run?.isPlaying) this.#pause();
    else if (this.#run?.isPaused && !this.#run.over && this.#run.frame > 0) this.#resume();
  }

  #chooseKind(kind) {
    settings.play.kind = chooseRadio(byId("play-kind"), kind);
    byId("play").dataset.kind = settings.play.kind;
  }

  enter() {
    this.#active = true;
    if (this.#run) this.#showSides();
    else this.#begin();
  }

  leave() {
    this.#pause();
    this.#active = false;
  }

  onHidden() { this.#pause(); }
}
