/** The language server as WebAssembly: how it is loaded, and how a client talks with it. */

import * as vscode from "vscode";
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type BaseLanguageClient,
  type DataCallback,
  DocumentDiagnosticRequest,
  InlayHintRequest,
  type LanguageClientOptions,
  type Message,
  type MessageTransports,
  RevealOutputChannelOn,
} from "vscode-languageclient";
import { type AnyWorker, type State, serve } from "../../../web/playground/source/server.js";
import type { Connection } from "./extension";

type Transport = ReturnType<typeof serve>;
type Make = (transports: () => Promise<MessageTransports>, more: LanguageClientOptions) => BaseLanguageClient;

const CRASHED =
  "The gametree server crashed twice. This is a bug in gametree: please report it, and include the text. " +
  "Change the text to check it again.";

/** The module in this copy of the extension; nothing if it contains none. */
export async function loadModule(context: vscode.ExtensionContext): Promise<WebAssembly.Module | undefined> {
  const file = vscode.Uri.joinPath(context.extensionUri, "server/gametree.wasm");
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  // A view of shared memory could not be compiled.
  return bytes && WebAssembly.compile(new Uint8Array(bytes));
}

/** A server in a worker, which is replaced when it traps. */
export class ModuleServer {
  private transport: Transport | undefined;
  private client: BaseLanguageClient | undefined;
  private hasFailed = false;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly begin: () => AnyWorker,
    private readonly channel: vscode.LogOutputChannel,
  ) {}

  connection(make: Make): Connection {
    // Each request that is lost in a crash would get a message of its own.
    const more = { revealOutputChannelOn: RevealOutputChannelOn.Never };
    this.client = make(async () => this.connect(), more);
    return { client: this.client, close: () => this.transport?.end() };
  }

  private connect(): MessageTransports {
    this.transport = serve(this.begin, this.module, openTexts, (state) => this.tell(state));
    return { reader: new Reader(this.transport), writer: new Writer(this.transport) };
  }

  private tell(state: State): void {
    if (state === "restarted") {
      this.channel.warn("the server crashed and was restarted");
      this.askAgain();
    } else if (state === "failed") {
      this.channel.error(CRASHED);
      if (!this.hasFailed) void vscode.window.showErrorMessage(CRASHED);
      this.hasFailed = true;
    }
  }

  /** Lets VS Code ask for what was lost in a crash. */
  private askAgain(): void {
    const findings = this.client?.getFeature(DocumentDiagnosticRequest.method);
    const hints = this.client?.getFeature(InlayHintRequest.method);
    for (const document of vscode.workspace.textDocuments.filter(isTree)) {
      findings?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
      hints?.getProvider(document)?.onDidChangeInlayHints.fire();
    }
  }
}

function isTree({ languageId }: vscode.TextDocument): boolean {
  return languageId === "gametree";
}

/** The client sends each change of a text at once, so the server knows the texts as they are. */
function openTexts() {
  return vscode.workspace.textDocuments.filter(isTree).map((document) => ({
    uri: document.uri.toString(),
    languageId: document.languageId,
    version: document.version,
    text: document.getText(),
  }));
}

class Reader extends AbstractMessageReader {
  constructor(private readonly transport: Transport) {
    super();
  }

  listen(callback: DataCallback): vscode.Disposable {
    const listener = (message: string) => callback(JSON.parse(message));
    this.transport.subscribe(listener);
    return new vscode.Disposable(() => this.transport.unsubscribe(listener));
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly transport: Transport) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.transport.send(JSON.stringify(message));
  }

  end(): void {}
}
