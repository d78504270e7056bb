// SPDX-License-Identifier: MIT
// node vue/esbuild.js OUT: esbuild takes plugins from scripts only. As the manuals of unplugin-vue and Vue have it for single-file
// components and custom elements. Nothing here is about the package.
import { build } from "esbuild";
import vue from "unplugin-vue/esbuild";

await build({
  entryPoints: ["vue/main.js"],
  bundle: true,
  minify: true,
  format: "esm",
  outfile: process.argv[2],
  plugins: [
    vue({ isProduction: true, template: { compilerOptions: { isCustomElement: (tag) => tag.includes("-") } } }),
  ],
});
