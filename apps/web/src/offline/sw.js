// SPDX-License-Identifier: MIT
// The service worker. The build writes the list of files and its hash into the two constants. All
// files are cached before the worker is ready. A page gets files of one version only, until it
// agrees to the next.
const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const CACHE = `abax-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))),
  );
});

// Files that are cached after their first request. Their names contain a hash of their content, so
// they outlast a version.
const ASKED = /\/assets\/openings-[^/]*\.txt$/;

// Drops the files of another version, but for those.
async function drop(name) {
  const [old, cache] = await Promise.all([caches.open(name), caches.open(CACHE)]);
  const asked = (await old.keys()).filter(({ url }) => ASKED.test(url));
  await Promise.all(asked.map(async (request) => cache.put(request, await old.match(request))));
  await caches.delete(name);
}

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("abax-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map(drop)))
      .then(() => clients.claim()),
  );
});

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
});

// Shows a push notification whose text comes from the server (docs/api.md), unless the user is
// looking at its subject.
async function notify(message) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some((page) => page.focused && page.url.endsWith(message.place))) return;
  await registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    icon: "icon-192.png",
    data: message,
    actions: [{ action: "stop", title: message.stopWords }],
  });
}

addEventListener("push", (event) => {
  if (event.data) event.waitUntil(notify(event.data.json()));
});

function stop(pass) {
  const headers = { "Content-Type": "application/json" };
  return fetch("api/told/stop", { method: "POST", headers, body: JSON.stringify({ pass }) });
}

async function open(place) {
  const url = new URL(place, registration.scope).href;
  const windows = await clients.matchAll({ type: "window" });
  const found = windows.find((page) => page.url === url) ?? windows[0];
  if (!found) return clients.openWindow(url);
  await found.focus();
  return found.url === url ? found : found.navigate(url);
}

addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action === "stop" ? stop(notification.data.stop) : open(notification.data.place));
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
  if (found) return isolated(found);
  const fresh = await fetch(request);
  if (fresh.ok && ASKED.test(new URL(request.url).pathname)) await cache.put(request, fresh.clone());
  return isolated(fresh);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // answers of the server are never cached
  if (pathname.startsWith(new URL("./api/", location.href).pathname)) return;
  // nor its manual, which is no part of the page
  if (pathname.startsWith(new URL("./manual", location.href).pathname)) return;
  event.respondWith(answer(request));
});
