// SPDX-License-Identifier: MIT
// The element's English: the part of the page's texts that it uses. Translations come with those of
// the engine.
import { english } from "../../../../build/words/english";
import { english as element } from "../../../../build/words/english.element";
import { english as replay } from "../../../../build/words/english.replay";

export const texts = { ...english, ...element, ...replay };
export type Text = keyof typeof texts;
