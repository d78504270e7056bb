// SPDX-License-Identifier: MIT
// What `make lint` holds against the page, its tests and the scripts. Run from the tree's root; layout is Prettier's part.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["build/**", "**/node_modules/**"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": ["error", { ignoreReadBeforeAssign: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      "prefer-const": "off", // $props() is taken apart with let, as Svelte's own texts do
      "svelte/prefer-svelte-reactivity": "off", // our maps are filled once and then replaced, or nobody watches them
      "svelte/no-useless-mustaches": "off", // {" "} is a space that Prettier may not take
    },
  },
  { files: ["apps/web/src/offline/*.js"], languageOptions: { globals: globals.serviceworker } },
);
