// SPDX-License-Identifier: MIT
// Texts that only the screens of tournaments need.
import { english } from "../../../../build/words/english.tournaments";
import { english as online } from "../../../../build/words/english.online";
import { english as beside } from "../i18n/beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...online, ...english });
