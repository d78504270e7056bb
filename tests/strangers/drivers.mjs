// SPDX-License-Identifier: MIT
// Firefox through WebDriver BiDi (by puppeteer-core) and WebKitGTK through its own WebDriver, with
// the same few calls: visit, run, until, click, close; Firefox takes screenshots too (WebKit's
// driver hangs on some pages when asked for one). `run` executes the body of a function in the page
// and returns what it returns.
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:net";

const PATIENCE = 120000; // milliseconds: a busy machine starts a browser slowly
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"; // WebDriver's name of a reference

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// The path of a program, or undefined.
function find(...names) {
  for (const name of names)
    try {
      return execFileSync("which", [name], { encoding: "utf8", stdio: "pipe" }).trim();
    } catch {
      // not this one
    }
  return undefined;
}

class Browser {
  // Waits until a script returns something true, and returns that.
  async until(script, what, ...args) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(50)) {
      const answer = await this.run(script, ...args);
      if (answer) return answer;
    }
    throw new Error(`${this.name} waits for ${what}`);
  }
}

export class Firefox extends Browser {
  name = "Firefox";
  errors = [];

  static async open(puppeteer) {
    const firefox = new Firefox();
    const executablePath = find(process.env.FIREFOX ?? "firefox-esr", "firefox");
    if (!executablePath) throw new Error("there is no Firefox here (apt install firefox-esr)");
    firefox.browser = await puppeteer.launch({
      browser: "firefox", // which puppeteer drives by WebDriver BiDi
      executablePath,
      headless: true,
      timeout: PATIENCE,
      protocolTimeout: 2 * PATIENCE,
    });
    firefox.page = await firefox.browser.newPage();
    await firefox.page.setViewport({ width: 1280, height: 800 });
    // A page that is left while its font loads has an error of status NS_BINDING_ABORTED.
    const note = (text) =>
      /downloadable font: download failed.*status=2152398850/.test(text) || firefox.errors.push(text);
    firefox.page.on("pageerror", (error) => note(String(error)));
    firefox.page.on("console", (line) => line.type() === "error" && note(line.text()));
    return firefox;
  }

  visit(url) {
    return this.page.goto(url, { timeout: PATIENCE });
  }

  run(script, ...args) {
    return this.page.evaluate(`(function () { ${script} }).apply(null, ${JSON.stringify(args)})`);
  }

  // Clicks one of the elements of a selector; false if the page was drawn again meanwhile.
  async click(selector, index = 0) {
    const element = (await this.page.$$(selector))[index];
    if (!element) return false;
    try {
      await element.click();
      return true;
    } catch (error) {
      if (/no such node|stale|detached|not clickable|no such element/i.test(error)) return false;
      throw error;
    }
  }

  async screenshot(path) {
    await this.page.screenshot({ path });
  }

  async close() {
    await this.browser?.close();
  }
}

// A display for a browser that has no headless mode.
async function openDisplay() {
  const program = find("Xvfb");
  if (!program) throw new Error("there is no Xvfb here (apt install xvfb)");
  const process = spawn(program, ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = await new Promise((done, failed) => {
    process.stdout.once("data", (bytes) => done(String(bytes).trim()));
    process.once("exit", () => failed(new Error("Xvfb has ended")));
  });
  return { process, name: `:${number}` };
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

export class WebKit extends Browser {
  name = "WebKit";
  errors = [];

  static async open() {
    const driver = find("WebKitWebDriver");
    if (!driver) throw new Error("there is no WebKitWebDriver here (apt install webkit2gtk-driver)");
    const webkit = new WebKit();
    webkit.display = await openDisplay();
    const port = await freePort();
    webkit.address = `http://127.0.0.1:${port}`;
    webkit.process = spawn(driver, [`--port=${port}`, "--host=127.0.0.1"], {
      stdio: "ignore",
      env: { ...process.env, DISPLAY: webkit.display.name, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
    });
    try {
      await webkit.#begin();
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  async #begin() {
    for (const end = Date.now() + PATIENCE; ; await pause(100)) {
      if (this.process.exitCode !== null) throw new Error("WebKitWebDriver has ended");
      const ready = await fetch(`${this.address}/status`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) break;
      if (Date.now() > end) throw new Error("WebKitWebDriver does not answer");
    }
    const { sessionId } = await this.#ask("POST", "/session", { capabilities: {} });
    this.session = `/session/${sessionId}`;
    await this.#ask("POST", `${this.session}/timeouts`, { script: 2 * PATIENCE, pageLoad: PATIENCE });
    await this.#ask("POST", `${this.session}/window/rect`, { width: 1280, height: 860 });
  }

  async #ask(method, path, body) {
    const answer = await fetch(this.address + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  async visit(url) {
    await this.#ask("POST", `${this.session}/url`, { url });
  }

  async run(script, ...args) {
    const value = await this.#ask("POST", `${this.session}/execute/sync`, { script, args });
    return value;
  }

  async click(selector, index = 0) {
    const found = await this.#ask("POST", `${this.session}/elements`, { using: "css selector", value: selector });
    const id = found[index]?.[ELEMENT];
    if (!id) return false;
    try {
      await this.#ask("POST", `${this.session}/element/${id}/click`, {});
      return true;
    } catch (error) {
      if (/stale|not interactable|click intercepted|no such element/i.test(error)) return false;
      throw error;
    }
  }

  async close() {
    if (this.session) await this.#ask("DELETE", this.session).catch(() => undefined);
    this.process?.kill();
    this.display?.process.kill();
  }
}
