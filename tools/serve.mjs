// SPDX-License-Identifier: MIT
// node tools/serve.mjs [FOLDER] [PORT]: serves a folder of files to this machine, with the headers that the page
// is built for. Nothing is written, nothing outside the folder is read.
import { createServer } from "node:http";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".bin": "application/octet-stream",
};

const packed = new Set([".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".wasm", ".bin"]);

const sources = await readFile(new URL("../apps/server/http/headers.def", import.meta.url), "utf8");
export const headers = Object.fromEntries(
  [...sources.matchAll(/^HEADER\((".+")\)$/gm)].map((line) => JSON.parse(`[${line[1]}]`)),
);

const compress = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

// The file that a path means, or undefined: links may not lead out of the folder.
async function find(folder, path) {
  const wanted = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  try {
    const file = await realpath(wanted);
    if (!file.startsWith(folder + sep) || !(await stat(file)).isFile()) return undefined;
    return file;
  } catch {
    return undefined;
  }
}

// The encoding that a client takes and that pays for this kind of file.
function encoding(request, extension) {
  if (!packed.has(extension)) return undefined;
  const accepted = String(request.headers["accept-encoding"] ?? "");
  return ["br", "gzip"].find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
}

async function filesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

export async function serve(folder, port) {
  const root = await realpath(resolve(folder));
  const cache = new Map(); // promises of bytes by file, time and encoding

  async function content(file, how) {
    const { mtimeMs } = await stat(file);
    const key = `${file} ${mtimeMs} ${how}`;
    if (!cache.has(key))
      cache.set(
        key,
        readFile(file).then((bytes) => (how ? compress[how](bytes) : bytes)),
      );
    return cache.get(key);
  }

  async function answer(request, response) {
    if (request.method !== "GET" && request.method !== "HEAD") return response.writeHead(405, headers).end();
    let path;
    try {
      path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    } catch {
      return response.writeHead(400, headers).end();
    }
    const file = path.includes("\0") ? undefined : await find(root, path);
    if (!file) return response.writeHead(404, { ...headers, "Content-Type": "text/plain" }).end("not found\n");
    const extension = extname(file);
    const how = encoding(request, extension);
    const bytes = await content(file, how);
    response.writeHead(200, {
      ...headers,
      "Content-Type": types[extension] ?? "application/octet-stream",
      "Content-Length": bytes.length,
      // Names under assets/ hold a hash of what is in them.
      "Cache-Control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      Vary: "Accept-Encoding",
      ...(how ? { "Content-Encoding": how } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : bytes);
  }

  // The best compression is slow: nobody shall wait for it.
  const files = (await filesIn(root)).filter((file) => packed.has(extname(file)));
  await Promise.all(files.map((file) => content(file, "br")));

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500, headers).end());
  });
  await new Promise((done, failed) => server.once("error", failed).listen(port, "127.0.0.1", done));
  return server;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = "build/web", port = "8080"] = process.argv.slice(2);
  try {
    const server = await serve(folder, Number(port));
    console.log(`Abax is at http://127.0.0.1:${server.address().port}/ (Ctrl+C ends it)`);
  } catch (fault) {
    console.error(fault.code === "EADDRINUSE" ? `port ${port} is taken: make run PORT=N uses another` : fault.message);
    process.exit(1);
  }
}
