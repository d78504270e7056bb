// SPDX-License-Identifier: MIT
// The service worker: kept up to date, but a new one takes over only when the person says so.

import { whenIdle } from "../app/later";

const PATIENCE = 2000; // milliseconds

// When the first screen has all that it needs: keeping every file would take the line and the time from it.
function quiet(): Promise<void> {
  return new Promise<void>((done) => {
    const wait = () => whenIdle(done, PATIENCE);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
}

export function keepOffline(ready: (reload: () => void) => void): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const controlled = navigator.serviceWorker.controller !== null;
  let reloading = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!controlled || reloading) return; // the very first worker takes over without a reload
    reloading = true;
    location.reload();
  });
  void quiet().then(() => navigator.serviceWorker.register("sw.js")).then((registration) => {
    const offer = (worker: ServiceWorker | null) => {
      if (worker && controlled) ready(() => worker.postMessage("take over"));
    };
    offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => worker.state === "installed" && offer(worker));
    });
    document.addEventListener("visibilitychange", () => document.hidden || void registration.update().catch(() => {}));
  });
}
