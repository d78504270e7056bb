// SPDX-License-Identifier: MIT
// How the tests of the page run: with the same virtual modules as the build, without a browser.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { known } from "./first";

export default defineConfig({
  plugins: [svelte(), known()],
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"] },
  server: { fs: { allow: ["../.."] } },
});
