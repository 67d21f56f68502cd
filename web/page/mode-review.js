/** The mode that reviews finished games: files are judged in workers, kept, and shown in the viewer. */

import { replaceAddress } from "./address.js";
import { announce, byId, chooseRadio } from "./dom.js";
import { exportGames, importGames, isArchive, saveFile } from "./review/archive.js";
import { FORMAT, NODES, newGame } from "./review/game.js";
import { readFiles, readText } from "./review/intake.js";
import { keptReviews } from "./review/library.js";
import { linkTo, positionAt, readLink } from "./review/place.js";
import { ReviewQueue } from "./review/queue.js";
import { ReviewScreen } from "./review/screen.js";
import { StartScreen } from "./review/start.js";
import { rememberedGames } from "./reviewing.js";
import { saveSettings, settings } from "./settings.js";

/** Returns a sentence about files that were given again; empty without any. */
function knownText(names) {
  if (names.length > 1) return `${names.length} of the files are in the list already.`;
  return names.length === 1 ? `${names[0]} is in the list already.` : "";
}

export class ReviewMode {
  #page;
  #active = false;
  /** The game that is open, or empty: then the list is shown. */
  #open = "";
  /** What is said with the game that is shown next. */
  #sentence = "";
  #library = keptReviews();
  #queue = new ReviewQueue(this.#library, {
    onChange: () => this.#draw(),
    onReport: (id) => this.#onReport(id),
    onEnd: (game) => this.#onEnd(game),
  });
  #start = new StartScreen({
    onFiles: (files) => this.addFiles(files),
    onText: (text) => this.addText(text),
    onAgain: (id) => this.#continue(id),
    onDelete: (ids) => this.#delete(ids),
    onRestore: (removed) => this.#restore(removed),
    onExport: async () => saveFile(await exportGames(this.#library), "landfall-reviews.jsonl"),
  });
  #screen = new ReviewScreen({
    onPause: (paused) => (paused ? this.#queue.pause() : this.#queue.resume()),
    onStop: () => this.#queue.stop(this.#open),
    onAgain: () => this.#continue(this.#open),
    onSave: () => this.#saveJson(this.#open),
    onMove: (place) => replaceAddress(`#${linkTo(this.#open, place)}`),
    onAnalyse: (place) => this.#analyse(place),
  });

  /** @param {import("./main.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#library.listen(() => this.#draw());
    this.#listenToOptions();
    document.addEventListener("paste", (event) => this.#onPaste(event));
    this.#library.ready.then(() => rememberedGames().forEach((id) => this.#continue(id)));
  }

  #listenToOptions() {
    settings.review.depth = chooseRadio(byId("review-depth"), settings.review.depth);
    byId("review-names").checked = settings.review.players === "names";
    byId("review-depth").addEventListener("change", ({ target }) => {
      settings.review.depth = target.value;
      saveSettings();
    });
    byId("review-names").addEventListener("change", ({ target }) => {
      settings.review.players = target.checked ? "names" : "numbers";
      saveSettings();
    });
  }

  #onPaste(event) {
    const { files } = event.clipboardData;
    const field = event.target instanceof Element && event.target.closest("input, textarea");
    const text = event.clipboardData.getData("text");
    if (!this.#active || (field && field.id !== "review-text") || (!files.length && !text.trim())) return;
    event.preventDefault();
    if (files.length) this.addFiles(files);
    else this.addText(text);
  }

  /** Reviews files; those that hold reviews are added to the list. */
  async addFiles(files) {
    const given = await readFiles(files);
    const archives = given.filter(({ bytes }) => bytes && isArchive(bytes));
    for (const { bytes } of archives) await this.#import(bytes);
    if (archives.length < given.length) await this.#add(given.filter((one) => !archives.includes(one)));
  }

  /** Shows the list of games, from wherever in the page. */
  async #goToList() {
    this.#open = "";
    if (location.hash === "#review") return;
    location.hash = "review";
    await new Promise((shown) => addEventListener("hashchange", shown, { once: true }));
  }

  async #import(bytes) {
    await Promise.all([this.#goToList(), this.#library.ready]);
    try {
      let added = 0;
      await importGames(this.#library, bytes, (id) => {
        added += 1;
        if (this.#library.game(id).state === "waiting") this.#continue(id);
      });
      this.#start.tell(added === 1 ? "One review was added." : `${added} reviews were added.`);
    } catch (error) {
      this.#start.warn(error.message);
    }
  }

  /** Saves a review as the command line writes it. */
  async #saveJson(id) {
    const content = await this.#library.content(id);
    const name = this.#library.game(id).name.replace(/\.\w+$/, "");
    if (content) saveFile(new Blob([content.json], { type: "application/json" }), `${name}-review.json`);
  }

  /** Reviews the game of a text, which may have a name. */
  async addText(text, name) { if (text.trim()) await this.#add([readText(text, name)]); }

  /** Adds games, and opens the one that was given alone. */
  async #add(given) {
    const options = { rules: byId("review-rules").value, nodes: NODES[settings.review.depth], depth: null, names: settings.review.players === "names" };
    await this.#library.ready;
    const now = Date.now();
    // The list has the last game first, and games that come together in their order.
    const added = await Promise.all(given.map((one, i) => newGame(one, options, now - i)));
    const known = [];
    for (const { game, content } of added) {
      const state = this.#library.game(game.id)?.state;
      // What could not be read is tried with what was given now.
      if (state && state !== "unreadable") {
        known.push(game.name);
        await this.#continue(game.id);
        continue;
      }
      await this.#library.add(game, content);
      if (!game.error) this.#queue.add(game, content);
    }
    const [{ game }] = added;
    if (added.length === 1 && !game.error) return this.#goToGame(game.id, knownText(known));
    await this.#goToList();
    this.#start.tell(knownText(known));
  }

  /** Shows a game, from wherever in the page, with a sentence. */
  #goToGame(id, sentence) {
    this.#sentence = sentence;
    const hash = `#${linkTo(id)}`;
    if (location.hash === hash) this.#showGame(id, null);
    else location.hash = hash;
  }

  /** Goes on with a game from the moves that were judged. */
  async #continue(id) {
    const game = this.#library.game(id);
    if (!game || game.state === "unreadable" || this.#queue.job(id)) return;
    const [content, judged] = await Promise.all([this.#library.content(id), this.#library.judged(id)]);
    if (!content) return;
    if (content.format !== FORMAT) this.#queue.add(game, { ...content, data: null, rounds: [] }, judged);
    else if (game.state !== "done") this.#queue.add(game, content, judged);
  }

  /** Deletes games; returns the one that was deleted alone, to be restored. */
  async #delete(ids) {
    const removed = ids.length === 1 ? await this.#whole(ids[0]) : null;
    this.#queue.drop(ids);
    await this.#library.delete(ids);
    return removed;
  }

  /** Returns all of a game, as it is now. */
  async #whole(id) {
    const job = this.#queue.job(id);
    const judged = this.#queue.judgedOf(id) ?? await this.#library.judged(id);
    return { game: job?.game ?? this.#library.game(id), content: job?.content ?? await this.#library.content(id), judged, isReviewed: Boolean(job) };
  }

  /** Takes back a deletion; a review that was running goes on. */
  async #restore({ game, content, judged, isReviewed }) {
    await this.#library.add(game, content, judged);
    if (isReviewed) await this.#continue(game.id);
  }

  #onEnd(game) {
    announce(game.error ? `${game.name}: ${game.error}` : `The review of ${game.name} is ${game.state}.`);
    if (this.#active && this.#open === game.id) this.#draw();
  }

  /** Paints more judged moves; not while nobody sees them. */
  #onReport(id) {
    if (this.#active && this.#open === id && !document.hidden) this.#screen.showContent(this.#queue.job(id).content);
  }

  #draw() {
    if (!this.#active || document.hidden) return;
    const job = this.#queue.job(this.#open);
    const game = job?.game ?? this.#library.game(this.#open);
    if (this.#open && game) this.#screen.draw(game, job);
    else this.#start.draw(this.#library, (id) => this.#queue.job(id));
  }

  /** Returns the content of a game as it is now: while it is reviewed, more than what is kept. */
  async #content(id) { return this.#queue.job(id)?.content ?? this.#library.content(id); }

  async #analyse(place) {
    const id = this.#open;
    const content = await this.#content(id);
    const judged = this.#queue.judgedOf(id) ?? await this.#library.judged(id);
    try {
      const position = positionAt(content.data, place, judged);
      // Back leads to this move.
      this.#screen.stay();
      replaceAddress(`#${linkTo(id, place)}`);
      this.#page.analyse(position);
    } catch (error) {
      this.#page.fail(error, () => this.#analyse(place));
    }
  }

  #showList(sentence = "") {
    this.#open = "";
    this.#screen.hide();
    this.#start.show(sentence);
    this.#draw();
  }

  /** Shows a game at a place, or the list with a sentence that says why not. */
  async #showGame(id, place) {
    await this.#library.ready;
    if (!this.#active) return;
    const game = this.#library.game(id);
    if (!game) return this.#showList(`This browser keeps no game ${id.slice(0, 40)}: reviews are in the browser in which they were made, unless they are exported.`);
    const sentence = this.#sentence;
    this.#sentence = "";
    if (this.#open === id && this.#screen.hasViewer) {
      this.#screen.tell(sentence);
      return this.#screen.showPlace(place);
    }
    this.#open = id;
    this.#start.hide();
    this.#screen.show(place);
    this.#screen.tell(sentence);
    this.#draw();
    const content = await this.#content(id);
    if (this.#open !== id || !this.#active) return;
    const isOld = content?.data && content.format !== FORMAT;
    if (content?.data && !isOld) await this.#screen.showContent(content);
    if (game.state === "waiting" || isOld) this.#continue(id);
  }

  enter(argument) {
    this.#active = true;
    // Coming from another mode shows the game that was open again.
    if (!argument && this.#open) replaceAddress(`#${linkTo(this.#open, this.#screen.place)}`);
    if (argument || !this.#open) return this.setArgument(argument);
    this.#showGame(this.#open, this.#screen.place);
    this.onVisible();
  }

  setArgument(argument) {
    if (!argument) return this.#showList();
    try {
      const { id, place } = readLink(argument);
      this.#showGame(id, place);
    } catch (error) {
      this.#showList(error.message);
    }
  }

  leave() { this.#active = false; }

  /** Paints what was judged while nobody saw it. */
  async onVisible() {
    this.#draw();
    const id = this.#open;
    if (!id) return;
    const content = await this.#content(id);
    if (content?.data && id === this.#open) this.#screen.showContent(content);
  }

  onKey(event) { return Boolean(this.#open) && this.#screen.onKey(event); }
}
