// SPDX-License-Identifier: MIT
// The service worker. The build writes the list of files and its hash into the two constants. All files are kept
// before the worker is ready; a page gets files of one version only, until it agrees to the next.
const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const CACHE = `abax-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))),
  );
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("abax-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});

// Shared memory needs these; a static host may not send them.
function isolated(response) {
  if (response.status === 0 || response.type === "opaque") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const page = request.mode === "navigate" ? "./" : request;
  const found = await cache.match(page, { ignoreSearch: true });
  return isolated(found ?? (await fetch(request)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(new URL("./api/", location.href).pathname)) return; // what a server says is never kept
  event.respondWith(answer(request));
});
