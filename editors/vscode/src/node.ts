/** The extension in VS Code on a desktop: it starts `gametree lsp`, or the WebAssembly server if there is no command. */

import { join } from "node:path";
import { Worker } from "node:worker_threads";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { run } from "./extension";
import { findCommand, howToGet } from "./find";
import { loadModule, ModuleServer } from "./module";

export { deactivate } from "./extension";

export function activate(context: vscode.ExtensionContext): Promise<void> {
  return run(context, async (channel, options) => {
    const setting = vscode.workspace.getConfiguration("gametree").get("path", "").trim();
    const command = findCommand(setting, context.extensionPath, process.env.PATH ?? "");
    if (command !== undefined) {
      channel.info(`starting ${command}`);
      const server = { command, args: ["lsp"] };
      return { client: new LanguageClient("gametree", "gametree", server, options), close: () => {} };
    }
    // Whoever names a program wants that one.
    const module = setting === "" ? await loadModule(context) : undefined;
    if (module === undefined) {
      return void tellHowToGet(setting);
    }
    channel.info("starting the WebAssembly server in the extension, because there is no command gametree on the PATH");
    const server = new ModuleServer(module, () => thread(join(context.extensionPath, "out/thread.js")), channel);
    return server.connection((transports, more) => new LanguageClient("gametree", "gametree", transports, { ...options, ...more }));
  });
}

/** A thread that can be used like a worker of a browser. */
function thread(script: string) {
  const worker = new Worker(script);
  return {
    addEventListener: (kind: string, listener: (event: { data: unknown }) => void) =>
      void worker.on(kind, (data) => listener({ data })),
    postMessage: (message: unknown) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
}

async function tellHowToGet(setting: string): Promise<void> {
  const open = "Open the setting";
  if ((await vscode.window.showErrorMessage(howToGet(setting), open)) === open) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "gametree.path");
  }
}
