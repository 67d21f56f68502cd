/** The mode in which a position is set up and its best moves are looked for. */

import { BestLines } from "./best-lines.js";
import { BoardEditor } from "./board-editor.js";
import { lineShapes, moveText } from "./bot-player.js";
import { byId, showFieldError, element, oncePerFrame, setText, shortCount } from "./dom.js";
import { TurnGame, hasSimd, randomSeed, ruleset } from "./engine.js";
import { emptyPosition, fromLink, fromText, toLink } from "./position-link.js";
import { settings } from "./settings.js";
import { clearText } from "./side.js";
import { ownBot } from "./tbp-bot.js";
import { Timeline } from "./timeline.js";

const ASK_EVERY = 150;
const PREVIEWS = 5;

/** @param {{sides: import("./side.js").Side[], fail: Function}} page */
export function analyseMode(page) {
  const [side] = page.sides;
  const timeline = new Timeline(() => {
    // The first position may be the empty one below a fault; any other is somebody's choice.
    if (timeline.entries.length > 1) fault = "";
    showPosition();
  });
  let active = false;
  let bot = null;
  let botRules = "";
  let timer = null;
  let position = 0;
  /** The position that the bot was told last. */
  let told = -1;
  let shownLine = [];
  let stroke = null;
  let moves = null;
  let search = null;
  /** What is wrong with the link of the address, which then stays as it is. */
  let fault = "";
  /** Whether the bot has found all, and told it. */
  let finished = false;
  /** The last answer to {@link ask}, painted in the next frame. */
  let latest = null;
  const paintSoon = oncePerFrame(() => showAnalysis(latest));
  /** The items of the timeline, by their entries. */
  const items = new Map();

  const lines = new BestLines({ show: showLine, play: playLine });
  const editor = new BoardEditor(side.board, {
    rows: () => timeline.game.view().rows,
    begin: () => { stroke = timeline.game.clone(); },
    paint(cells) {
      attempt(() => stroke.setCells(cells));
      side.board.drawRows(stroke.view().rows);
    },
    end() {
      const game = stroke;
      stroke = null;
      timeline.push(game, "Paint");
    },
    movesAt: ([x, y]) => placements().filter(({ cells }) => cells.some(([cx, cy]) => cx === x && cy === y)),
    play: (move) => playLine([move]),
  });

  const say = (text) => setText(byId("exchange-said"), text);
  const rules = () => ruleset(timeline.game.view().rules);

  function attempt(change) {
    try {
      change();
      say("");
      return true;
    } catch (error) {
      say(error.message);
      return false;
    }
  }

  /** Returns the placements of the position with their cells; those without a hold first. */
  function placements() {
    if (!moves) {
      const { game } = timeline;
      const [current] = game.view().queue;
      moves = game.legalMoves().map((move) => ({ move, cells: game.cells(move) }));
      moves.sort((a, b) => (a.move.location.type !== current) - (b.move.location.type !== current));
    }
    return moves;
  }

  function freshGame(rulesName) {
    return new TurnGame({ rules: rulesName, seed: randomSeed(), previews: PREVIEWS });
  }

  /** Shows the position of the timeline, and lets the bot think about it. */
  function showPosition() {
    position += 1;
    moves = null;
    shownLine = [];
    paintSoon.cancel();
    if (!active) return;
    const view = timeline.game.view();
    side.clearLayers();
    side.draw(view, rules().shapes, { turns: true });
    side.cover(null);
    editor.refresh();
    lines.draw([], timeline.game);
    showFields(view, document.activeElement);
    showTimeline();
    if (fault) return showFault();
    tellBot();
    history.replaceState(null, "", `#analyse?${toLink(timeline.game)}`);
  }

  /** Says what is wrong with the link, and lets the bot rest. */
  function showFault() {
    bot?.close();
    bot = null;
    setText(byId("analyse-search"), "No position");
    side.explain(fault);
  }

  /** Fills the fields, but for the one in which somebody writes. */
  function showFields({ queue, hold, combo, back_to_back: chain, rules: name }, active) {
    const fill = (id, value) => {
      if (active === byId(id)) return;
      byId(id).value = value;
      showFieldError(byId(id), "");
    };
    fill("position-queue", queue.join(""));
    fill("position-hold", hold ?? "");
    fill("position-combo", Math.max(0, combo));
    fill("position-b2b", Math.max(0, chain));
    fill("position-rules", name);
  }

  function timelineItem(entry) {
    const { label, letter } = entry;
    const button = element("button", { type: "button", class: letter ? `chip ${letter}` : "chip edit" }, label);
    button.addEventListener("click", () => timeline.goTo(entry));
    return element("li", {}, button);
  }

  /** Changes of the list what has changed: it may be long. */
  function showTimeline() {
    const list = byId("timeline");
    const there = new Set(timeline.entries);
    for (const [entry, item] of [...items]) {
      if (there.has(entry)) continue;
      item.remove();
      items.delete(entry);
    }
    for (const entry of timeline.entries) {
      if (items.has(entry)) continue;
      items.set(entry, timelineItem(entry));
      list.append(items.get(entry));
    }
    const current = items.get(timeline.entries[timeline.at]);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current.firstElementChild.setAttribute("aria-current", "step");
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    for (const step of ["first", "back"]) stepButton(step).disabled = !timeline.canGoBack;
    for (const step of ["forward", "last"]) stepButton(step).disabled = !timeline.canGoForward;
  }

  const stepButton = (step) => document.querySelector(`[data-step=${step}]`);

  function tellBot() {
    search = null;
    finished = false;
    if (fault || !byId("analyse-on").checked) return;
    const wanted = rules();
    if (!bot || botRules !== wanted.name) startBot(wanted);
    const mine = bot;
    const now = position;
    mine.begun.then(() => {
      if (bot !== mine || now !== position) return;
      bot.send(timeline.game.startMessage());
      told = now;
    }).catch(() => {});
  }

  function startBot(wanted) {
    bot?.close();
    told = -1;
    botRules = wanted.name;
    const mine = bot = ownBot();
    mine.search(true);
    mine.onFailure((error) => {
      if (bot !== mine) return;
      bot = null;
      paintSoon.cancel();
      byId("analyse-on").checked = false;
      page.fail(error, () => {
        byId("analyse-on").checked = true;
        tellBot();
      });
    });
    mine.begun = mine.begin(wanted.rules);
    mine.begun.catch(() => {});
  }

  async function ask() {
    if (!bot || finished || told !== position || document.hidden || !byId("analyse-on").checked) return;
    const now = position;
    try {
      const analysis = await bot.analyse(Number(byId("analyse-lines").value));
      if (now !== position || !active) return;
      finished = analysis.finished === true;
      latest = analysis;
      paintSoon();
    } catch {
      // The bot's own failure is shown by its listener.
    }
  }

  function showAnalysis({ moves: found, nodes, depth }) {
    lines.draw(Array.isArray(found) ? found : [], timeline.game);
    if (!Number.isFinite(nodes)) return;
    const now = performance.now();
    // Of another position, or of a search that began anew.
    if (!search || nodes < search.nodes) search = { first: nodes, began: now };
    const seconds = (now - search.began) / 1000;
    search.nodes = nodes;
    const measured = seconds > 0.3 ? ` · ${shortCount((nodes - search.first) / seconds)}/s` : "";
    const speed = finished ? " · finished" : measured;
    setText(byId("analyse-search"), `Depth ${depth} · ${shortCount(nodes)} nodes${speed}`);
  }

  function showLine(line) {
    shownLine = line;
    side.board.drawLayer("line", line.length ? lineShapes(timeline.game, line) : []);
  }

  function playLine(line) {
    let game = timeline.game;
    attempt(() => {
      for (const move of line) {
        const next = game.clone();
        const label = moveText(game, move);
        const placed = next.play(move);
        timeline.push(next, label, move.location.type);
        side.board.flash(placed.cleared_rows);
        side.say(clearText(placed));
        game = next;
      }
    });
  }

  async function playBest() {
    if (!byId("analyse-on").checked) {
      byId("analyse-on").checked = true;
      tellBot();
    }
    const now = position;
    for (let waited = 0; waited < 40 && !lines.best && now === position; waited++) {
      await new Promise((done) => setTimeout(done, 50));
    }
    if (now === position && lines.best) playLine([lines.best]);
  }

  const edit = (label, change) => attempt(() => timeline.edit(label, change));

  /** Does what a field says, or says below it why that cannot be done. */
  function tryChange(field, label, act) {
    try {
      act();
    } catch (error) {
      showFieldError(field, `${label}: ${error.message}.`);
      return;
    }
    showFieldError(field, "");
    showFields(timeline.game.view(), null);
  }

  /** Changes the position whenever a field does. */
  function editBy(id, label, change) {
    byId(id).addEventListener("change", ({ target }) => {
      tryChange(target, label, () => timeline.edit(label, (game) => change(game, target.value)));
    });
  }

  function deal() {
    const dealt = freshGame(rules().name);
    const letters = dealt.view().queue.join("");
    dealt.free();
    tryChange(byId("position-queue"), "Deal", () => {
      timeline.edit("Deal", (game) => game.setQueue(game.view().queue.join("") + letters));
    });
  }

  function load(text) {
    let note = "";
    const loaded = attempt(() => {
      const read = fromText(text, byId("position-rules").value);
      timeline.push(read.game, "Loaded");
      note = read.note;
    });
    if (loaded) say(note);
  }

  function changeRules(name) {
    tryChange(byId("position-rules"), "Ruleset", () => {
      timeline.push(new TurnGame({ rules: name, start: timeline.game.startMessage() }), name);
    });
    byId("position-rules").value = rules().name;
  }

  function setEngine(on) {
    byId("analyse-on").checked = on;
    if (on) return tellBot();
    paintSoon.cancel();
    bot?.close();
    bot = null;
    setText(byId("analyse-search"), "Off");
  }

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} copied.`);
    } catch {
      byId("exchange-text").value = text;
      byId("exchange-text").select();
      say(`${what} is in the field above: copy it from there.`);
    }
  }

  const steps = {
    first: () => timeline.first(), back: () => timeline.back(),
    forward: () => timeline.forward(), last: () => timeline.last(), best: playBest,
  };
  for (const [step, go] of Object.entries(steps)) stepButton(step).addEventListener("click", go);
  byId("position-hold").append(...["", ..."IOTLJSZ"].map((letter) => element("option", { value: letter }, letter || "–")));
  editBy("position-queue", "Queue", (game, text) => game.setQueue(text));
  editBy("position-hold", "Hold", (game, text) => game.setHold(text));
  editBy("position-combo", "Combo", (game, text) => game.setCounters({ combo: text }));
  editBy("position-b2b", "B2B", (game, text) => game.setCounters({ back_to_back: text }));
  byId("position-rules").addEventListener("change", ({ target }) => changeRules(target.value));
  byId("position").addEventListener("submit", (event) => event.preventDefault());
  byId("board-clear").addEventListener("click", () => edit("Clear", (game) => game.clear()));
  byId("board-mirror").addEventListener("click", () => edit("Mirror", (game) => game.mirror()));
  byId("board-deal").addEventListener("click", deal);
  byId("exchange").addEventListener("submit", (event) => {
    event.preventDefault();
    load(byId("exchange-text").value);
  });
  byId("copy-fumen").addEventListener("click", () => copy(timeline.game.fumen(), "The fumen"));
  byId("copy-start").addEventListener("click", () => copy(JSON.stringify(timeline.game.startMessage()), "The TBP start"));
  byId("copy-link").addEventListener("click", () => copy(location.href, "The link"));
  byId("analyse-simd").hidden = !hasSimd;
  byId("analyse-on").checked = true;
  byId("analyse-on").addEventListener("change", ({ target }) => setEngine(target.checked));
  byId("analyse-lines").addEventListener("change", ({ target }) => {
    lines.count = Number(target.value);
    finished = false;
  });
  lines.count = Number(byId("analyse-lines").value);
  document.addEventListener("paste", (event) => {
    if (!active || event.target.closest?.("input")) return;
    load(event.clipboardData.getData("text"));
  });

  const keys = {
    ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last, " ": playBest,
    l: () => setEngine(!byId("analyse-on").checked),
    c: () => copy(timeline.game.fumen(), "The fumen"),
    m: () => edit("Mirror", (game) => game.mirror()),
  };

  const isShown = (link) => Boolean(timeline.game) && link === toLink(timeline.game);

  /** Takes the position of an address, or says over the board what is wrong with it. */
  function takeLink(link) {
    try {
      const game = fromLink(link, settings.rules);
      if (!game) throw new Error("The link holds no position: it has none of d, q, hold, combo, b2b and rules.");
      timeline.push(game, "Link");
    } catch (error) {
      fault = error.message;
      if (timeline.game) showPosition();
      else timeline.push(emptyPosition(settings.rules), "Empty");
    }
  }

  /** Shows the position again that was there before a broken link or another mode. */
  function showAgain() {
    fault = "";
    showPosition();
  }

  return {
    enter(argument) {
      active = true;
      side.rename("Position");
      editor.active = true;
      if (argument && !isShown(argument)) takeLink(argument);
      else if (timeline.game) showAgain();
      else timeline.push(freshGame(ruleset(byId("position-rules").value).name), "Start");
      timer = setInterval(ask, ASK_EVERY);
    },
    argument(link) {
      if (link && !isShown(link)) takeLink(link);
      else if (fault) showAgain();
    },
    leave() {
      active = false;
      editor.active = false;
      clearInterval(timer);
      paintSoon.cancel();
      bot?.close();
      bot = null;
    },
    hash: () => `#analyse?${toLink(timeline.game)}`,
    /** Takes a position of another mode. */
    open({ start, rules: name }) {
      timeline.push(new TurnGame({ rules: name, start }), "Taken over");
    },
    /** Keys with Ctrl or Cmd. */
    command(event) {
      const key = event.key.toLowerCase();
      if (key === "z") event.shiftKey ? steps.forward() : steps.back();
      else if (key === "y") steps.forward();
      else return false;
      return true;
    },
    key(event) {
      const act = keys[event.key];
      act?.();
      return Boolean(act);
    },
  };
}
