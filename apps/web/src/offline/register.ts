// SPDX-License-Identifier: MIT
// The service worker. A new version takes over only when the user agrees.

import { whenQuiet } from "../app/later";

export function keepOffline(ready: (reload: () => void) => void): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const controlled = navigator.serviceWorker.controller !== null;
  let reloading = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!controlled || reloading) return; // the very first worker takes over without a reload
    reloading = true;
    location.reload();
  });
  void whenQuiet()
    .then(() => navigator.serviceWorker.register("sw.js"))
    .then((registration) => {
      const offer = (worker: ServiceWorker | null) => {
        if (worker && controlled) ready(() => worker.postMessage("take over"));
      };
      offer(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => worker.state === "installed" && offer(worker));
      });
      document.addEventListener(
        "visibilitychange",
        () => document.hidden || void registration.update().catch(() => {}),
      );
    });
}
