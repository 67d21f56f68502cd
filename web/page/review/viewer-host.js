/** The viewer of reviews within the page: its parts and styles stand in a shadow tree of their own. */

const FOLDER = new URL("../viewer/", import.meta.url);

/** Returns the text of one of the viewer's files. */
async function textOf(name) {
  const response = await fetch(new URL(name, FOLDER));
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return response.text();
}

export class ViewerHost {
  /** The viewer shows one review at a time: the host that has it. @type {ViewerHost | null} */
  static #owner = null;
  #host;
  #root;
  /** Resolves to the viewer's module once its parts are in the page. */
  #loading = null;
  #viewer = null;
  #isOpen = false;
  /** What was shown when another host took the viewer. */
  #left = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
    this.#root = host.attachShadow({ mode: "open" });
  }

  get isOpen() { return this.#isOpen; }

  async #load() {
    const [viewer, parts, styles] = await Promise.all([import("../viewer/review.js"), textOf("review.html"), textOf("review.css")]);
    const sheet = new CSSStyleSheet();
    await sheet.replace(styles);
    this.#root.adoptedStyleSheets = [sheet];
    // The file is this page's own.
    this.#root.append(document.createRange().createContextualFragment(parts));
    return viewer;
  }

  /** Loads the viewer. Rejects with an error whose message can be shown. */
  async load() {
    try {
      this.#viewer = await (this.#loading ??= this.#load());
    } catch (error) {
      this.#loading = null;
      throw new Error(`The viewer of reviews could not be loaded: ${error.message}`, { cause: error });
    }
  }

  /** Shows a review, once the viewer is loaded; or more moves of the one that is shown. */
  show(data, rounds, options) {
    if (this.#isOpen) return this.#viewer.updateReview(data, rounds);
    if (ViewerHost.#owner) ViewerHost.#owner.#leave();
    ViewerHost.#owner = this;
    this.#host.hidden = false;
    this.#isOpen = true;
    this.#viewer.openReview(this.#root, data, rounds, options);
  }

  #leave() {
    const { place } = this;
    this.close();
    this.#left = place;
  }

  close() {
    if (this.#isOpen) {
      this.#viewer.closeReview();
      ViewerHost.#owner = null;
    }
    this.#left = null;
    this.#isOpen = false;
    this.#host.hidden = true;
  }

  /** Returns whether the viewer used a key. */
  onKey(event) { return this.#isOpen && Boolean(this.#viewer.onKey(event)); }

  showMove(place) { if (this.#isOpen) this.#viewer.showMove(place); }

  /** @returns {{round: number, seat: number, move: number} | null} what is shown, or was */
  get place() {
    if (!this.#isOpen) return this.#left;
    const { round, seat, move } = this.#viewer.pageState();
    return { round, seat, move };
  }
}
