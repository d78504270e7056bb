// SPDX-License-Identifier: MIT
// Firefox by its own driver, Marionette, which needs no other program: messages "LENGTH:[0, ID, COMMAND, ARGUMENTS]" on a socket,
// commands as in WebDriver.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE = 120000; // milliseconds: a busy machine starts it slowly
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"; // WebDriver's name of a reference

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// The program, or undefined where there is none.
export function findFirefox() {
  for (const name of [process.env.FIREFOX, "firefox-esr", "firefox"])
    try {
      if (name && /Firefox/.test(execFileSync(name, ["--version"], { encoding: "utf8", stdio: "pipe" }))) return name;
    } catch {
      // not this one
    }
  return undefined;
}

export class Firefox {
  #waiting = new Map();
  #next = 1;
  #rest = Buffer.alloc(0);

  static async open(program) {
    const firefox = new Firefox();
    firefox.profile = mkdtempSync(join(tmpdir(), "abax-firefox-"));
    writeFileSync(join(firefox.profile, "user.js"), 'user_pref("marionette.port", 0);\n');
    const words = ["-headless", "-no-remote", "-marionette", "-profile", firefox.profile];
    firefox.process = spawn(program, words, { stdio: "ignore" });
    try {
      firefox.socket = await firefox.#connect();
      firefox.socket.on("data", (bytes) => firefox.#hear(bytes));
      await firefox.do("WebDriver:NewSession", {});
    } catch (fault) {
      await firefox.close();
      throw fault;
    }
    return firefox;
  }

  async #connect() {
    const file = join(this.profile, "MarionetteActivePort");
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(100)) {
      if (this.process.exitCode !== null) throw new Error("Firefox has ended");
      const port = existsSync(file) && Number(readFileSync(file, "utf8"));
      if (port)
        return new Promise((done, failed) => {
          const socket = connect(port, "127.0.0.1", () => done(socket));
          socket.once("error", failed);
        });
    }
    throw new Error("Firefox does not listen");
  }

  #hear(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const colon = this.#rest.indexOf(":");
      const end = colon + 1 + Number(this.#rest.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || this.#rest.length < end) return;
      const message = JSON.parse(this.#rest.subarray(colon + 1, end));
      this.#rest = this.#rest.subarray(end);
      if (!Array.isArray(message)) continue; // its greeting
      const [, id, fault, answer] = message;
      const { done, failed } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (fault) failed(new Error(`${fault.error}: ${fault.message}`));
      else done(answer);
    }
  }

  do(command, words) {
    const id = this.#next++;
    const message = JSON.stringify([0, id, command, words]);
    const answer = new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    return answer;
  }

  visit(url) {
    return this.do("WebDriver:Navigate", { url });
  }

  async run(script, ...args) {
    return (await this.do("WebDriver:ExecuteScript", { script, args })).value;
  }

  // A script that answers later, by its last argument.
  async later(script, ...args) {
    await this.do("WebDriver:SetTimeouts", { script: 2 * PATIENCE });
    return (await this.do("WebDriver:ExecuteAsyncScript", { script, args })).value;
  }

  async find(selector) {
    const found = await this.do("WebDriver:FindElements", { using: "css selector", value: selector });
    return found.map((each) => each[ELEMENT]);
  }

  click(id) {
    return this.do("WebDriver:ElementClick", { id });
  }

  // Waits until a script answers something true, and answers that.
  async until(script, what, ...args) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) {
      const answer = await this.run(script, ...args);
      if (answer) return answer;
    }
    throw new Error(`Firefox waits for ${what}`);
  }

  async screenshot(path) {
    const { value } = await this.do("WebDriver:TakeScreenshot", { full: false });
    writeFileSync(path, Buffer.from(value, "base64"));
  }

  async close() {
    this.socket?.destroy();
    const ended = new Promise((done) => this.process.once("exit", done));
    if (this.process.exitCode === null) this.process.kill();
    await Promise.race([ended, pause(5000)]);
    if (this.process.exitCode === null) this.process.kill("SIGKILL");
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
