// SPDX-License-Identifier: MIT
// How the page is built: virtual modules made from the games' folders, the first board drawn
// beforehand, names by content.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { headers } from "../../tools/serve.mjs";
import { known } from "./first";
import { still } from "./still";

// For hosts that send no headers. A page cannot set frame-ancestors.
const policy = headers["content-security-policy"]?.replace(/; frame-ancestors.*$/, "");

// Link previews need absolute addresses: SITE=https://where.it/is/ make web.
const site = process.env["SITE"]?.replace(/\/?$/, "/");
const preview = /(<meta (?:property="og:(?:url|image)"|name="twitter:image") content=")\.\//g;

const CARD = "card.png"; // for link previews only

// Without public/api/about, which tells the page on a static host that there is no server: it must
// be fetched each time.
function publicFiles(): string[] {
  return readdirSync("public", { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name !== CARD ? [entry.name] : [],
  );
}

// What returning visitors do not need: the page itself, which is requested as "./", deals for first
// visitors, and files that are cached on demand (sw.js).
const once = /^index\.html$|\.\d+-[^/]*\.json$|\/openings-[^/]*\.txt$/;

// Writes sw.js with the list of all built files, and its hash as the version.
function offline(): Plugin {
  return {
    name: "abax-offline",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const csp = { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy } };
        const whole = site ? html.replace(preview, `$1${site}`) : html;
        return { html: whole, tags: [{ ...csp, injectTo: "head-prepend" as const }] };
      },
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const hash = createHash("sha256");
        const files = [...Object.keys(bundle), ...publicFiles()].filter((name) => !once.test(name)).sort();
        for (const name of files) hash.update(name);
        for (const name of publicFiles()) hash.update(readFileSync(`public/${name}`));
        const page = bundle["index.html"];
        if (page?.type === "asset") hash.update(page.source);
        const worker = readFileSync("src/offline/sw.js", "utf8");
        hash.update(worker);
        const list = JSON.stringify(["./", ...files.map((name) => `./${name}`)]).slice(1, -1);
        const source = worker
          .replace("__VERSION__", hash.digest("hex").slice(0, 12))
          .replace('"__FILES__"', () => list);
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

// The parts of Svelte that neither the start page nor a table uses: form bindings and dynamic
// elements.
const LATER = /\/svelte\/.*\/(bindings\/(select|input)|svelte-element)\.js$/;

// The first script, the table and the start page are one file each: more files would cost a slow
// connection more round trips. Shared code is in the first.
function inChunks(): Rollup.GetManualChunk {
  const roots = { page: "/index.html", table: "/src/play/PlayScreen.svelte", start: "/src/app/StartScreen.svelte" };
  let reached: Map<string, string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    if (LATER.test(id)) return "fields";
    if (!reached) {
      const found = new Map<string, string>();
      const reach = (module: string, chunk: string, seen: Set<string>) => {
        if (seen.has(module)) return;
        seen.add(module);
        const other = found.get(module);
        if (other !== "page") found.set(module, other && other !== chunk ? "page" : chunk);
        for (const next of getModuleInfo(module)?.importedIds ?? []) reach(next, chunk, seen);
      };
      for (const [chunk, root] of Object.entries(roots))
        for (const each of getModuleIds()) if (each.endsWith(root)) reach(each, chunk, new Set());
      reached = found;
    }
    return reached.get(id);
  };
}

export default defineConfig({
  plugins: [svelte(), known(), still(), offline()],
  base: "./",
  build: {
    outDir: "../../build/web",
    emptyOutDir: true,
    target: "es2022",
    minify: "terser", // a twentieth smaller than esbuild makes it
    terserOptions: { ecma: 2020, module: true, compress: { passes: 2, unsafe_arrows: true } },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: inChunks() } },
  },
  worker: { format: "es" },
  // make dev: requests to the server go to the one that tools/dev has started.
  server: { fs: { allow: ["../.."] }, proxy: { "/api": { target: process.env["ABAX_SERVER"], ws: true } } },
});
