// SPDX-License-Identifier: MIT
// The pictures of the games. The build paints them into the page itself, where they are taken from:
// no script paints or describes them a second time.

import { mount } from "svelte";

const taken = new Map<string, Element>();

async function renderPicture(place: HTMLElement, game: string): Promise<void> {
  const [{ default: Picture }, { default: pictures }] = await Promise.all([
    import("abax/board/Picture.svelte"),
    import("virtual:abax/pictures"),
  ]);
  mount(Picture, { target: place, props: { scene: pictures[game]! } });
}

// Puts the picture of the place's game into it, from wherever it is.
export function putPicture(place: HTMLElement): void {
  const game = place.dataset["picture"] ?? "";
  const aside = document.querySelector<HTMLTemplateElement>("#pictures")?.content;
  const find = (where?: ParentNode) => where?.querySelector(`[data-picture="${game}"] > *`);
  const picture = taken.get(game) ?? find(document) ?? find(aside);
  if (picture) {
    taken.set(game, picture);
    if (picture.parentNode !== place) place.replaceChildren(picture);
  } else if (import.meta.env.DEV) void renderPicture(place, game); // nothing was built
}
