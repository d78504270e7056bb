// SPDX-License-Identifier: MIT
// Counts the work that a page does: calls of the engine, draws of WebGL, changes of the document.
import { equal, holds, settled } from "./site.mjs";

// Runs in the page before anything else does.
export function counting() {
  window.counted = { session: 0, call: 0, draws: 0 };
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...all) => {
    const { exports } = await instantiate.apply(WebAssembly, all);
    const counts = (what, run) => (index) => (window.counted[what]++, run(index));
    const { abax_session, abax_call } = exports;
    return {
      exports: {
        ...exports,
        abax_session: counts("session", abax_session),
        abax_call: counts("call", abax_call),
      },
    };
  };
  for (const name of ["drawArraysInstanced", "drawArrays", "drawElements", "drawElementsInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...all) {
      window.counted.draws++;
      return draw.apply(this, all);
    };
  }
}

const CHANGES = 4; // of a clock's text that are watched
// Milliseconds of main thread per second. Quiet machines need 3; the counts catch what is needless.
const MOST_TIME = 10;
const TENTHS = /^0:0\d$/; // the text of a clock whose digits the compositor moves

// Waits until the clock has changed several times; returns what else has happened until then.
function watch(page) {
  return page.evaluate(
    (most) =>
      new Promise((done) => {
        const shown = [];
        const others = [];
        const began = performance.now();
        Object.assign(window.counted, { session: 0, call: 0, draws: 0 });
        const observer = new MutationObserver((records) => {
          for (const { target, type } of records) {
            const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
            if (element?.closest(".clock") && type !== "attributes") shown.push(element.textContent);
            else others.push(`${type} of ${element?.outerHTML.slice(0, 120)}`);
          }
          if (shown.length < most) return;
          observer.disconnect();
          done({ ...window.counted, shown, others, seconds: (performance.now() - began) / 1000 });
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    CHANGES,
  );
}

async function taskTime(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
}

// Only the digits of a clock change while the user does nothing: once a second, without the engine, and without drawing.
async function runsQuietly(page, what) {
  const cdp = await page.context().newCDPSession(page);
  // not the load of other processes
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  let found, spent;
  // A hint may still be on its way at the first look. What a clock costs, it costs at each.
  for (let looks = 0; looks < 2; looks++) {
    const before = await taskTime(cdp);
    found = await watch(page);
    spent = ((await taskTime(cdp)) - before) / found.seconds;
    if (!found.session && !found.call && !found.draws && !found.others.length) break;
  }
  console.log(`     ${what}: ${spent.toFixed(1)} ms of main thread a second, while a clock runs`);
  await cdp.detach();
  equal(found.session, 0, "calls of a session");
  equal(found.call, 0, "commands of the engine");
  equal(found.draws, 0, "draws");
  equal(found.others.slice(0, 3), [], "changes beside the clock");
  equal(new Set(found.shown).size, found.shown.length, "texts that a clock shows, once each");
  holds(found.seconds > CHANGES - 1, `${CHANGES} changes of the clock in ${found.seconds.toFixed(1)} s`);
  holds(spent <= MOST_TIME, `${spent.toFixed(1)} ms of main thread a second`);
}

const IDLE = 2500; // milliseconds; what waits for an idle page, such as saving, waits for 2000

// Waits until the page has nothing left to do for the last move or hint.
async function idle(page) {
  await page.evaluate(() => delete window.counted.seen);
  await page.waitForFunction(
    (least) => {
      const { session, call, seen, since } = window.counted;
      if (seen === session + call) return performance.now() - since > least;
      Object.assign(window.counted, { seen: session + call, since: performance.now() });
      return false;
    },
    IDLE,
    { timeout: 30000 },
  );
}

export async function quiet(page, what) {
  await settled(page);
  await idle(page);
  await runsQuietly(page, what);
}

// The same in the last ten seconds, for which it waits.
export async function quietInTenths(page, what) {
  await idle(page);
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(".clock")].some(({ textContent }) => new RegExp(wanted).test(textContent)),
    TENTHS.source,
    { timeout: 30000 },
  );
  const strips = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => effect.target)
      .filter((target) => target.closest(".clock"))
      .map((target) => target.closest(".clock").textContent),
  );
  equal(strips.length, 2, "strips of digits that move");
  await runsQuietly(page, `${what}, tenths`);
}
