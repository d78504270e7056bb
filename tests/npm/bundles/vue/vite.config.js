// SPDX-License-Identifier: MIT
// As Vue's manual has it for custom elements. Nothing here is about the package.
import vue from "@vitejs/plugin-vue";

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.includes("-") } } })],
};
