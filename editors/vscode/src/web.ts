/** The extension in VS Code for the Web: it starts the WebAssembly server. */

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { run } from "./extension";
import { loadModule, ModuleServer } from "./module";

export { deactivate } from "./extension";

export function activate(context: vscode.ExtensionContext): Promise<void> {
  const script = vscode.Uri.joinPath(context.extensionUri, "out/worker.js").toString(true);
  return run(context, async (channel, options) => {
    const module = await loadModule(context);
    if (module === undefined) {
      void vscode.window.showErrorMessage("This copy of the extension does not contain the server for browsers.");
      return undefined;
    }
    channel.info("starting the WebAssembly server in the extension");
    const server = new ModuleServer(module, () => new Worker(script), channel);
    return server.connection((transports, more) => new LanguageClient("gametree", "gametree", transports, { ...options, ...more }));
  });
}
