/** The language server in a thread of Node. */

import { parentPort } from "node:worker_threads";
import { answering } from "../../../web/playground/source/answering.js";

parentPort?.on(
  "message",
  answering((answer) => parentPort?.postMessage(answer)),
);
