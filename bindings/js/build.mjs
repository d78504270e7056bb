// SPDX-License-Identifier: MIT
// node bindings/js/build.mjs: makes and packs build/npm/package from the sources, the module, the
// texts and the games' files. `make npm` builds what it needs.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildElement, buildWorker, MOST } from "./element.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const made = join(root, "build/npm");
const folder = join(made, "package");
const dist = join(folder, "dist");
const here = (...path) => join(root, ...path);
const run = (program, words, cwd = root) =>
  execFileSync(program, words, { cwd, stdio: ["ignore", "pipe", "inherit"] }).toString();

// Types name their files as they are called where they are installed.
function settleTypes(inside) {
  for (const entry of readdirSync(inside, { withFileTypes: true })) {
    const path = join(inside, entry.name);
    if (entry.isDirectory()) settleTypes(path);
    else if (path.endsWith(".d.ts"))
      writeFileSync(path, readFileSync(path, "utf8").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

// Books and networks of the games.
function copyGames() {
  for (const game of readdirSync(here("games"))) {
    for (const file of ["book.bin", "net.bin"]) {
      if (!existsSync(here("games", game, file))) continue;
      mkdirSync(join(dist, "games", game), { recursive: true });
      cpSync(here("games", game, file), join(dist, "games", game, file));
    }
  }
}

function copyWords() {
  mkdirSync(join(dist, "words"), { recursive: true });
  for (const file of readdirSync(here("build/words")))
    if (file.endsWith(".page")) cpSync(here("build/words", file), join(dist, "words", file.replace(/page$/, "txt")));
}

// Each file with its address, as bundlers recognise it (src/files.ts).
function listFiles() {
  const files = readdirSync(dist, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(bin|txt)$/.test(entry.name))
    .map((entry) =>
      relative(dist, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    )
    .sort();
  const rows = files.map((file) => `  "${file}": () => new URL("./${file}", import.meta.url),\n`);
  return `// SPDX-License-Identifier: MIT\nexport const listed = {\n${rows.join("")}};\n`;
}

// Writes the files that src/inlined.ts loads. Deterministic: gzip without a time stamp.
function inlineFiles(worker) {
  const pack = (file) => JSON.stringify(gzipSync(readFileSync(join(dist, file)), { level: 9 }).toString("base64"));
  const texts = readdirSync(join(dist, "words")).filter((file) => file.endsWith(".txt"));
  const words = texts.map((file) => `  ${file.slice(0, -4)}: ${pack(`words/${file}`)},\n`);
  const write = (name, value) =>
    writeFileSync(
      join(dist, "inline", `${name}.js`),
      `// SPDX-License-Identifier: MIT\nexport const ${name} = ${value};\n`,
    );
  write("wasm", pack("abax.wasm"));
  write("worker", JSON.stringify(worker));
  write("words", `{\n${words.join("")}}`);
}

// Sets the modes of packed files independently of the umask: equal sources give equal bytes.
function settleModes(inside) {
  for (const entry of readdirSync(inside, { withFileTypes: true, recursive: true }))
    chmodSync(join(entry.parentPath ?? entry.path, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

rmSync(made, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
run(here("apps/web/node_modules/.bin/tsc"), ["-p", here("bindings/js")]);
settleTypes(dist);
copyGames();
copyWords();
cpSync(here("build/wasm/abax.wasm"), join(dist, "abax.wasm"));
const listed = listFiles();
writeFileSync(join(dist, "listed.js"), listed);
inlineFiles(await buildWorker("engine/worker.ts", join(dist, "engine/worker.js"), "browser"));
await buildWorker("engine/nodeworker.ts", join(dist, "engine/nodeworker.js"), "node");
const { raw, gzip, brotli } = await buildElement(join(dist, "board.js"), listed);
console.log(`<abax-board> is ${gzip} bytes by gzip, ${brotli} by brotli, ${raw} unpacked`);
if (brotli > MOST) throw new Error(`<abax-board> may have ${MOST} bytes by brotli`);
await buildElement(join(dist, "wholeboard.js"));
cpSync(here("bindings/js/src/element/public.d.ts"), join(dist, "board.d.ts"));
cpSync(here("bindings/js/src/element/react.d.ts"), join(dist, "react.d.ts"));
cpSync(here("LICENSE"), join(folder, "LICENSE"));
cpSync(here("bindings/js/README.md"), join(folder, "README.md"));
const about = JSON.parse(readFileSync(here("bindings/js/package.json"), "utf8"));
about.version = readFileSync(here("VERSION"), "utf8").trim();
writeFileSync(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
settleModes(folder);
const packed = run("npm", ["pack", "--silent", "--pack-destination", made], folder).trim();
console.log(`build/npm/${packed}`);
