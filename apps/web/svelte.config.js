// SPDX-License-Identifier: MIT
// How Svelte reads its files, for the build and for editors.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// A single component in legacy mode would bring its runtime into the first script.
export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
