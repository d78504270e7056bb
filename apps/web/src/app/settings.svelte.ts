// SPDX-License-Identifier: MIT
// Settings of the whole page.
import { keep, kept } from "./keep";

// as a session's call judge has them
export const WARNINGS = ["off", "blunders", "mistakes", "all"] as const;
export type Warnings = (typeof WARNINGS)[number];

export interface Settings {
  language: string; // empty: the browser's
  theme: "auto" | "light" | "dark";
  sound: boolean;
  confirm: boolean; // a finished turn is played only after a second look
  coordinates: boolean;
  targets: boolean; // legal targets are marked
  motion: boolean;
  warnings: Warnings; // warn before an action that loses much is played
  overlays: boolean; // of the engine: bar, lines, arrows
}

const defaults: Settings = {
  language: "",
  theme: "auto",
  sound: false,
  confirm: false,
  coordinates: true,
  targets: true,
  motion: true,
  warnings: "off",
  overlays: true,
};

export const settings: Settings = $state({ ...defaults, ...kept<Partial<Settings>>("settings") });

export function keepSettings(): void {
  keep("settings", settings);
}

// Pieces move unless the person or the system asks for stillness.
export function moves(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
