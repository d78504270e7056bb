// SPDX-License-Identifier: MIT
// What is shown before the script runs: the start page and each table in each language, rendered at
// build time. The English start page, with the pictures of the games, is in index.html; the others
// are small files beside it. A small script (src/first/boot.ts) chooses one and loads the page.
import { createHash, webcrypto } from "node:crypto";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, createServer, type Plugin, type Rollup, type ViteDevServer } from "vite";
import { known, shared } from "./first";
import type { Games } from "./src/app/games";
import type { Deal, Opening } from "./src/app/opening";
import type { Scene, State } from "../../bindings/js/src/engine/state";

type Firsts = Record<string, () => Promise<{ default: State }>>;

const ALIKE = { configFile: false, logLevel: "error" } as const;

const SMALL = /<!--[^>]*-->/g; // Svelte's hydration markers, useless in pictures

type Deals = Record<string, Deal[]>;
type Stills = Map<string, string>; // by "start" or game, and language

interface Rendered {
  page: string; // the start page in English with its pictures
  stills: Stills;
  deals: Deals;
}

async function renderAll(vite: ViteDevServer): Promise<Rendered> {
  const ids = [
    "svelte/server",
    "app/App.svelte",
    "app/StartScreen.svelte",
    "play/PlayScreen.svelte",
    "abax/board/Picture.svelte",
    "i18n/index.svelte.ts",
  ];
  const data = ["games", "first", "pictures", "deals"].map((name) => `virtual:abax/${name}`);
  const load = (id: string) => vite.ssrLoadModule(/^svelte|^virtual|^abax/.test(id) ? id : `/src/${id}`);
  const [{ render }, { default: App }, { default: start }, { default: PlayScreen }, { default: Picture }, texts] =
    await Promise.all(ids.map(load));
  const [games, first, pictures, deals] = (await Promise.all(data.map(load))).map((module) => module["default"]) as [
    Games,
    Firsts,
    Record<string, Scene>,
    Deals,
  ];
  const names = games.games.map((game) => game.name);
  const renderStill = (opening: Partial<Opening>) =>
    render(App, { props: { opening: { engine: () => new Promise(() => {}), ...opening } }, idPrefix: "s" }).body;
  const stills: Stills = new Map();
  for (const language of Object.keys(texts["languages"])) {
    await texts["setLanguage"](language, names);
    stills.set(`start.${language}`, renderStill({ route: { screen: "start" }, start }));
    for (const game of names) {
      const table = { game, first: (await first[game]!()).default, Screen: PlayScreen };
      stills.set(`${game}.${language}`, renderStill({ route: { screen: "play", game }, table }));
    }
  }
  const picture = (game: string) =>
    render(Picture, { props: { scene: pictures[game]! }, idPrefix: game }).body.replace(SMALL, "");
  const page = stills
    .get("start.en")!
    .replace(/data-picture="(\w+)"[^>]*>/g, (place, game: string) => place + picture(game));
  stills.delete("start.en");
  return { page, stills, deals };
}

async function renderStills(): Promise<Rendered> {
  const here = globalThis as Record<string, unknown>;
  here["crypto"] ??= webcrypto; // Node 18
  here["matchMedia"] ??= () => ({ matches: true }); // nothing moves
  const vite = await createServer({
    ...ALIKE,
    plugins: [svelte(), known()],
    appType: "custom",
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null, fs: { allow: ["../.."] } },
  });
  try {
    return await renderAll(vite);
  } finally {
    await vite.close();
  }
}

async function buildBoot(built: object): Promise<string> {
  const answer = await build({
    ...ALIKE,
    publicDir: false,
    resolve: { alias: shared },
    define: { BUILT: JSON.stringify(built) },
    build: { write: false, target: "es2022", lib: { entry: "src/first/boot.ts", formats: ["iife"], name: "boot" } },
  });
  const [{ output }] = answer as Rollup.RollupOutput[] as [Rollup.RollupOutput];
  return output[0].code;
}

type Chunk = Rollup.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

// The files of a bundle, as the page asks for them.
class Files {
  private readonly chunks: Chunk[];
  constructor(private readonly bundle: Rollup.OutputBundle) {
    this.chunks = Object.values(bundle).filter((each): each is Chunk => each.type === "chunk");
  }

  get main(): Chunk {
    return this.chunks.find((chunk) => chunk.isEntry)!;
  }

  // The script of a module.
  of(id: string): Chunk {
    const found = this.chunks.find((chunk) => chunk.moduleIds.some((module) => module.endsWith(id)));
    if (!found) throw new Error(`there is no script for ${id}`);
    return found;
  }

  // A script and all that it needs beyond the main one.
  with(chunk: Chunk, seen = new Set<Chunk>()): Set<Chunk> {
    if (chunk === this.main || seen.has(chunk)) return seen;
    seen.add(chunk);
    for (const name of chunk.imports) this.with(this.bundle[name] as Chunk, seen);
    return seen;
  }
}

// This makes the browser compile all functions in the background instead of one by one on demand.
const ALL_AT_ONCE = "//# allFunctionsCalledOnLoad\n";

function hint(files: Files): void {
  for (const chunk of [files.main, files.of("/PlayScreen.svelte")]) chunk.code = ALL_AT_ONCE + chunk.code;
}

function describe(files: Files, stills: Stills, version: string, deals: Deals): object {
  const table = [...files.with(files.of("/PlayScreen.svelte"))];
  const games = [...stills.keys()].filter((name) => name.endsWith(".en")).map((name) => name.slice(0, -".en".length));
  return {
    version,
    deals: Object.fromEntries(Object.entries(deals).flatMap(([name, { length }]) => (length ? [[name, length]] : []))),
    main: files.main.fileName,
    start: [...files.with(files.of("/StartScreen.svelte"))].map((chunk) => chunk.fileName),
    scripts: table.map((chunk) => chunk.fileName),
    styles: table.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
    first: Object.fromEntries(games.map((game) => [game, files.of(`virtual:abax/first/${game}`).fileName])),
  };
}

export function still(): Plugin {
  return {
    name: "abax-still",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const { page, stills, deals } = await renderStills();
        const hash = createHash("sha256")
          .update(JSON.stringify([...stills.values(), deals]))
          .digest("hex")
          .slice(0, 8);
        const version = `-${hash}`;
        for (const [name, source] of stills)
          this.emitFile({ type: "asset", fileName: `assets/${name}${version}.html`, source });
        for (const [name, each] of Object.entries(deals))
          for (const [i, deal] of each.entries())
            this.emitFile({
              type: "asset",
              fileName: `assets/${name}.${i}${version}.json`,
              source: JSON.stringify(deal),
            });
        const files = new Files(bundle);
        hint(files);
        const source = await buildBoot(describe(files, stills, version, deals));
        const boot = this.getFileName(this.emitFile({ type: "asset", name: "boot.js", source }));
        const index = bundle["index.html"] as Rollup.OutputAsset;
        index.source = String(index.source)
          .replace(/\s*<script type="module"[^>]*><\/script>/, "")
          .replace(/\s*<link rel="modulepreload"[^>]*>/g, "")
          .replace("<!--still-->", () => page)
          .replace('<link rel="stylesheet"', `<script async src="./${boot}"></script>\n    <link rel="stylesheet"`);
      },
    },
  };
}
