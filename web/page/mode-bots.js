/** The mode for bots of other sites: watching one, or landfall against it. */

import { PACES, paceText } from "./bot-player.js";
import { announce, byId, chooseRadio, figures, seedOf, setText } from "./dom.js";
import { randomSeed, ruleset } from "./engine.js";
import { foreignBot } from "./foreign-bot.js";
import { Opponent } from "./opponent.js";
import { saveSettings, settings } from "./settings.js";
import { clearText } from "./side.js";
import { ownBot } from "./tbp-bot.js";

const PREVIEWS = 5;

/** @param {{sides: import("./side.js").Side[]}} page */
export function botsMode(page) {
  const [left, right] = page.sides;
  let players = [];
  let rules = null;
  /** Whether all players are loaded and nobody has lost. */
  let playing = false;
  const show = figures(byId("bots-figures"), [
    ["pieces0", "Pieces"], ["attack0", "Attack"], ["app0", "Attack / piece"],
    ["pieces1", "landfall: pieces"], ["attack1", "Attack"], ["app1", "Attack / piece"],
  ]);

  const say = (text) => setText(byId("bots-said"), text);
  const isMatch = () => settings.bots.kind === "match";

  function draw(view, side, at) {
    side.drawSoon(view, rules.shapes, { turns: true });
    show({
      [`pieces${at}`]: view.pieces, [`attack${at}`]: view.attack,
      [`app${at}`]: view.pieces ? (view.attack / view.pieces).toFixed(2) : "–",
    });
  }

  function end(text) {
    for (const player of players) player.close();
    players = [];
    playing = false;
    byId("bots-stop").disabled = true;
    say(text);
    announce(text);
  }

  /** Ends the game as lost by one side, with the reason. */
  function lost(at, why, reason = `${players[at].name} lost: ${why}.`) {
    const [loser, other] = at === 0 ? [left, right] : [right, left];
    loser.cover("Lost");
    if (players.length > 1) other.cover("Won");
    end(reason);
  }

  function addPlayer(bot, side, options) {
    const at = players.length;
    side.rename(bot.name);
    const player = new Opponent(bot, options, {
      draw: (view) => draw(view, side, at),
      placed(placed) {
        side.board.flash(placed.cleared_rows);
        const text = clearText(placed);
        if (text) side.say(text);
        for (const lines of placed.packets) players[1 - at]?.receiveGarbage(lines);
      },
      lost: (why) => players[at] === player && lost(at, why),
      fail: (error) => players[at] === player && lost(at, "", `${error.message} It loses the game.`),
    });
    players.push(player);
  }

  async function start() {
    end("Loading the bot.");
    rules = ruleset(byId("bots-rules").value);
    showSides();
    const options = { rules: rules.name, seed: seedOf(byId("bots-seed")) ?? randomSeed(), previews: PREVIEWS };
    const limit = Number(byId("bots-limit").value) * 1000;
    let bot;
    try {
      bot = foreignBot(byId("bots-url").value.trim(), byId("foreign"), limit);
    } catch (error) {
      say(error.message);
      return;
    }
    settings.bots.url = byId("bots-url").value.trim();
    saveSettings();
    addPlayer(bot, left, options);
    if (isMatch()) addPlayer(ownBot(), right, options);
    byId("bots-stop").disabled = false;
    const mine = players;
    try {
      await Promise.all(mine.map((player) => player.begin(rules.rules)));
    } catch {
      // Whoever failed has lost already.
      return;
    }
    if (players !== mine) return;
    left.rename(mine[0].name);
    say(isMatch() ? `${mine[0].name} against landfall.` : `${mine[0].name} plays.`);
    playing = true;
    resume();
  }

  function resume() {
    if (!playing || document.hidden) return;
    for (const player of players) player.go(() => PACES[settings.bots.speed]);
  }

  function hide() {
    for (const player of players) player.pause();
  }

  function showSides() {
    right.root.hidden = !isMatch();
    document.body.dataset.sides = isMatch() ? "2" : "1";
    byId("bots").dataset.kind = settings.bots.kind;
    for (const side of page.sides) {
      side.say("");
      side.cover(null);
      side.clearLayers();
    }
  }

  function showEmpty() {
    rules = ruleset(byId("bots-rules").value);
    left.rename("The other bot");
    right.rename("landfall");
    const empty = { rows: [], active: null, ghost: null, hold: null, queue: [], garbage: [] };
    for (const side of page.sides) side.draw(empty, rules.shapes);
    showSides();
  }

  function setSpeed(value) {
    settings.bots.speed = Math.min(Math.max(0, value), PACES.length - 1);
    byId("bots-speed").value = settings.bots.speed;
    setText(byId("bots-speed-text"), paceText(PACES[settings.bots.speed]));
  }

  byId("bots-form").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  byId("bots-stop").addEventListener("click", () => end("Stopped."));
  byId("bots-kind").addEventListener("change", ({ target }) => {
    settings.bots.kind = target.value;
    saveSettings();
    end("Enter an address and start.");
    showEmpty();
  });
  byId("bots-speed").addEventListener("input", ({ target }) => { setSpeed(Number(target.value)); saveSettings(); });
  byId("bots-url").value = settings.bots.url;
  settings.bots.kind = chooseRadio(byId("bots-kind"), settings.bots.kind);
  setSpeed(settings.bots.speed);

  return {
    enter: showEmpty,
    hide,
    resume,
    leave() {
      end("Enter an address and start.");
      document.body.dataset.sides = "1";
    },
  };
}
