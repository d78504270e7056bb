// SPDX-License-Identifier: MIT
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { known } from "./first";

export default defineConfig({
  plugins: [svelte(), known()],
  test: { include: ["tests/**/*.test.ts"], environment: "node", setupFiles: ["tests/setup.ts"] },
  server: { fs: { allow: [".."] } },
});
