// SPDX-License-Identifier: MIT
// Texts next to a table and on other screens, loaded with one of them: the first board does not
// wait for them.
import { english } from "../../../../build/words/english.beside";
import { withTexts, type Key as Common } from "./index.svelte";

export { english };
export type Key = Common | keyof typeof english;
export const t = withTexts(english);
