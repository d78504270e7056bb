// SPDX-License-Identifier: MIT
// Errors between page and server, in the current language.
import { errorText } from "../i18n/index.svelte";
import { ApiError } from "./api";
import { t } from "./texts";

export function problemText(problem: unknown): string {
  return problem instanceof ApiError && problem.message ? errorText(problem.said) : t("online.lost");
}
