// SPDX-License-Identifier: MIT
// Texts that only the screens of online games need.
import { english, type Key } from "../../../../build/words/english.online";
import { english as beside } from "../i18n/beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...english });

export function isKey(key: string): key is Key {
  return Object.hasOwn(english, key);
}
