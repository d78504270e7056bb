// SPDX-License-Identifier: MIT
// As the manuals of vue-loader and Vue have it for single-file components and custom elements. Nothing here is about the package.
import { VueLoaderPlugin } from "vue-loader";

const custom = (tag) => tag.includes("-");

export default {
  module: {
    rules: [{ test: /\.vue$/, loader: "vue-loader", options: { compilerOptions: { isCustomElement: custom } } }],
  },
  plugins: [new VueLoaderPlugin()],
};
