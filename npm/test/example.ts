// The package as a strict program in TypeScript sees it. `types.test.mjs` compiles and runs it.
import { Bot, BotError, type BotErrorCode, type Move, type Start, type Suggestion } from "landfall";
import { decode, encode } from "landfall/fumen";
import { KeyGame, TurnGame, init, rulesets, type Placed, type View } from "landfall/rules";
import type { Analysis, BotMessage, FrontendMessage } from "landfall/tbp";

/** Returns what a message is, by its type alone. */
function describe(message: BotMessage): string {
  switch (message.type) {
    case "info":
      return `${message.name} ${message.version}: ${message.features.join(", ")}`;
    case "ready":
      return "ready";
    case "error":
      return message.reason;
    case "suggestion":
      return `${message.moves.length} moves of ${message.move_info?.nodes ?? 0} nodes`;
    case "analysis":
      return `${message.moves[0]?.value ?? 0} ${message.played?.final ?? false}`;
  }
}

async function play(pieces: number): Promise<View> {
  await init();
  const warnings: string[] = [];
  const bot = new Bot({ nodes: 300, memory: 32, ruleset: "guideline", onWarning: (text) => warnings.push(text) });
  const game = new TurnGame({ rules: "guideline", seed: 1 });
  const start: Start = game.startMessage();
  bot.send(start);
  for (let piece = 0; piece < pieces; piece += 1) {
    const suggestion: Suggestion = await bot.ask({ type: "suggest" });
    const [best]: Move[] = suggestion.moves;
    if (!best) break;
    const placed: Placed = game.play(best);
    const messages: FrontendMessage[] = game.playMessages(placed);
    for (const message of messages) bot.send(message);
  }
  const analysis: Analysis = await bot.ask({ type: "analyse", lines: 1 });
  describe(analysis);
  bot.send({ type: "quit" });
  for await (const message of bot) describe(message);
  try {
    bot.send({ type: "stop" });
  } catch (error) {
    if (!(error instanceof BotError)) throw error;
    const code: BotErrorCode = error.code;
    if (code !== "ended") throw error;
  }
  return game.view();
}

function draw(): string {
  const keys = new KeyGame({ rules: "tetrio-s2", seed: 1, handling: { das: 8, arr: 0 } });
  keys.press("hard_drop", 1);
  const [lock] = keys.advance(2);
  const fumen = encode({ board: keys.startMessage().board }, lock?.move);
  return decode(fumen).rows.join("\n") + rulesets().map(({ name }) => name).join();
}

/** What must not compile. */
export function wrong(bot: Bot): void {
  // @ts-expect-error: a piece that does not exist
  bot.send({ type: "new_piece", piece: "X" });
  // @ts-expect-error: a `start` without a queue
  bot.send({ type: "start", hold: null, combo: 0, back_to_back: false, board: [] });
  // @ts-expect-error: nothing answers it
  void bot.ask({ type: "stop" });
  // @ts-expect-error: an attribute that the bot does not know
  bot.send({ type: "suggest", nodes: 4 });
  // @ts-expect-error: an option that it does not have
  new Bot({ threads: 2 });
}

play(20).then((view) => {
  console.log(`${view.pieces} pieces`);
  draw();
});
