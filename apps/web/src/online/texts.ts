// SPDX-License-Identifier: MIT
// What only the screens of games on a server say.
import { english, type Key } from "../../../../build/words/english.online";
import { english as beside } from "../i18n/beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...english });

export function isKey(key: string): key is Key {
  return Object.hasOwn(english, key);
}
