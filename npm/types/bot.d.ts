import type { Analyse, AnswerTo, BotMessage, FrontendMessage, Info, RulesetName, Rules, Suggest } from "./tbp.js";

export type * from "./tbp.js";

export interface BotOptions {
  /** Positions to search for each suggestion: the same moves every time. Absent: all the time until it is requested. */
  nodes?: number;
  /** Most memory of the search, in MiB; 128 if absent. */
  memory?: number;
  /** The name in `info`. */
  name?: string;
  /** The rules until `rules` names others. */
  ruleset?: RulesetName;
  /** Called with a sentence about each message that the bot cannot use; it goes on. Default: `console.warn`. */
  onWarning?: (text: string) => void;
  /** The script of the worker, where a bundler has put it elsewhere. */
  url?: string | { readonly href: string };
}

/**
 * Why a bot cannot do something:
 *
 * - `option`: an option is unknown or has a wrong value
 * - `message`: a message cannot be written as JSON, no answer comes to it, or too many are open
 * - `stopped`: `suggest` had no position until `stop` was sent
 * - `ended`: the bot has ended or was terminated
 * - `failed`: the bot could not be loaded, or has failed
 */
export type BotErrorCode = "option" | "message" | "stopped" | "ended" | "failed";

export class BotError extends Error {
  constructor(code: BotErrorCode, message: string);
  readonly name: "BotError";
  readonly code: BotErrorCode;
}

/**
 * A bot of the Tetris Bot Protocol on a thread of its own: a `worker_threads` worker in Node, a Web
 * Worker in browsers. It runs, and keeps Node running, until `quit` or `terminate`.
 *
 * Iterating yields its messages, except for those that `ask` resolves to.
 */
export class Bot implements AsyncIterable<BotMessage> {
  constructor(options?: BotOptions);
  /** Its first message; rejects if it cannot be loaded. */
  readonly info: Promise<Info>;
  /**
   * Sends a message, as an object or as its JSON. What the bot cannot understand it warns of. After
   * `quit` a bot in Node sends its last answers; one in a browser has ended.
   */
  send(message: FrontendMessage | string): void;
  /**
   * Sends a message and resolves to its answer. At most 16 `suggest` may be open. Do not `send` a
   * message of the type meanwhile: its answer would be taken for this one's.
   */
  ask<Message extends Rules | Suggest | Analyse>(message: Message): Promise<AnswerTo<Message>>;
  /** Ends the bot at once. */
  terminate(): Promise<void>;
  [Symbol.asyncIterator](): AsyncIterator<BotMessage, undefined>;
}
