// SPDX-License-Identifier: MIT
// Makes dist/board.js, the element <abax-board>: one file with its styles, without the module and
// its worker. Components are compiled to functions that write text (src/element/totext.ts), so it
// contains no Svelte runtime.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const source = fileURLToPath(new URL("src", import.meta.url));
const require = createRequire(new URL("../../apps/web/package.json", import.meta.url));
const { build, transform } = require("esbuild");
const { compile } = require("svelte/compiler");
const { minify } = require("terser");

export const MOST = 31_000; // bytes by brotli

// Notes by which Svelte finds its way when it wakes a page up.
const notes = /<!--(?:\[-?\d*|\]|)-->/g;

const components = {
  name: "components",
  setup(made) {
    made.onLoad({ filter: /\.svelte$/ }, ({ path }) => {
      const { js } = compile(readFileSync(path, "utf8"), { filename: path, generate: "server", css: "external" });
      return { contents: js.code.replace(notes, ""), loader: "ts", resolveDir: dirname(path) };
    });
    made.onResolve({ filter: /^svelte\/internal\/server$/ }, () => ({ path: join(source, "element/totext.ts") }));
  },
};

// The texts of the page that the element uses.
const texts = {
  name: "texts",
  setup(made) {
    made.onLoad({ filter: /words\/english\.ts$/ }, ({ path }) => {
      const used = ["board", "element", "messages"]
        .flatMap((folder) => readdirSync(join(source, folder)).map((file) => join(source, folder, file)))
        .filter((file) => /\.(ts|svelte)$/.test(file) && !/Tower|PanKeys|Board\.svelte/.test(file))
        .map((file) => readFileSync(file, "utf8"))
        .join("\n");
      const kept = readFileSync(path, "utf8").replace(/^ *"([\w.-]+)": .*\n/gm, (row, key) =>
        used.includes(`"${key}"`) ? row : "",
      );
      return { contents: kept, loader: "ts" };
    });
  },
};

// Styles that the element does not need: the tower in space, arrows, panning. The element has its
// own page colours.
async function styles(file) {
  const { code } = await transform(readFileSync(file, "utf8"), { loader: "css", minify: true });
  return code
    .replace(/:root\[data-theme=(\w+)\]/g, ":host([theme=$1])")
    .replace(/:root/g, ":host")
    .replace(
      /[^{}]*(?:\.b-tower|\.towered|\.b-arrow|\.b-views|\.b-pan|\.panned|\.high|\.b-open|\.b-drag|\.mini|\.s-|\.g-tag|\.b-sums)[^{}]*\{[^{}]*\}/g,
      "",
    )
    .replace(/@media[^{}]*\{\}/g, "")
    .replace(/:is\(\.abax-board,\.abax-piece\) /g, "")
    .replace(/\.abax-board \./g, ".")
    .trim();
}

const sheets = {
  name: "sheets",
  setup(made) {
    made.onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await styles(path), loader: "text" }));
  },
};

// `listed` is the text of dist/listed.js. Without it src/whole.ts loads the engine, and no file of
// the package has an address.
const loader = (listed) => ({
  name: "loader",
  setup(made) {
    made.onLoad({ filter: /src\/listed\.ts$/ }, () => ({ contents: listed, loader: "js" }));
    if (listed === undefined)
      made.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path: join(source, "whole.ts") }));
    // They are loaded when they are needed, and lie beside the element.
    made.onResolve({ filter: /^\.\/inline\// }, ({ path }) => ({ path: path.replace(/ts$/, "js"), external: true }));
  },
});

const ending = { preamble: "// SPDX-License-Identifier: MIT" };

// A script without imports, so that it works wherever it is copied to.
export async function buildWorker(from, to, platform) {
  const { outputFiles } = await build({
    entryPoints: [join(source, from)],
    bundle: true,
    write: false,
    platform,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
  const { code } = await minify(outputFiles[0].text, { ecma: 2020, module: true, compress: true, format: ending });
  writeFileSync(to, `${code}\n`);
  return code;
}

export async function buildElement(to, listed) {
  const { outputFiles } = await build({
    entryPoints: [join(source, "element/board.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    plugins: [components, texts, sheets, loader(listed)],
    logLevel: "error",
    logOverride: { "import-is-undefined": "error" },
  });
  const { code } = await minify(outputFiles[0].text, {
    ecma: 2020,
    module: true,
    compress: { passes: 3, unsafe_arrows: true },
    mangle: true,
    format: ending,
  });
  writeFileSync(to, `${code}\n`);
  const sizes = {
    raw: code.length,
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotliCompressSync(code).length,
  };
  return sizes;
}
