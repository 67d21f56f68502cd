/** The mode for bots of other sites: watching one, or landfall against it. */

import { SPEEDS } from "./bot-player.js";
import { announce, byId, chooseRadio, figures, rates, seedOf, setText } from "./dom.js";
import { randomSeed, ruleset } from "./engine.js";
import { foreignBot } from "./foreign-bot.js";
import { Opponent } from "./opponent.js";
import { saveSettings, settings } from "./settings.js";
import { Side, showSides } from "./side.js";
import { speedSlider } from "./speed-slider.js";
import { ownBot } from "./tbp-bot.js";

const PREVIEWS = 5;
const NO_GAME = "Enter an address and start.";

/** @type {[string, string][]} */
const FIGURES = [
  ["pieces0", "Pieces"], ["attack0", "Attack"], ["app0", "Attack / piece"],
  ["pieces1", "landfall: pieces"], ["attack1", "Attack"], ["app1", "Attack / piece"],
];

const isMatch = () => settings.bots.kind === "match";
const showStatus = (text) => setText(byId("bots-status"), text);

export class BotsMode {
  sides = [new Side(), new Side()];
  #active = false;
  /** The players of the game, the other bot first; empty without a game. */
  #players = [];
  #rules = null;
  /** Whether all players are loaded and nobody has lost. */
  #playing = false;
  #showFigures = figures(byId("bots-figures"), FIGURES);

  constructor() {
    byId("bots-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    byId("bots-stop").addEventListener("click", () => this.#end("Stopped."));
    byId("bots-kind").addEventListener("change", ({ target }) => this.#setKind(target.value));
    byId("bots-url").value = settings.bots.url;
    settings.bots.kind = chooseRadio(byId("bots-kind"), settings.bots.kind);
    speedSlider("bots-speed", settings.bots.speed, (speed) => { settings.bots.speed = speed; });
  }

  #setKind(kind) {
    settings.bots.kind = kind;
    saveSettings();
    this.#end(NO_GAME);
    this.#showEmpty();
  }

  #draw(view, index) {
    this.sides[index].drawSoon(view, this.#rules.shapes, { turns: true });
    this.#showFigures({ [`pieces${index}`]: view.pieces, [`attack${index}`]: view.attack, [`app${index}`]: rates(view).app });
  }

  /** Ends the game; `text` says why. */
  #end(text) {
    for (const player of this.#players) player.close();
    this.#players = [];
    this.#playing = false;
    byId("bots-stop").disabled = true;
    showStatus(text);
    announce(text);
  }

  /** Ends the game as lost by one side, with the reason. */
  #lose(index, reason) {
    this.sides[index].showOverlay("Lost");
    if (this.#players.length > 1) this.sides[1 - index].showOverlay("Won");
    this.#end(reason);
  }

  #addPlayer(bot, options) {
    const index = this.#players.length;
    this.sides[index].rename(bot.name);
    const player = new Opponent(bot, { options }, {
      onView: (view) => this.#draw(view, index),
      onPlaced: (placed) => this.#onPlaced(placed, index),
      onLost: (why) => player === this.#players[index] && this.#lose(index, `${player.name} lost: ${why}.`),
      onFailure: (error) => player === this.#players[index] && this.#lose(index, `${error.message} It loses the game.`),
    });
    this.#players.push(player);
  }

  #onPlaced(placed, index) {
    this.sides[index].showPlaced(placed);
    for (const lines of placed.packets) this.#players[1 - index]?.receiveGarbage(lines);
  }

  async #start() {
    this.#end("Loading the bot.");
    this.#rules = ruleset(byId("bots-rules").value);
    this.#resetSides();
    const options = { rules: this.#rules.name, seed: seedOf(byId("bots-seed")) ?? randomSeed(), previews: PREVIEWS };
    const bot = this.#loadBot();
    if (!bot) return;
    this.#addPlayer(bot, options);
    if (isMatch()) this.#addPlayer(ownBot(), options);
    byId("bots-stop").disabled = false;
    const players = this.#players;
    try {
      await Promise.all(players.map((player) => player.begin(this.#rules.rules)));
    } catch {
      // The one that failed has lost already.
      return;
    }
    if (players !== this.#players) return;
    const { name } = players[0];
    this.sides[0].rename(name);
    showStatus(isMatch() ? `${name} against landfall.` : `${name} plays.`);
    this.#playing = true;
    this.onVisible();
  }

  /** Returns the bot of the address, or shows why there is none. */
  #loadBot() {
    const url = byId("bots-url").value.trim();
    try {
      const bot = foreignBot(url, byId("foreign"), Number(byId("bots-limit").value) * 1000);
      settings.bots.url = url;
      saveSettings();
      return bot;
    } catch (error) {
      showStatus(error.message);
      return null;
    }
  }

  #resetSides() {
    this.#showSides();
    for (const side of this.sides) side.reset();
  }

  #showSides() {
    showSides(this.sides, isMatch() ? 2 : 1);
    byId("bots").dataset.kind = settings.bots.kind;
  }

  #showEmpty() {
    this.#rules = ruleset(byId("bots-rules").value);
    this.sides[0].rename("The other bot");
    this.sides[1].rename("landfall");
    const empty = { rows: [], active: null, ghost: null, hold: null, queue: [], garbage: [] };
    for (const side of this.sides) side.draw(empty, this.#rules.shapes);
    this.#resetSides();
  }

  enter() {
    this.#active = true;
    if (!this.#rules) return this.#showEmpty();
    this.#showSides();
    this.onVisible();
  }

  leave() {
    this.#active = false;
    this.onHidden();
  }

  onHidden() {
    for (const player of this.#players) player.pause();
  }

  onVisible() {
    if (!this.#active || !this.#playing || document.hidden) return;
    for (const player of this.#players) player.play(() => SPEEDS[settings.bots.speed]);
  }
}
