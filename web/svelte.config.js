// SPDX-License-Identifier: MIT
// How Svelte reads its files, for the build and for editors.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default { preprocess: vitePreprocess() };
