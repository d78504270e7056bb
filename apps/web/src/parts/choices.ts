// SPDX-License-Identifier: MIT
// Choices of menus: values with their texts.
import type { Game } from "../app/games";
import { word } from "../i18n/index.svelte";

export const gameChoices = (games: readonly Game[]) =>
  games.map(({ name, title }) => [name, word(name, "title", title)] as const);
