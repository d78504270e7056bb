// SPDX-License-Identifier: MIT
// The first script, and a very small one. It shows the still picture for the address, the language
// and stored settings, then loads the page, which brings the picture to life (apps/web/still.ts,
// main.ts).
import { kept } from "../app/keep";
import { nextTask } from "../app/later";
import { readRoute, type Route } from "../app/route";
import type { Settings } from "../app/settings.svelte";
import { chooseLanguage, type Language } from "abax/messages/languages";

// Written by the build: where the pictures are, and the files that a screen needs.
declare const BUILT: {
  version: string; // STILL.LANGUAGE + this, and GAME.DEAL + this
  main: string;
  styles: string[]; // of the table
  scripts: string[];
  start: string[]; // scripts of the start page
  first: Record<string, string>; // by game, the file that its table is painted from
  // by game, the number of deals that can be shown before the engine is loaded
  deals: Record<string, number>;
};

const PATIENCE = 500; // milliseconds: a page in the background is never painted

function link(rel: string, href: string): HTMLLinkElement {
  const element = Object.assign(document.createElement("link"), { rel, href });
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
  const answer = await fetch(`assets/${name}.${language}${BUILT.version}.html`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

// What can be seen at once; the rest is as a first visitor finds it.
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

// The files of the picture; undefined if it is in the page.
function stillFor(name: string, language: Language): Promise<string> | undefined {
  if (name === "start" && language === "en") return undefined;
  const styles = name === "start" ? [] : BUILT.styles.map(styled);
  return Promise.all([fetchStill(name, language), ...styles]).then(([html]) => html);
}

function parsed(): Promise<void> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((done) => document.addEventListener("DOMContentLoaded", () => done(), { once: true }));
}

function showStill(app: HTMLElement, name: string, html: string): void {
  const aside = setAside(app);
  app.innerHTML = html;
  // nothing answers yet
  if (name !== "start") return app.querySelector("main")?.setAttribute("inert", "");
  for (const place of aside.querySelectorAll<HTMLElement>("[data-picture]"))
    app.querySelector(`[data-picture="${place.dataset["picture"]}"]`)?.append(...place.childNodes);
}

// Only the page's name: it paints itself when it comes.
function showNothing(app: HTMLElement): void {
  setAside(app);
  app.querySelectorAll("main, nav").forEach((part) => part.replaceChildren());
}

function painted(): Promise<void> {
  const seen = new Promise<void>((done) => requestAnimationFrame(() => void nextTask().then(done)));
  return Promise.race([seen, new Promise<void>((done) => setTimeout(done, PATIENCE))]);
}

// A table's files are on their way while the picture is painted. Where a picture is shown, one of
// the deals comes too.
function fetchAhead(route: Route, app: HTMLElement): void {
  if (route.screen === "start") for (const href of [BUILT.main, ...BUILT.start]) link("modulepreload", href);
  if (route.screen !== "play") return;
  const deals = BUILT.deals[route.game];
  if (deals && app.dataset["still"] === route.game) {
    const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
    const file = (app.dataset["deal"] = `assets/${route.game}.${chance % deals}${BUILT.version}.json`);
    Object.assign(link("preload", file), { as: "fetch", crossOrigin: "anonymous" });
  }
  const first = BUILT.first[route.game];
  for (const href of [BUILT.main, ...BUILT.scripts, ...(first ? [first] : [])]) link("modulepreload", href);
}

async function boot(): Promise<void> {
  const route = readRoute(location.hash);
  const settings = kept<Partial<Settings>>("settings");
  const language = chooseLanguage(settings?.language ?? "");
  document.documentElement.lang = language;
  document.documentElement.dataset["theme"] = settings?.theme ?? "auto";
  const name = stillOf(route, settings);
  const asked = name && stillFor(name, language);
  await parsed();
  const app = document.getElementById("app")!;
  try {
    const html = await asked;
    if (html && name) showStill(app, name, html);
    if (name) app.dataset["still"] = name;
    else showNothing(app);
  } catch {
    showNothing(app);
  }
  app.hidden = false;
  fetchAhead(route, app);
  if (name) await painted();
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: BUILT.main }));
}

void boot();
