// SPDX-License-Identifier: MIT
// Why a record or a link cannot be read. The C has a sentence for every fault of every part, in English; elsewhere the
// page says the part of it that helps: where, and whether the link is damaged or newer than this page.
import { language, t } from "../i18n/index.svelte";

export function readFault(sentence: string): string {
  if (language() === "en") return sentence;
  const line = /^line (\d+): /.exec(sentence)?.[1];
  if (line) return t("share.unread", { line });
  if (/does not know|is unknown/.test(sentence)) return t("share.newer");
  return t("share.damaged");
}
