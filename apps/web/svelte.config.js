// SPDX-License-Identifier: MIT
// How Svelte reads its files, for the build and for editors.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// One component that Svelte would take for an older kind brings what serves those into the first script.
export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
