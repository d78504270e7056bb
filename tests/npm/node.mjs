// SPDX-License-Identifier: MIT
// The package as a stranger's program in Node has it: run by tests/check-npm in a folder where it
// was installed from its file. It goes through all games that the package has, in a worker and in
// this thread.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { load, Refusal } from "abax";
import { Engine } from "abax/dist/engine/engine.js";
import { serve } from "abax/dist/engine/serve.js";

// Numbers that are the same every time.
function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

// All games, or the one that GAME names.
const some = ({ games }) => games.filter(({ name }) => name === (process.env.GAME || name));

// The usual game, and one with each option's last value.
function variants({ options }) {
  return [{}, ...options.map(({ key, values }) => ({ [key]: values.at(-1) }))];
}

// A game by legal actions alone; returns the position at its end.
function playRandom(abax, start, roll) {
  let position = start;
  for (let moves = abax.moves(position); moves.length; moves = abax.moves(position)) {
    assert.equal(abax.look(position).over, false);
    position = abax.apply(position, moves[roll(moves.length)]);
  }
  return position;
}

async function random(abax) {
  const roll = dice(7);
  for (const game of some(abax)) {
    for (const options of variants(game)) {
      const end = playRandom(abax, { game: game.name, options, seed: 5 }, roll);
      const { over, toAct, result } = abax.look(end);
      assert.equal(over, true);
      assert.equal(toAct, -1);
      assert.ok(result.outcomes.length >= 2, game.name);
      assert.throws(() => abax.apply(end, end.actions[0]), Refusal);
    }
    const actions = abax.random({ game: game.name, seed: 3 });
    assert.equal(abax.look({ game: game.name, seed: 3, actions }).over, true);
  }
}

async function match(abax) {
  for (const game of some(abax)) {
    const names = ["Ada", "Bert"];
    const one = await abax.match(game.name, { seed: 9, players: ["person", "level:1"], names });
    while (!one.state.over) {
      if (one.state.seats[one.state.toAct].who === "computer") await one.step();
      else one.play(one.moves()[0].text);
      // Its state is folded from events: it is what the module would write.
      assert.deepEqual(one.state, one.session.ask("snapshot").state);
    }
    assert.equal(one.state.end.how, "rules");
    const record = one.record();
    const read = abax.readRecord(record);
    assert.equal(read.tags.Game, game.name);
    assert.equal(read.tags.Seat1, "Ada");
    assert.deepEqual(
      read.actions.map(({ action }) => action),
      one.state.actions.map(({ text }) => text),
    );
    const link = `https://example.org/#g=${one.record("link")}`;
    const again = await abax.resume(link);
    assert.equal(again.state.position, one.state.position, game.name);
    assert.equal(again.record("actions"), abax.convert(record, "actions"));
    assert.equal(abax.look(abax.positionOf(record)).position, one.state.position);
    again.close();
    one.close();
  }
}

// Deprecated names do what the new ones do.
async function deprecated(abax) {
  const one = await abax.match(abax.games[0].name, { seed: 9 });
  one.play(one.moves()[0].text);
  assert.deepEqual(abax.placeOf(one.record()), abax.positionOf(one.record()));
  assert.deepEqual(one.eyes("public"), one.viewpoint("public"));
  one.close();
  const next = await abax.match(abax.games[0].name);
  assert.equal(next.state.eyes, next.state.toAct, "a new match begins with the view of the seat to act");
  next.close();
}

// Touches lead to an action that is then played, as a board would do it; more matches than a module
// has sessions.
async function touch(abax) {
  const many = await Promise.all(abax.games.map((game) => abax.match(game.name, { seed: 2 })));
  many.push(...(await Promise.all(abax.games.map((game) => abax.match(game.name, { seed: 2 })))));
  for (const one of many) {
    for (let i = 0; one.state.length === 0; i++) {
      assert.ok(i < 10);
      const { touch } = one.touch(one.state.scene.spots[one.state.targets[0]].name);
      assert.ok(["staged", "ready"].includes(touch.answer), touch.answer);
      if (touch.answer === "ready") one.play(touch.action);
    }
    assert.equal(one.undo(true).length, 0);
    assert.equal(one.redo(true).length, 1);
  }
  many.forEach((one) => one.close());
}

async function secrets(abax) {
  for (const game of some(abax)) {
    const position = { game: game.name, seed: 4 };
    const whole = abax.look(position).position;
    const views = ["public", 0, 1].map((viewpoint) => abax.look(position, viewpoint).position);
    if (game.hidden) assert.equal(new Set([whole, ...views]).size, 4, "a view shows what it may not");
    else assert.deepEqual(new Set(views), new Set([whole]));
  }
}

async function advice(abax) {
  for (const game of some(abax)) {
    const position = { game: game.name, seed: 6 };
    const hints = await abax.hint(position, { nodes: 300 });
    assert.deepEqual(
      hints.map(({ rung }) => rung),
      [1, 2, 3, 4],
    );
    assert.ok(abax.moves(position).includes(hints[2].best));
    assert.ok(abax.moves(position).includes(await abax.choose(position, "level:1")));
    const actions = abax.random(position).slice(0, 4);
    const review = await abax.review({ ...position, actions }, { nodes: 50 });
    assert.equal(review.summary.actions, 4);
    assert.equal(review.plies.length, 4);
    const lines = [];
    const best = await abax.analyse(position, { nodes: 2000, lines: 2, onLine: (line) => lines.push(line) });
    assert.equal(best.length, 2);
    assert.ok(lines.length >= 2);
    assert.ok(abax.moves(position).includes(best[0].actions.split(" ")[0]));
  }
}

// A few actions before the end much is certain, and what is certain for the loser is the end that
// follows.
async function solve(abax) {
  let proven = 0;
  for (const game of some(abax)) {
    const position = playRandom(abax, { game: game.name, seed: 8 }, dice(3));
    const before = { ...position, actions: position.actions.slice(0, -2) };
    const { toAct } = abax.look(before);
    if (game.hidden) {
      await assert.rejects(abax.solve(before, { nodes: 10 }), /only games of two seats that see everything/);
      continue;
    }
    const { outcome, line, nodes } = await abax.solve(before, { nodes: 20000 });
    if (outcome === null) continue;
    proven++;
    assert.ok(nodes >= 0 && line.length > 0);
    let here = before;
    for (const action of line) here = abax.apply(here, action);
    const { over, result } = abax.look(here);
    if (over) assert.equal(result.outcomes[toAct], outcome, game.name);
  }
  if (!process.env.GAME) assert.ok(proven >= abax.games.length / 2, `${proven} games were proven`);
}

async function ends(abax, threaded) {
  const position = { game: abax.games[0].name };
  const stop = new AbortController();
  const heard = [];
  const long = abax.analyse(position, {
    nodes: 1e9,
    signal: stop.signal,
    onLine: (line) => {
      heard.push(line);
      stop.abort(new Error("enough"));
    },
  });
  const queued = threaded ? abax.analyse(position, { nodes: 500 }) : undefined; // one that is never stopped
  await assert.rejects(long, /enough/);
  assert.ok(heard.length > 0);
  if (queued) assert.equal((await queued).length, 1);
  await assert.rejects(abax.hint(position, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal((await abax.analyse(position, { nodes: 500 })).length, 1);
}

async function refusals(abax) {
  const game = abax.games[0].name;
  assert.throws(() => abax.moves({ game: "nothing" }), /nothing/);
  assert.throws(() => abax.moves({ game, options: { nothing: "1" } }), /nothing/);
  assert.throws(() => abax.moves({ game, position: "nonsense" }), Refusal);
  assert.throws(() => abax.apply({ game }, "nonsense"), Refusal);
  assert.throws(() => abax.readRecord("nonsense"), Refusal);
  // Actions come from strangers: none is an option, whatever it looks like.
  for (const actions of [["--seed", "5"], ["-p", "nonsense"], ["--lang"], ["--"]]) {
    const illegal = (e) => e instanceof Refusal && e.message.startsWith(`action '${actions[0]}' is not legal`);
    assert.throws(() => abax.moves({ game, actions }), illegal);
    assert.throws(() => abax.look({ game, actions }), illegal);
    assert.throws(() => abax.apply({ game }, actions[0]), illegal);
    assert.equal(abax.why({ game }, actions[0]).answer, "refused");
    await assert.rejects(abax.analyse({ game, actions }, { nodes: 10 }), illegal);
    await assert.rejects(abax.hint({ game, actions }, { nodes: 10 }), illegal);
    await assert.rejects(abax.review({ game, actions }, { nodes: 10 }), illegal);
    await assert.rejects(abax.choose({ game, actions }, "level:1"), illegal);
  }
  assert.throws(() => abax.look({ game }, 9), Refusal);
  const odd = [
    [() => abax.look({ game }, -1), 'viewpoint must be a seat from 0 or "public", not -1'],
    [() => abax.look({ game }, "1"), 'viewpoint must be a seat from 0 or "public", not "1"'],
    [() => abax.look({ game }, null), 'viewpoint must be a seat from 0 or "public", not null'],
    [() => abax.moves(), "position must be an object, not undefined"],
    [() => abax.moves({ game: 5 }), "position.game must be a string, not number"],
    [() => abax.moves({ game, options: "key=value" }), "position.options must be an object, not string"],
    [() => abax.moves({ game, actions: "a2a4" }), "position.actions must be an array, not string"],
    [() => abax.moves({ game, actions: [7] }), "an action must be a string, not number"],
    [() => abax.apply({ game }), "action must be a string, not undefined"],
    [() => abax.convert(null, "json"), "record must be a string, not null"],
  ];
  for (const [call, message] of odd) assert.throws(call, { name: "TypeError", message });
  const one = await abax.match(game);
  assert.throws(() => one.resign(), { name: "TypeError", message: "seat must be a number, not undefined" });
  one.close();
  await assert.rejects(abax.resume("nonsense"), Refusal);
  await assert.rejects(abax.match("nothing"), Refusal);
  await assert.rejects(abax.match(game, { players: ["level:99"] }), Refusal);
  await assert.rejects(abax.choose({ game }, "level:99"), Refusal);
  await assert.rejects(abax.setLanguage("xx"), /xx/);
  assert.equal(abax.why({ game }, "nonsense").answer, "refused");
  assert.equal(abax.why({ game }, abax.moves({ game })[0]).answer, "legal");
}

async function languages(abax) {
  const game = abax.games[0].name;
  const said = () => {
    const { scene } = abax.look({ game });
    const { status, names } = abax.local(game, scene);
    const { sentence } = abax.why({ game }, "nonsense");
    let refused = "";
    try {
      abax.apply({ game }, "nonsense");
    } catch (error) {
      refused = abax.tell(error);
    }
    assert.equal(refused, sentence);
    return { prompt: status.prompt, seat: names["seat.1"], sentence };
  };
  const sentences = {};
  for (const language of Object.keys(abax.languages)) {
    await abax.setLanguage(language);
    sentences[language] = said();
  }
  await abax.setLanguage("en");
  for (const key of ["prompt", "seat", "sentence"])
    assert.equal(new Set(Object.values(sentences).map((each) => each[key])).size, 3, key);
}

// Every promise settles: without files, without a worker, with a failing engine, with bad URLs.
async function settles(abax) {
  const { name: game } = abax.games.find(({ data }) => data.length);
  const nowhere = new URL("nowhere/", import.meta.url);
  const bytes = await readFile(new URL("./node_modules/abax/dist/abax.wasm", import.meta.url));
  const compiled = await WebAssembly.compile(bytes);
  const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const fetchFile = () => Promise.reject(new Error("nowhere"));
  const think = async (startWorker) => {
    const engine = await Engine.load(compiled, { fetchFile, startWorker });
    return engine.think({ name: game, data: ["net.bin"] }, ["analyse", game, "--nodes", "500", "--json"]).answer;
  };
  const startWith = (module) => (hear) => {
    const answer = serve(hear);
    return { postMessage: (each) => answer("compiled" in each ? { compiled: module } : each), terminate() {} };
  };
  assert.match(await think(startWith(compiled)), /"depth"/);
  await assert.rejects(think(startWith(empty)), /^Error: the engine has failed: /);
  const startNone = () => {
    throw new Error("none here");
  };
  await assert.rejects(think(startNone), /^Error: the engine's worker cannot be started: none here$/);
  for (const option of ["base", "wasm", "workerUrl"])
    await assert.rejects(load({ [option]: "http://[" }), {
      name: "TypeError",
      message: new RegExp(`^${option} must be`),
    });
  await assert.rejects(load({ wasm: new URL("abax.wasm", nowhere) }), /the engine cannot be loaded from .*ENOENT/);
  await assert.rejects(load({ wasm: new URL(import.meta.url) }), /the engine cannot be loaded from .*compile/i);
  await assert.rejects(load({ base: nowhere, language: "de" }), /the texts in 'de' are not there/);
  const alone = await load({ workerUrl: new URL("worker.js", nowhere) });
  await assert.rejects(alone.analyse({ game }, { nodes: 500 }), /the engine's worker ended: /);
}

const everywhere = { advice, ends, solve };
const once = { random, match, deprecated, touch, secrets, refusals, languages, settles };
let passed = 0;
const test = async (name, run, ...words) => {
  const began = performance.now();
  try {
    await run(...words);
  } catch (error) {
    console.log(`  FAIL ${name}: ${error.message.split("\n")[0]}`);
    throw error;
  }
  passed++;
  console.log(`  ok ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
};
const abax = await load();
assert.ok(abax.games.length >= 6 && abax.levels.length >= 10);
for (const [name, run] of Object.entries({ ...once, ...everywhere })) await test(name, run, abax, true);
const here = await load({ worker: false, language: "de" });
for (const [name, run] of Object.entries(everywhere)) await test(`${name} in this thread`, run, here, false);
console.log(`  node: ${passed} passed`);
// That the program ends by itself is a part of the test: an idle worker does not keep the process alive.
