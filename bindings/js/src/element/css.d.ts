// SPDX-License-Identifier: MIT
// A style sheet as the text that element.mjs makes of it.
declare module "*.css" {
  const text: string;
  export default text;
}
