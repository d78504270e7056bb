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

const CHANGES = 4; // of a clock that shows seconds

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

// Only the digits of a clock change while the user does nothing.
export async function quiet(page, what) {
  await settled(page);
  const cdp = await page.context().newCDPSession(page);
  // not the load of other processes
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await taskTime(cdp);
  const found = await watch(page);
  const spent = ((await taskTime(cdp)) - before) / found.seconds;
  console.log(`     ${what}: ${spent.toFixed(1)} ms of main thread a second, while a clock runs`);
  await cdp.detach();
  holds(found.session <= 1, `${found.session} calls of a session in ${found.seconds.toFixed(1)} s`);
  equal(found.call, 0, "commands of the engine");
  equal(found.draws, 0, "draws");
  equal(found.others.slice(0, 3), [], "changes beside the clock");
  equal(new Set(found.shown).size, found.shown.length, "texts that a clock shows, once each");
}
