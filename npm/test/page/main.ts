// A page that asks the bot of the package for a move and plays it by the rules of the package, with
// the worker that the bundler finds, and with the one of two files beside the page.
import { Bot, type BotOptions } from "landfall";
import { encode } from "landfall/fumen";
import { Review, init as initReview } from "landfall/review";
import { TurnGame, init } from "landfall/rules";

async function play(options: BotOptions): Promise<string> {
  const game = new TurnGame({ rules: "guideline", seed: 1 });
  const bot = new Bot({ nodes: 300, ...options });
  bot.send(game.startMessage());
  const { moves } = await bot.ask({ type: "suggest" });
  const { label, lines } = game.play(moves[0]!);
  const { name } = await bot.info;
  await bot.terminate();
  return `${name}: ${lines}${label} ${encode(game.startMessage())}`;
}

async function playBoth(): Promise<string> {
  await init();
  const texts = [await play({ name: "one" }), await play({ name: "two", url: "landfall-worker-fetch.js" })];
  const missing = await play({ url: "missing.js" }).catch((error) => error.code);
  await initReview();
  const game = new TurnGame({ rules: "guideline", seed: 1 });
  const review = new Review(game.fumen(game.legalMoves()[0]));
  return [...texts, missing, `${review.moveCount} move`].join("\n");
}

playBoth()
  .catch((error) => `failed: ${error.message}`)
  .then((text) => { document.getElementById("answer")!.textContent = text; });
