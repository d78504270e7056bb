// SPDX-License-Identifier: MIT
// Search for an opponent. It goes on while the user does something else, such as a game against the
// computer. When one is found, a sound, the title and a banner call.
import { mount, unmount } from "svelte";
import { announce } from "../app/announce.svelte";
import { go, readRoute } from "../app/route";
import type { Said } from "abax/engine/state";
import { play as sound } from "../play/sound";
import { account, guestName } from "./account.svelte";
import { client } from "./client.svelte";
import { shareInDeal } from "./deal";
import type { PairedMessage, UnpairedMessage } from "./messages";
import { holdSeat, newKey } from "./secrets";
import { t } from "./texts";

export interface Looking {
  game: string;
  speed: string;
  rated: boolean;
  what: string; // in words
  key: string;
}

let looking = $state.raw<Looking>();
let error = $state.raw<Said>();
let leave: (() => void) | undefined;

export function lookedFor(): Looking | undefined {
  return looking;
}

export function lookingError(): Said | undefined {
  return error;
}

export function look(game: string, speed: string, rated: boolean, what: string): void {
  stop();
  const request: Looking = { game, speed, rated, what, key: newKey() };
  looking = request;
  error = undefined;
  leave = client().pair({
    request: () => {
      const token = account()?.token;
      const name = guestName();
      const who = token ? { token } : name ? { name } : {};
      return { do: "pair", game, speed, rated: rated && token !== undefined, key: request.key, ...who };
    },
    hear: (message) => found(request, message),
    refuse: (said) => {
      looking = undefined;
      error = said;
    },
  });
}

export function stop(): void {
  looking = undefined;
  error = undefined;
  leave?.();
  leave = undefined;
}

function found(request: Looking, message: PairedMessage | UnpairedMessage): void {
  looking = undefined;
  leave = undefined;
  if (message.type === "unpaired") {
    error = { text: t("pair.replaced") };
    return;
  }
  holdSeat(message.game, request.key);
  sound("end");
  const here = readRoute(location.hash);
  if (here.screen === "online" && !here.id && !document.hidden) go({ screen: "online", id: message.game });
  else {
    shareInDeal(message.game, () => request.key);
    void call(message.game, request.what);
  }
}

// Calls a user who is elsewhere on the page until they answer.
async function call(game: string, what: string): Promise<void> {
  const { default: OpponentBanner } = await import("./OpponentBanner.svelte");
  const text = t("pair.found", { what });
  const title = document.title;
  const timer = setInterval(() => {
    document.title = `● ${text}`;
  }, 500);
  announce(text);
  const banner = mount(OpponentBanner, {
    target: document.body,
    props: {
      text,
      onanswer: (come: boolean) => {
        clearInterval(timer);
        document.title = title;
        void unmount(banner);
        if (come) go({ screen: "online", id: game });
      },
    },
  });
}
