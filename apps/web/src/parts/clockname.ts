// SPDX-License-Identifier: MIT
// What a clock is called. Beside the other words for a match this would be loaded with the first page, which never says it.
import { t } from "../i18n/beside";

// A clock as a match knows it: seconds with an increment.
export function clockName(clock: string): string {
  if (clock === "none") return t("clock.none");
  const [base = "", increment] = clock.split("+");
  const minutes = Number(base) / 60;
  return increment ? t("clock.increment", { minutes, seconds: increment }) : t("clock.minutes", { minutes });
}
