/** The mode that trains with positions in which a mistake was made: they come again until they are known. */

import { announce, byId, confirmDeletion, setText } from "./dom.js";
import { ruleset } from "./engine.js";
import { actionOf } from "./keys.js";
import { giveKeysToGame, keepsKeys, listenToKeys } from "./live-run.js";
import { keptReviews } from "./review/library.js";
import { onSharedSettings } from "./settings.js";
import { Side } from "./side.js";
import { TouchGestures, touchButtons } from "./touch.js";
import { AnswerScreen } from "./train/answer.js";
import { anyOf, chosen, nextOf, sortByDue } from "./train/choice.js";
import { Finder } from "./train/finder.js";
import { isRight, judge, moveOf } from "./train/judge.js";
import { Options } from "./train/options.js";
import { Progress, showSearch } from "./train/progress.js";
import { Question } from "./train/question.js";
import { dayAfter } from "./train/schedule.js";
import { loadSet } from "./train/set.js";
import { Training } from "./train/training.js";
import { keepsKey } from "./viewer/focus.js";

/** Milliseconds of a day. */
const DAY = 86_400_000;

/** Returns when something is due, in words. */
function whenText(due) {
  // A day may have 23 or 25 hours.
  const days = Math.round((due - dayAfter(Date.now(), 0)) / DAY);
  return days <= 1 ? "tomorrow" : `in ${days} days`;
}

export class TrainMode {
  #page;
  #side = new Side();
  sides = [this.#side];
  #active = false;
  #training = new Training();
  #library = keptReviews();
  #finder = new Finder(this.#training, this.#library, () => this.#onFound());
  #progress = new Progress();
  #options = new Options(() => this.#next());
  #answer = new AnswerScreen({ onNext: () => this.#next(), onAgain: () => this.#practise(this.#puzzle), onAnalyse: () => this.#analyse() });
  /** The positions of the page, once they are loaded. @type {import("./train/set.js").Puzzle[]} */
  #set = [];
  /** @type {import("./train/set.js").Puzzle | null} */
  #puzzle = null;
  /** @type {Question | null} */
  #question = null;
  /** The judgement of the move that was played in the game. */
  #mistake = null;
  /** Pieces that were placed right, and whether the answer counts: only the first does. */
  #placed = 0;
  #counts = true;
  /** Resolves when the mode is shown: what was judged meanwhile must not appear in another one. */
  #entered = Promise.withResolvers();

  /** @param {import("./main.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#side.rename("You");
    this.#library.listen(() => this.#find());
    this.#listenToInput();
    byId("train-show").addEventListener("click", () => this.#question?.run && this.#showAnswer());
    byId("train-reset").addEventListener("click", () => {
      giveKeysToGame();
      if (this.#question?.run) this.#question.again();
    });
    byId("train-practise").addEventListener("click", () => this.#practise(anyOf(this.#choice)));
    confirmDeletion("train-delete", "train-confirm", async () => {
      await this.#training.deleteAnswers();
      this.#next();
    });
    onSharedSettings(() => this.#question?.setHandling());
  }

  #listenToInput() {
    const run = () => (this.#active ? this.#question?.run ?? null : null);
    const keys = {
      press: (key, time) => run()?.press(key, time),
      release: (key, time) => run()?.release(key, time),
      isPlaying: () => run() !== null,
    };
    touchButtons(byId("train-touch"), keys);
    new TouchGestures(this.#side.board.svg, keys);
    listenToKeys(run, (target, key) => !this.#active || keepsKeys(target) || keepsKey(target, key), (action) => {
      if (action !== "restart" || !run()) return false;
      this.#question.again();
      return true;
    });
  }

  /** Looks for positions in games that were reviewed. */
  #find() {
    if (this.#active && !document.hidden) this.#finder.run();
  }

  #onFound() {
    if (!this.#active) return;
    showSearch(this.#finder, this.#training);
    this.#draw();
    if (!this.#puzzle && this.#isLoaded) this.#next();
  }

  /** Whether the positions are loaded, from which one is asked; the panel is shown from then on. */
  get #isLoaded() { return "loaded" in byId("train").dataset; }

  /** The positions of the visitor's games, or those of the page. */
  get #all() { return this.#options.isOwn ? this.#training.ownPuzzles : this.#set; }

  /** Those of them that may be asked. */
  get #choice() { return chosen(this.#all, this.#options.filter(this.#all)); }

  #sorted() { return sortByDue(this.#choice, this.#training.cards, Date.now()); }

  #draw() {
    /** @type {Record<string, number>} */
    const kinds = {};
    const { player } = this.#options.filter(this.#all);
    for (const { kinds: players } of this.#training.searched.values()) {
      const counted = player ? [players[player] ?? {}] : Object.values(players);
      for (const [kind, count] of counted.flatMap(Object.entries)) kinds[kind] = (kinds[kind] ?? 0) + count;
    }
    this.#progress.draw(this.#sorted(), this.#training.answers, kinds);
  }

  /** Asks the next position, or says why there is none. */
  #next() {
    this.#answer.hide();
    const sorted = this.#sorted();
    const puzzle = nextOf(sorted, this.#options.isOwn);
    if (puzzle) return this.#ask(puzzle);
    this.#endQuestion();
    this.#puzzle = null;
    this.#say(sorted.next ? `Nothing is due. The next position comes ${whenText(sorted.next)}.` : this.#nothingText);
    this.#draw();
  }

  /** Says why there is no position at all. */
  get #nothingText() {
    if (!this.#options.isOwn) return "There is no such position.";
    if (this.#isFinding) return "The mistakes of your games are being checked: the first will come here. Until then, train with landfall's games.";
    return "There is no position of your games yet. Review games: their mistakes come here. Or train with landfall's games.";
  }

  /** Whether positions of the visitor's games may still be found. */
  get #isFinding() { return this.#training.waiting.length > 0 || this.#finder.hasGames; }

  /** Shows a sentence: a question, or what is in its place. */
  #say(text, canAnswer = this.#puzzle !== null) {
    setText(byId("train-question"), text);
    byId("train-reset").hidden = this.#puzzle === null;
    byId("train-reset").disabled = !canAnswer;
    // After the first of several pieces there is no move of a game to show.
    byId("train-show").hidden = this.#puzzle === null;
    byId("train-show").disabled = !canAnswer || this.#placed > 0;
    byId("train-practise").hidden = this.#puzzle !== null || this.#choice.length === 0;
    byId("train-to-review").hidden = this.#puzzle !== null || !this.#options.isOwn || this.#isFinding;
  }

  #endQuestion() {
    this.#question?.close();
    this.#question = null;
    this.#mistake?.stop();
    this.#mistake = null;
    this.#side.reset();
  }

  /** @param {import("./train/set.js").Puzzle} puzzle */
  #ask(puzzle) {
    this.#endQuestion();
    this.#puzzle = puzzle;
    [this.#placed, this.#counts] = [0, true];
    // A link or button that was used would keep Space, which drops the piece.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.closest("a, button")) focused.blur();
    const { rules, start, played } = puzzle;
    const position = { rules, start };
    this.#mistake = judge(position, played);
    // Its failure is shown with the answer.
    this.#mistake.judged.catch(() => {});
    this.#question = new Question(this.#side, ruleset(rules).shapes, position, (placed, asked) => this.#onPlaced(placed, asked));
    this.#sayQuestion();
    this.#draw();
  }

  #sayQuestion() {
    const { pieces } = this.#options;
    const count = pieces > 1 ? ` Piece ${this.#placed + 1} of ${pieces}.` : "";
    const how = this.#placed > 0 ? "Right. Go on." : "Find the best move: a mistake was made here.";
    this.#say(`${how}${count} Ruleset ${this.#puzzle.rules}, no time limit.`);
    announce(byId("train-question").textContent);
  }

  /** Asks a position whose answer does not count. */
  #practise(puzzle) {
    this.#answer.hide();
    this.#ask(puzzle);
    this.#counts = false;
  }

  /** Says that a move could not be judged; another try counts as this one. */
  #fail(error) {
    const [puzzle, counts] = [this.#puzzle, this.#counts];
    this.#page.fail(error, () => {
      this.#practise(puzzle);
      this.#counts = counts;
    });
  }

  /** Resolves to a judgement while the mode is shown; to null if another position is asked meanwhile. */
  async #await(judged) {
    const question = this.#question;
    const review = await judged;
    await this.#entered.promise;
    return question === this.#question ? review : null;
  }

  async #onPlaced(placed, asked) {
    const { seconds } = this.#question;
    const puzzle = this.#puzzle;
    this.#say("Your move is being judged.", false);
    try {
      const review = await this.#await(judge(asked, placed.move).judged);
      if (review) await this.#onJudged(review, placed, seconds);
    } catch (error) {
      if (puzzle === this.#puzzle) this.#fail(error);
    }
  }

  async #onJudged(review, placed, seconds) {
    const right = isRight(review);
    this.#placed += right ? 1 : 0;
    const { pieces } = this.#options;
    const { after } = this.#question;
    const goesOn = right && this.#placed < pieces && !placed.over && after.start.queue.length > 1;
    if (goesOn) {
      this.#question.ask(after);
      return this.#sayQuestion();
    }
    await this.#count(right, seconds);
    const text = right ? "Right. Below is what was played in the game." : "Not the best move";
    const shown = right ? await this.#await(this.#mistake.judged) : review;
    if (shown) await this.#show(shown, right, text);
  }

  async #count(right, seconds) {
    if (!this.#counts) return;
    this.#counts = false;
    await this.#training.answer(this.#puzzle, { right, seconds, at: Date.now() });
    showSearch(this.#finder, this.#training);
  }

  /** Gives up: the answer counts as wrong. */
  async #showAnswer() {
    this.#question.end();
    try {
      const review = await this.#await(this.#mistake.judged);
      if (!review) return;
      await this.#count(false, 0);
      await this.#show(review, null, "What was played, and what is best");
    } catch (error) {
      this.#fail(error);
    }
  }

  async #show(review, right, text) {
    const { id, game, rules } = this.#puzzle;
    const [file, round, seat, move] = id.split("/");
    const isKept = game && this.#library.game(file);
    const due = this.#training.cards.get(id)?.due;
    const again = due ? ` · comes again ${whenText(due)}` : "";
    announce(`${text}. ${moveOf(review).reasons?.join("; ") ?? ""}`);
    await this.#answer.show(review, {
      text, right, source: `${game ? `${game}, move ${Number(move) + 1}` : `A game of landfall, ${rules}`}${again}`,
      link: isKept ? `#review?game=${file}&round=${round}&seat=${seat}&move=${move}` : "",
    });
  }

  #analyse() {
    const { rules, start } = this.#question.asked;
    this.#page.analyse({ start, rules });
  }

  async enter() {
    this.#active = true;
    this.#entered.resolve();
    showSearch(this.#finder, this.#training);
    await Promise.all([this.#training.ready, this.#library.ready]);
    try {
      this.#set = await loadSet();
    } catch (error) {
      if (this.#active) this.#page.fail(error, () => this.#active && this.enter());
    }
    if (!this.#active) return;
    byId("train").dataset.loaded = "";
    this.#options.setHasOwn(this.#training.ownPuzzles.length > 0 || this.#isFinding);
    if (this.#question) this.#showQuestionAgain();
    if (!this.#answer.showAgain() && !this.#question) this.#next();
    this.#find();
  }

  #showQuestionAgain() {
    this.#question.draw();
    this.#question.resume();
    this.#draw();
  }

  leave() {
    this.#active = false;
    this.#entered = Promise.withResolvers();
    this.#finder.pause();
    this.#question?.pause();
    this.#answer.leave();
  }

  onHidden() {
    this.#finder.pause();
    this.#question?.pause();
  }

  onVisible() {
    this.#question?.resume();
    this.#find();
  }

  onKey(event) {
    if (this.#answer.isShown) {
      if (event.key === "n" || (event.key === "Enter" && event.target === document.body)) {
        this.#next();
        return true;
      }
      return this.#answer.onKey(event);
    }
    // Its key may be a digit, which would choose a mode.
    return Boolean(this.#question?.run && actionOf(event.code));
  }
}
