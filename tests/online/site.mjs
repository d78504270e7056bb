// SPDX-License-Identifier: MIT
// A real server on its own database, real browsers, and steps that tests share.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holds, launch, root, shots, visitor } from "../browser/site.mjs";

export class Server {
  static async start() {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), "abax-online-"));
    server.port = 0; // any free one; after a restart the same, where its page looks for it
    await server.run();
    return server;
  }

  // Starts it, and waits until it prints its address.
  async run() {
    while (!(await this.begin())) await new Promise((done) => setTimeout(done, 250));
  }

  // False: another process has our port for the moment.
  async begin() {
    const words = ["serve", "--port", String(this.port), "--db", join(this.folder, "games.db"), "--no-limits"];
    words.push("--site", "https://abax.example/", "--push-anywhere");
    this.process = spawn(process.env.ABAX ?? join(root, "build/release/abax"), words, {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log = "";
    this.ending = false;
    this.ended = new Promise((done) => this.process.once("close", done));
    const ready = new Promise((done) => {
      this.process.stderr.on("data", (bytes) => {
        log = (log + bytes).slice(-6000);
        const said = / event=ready address=http:\/\/127\.0\.0\.1:(\d+) .*\n/.exec(log);
        if (said) done(Number(said[1]));
      });
    });
    const port = await Promise.race([ready, this.ended.then(() => 0)]);
    if (!port && this.port && log.includes("Address already in use")) return false;
    if (!port) throw new Error(`the server does not start:\n${log}`);
    this.port = port;
    this.address = `http://127.0.0.1:${port}/`;
    void this.ended.then(
      (status) =>
        this.ending || console.log(`the server ended by itself (${status ?? this.process.signalCode}):\n${log}`),
    );
    return true;
  }

  async end(signal = "SIGTERM") {
    this.ending = true;
    this.process.kill(signal);
    await this.ended;
  }

  async close() {
    await this.end("SIGKILL");
    rmSync(this.folder, { recursive: true });
  }
}

export async function open() {
  mkdirSync(shots, { recursive: true });
  const server = await Server.start();
  const browser = await launch();
  return { server, browser, address: server.address };
}

export async function close({ server, browser }) {
  await browser.close();
  await server.close();
}

// A fresh visitor, with pieces that do not travel.
export async function guest(site, name = "", options = {}) {
  const person = await visitor(site, options);
  await person.page.addInitScript((given) => {
    // Keys of people differ.
    crypto.getRandomValues = (numbers) => numbers.map(() => Math.floor(Math.random() * 2 ** 32));
    if (localStorage.getItem("abax.settings")) return;
    localStorage.setItem("abax.settings", JSON.stringify({ motion: false }));
    if (given) localStorage.setItem("abax.guest", JSON.stringify(given));
  }, name);
  return person;
}

// Fills the form of the lobby; returns the link to share, or the address if no opponent is awaited.
export async function create(page, site, game, choices = {}) {
  await page.goto(`${site.address}#/online`);
  const form = page.getByRole("form", { name: "New game" });
  await form.getByLabel("Game", { exact: true }).selectOption(game);
  await form.getByText("Rules, seats, rating").click();
  for (const [label, value] of Object.entries(choices.options ?? {}))
    await form.getByLabel(label, { exact: true }).selectOption(value);
  if (choices.clock) await form.getByLabel("Clock").selectOption(choices.clock);
  if (choices.games) await form.getByLabel("Games in the match").fill(String(choices.games));
  for (const label of choices.ticks ?? []) await form.getByLabel(label).check();
  const lots = form.getByLabel("Draw lots for the seats"); // most tests want to know who begins
  if (!choices.lots && (await lots.count())) await lots.uncheck();
  for (const [label, value] of Object.entries(choices.seats ?? {}))
    await form.getByRole("group", { name: "Seats" }).getByLabel(label).selectOption(value);
  await page.getByRole("button", { name: "Create the game" }).click();
  await page.waitForFunction(() => /^#\/online\/\w+/.test(location.hash));
  const invite = page.getByTestId("invite");
  await page.locator("[data-turn], [data-testid=invite]").first().waitFor();
  return (await invite.count()) ? invite.inputValue() : page.url();
}

// Opens a link that was sent; an invitation is accepted.
export async function follow(page, link) {
  await page.goto(link);
  await page.locator("[data-turn], [data-testid=invite], [data-testid=invitation]").first().waitFor();
  if (await page.getByTestId("invitation").count())
    await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.locator("[data-turn], [data-testid=invite]").first().waitFor();
}

// Two people at one table: the first has created it, the second came by the link.
export async function pair(site, game, choices = {}, options = [{}, {}]) {
  const [anna, bert] = [await guest(site, "Anna", options[0]), await guest(site, "Bert", options[1])];
  const link = await create(anna.page, site, game, choices);
  await follow(bert.page, link);
  await anna.page.locator("[data-turn]").waitFor();
  return {
    anna,
    bert,
    link,
    pages: [anna.page, bert.page],
    end: () => Promise.all([anna, bert].map(({ context }) => context.close())),
  };
}

export function ply(page) {
  return page.locator("[data-ply]").getAttribute("data-ply").then(Number);
}

export async function untilPly(page, wanted) {
  await page.waitForFunction((n) => Number(document.querySelector("[data-ply]")?.dataset.ply) === n, wanted);
}

export const PATIENCE = 60000; // milliseconds for what comes soon, unless the machine is busy

// Waits until one of the pages may act, or the game is over; answers which, or -1.
export async function whoActs(pages) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const turns = await Promise.all(
      pages.map((page) => page.evaluate(() => document.querySelector("[data-turn]")?.dataset.turn)),
    );
    if (turns.every((turn) => turn === "over")) return -1;
    const at = turns.indexOf("person");
    if (at >= 0) return at;
    await new Promise((done) => setTimeout(done, 15));
  }
  throw new Error("no page may act");
}

// Touches something that may be touched. A dispatched click is as good as a pressed one here, and
// much faster.
async function touchOne(page, roll) {
  const touched = await page.evaluate(
    (at) => {
      const targets = document.querySelectorAll("[data-turn=person] .target[data-spot]");
      targets[Math.floor(at * targets.length)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return targets.length;
    },
    roll(1000) / 1000,
  );
  holds(touched > 0, "nothing can be touched");
}

// Plays by touches until it is over, or `most` touches were made.
export async function playOn(pages, roll, most = 600) {
  for (let touches = 0; touches < most; touches++) {
    const at = await whoActs(pages);
    if (at < 0) return touches;
    await touchOne(pages[at], roll);
  }
  await settled(pages);
  return most;
}

// Waits until all pages show the same position and it is a player's turn.
async function settled(pages) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    await whoActs(pages);
    const plies = await Promise.all(pages.map(ply));
    if (plies.every((n) => n === plies[0])) return;
    await new Promise((done) => setTimeout(done, 15));
  }
  throw new Error("the pages do not agree");
}

// What the server says about the game that a page shows.
function fetchGame(page, site, what = "") {
  const id = page.url().match(/#\/online\/(\w+)/)[1];
  return fetch(`${site.address}api/games/${id}${what}`);
}

export async function record(page, site) {
  return (await fetchGame(page, site, "/record")).text();
}

export async function shown(page, site) {
  return (await fetchGame(page, site)).json();
}

export function status(page) {
  return page.getByTestId("status");
}

export function link(page, state) {
  return page.locator(`[data-testid=link][data-state=${state}]`).waitFor();
}

export async function register(page, site, name) {
  await page.goto(`${site.address}#/account`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}
