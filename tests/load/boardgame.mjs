// SPDX-License-Identifier: MIT
// The same load on a boardgame.io server (npm), for comparison: N matches between two sockets each,
// one move per match every few seconds, from sending a move to each of the two clients hearing of
// it. Its storage is memory: nothing is durable. The game is as small as can be: a move counts.
//
// node boardgame.mjs server PORT          in a folder with boardgame.io and socket.io-client
// node boardgame.mjs load PORT PID MATCHES SECONDS PERIOD
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const require = createRequire(path.join(process.cwd(), "x.js"));
const [what, port] = process.argv.slice(2);
const game = {
  name: "count",
  setup: () => ({ n: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }) => {
      G.n++;
    },
  },
};

async function serve() {
  const { Server, Origins } = require("boardgame.io/server");
  await Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(port));
}

const resident = (pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]);

// A match begins when a client asks for it; without the lobby there are no credentials to check.
const makeMatch = (i) => ({ matchID: `m${i}`, turn: 0, due: 0, stateID: 0, newest: 0 });

function connect(match, seat, samples) {
  const { io } = require("socket.io-client");
  const socket = io(`http://127.0.0.1:${port}/count`, { transports: ["websocket"], forceNew: true });
  return new Promise((ready) => {
    socket.on("connect", () => socket.emit("sync", match.matchID, String(seat), undefined, 2));
    socket.on("sync", () => ready(socket));
    socket.on("update", (_id, state) => {
      if (match.due && state._stateID > match.stateID) {
        samples.push(performance.now() - match.sent);
        match.due--;
        match.newest = state._stateID;
      }
    });
  });
}

function move(match) {
  if (match.due) return 0;
  const seat = match.turn % 2;
  match.turn++;
  match.stateID = match.newest;
  match.due = 2;
  match.sent = performance.now();
  const action = { type: "MAKE_MOVE", payload: { type: "add", args: [], playerID: String(seat) } };
  match.sockets[seat].emit("update", action, match.stateID, match.matchID, String(seat));
  return 1;
}

async function load() {
  const [pid, count, seconds, period] = process.argv.slice(4).map(Number);
  const samples = [],
    matches = Array.from({ length: count }, (_, i) => makeMatch(i));
  const before = resident(pid);
  for (const match of matches) match.sockets = [await connect(match, 0, samples), await connect(match, 1, samples)];
  const began = performance.now();
  let sent = 0;
  matches.forEach((m, i) => {
    m.next = began + (period * 1000 * i) / count;
  });
  while (performance.now() < began + seconds * 1000) {
    const now = performance.now();
    for (const match of matches) {
      if (match.next <= now) {
        match.next += period * 1000;
        sent += move(match);
      }
    }
    await new Promise((r) => setTimeout(r, 1));
  }
  await new Promise((r) => setTimeout(r, 2000));
  samples.sort((a, b) => a - b);
  const at = (part) => (samples[Math.floor((samples.length - 1) * part)] ?? 0).toFixed(1);
  console.log(`${sent} moves sent, ${samples.length} heard of, ${2 * sent - samples.length} missing`);
  console.log(`from move to client: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`);
  console.log(
    `server memory: ${Math.round(resident(pid) / 1024)} MB, ${((resident(pid) - before) / count).toFixed(1)} kB a match`,
  );
  process.exit(0);
}

await (what === "server" ? serve() : load());
