// SPDX-License-Identifier: MIT
// What is seen before the script is there: the start page and every table in every language, painted when the page is
// built. The start page in English, with the pictures of the games, is in index.html itself; the others are small files
// beside it. A small script chooses (src/first/boot.ts) and calls the page once that is painted.
import { createHash, webcrypto } from "node:crypto";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, createServer, type Plugin, type Rollup, type ViteDevServer } from "vite";
import { known } from "./first";
import type { Games } from "./src/app/games";
import type { State } from "./src/engine/state";

const ALIKE = { configFile: false, logLevel: "error" } as const;

// What Svelte notes for itself is of no use: the pictures are replaced, not woken up.
function bare(html: string): string {
  return html.replace(/<!--[^>]*-->/g, "").replace(/>\s+</g, "> <");
}

type Stills = Map<string, string>; // by START or game, and language

async function paintAll(vite: ViteDevServer): Promise<{ page: string; stills: Stills }> {
  const load = async (id: string) => vite.ssrLoadModule(id);
  const [{ render }, { default: Still }, texts, { default: games }, { default: first }] = await Promise.all(
    ["svelte/server", "/src/first/Still.svelte", "/src/i18n/index.svelte.ts", "virtual:abax/games", "virtual:abax/first"].map(load),
  ) as any[];
  const names = (games as Games).games.map((game) => game.name);
  const paint = (props: object, idPrefix: string) => bare(render(Still, { props: { games, ...props }, idPrefix }).body);
  const stills: Stills = new Map();
  for (const language of Object.keys(texts.languages)) {
    await texts.setLanguage(language, names);
    stills.set(`start.${language}`, paint({}, "s"));
    for (const game of (games as Games).games) {
      const state = (await first[game.name]()).default as State;
      stills.set(`${game.name}.${language}`, paint({ play: { game, first: state } }, "t"));
    }
  }
  stills.delete("start.en");
  await texts.setLanguage("en", names);
  return { page: paint({ painted: true }, "s"), stills };
}

async function paintStills(): Promise<{ page: string; stills: Stills }> {
  const here = globalThis as Record<string, unknown>;
  here["crypto"] ??= webcrypto; // Node 18
  here["matchMedia"] ??= () => ({ matches: true }); // nothing moves
  const vite = await createServer({
    ...ALIKE,
    plugins: [svelte(), known()],
    appType: "custom",
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null, fs: { allow: [".."] } },
  });
  try {
    return await paintAll(vite);
  } finally {
    await vite.close();
  }
}

async function buildBoot(built: object): Promise<string> {
  const answer = await build({
    ...ALIKE,
    publicDir: false,
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
    const found = this.chunks.find((chunk) => chunk.facadeModuleId?.endsWith(id));
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

  asset(ending: string): string {
    return Object.keys(this.bundle).find((name) => name.endsWith(ending))!;
  }
}

function describe(files: Files, stills: Stills, still: string): object {
  const table = [...files.with(files.of("/PlayScreen.svelte"))];
  const games = [...stills.keys()].filter((name) => name.endsWith(".en")).map((name) => name.slice(0, -".en".length));
  return {
    still,
    main: files.main.fileName,
    scripts: table.map((chunk) => chunk.fileName),
    styles: table.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
    first: Object.fromEntries(games.map((game) => [game, files.of(`virtual:abax/first/${game}`).fileName])),
    module: files.asset(".wasm"),
  };
}

export function still(): Plugin {
  return {
    name: "abax-still",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const { page, stills } = await paintStills();
        const hash = createHash("sha256").update([...stills.values()].join()).digest("hex").slice(0, 8);
        const ending = `-${hash}.html`;
        for (const [name, source] of stills) this.emitFile({ type: "asset", fileName: `assets/${name}${ending}`, source });
        const source = await buildBoot(describe(new Files(bundle), stills, ending));
        const boot = this.getFileName(this.emitFile({ type: "asset", name: "boot.js", source }));
        const index = bundle["index.html"] as Rollup.OutputAsset;
        index.source = String(index.source)
          .replace(/\s*<script type="module"[^>]*><\/script>/, "")
          .replace(/\s*<link rel="modulepreload"[^>]*>/g, "")
          .replace("<!--still-->", () => page)
          .replace("</head>", `  <link rel="preload" as="script" href="./${boot}">\n  </head>`)
          .replace("</body>", `  <script src="./${boot}"></script>\n  </body>`);
      },
    },
  };
}
