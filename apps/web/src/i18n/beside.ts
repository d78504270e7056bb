// SPDX-License-Identifier: MIT
// What is said beside a table and on other screens, loaded when one of them is: nobody waits for it at the first board.
import { english } from "../../../../build/words/english.beside";
import { withTexts, type Key as Common } from "./index.svelte";

export { english };
export type Key = Common | keyof typeof english;
export const t = withTexts(english);
