// SPDX-License-Identifier: MIT
// The engine's worker in a browser.
import { serve, type Reply, type Request, type Start } from "./serve.ts";

const hear = serve((reply: Reply) => postMessage(reply));
addEventListener("message", (event: MessageEvent<Start | Request>) => hear(event.data));
