// The worker in Chromium and Firefox: ways to load it, and what frontends do with it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { describeInBrowsers, serve } from "./browser.mjs";
import { HOSTS } from "./hosts.mjs";

describeInBrowsers("worker", (frontend, browserName) => {
  /** Tests in one browser what depends on the engine and on the script of the worker alone. */
  const testOnce = browserName === "chromium" ? test : () => {};

  let elsewhere;

  before(async () => {
    elsewhere = await serve();
  });

  after(() => elsewhere?.close());

  const whole = (parameters = "?nodes=300") => `${frontend.origin}/landfall-worker.js${parameters}`;

  /** Opens a worker and asks it about one position; resolves to the types of its messages. */
  const answers = (url, way) =>
    frontend.page.evaluate(
      async ([url, way]) => {
        const { open, start } = window.frontend;
        const messages = [{ type: "rules" }, start("TIOSZL"), { type: "suggest" }];
        const bot = await open(url, { way, messages });
        const received = await bot.nextOf(3);
        bot.worker.terminate();
        return received.map(({ type, moves }) => (moves ? `${type} ${moves.length}` : type));
      },
      [url, way],
    );

  const ALL = ["info", "ready", "suggestion 5"];

  for (const way of ["classic", "module", "blob", "blob module", "imported"]) {
    test(`one file, ${way}; messages before info are kept`, async () => {
      assert.deepEqual(await answers(whole(), way), ALL);
    });
  }

  test("one file of another origin, imported into a blob", async () => {
    const url = `${elsewhere.origin}/landfall-worker.js`;
    assert.deepEqual(await answers(url, "imported"), ALL);
  });

  for (const way of ["classic", "module"]) {
    test(`module beside the script, ${way}`, async () => {
      const url = `${frontend.origin}/landfall-worker-fetch.js?nodes=300`;
      assert.deepEqual(await answers(url, way), ALL);
    });
  }

  for (const host of HOSTS) {
    test(`host: ${host.name}`, async () => {
      const { way, turns } = host;
      const found = await frontend.page.evaluate(
        async ([url, way, turns]) => {
          const bot = await window.frontend.open(url, { way });
          const answers = [await bot.next()];
          for (const { send, replies } of turns) {
            bot.send(...send);
            answers.push(...(await bot.nextOf(replies)));
          }
          // Nothing more than that: the answer to a last `rules` comes behind everything else.
          bot.send({ type: "rules" });
          answers.push(await bot.next());
          bot.worker.terminate();
          return answers;
        },
        [whole(), way, turns],
      );
      host.check(found.slice(1, -1));
      assert.equal(found.at(-1).type, "ready");
      assert.equal(found[0].type, "info");
    });
  }

  test("JSON as text is taken, and nonsense does no harm", async () => {
    const types = await frontend.page.evaluate(async (url) => {
      const { open, start } = window.frontend;
      const bot = await open(url);
      bot.send("{", 7, null, undefined, [], "[]", new Map([[1, 2]]), 10n, "x".repeat(1 << 20));
      bot.send({ type: "unheard of" }, { type: 7 }, { type: "start", queue: "no" });
      bot.send(JSON.stringify(start("TIOSZL")), '{"type":"suggest"}');
      const received = await bot.nextOf(2);
      bot.worker.terminate();
      return received.map((message) => message.type);
    }, whole());
    assert.deepEqual(types, ["info", "suggestion"]);
  });

  testOnce("parameters of the URL: name, ruleset, nodes and memory", async () => {
    const { info, before, after } = await frontend.page.evaluate(async (url) => {
      const { open, start } = window.frontend;
      const bot = await open(url);
      const info = await bot.next();
      bot.send({ type: "rules" }, start("TIOSZL"), { type: "suggest" }, { type: "suggest" });
      const [, before, after] = await bot.nextOf(3);
      bot.worker.terminate();
      return { info, before, after };
    }, whole("?name=Rain&ruleset=tetrio-s2&nodes=400&memory=8"));
    assert.equal(info.name, "Rain");
    const [first, second] = [before, after].map((message) => message.move_info.nodes);
    assert.ok(first >= 400 && first < 900, `${first} nodes`);
    assert.ok(second - first >= 400, `${second - first} nodes more`);
  });

  for (const rules of ["guideline", "tetrio-s2"]) {
    testOnce(`200 legal pieces under ${rules}`, async () => {
      const { pieces, over } = await frontend.page.evaluate(
        async ([url, rules]) => {
          const { default: engine } = await import(`${location.origin}/landfall.js?pieces`);
          const module = await (await fetch("/landfall-simd.wasm")).arrayBuffer();
          engine.initSync({ module });
          const game = new engine.Game(JSON.stringify({ rules, seed: 7, previews: 5 }));
          const messages = [{ type: "rules", ruleset: rules }, game.start_message()];
          const bot = await window.frontend.open(url, { messages });
          await bot.nextOf(2);
          let view = JSON.parse(game.view());
          while (view.pieces < 200 && !view.over) {
            bot.send({ type: "suggest" });
            const { moves } = await bot.next();
            // Throws unless the move is legal, with the spin that it names.
            const placed = game.play(JSON.stringify(moves[0]));
            bot.send(...JSON.parse(game.play_messages(placed)));
            view = JSON.parse(game.view());
          }
          bot.worker.terminate();
          return view;
        },
        [whole("?nodes=2000"), rules],
      );
      assert.equal(over, null);
      assert.equal(pieces, 200);
    });
  }

  test("slices of 2 ms end as one long slice, and the end is reported", async () => {
    const { sliced, whole: long } = await frontend.page.evaluate(async (url) => {
      const { open, start, board } = window.frontend;
      // Two pieces over one open column: looks ahead of several pieces, and few of them.
      const rows = Array.from({ length: 19 }, () => [..."GGGGGGGGG", null]);
      const messages = [{ type: "rules" }, start("TI", { board: board(...rows) })];
      const analyse = { type: "analyse", lines: 100 };
      const bot = await open(url, { messages });
      await bot.nextOf(2);
      let sliced;
      do {
        await new Promise((resolve) => setTimeout(resolve, 50));
        bot.send(analyse);
        sliced = await bot.next();
      } while (!sliced.finished);
      bot.worker.terminate();
      const { default: engine } = await import(`${location.origin}/landfall.js?slices`);
      engine.initSync({ module: await (await fetch("/landfall-simd.wasm")).arrayBuffer() });
      const alone = new engine.Bot("{}");
      for (const message of messages) alone.receive(JSON.stringify(message));
      while (alone.think(1e9));
      const [whole] = JSON.parse(alone.receive(JSON.stringify(analyse))).messages;
      return { sliced, whole };
    }, whole(""));
    assert.deepEqual(sliced, long);
    assert.ok(long.finished && long.nodes > 10_000, `${long.nodes} nodes`);
  });

  test("it thinks between messages", async () => {
    const nodes = await frontend.page.evaluate(async (url) => {
      const { open, start } = window.frontend;
      const bot = await open(url, { messages: [start("TIOSZL")] });
      await bot.next();
      let nodes = 0;
      while (nodes < 30_000) {
        bot.send({ type: "suggest" });
        nodes = (await bot.next()).move_info.nodes;
      }
      bot.worker.terminate();
      return nodes;
    }, whole(""));
    assert.ok(nodes >= 30_000);
  });

  for (const fail of ["bot_think", "bot_receive"]) {
    test(`a trap in ${fail} starts the engine again, in the same position`, async () => {
      const { first, second, played } = await frontend.page.evaluate(
        async ([url, fail]) => {
          const { open, start } = window.frontend;
          const bot = await open(url, { way: "with faults" });
          await bot.next();
          bot.send(start("TIOSZL"), { type: "suggest" });
          const first = await bot.next();
          bot.send({ fail }, { type: "suggest" });
          const second = await bot.next();
          // The move is legal only where the position is still there.
          bot.send({ type: "play", move: second.moves[0] }, { type: "suggest" });
          const played = await bot.next();
          bot.worker.terminate();
          return { first, second, played };
        },
        [whole(""), fail],
      );
      const pieces = ({ moves }) => moves.map((move) => move.location.type);
      assert.ok(pieces(first).every((piece) => "TI".includes(piece)));
      assert.ok(pieces(second).every((piece) => "TI".includes(piece)));
      const left = "TIO".replace(pieces(second)[0], "");
      assert.ok(pieces(played).every((piece) => left.includes(piece)));
    });
  }

  test("a position in which the engine traps at every slice is not searched any more", async () => {
    const { traps, faulty, analysis, next } = await frontend.page.evaluate(async (url) => {
      const { open, start } = window.frontend;
      const bot = await open(url, { way: "with faults" });
      const ask = async (message) => {
        bot.send(message);
        return bot.next();
      };
      await bot.next();
      bot.send({ fail: "bot_think", always: true }, start("TIOSZL"));
      let traps = 0;
      while (traps < 2) traps = (await ask({ memory: true })).traps;
      // The worker posts to itself between messages: it would start the engine again and again.
      for (let message = 0; message < 100; message += 1) traps = (await ask({ memory: true })).traps;
      const faulty = await ask({ type: "suggest" });
      const analysis = await ask({ type: "analyse" });
      bot.send({ fail: "none" }, start("SZLJOI"));
      let next;
      do next = await ask({ type: "suggest" }); while (next.move_info.nodes < 10_000);
      bot.worker.terminate();
      return { traps, faulty, analysis, next };
    }, whole(""));
    assert.equal(traps, 2);
    for (const answer of [faulty, analysis]) {
      assert.match(answer.landfall_failure, /^The engine failed 2 times in one position and .*\n\{"type":"start","queue":\["T",/s);
    }
    assert.ok(faulty.moves.length > 0, "moves without a search");
    assert.equal(analysis.finished, true);
    assert.ok(!("landfall_failure" in next));
  });

  test("two workers at once", async () => {
    const names = await frontend.page.evaluate(async (url) => {
      const { open, start } = window.frontend;
      const bots = await Promise.all(["A", "B"].map((name) => open(`${url}?name=${name}`)));
      for (const bot of bots) {
        bot.send(start("TIOSZL"), { type: "suggest" });
      }
      const received = await Promise.all(bots.map((bot) => bot.nextOf(2)));
      bots.forEach((bot) => bot.worker.terminate());
      return received.map(([info, answer]) => [info.name, answer.type]);
    }, whole(""));
    assert.deepEqual(names, [
      ["A", "suggestion"],
      ["B", "suggestion"],
    ]);
  });

  test("memory stays bounded", async () => {
    const bytes = await frontend.page.evaluate(async (url) => {
      const { open, start } = window.frontend;
      const bot = await open(url, { way: "with faults", messages: [start("TIOSZLJ")] });
      await bot.next();
      // 16 MiB are full after a few hundred thousand nodes.
      for (let nodes = 0; nodes < 1_000_000; ) {
        bot.send({ type: "suggest" });
        nodes = (await bot.next()).move_info.nodes;
      }
      bot.send({ memory: true });
      const { bytes } = await bot.next();
      bot.worker.terminate();
      return bytes;
    }, whole("?memory=16"));
    assert.ok(bytes < 48 << 20, `${bytes} bytes`);
  });
});
