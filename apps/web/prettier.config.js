// SPDX-License-Identifier: MIT
// How the page, its tests and the scripts are laid out: `make format` does it, `make lint` checks
// it.
import * as svelte from "prettier-plugin-svelte";

export default {
  printWidth: 120,
  plugins: [svelte],
  overrides: [{ files: "*.svelte", options: { parser: "svelte" } }],
};
