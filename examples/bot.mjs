#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// node examples/bot.mjs ADDRESS TOKEN [GAME...]: a bot that plays legal actions at random, with Node's own modules alone.
//
// It says that it is ready, takes every challenge, plays to the end and waits for the next;
// docs/api.md tells the whole interface. ADDRESS is http://HOST:PORT; TOKEN comes from POST
// /api/bots. Put your own idea into `choose`.
import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";

const [address, token, ...wanted] = process.argv.slice(2);
if (!token) {
  console.error("node examples/bot.mjs ADDRESS TOKEN [GAME...]");
  process.exit(2);
}

// Node has a WebSocket of its own from version 22 on; before that, this much of one is enough.
function connect(hear) {
  if (globalThis.WebSocket) {
    const socket = new WebSocket(new URL("/ws", address.replace(/^http/, "ws")));
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = ({ reason }) => gone(reason);
    return new Promise((open) => {
      socket.onopen = () => open((message) => socket.send(JSON.stringify(message)));
    });
  }
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
  };
  return new Promise((open) => {
    const asked = request(new URL("/ws", address), { headers });
    asked.on("response", ({ statusCode }) => gone(`status ${statusCode}`));
    asked.on("error", ({ message }) => gone(message));
    asked.on("upgrade", (_, line, rest) => {
      let bytes = rest;
      const take = (more) => {
        bytes = Buffer.concat([bytes, more]);
        for (let frame = read(bytes); frame; frame = read(bytes)) {
          bytes = bytes.subarray(frame.end);
          if (frame.opcode === 9) write(line, 10, frame.payload);
          else if (frame.opcode === 8) gone(frame.payload.subarray(2).toString());
          else if (frame.opcode === 1) hear(JSON.parse(frame.payload));
        }
      };
      line.on("data", take);
      line.on("close", () => gone("closed"));
      open((message) => write(line, 1, Buffer.from(JSON.stringify(message))));
      take(Buffer.alloc(0));
    });
    asked.end();
  });
}

function read(bytes) {
  if (bytes.length < 2) return undefined;
  const small = bytes[1] & 127;
  const head = small === 126 ? 4 : small === 127 ? 10 : 2;
  if (bytes.length < head) return undefined;
  const size = small === 126 ? bytes.readUInt16BE(2) : small === 127 ? Number(bytes.readBigUInt64BE(2)) : small;
  const end = head + size;
  return bytes.length < end ? undefined : { opcode: bytes[0] & 15, payload: bytes.subarray(head, end), end };
}

function write(line, opcode, payload) {
  const mask = randomBytes(4);
  const size = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255];
  line.write(Buffer.from([0x80 | opcode, ...size, ...mask, ...payload.map((byte, i) => byte ^ mask[i % 4])]));
}

function gone(why) {
  console.error(`the server has gone: ${why}`);
  process.exit(1);
}

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return (await fetch(new URL(path, address), init)).json();
}

// The bot's share in the deal of a game with secrets. No one can guess it, and it is the same each
// time.
const sha = (text) => createHash("sha256").update(text).digest("hex");
const secret = randomBytes(32).toString("hex");
const shareOf = (game) => sha(secret + game);
const given = new Set();

// Gives what the deal asks of the bot's seat: a commitment, and when all have committed, the share.
// So nobody can choose the deal, and the record proves it (docs/api.md, "Deals"); without this the
// bot plays all the same, after a while.
function deal(game, seat, { asked = [], missing = [] }) {
  const what = asked.includes(seat) ? "promise" : missing.includes(seat) ? "reveal" : "";
  if (!what || given.has(game + what)) return;
  given.add(game + what);
  if (what === "promise") say({ do: what, game, promise: sha(shareOf(game)) });
  else say({ do: what, game, part: shareOf(game) });
}

const choose = ({ actions }) => actions[Math.floor(Math.random() * actions.length)];
const seats = new Map();
const acted = new Map();

async function come(row) {
  if (row.phase === "over") return;
  // With a key of its own the seat is not lost when the answer is: asking again gives the same one.
  await ask(`/api/games/${row.id}/sit`, {
    key: randomBytes(16).toString("base64url"),
    promise: sha(shareOf(row.id)),
  });
  say({ do: "join", game: row.id, token, actions: true, deals: true }); // a bot's token opens all its seats
}

function hear(m) {
  if (m.you !== undefined) seats.set(m.game, m.you);
  if (m.deal) deal(m.game, seats.get(m.game), m.deal);
  if (m.type === "invited") void come(m.row);
  else if (m.type === "refused") console.log(`refused: ${m.sentence}`);
  else if (m.type === "seats" && m.phase === "playing")
    say({ do: "join", game: m.game, token, actions: true, deals: true, since: m.number }); // it begins: how does it stand?
  else if (m.type === "state" || m.type === "event") {
    if (m.over) {
      if (acted.get(m.game) === "over") return; // it may be told twice, as an event and as a state
      acted.set(m.game, "over");
      console.log(`over: ${m.sentence}`);
      say({ do: "leave", game: m.game });
    } else if (m.toAct === seats.get(m.game) && m.actions && acted.get(m.game) !== m.number) {
      acted.set(m.game, m.number); // once: the same state may be told again
      say({ do: "act", game: m.game, ply: m.ply, action: choose(m) });
    }
  }
}

const say = await connect(hear);
say({ do: "ready", token, games: wanted.length ? wanted : (await ask("/api/about")).games });
for (const row of (await ask("/api/me/games")).games) await come(row);
