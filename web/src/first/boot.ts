// SPDX-License-Identifier: MIT
// The first script, and a very small one. It shows the still picture that suits the address, the language and what was
// kept, and then calls the page itself, which wakes the picture up (web/still.ts, main.ts).
import { kept } from "../app/keep";
import { nextTask } from "../app/later";
import { readRoute, type Route } from "../app/route";
import type { Settings } from "../app/settings.svelte";
import { chooseLanguage, type Language } from "../i18n/languages";

// Written by the build: where the pictures are, and the files that a screen needs.
declare const BUILT: {
  still: string; // STILL.LANGUAGE + this
  main: string;
  styles: string[]; // of the table
  scripts: string[];
  first: Record<string, string>; // by game, what its table is painted from
  module: string; // the C
};

const PATIENCE = 500; // milliseconds: a page in the background is never painted

function link(rel: string, href: string, more: Partial<HTMLLinkElement> = {}): HTMLLinkElement {
  const element = Object.assign(document.createElement("link"), { rel, href, ...more });
  document.head.append(element);
  return element;
}

function styled(href: string): Promise<void> {
  return new Promise((done, failed) => {
    const style = link("stylesheet", href);
    style.onload = () => done();
    style.onerror = failed;
  });
}

async function fetchStill(name: string, language: Language): Promise<string> {
  const answer = await fetch(`assets/${name}.${language}${BUILT.still}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

// What can be seen at once, the rest being as whoever comes first finds it.
function stillOf(route: Route, settings: Partial<Settings> | undefined): string | undefined {
  if (route.screen === "start") return kept("latest") ? undefined : "start";
  if (route.screen !== "play" || !Object.hasOwn(BUILT.first, route.game) || settings) return undefined;
  return kept(`game.${route.game}`) || kept(`setup.${route.game}`) ? undefined : route.game;
}

// The pictures of the games wait where the start page finds them (pictures.ts).
function setAside(app: HTMLElement): DocumentFragment {
  const aside = document.createElement("template");
  aside.id = "pictures";
  for (const picture of app.querySelectorAll<HTMLElement>("[data-picture]")) {
    const place = picture.cloneNode() as HTMLElement;
    place.append(...picture.childNodes);
    aside.content.append(place);
  }
  document.body.append(aside);
  return aside.content;
}

async function show(app: HTMLElement, name: string | undefined, language: Language): Promise<void> {
  if (name === "start" && language === "en") return; // the page came with it
  const aside = setAside(app);
  if (!name) return app.querySelectorAll("main, nav").forEach((part) => part.replaceChildren());
  const [html] = await Promise.all([fetchStill(name, language), ...(name === "start" ? [] : BUILT.styles.map(styled))]);
  app.innerHTML = html;
  if (name !== "start") app.querySelector("main")?.setAttribute("inert", ""); // nothing answers yet
  for (const place of name === "start" ? aside.children : [])
    app.querySelector(`[data-picture="${(place as HTMLElement).dataset["picture"]}"]`)?.append(...place.childNodes);
}

function painted(): Promise<void> {
  const seen = new Promise<void>((done) => requestAnimationFrame(() => void nextTask().then(done)));
  return Promise.race([seen, new Promise<void>((done) => setTimeout(done, PATIENCE))]);
}

function call(route: Route): void {
  if (route.screen === "play") {
    const first = BUILT.first[route.game];
    for (const href of [...BUILT.scripts, ...(first ? [first] : [])]) link("modulepreload", href);
    link("preload", BUILT.module, { as: "fetch", crossOrigin: "anonymous", fetchPriority: "low" });
  }
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: BUILT.main }));
}

async function begin(): Promise<void> {
  const app = document.getElementById("app")!;
  const route = readRoute(location.hash);
  const settings = kept<Partial<Settings>>("settings");
  const language = chooseLanguage(settings?.language ?? "");
  document.documentElement.lang = language;
  document.documentElement.dataset["theme"] = settings?.theme ?? "auto";
  const name = stillOf(route, settings);
  try {
    await show(app, name, language);
    if (name) app.dataset["still"] = name;
  } catch {
    app.replaceChildren(); // the page paints itself
  }
  app.hidden = false;
  await painted();
  call(route);
}

void begin();
