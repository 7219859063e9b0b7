/** Starts `gametree lsp` and lets VS Code talk with it. */

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { findCommand, howToGet } from "./find";

let client: LanguageClient | undefined;
/** Starts and stops happen one after the other, however fast they are asked for. */
let last: Promise<void> = Promise.resolve();

export function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("gametree.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("gametree.path")) {
        void restart();
      }
    }),
  );
  return restart();
}

export function deactivate(): Promise<void> {
  return then(stop);
}

function restart(): Promise<void> {
  return then(async () => {
    await stop();
    await start();
  });
}

function then(step: () => Promise<void>): Promise<void> {
  last = last.then(step).catch((error: unknown) => void vscode.window.showErrorMessage(`gametree: ${String(error)}`));
  return last;
}

async function start(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("gametree").get("path", "").trim();
  const command = findCommand(setting, process.env.PATH ?? "");
  if (command === undefined) {
    void tellHowToGet(setting);
    return;
  }
  client = new LanguageClient(
    "gametree",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "gametree" }],
      synchronize: { configurationSection: "gametree" },
    },
  );
  await client.start();
}

async function stop(): Promise<void> {
  const stopped = client;
  client = undefined;
  if (stopped?.needsStop()) {
    await stopped.stop();
  }
  await stopped?.dispose();
}

async function tellHowToGet(setting: string): Promise<void> {
  const open = "Open the setting";
  if ((await vscode.window.showErrorMessage(howToGet(setting), open)) === open) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "gametree.path");
  }
}
