// SPDX-License-Identifier: MIT
// The engine's worker in Node.
import { parentPort } from "node:worker_threads";
import { serve, type Request, type Start } from "./serve.ts";

const hear = serve((reply) => parentPort?.postMessage(reply));
parentPort?.on("message", (message: Start | Request) => hear(message));
