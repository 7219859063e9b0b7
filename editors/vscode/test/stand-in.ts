/** A stand-in for VS Code: as much of it as the extension and its client need. */

import { readFile } from "node:fs/promises";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Position, Range, TextDocument } from "./texts";

type Listener = (event: any) => unknown;

/** Stands for whatever of VS Code nothing is said of here. */
function anything(known: object): any {
  const get = (target: object, key: string | symbol): unknown => {
    if (Reflect.has(target, key)) return Reflect.get(target, key);
    return typeof key === "symbol" || key === "then" ? undefined : anything({});
  };
  return new Proxy(Object.defineProperties(class {}, Object.getOwnPropertyDescriptors(known)), { get, apply: () => anything({}) });
}

class Disposable {
  constructor(readonly dispose: () => unknown) {}
  static from(...parts: Disposable[]) {
    return new Disposable(() => parts.forEach((part) => part.dispose()));
  }
}

class EventEmitter {
  private readonly listeners = new Set<Listener>();
  readonly event = (listener: Listener, self?: unknown) => {
    const bound: Listener = (event) => listener.call(self, event);
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };
  fire(event?: unknown) {
    [...this.listeners].forEach((listener) => listener(event));
  }
  dispose() {
    this.listeners.clear();
  }
}

class Uri {
  private constructor(private readonly text: string) {}
  static parse(text: string) {
    return new Uri(text);
  }
  static joinPath(folder: Uri, ...parts: string[]) {
    return new Uri([folder.text, ...parts].join("/"));
  }
  get scheme() {
    return this.text.split(":")[0];
  }
  get path() {
    return new URL(this.text).pathname;
  }
  toString() {
    return this.text;
  }
}

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => {}) };
  cancel() {
    this.token.isCancellationRequested = true;
  }
  dispose() {}
}

/** What the extension has shown, logged and done. */
export class Seen {
  readonly logged: string[] = [];
  readonly shown: string[] = [];
  readonly run: unknown[][] = [];
  readonly panels: ReturnType<typeof panel>[] = [];
  /** The findings of each text. */
  readonly findings = new Map<string, any[]>();
  /** What is selected by `showTextDocument`. */
  readonly selected: string[] = [];
}

/** A panel: what the extension sends it, and how its page answers. */
function panel() {
  const [received, closed] = [new EventEmitter(), new EventEmitter()];
  const posted: any[] = [];
  const waiting: [(message: any) => boolean, (message: any) => void][] = [];
  return {
    posted,
    title: "",
    reveal: () => {},
    onDidDispose: closed.event,
    dispose: () => closed.fire(),
    webview: {
      html: "",
      options: {} as any,
      asWebviewUri: (uri: Uri) => Uri.parse(`https://webview/${uri.path}`),
      onDidReceiveMessage: received.event,
      postMessage: async (message: any) => {
        posted.push(message);
        waiting.filter(([isMeant]) => isMeant(message)).forEach(([, resolve]) => resolve(message));
      },
    },
    /** What the page says. */
    say: (message: unknown) => received.fire(message),
    /** The next message of this kind for which this holds. */
    next: (kind: string, holds = (_message: any) => true) =>
      new Promise<any>((resolve) => waiting.push([(message) => message.kind === kind && holds(message), resolve])),
  };
}

/** VS Code with some texts open, the first of them in an editor. */
export class Editor {
  readonly seen = new Seen();
  readonly settings: Record<string, unknown> = {};
  readonly commands: Record<string, (...values: any[]) => any> = {};
  readonly serializers: Record<string, any> = {};
  readonly documents: TextDocument[] = [];
  editor: any;
  private readonly events: Record<string, EventEmitter> = {};
  private extension: any;
  private readonly waiting: [() => boolean, () => void][] = [];

  constructor(readonly folder: string) {}

  /** Loads a bundle, and activates the extension in it. */
  async start(bundle = "extension.js"): Promise<void> {
    const loader = Module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
    const original = loader._load;
    const vscode = this.api();
    loader._load = (request, ...rest) => (request === "vscode" ? vscode : original.call(loader, request, ...rest));
    const own = createRequire(__filename);
    const path = join(__dirname, "..", bundle);
    // Each test has a VS Code of its own.
    delete own.cache[path];
    try {
      this.extension = own(path);
    } finally {
      loader._load = original;
    }
    const extensionUri = Uri.parse(pathToFileURL(this.folder).href);
    await this.extension.activate({ subscriptions: [], extensionPath: this.folder, extensionUri });
  }

  stop(): Promise<void> {
    return this.extension.deactivate();
  }

  /** Opens a text in an editor. */
  open(content: string, uri = `untitled:${this.documents.length + 1}`): TextDocument {
    const document = new TextDocument(Uri.parse(uri), content);
    this.documents.push(document);
    const position = new Position(0, 0);
    this.editor = { document, viewColumn: 1, selection: { active: position } };
    this.fire("onDidChangeVisibleTextEditors", [this.editor]);
    this.fire("onDidOpenTextDocument", document);
    this.fire("onDidChangeActiveTextEditor", this.editor);
    return document;
  }

  /** Writes another text into a document. */
  write(document: TextDocument, content: string): void {
    const range = new Range(new Position(0, 0), document.positionAt(document.getText().length));
    const change = { range, rangeOffset: 0, rangeLength: document.getText().length, text: content };
    document.replace(content);
    this.fire("onDidChangeTextDocument", { document, contentChanges: [change] });
  }

  close(document: TextDocument): void {
    this.documents.splice(this.documents.indexOf(document), 1);
    this.fire("onDidCloseTextDocument", document);
  }

  /** Moves the cursor. */
  move(offset: number): void {
    const active = this.editor.document.positionAt(offset);
    this.editor.selection = { active };
    this.fire("onDidChangeTextEditorSelection", { textEditor: this.editor, selections: [{ active }] });
  }

  set(name: string, value: unknown): void {
    this.settings[name] = value;
    this.fire("onDidChangeConfiguration", { affectsConfiguration: (section: string) => name.startsWith(section) });
  }

  /** Opens the panel, whose page is then ready. */
  showPicture() {
    this.commands["gametree.showPicture"]?.();
    const panel = this.seen.panels.at(-1);
    if (!panel) throw new Error("there is no panel");
    panel.say({ kind: "ready" });
    return panel;
  }

  /** Waits until a text has exactly the findings with these codes. */
  found({ uri }: TextDocument, ...codes: string[]): Promise<void> {
    const has = () => this.seen.findings.get(uri.toString())?.map(({ code }) => code.value ?? code);
    return this.until(() => JSON.stringify(has()) === JSON.stringify(codes));
  }

  /** Waits until this holds; it is tried whenever something is logged, shown or found. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => (holds() ? resolve() : void this.waiting.push([holds, resolve])));
  }

  private noticed(): void {
    this.waiting.filter(([holds]) => holds()).forEach(([, resolve]) => resolve());
  }

  private event(name: string): EventEmitter {
    return (this.events[name] ??= new EventEmitter());
  }

  private fire(name: string, event: unknown): void {
    this.event(name).fire(event);
  }

  private api(): object {
    const { seen, commands } = this;
    const events = (names: string[]) => Object.fromEntries(names.map((name) => [name, this.event(name).event]));
    const log = (text: string) => void (seen.logged.push(text), this.noticed());
    const editors = () => (this.editor ? [this.editor] : []);
    return anything({
      version: "1.91.0",
      Disposable, EventEmitter, Uri, Position, Range, CancellationTokenSource,
      CancellationError: Error,
      ViewColumn: { One: 1, Beside: -2 },
      env: anything({ language: "en", appName: "stand-in" }),
      window: anything({
        ...events(["onDidChangeActiveTextEditor", "onDidChangeTextEditorSelection", "onDidChangeVisibleTextEditors"]),
        get activeTextEditor() { return editors()[0]; },
        get visibleTextEditors() { return editors(); },
        tabGroups: anything({ all: [], onDidChangeTabs: this.event("onDidChangeTabs").event }),
        createOutputChannel: () => anything({ info: log, warn: log, error: log, debug: () => {}, trace: () => {} }),
        showErrorMessage: async (message: string, button: string) => (seen.shown.push(message), this.noticed(), button),
        showInformationMessage: async (message: string) => void (seen.shown.push(message), this.noticed()),
        showTextDocument: async (document: TextDocument, options?: { selection: Range }) =>
          void (options && (seen.selected.push(document.getText(options.selection)), this.noticed())),
        registerWebviewPanelSerializer: (kind: string, serializer: object) => (this.serializers[kind] = serializer, new Disposable(() => {})),
        createWebviewPanel: () => this.newPanel(),
      }),
      workspace: anything({
        ...events([
          "onDidOpenTextDocument", "onDidCloseTextDocument", "onDidChangeTextDocument", "onDidSaveTextDocument",
          "onWillSaveTextDocument", "onDidChangeConfiguration", "onDidChangeWorkspaceFolders",
        ]),
        textDocuments: this.documents,
        notebookDocuments: [],
        workspaceFolders: undefined,
        fs: { readFile: async (uri: Uri) => new Uint8Array(await readFile(new URL(uri.toString()))) },
        getConfiguration: (section?: string) => ({
          get: (name: string, byDefault: unknown) => (section ? this.settings[`${section}.${name}`] : this.section(name)) ?? byDefault,
        }),
        openTextDocument: async ({ content }: { content: string }) => this.open(content),
      }),
      languages: anything({
        match: (selector: { language?: string }[], document: TextDocument) =>
          [selector].flat().some(({ language }) => language === document.languageId) ? 10 : 0,
        createDiagnosticCollection: () => anything({
          set: (uri: Uri, found: any[]) => void (seen.findings.set(uri.toString(), found), this.noticed()),
          delete: (uri: Uri) => seen.findings.delete(uri.toString()),
        }),
      }),
      commands: anything({
        registerCommand: (name: string, run: () => unknown) => (commands[name] = run, new Disposable(() => delete commands[name])),
        executeCommand: async (...command: unknown[]) => seen.run.push(command),
      }),
    });
  }

  /** A panel, as VS Code makes one, or gives one back. */
  newPanel() {
    const made = panel();
    this.seen.panels.push(made);
    return made;
  }

  /** A section of the settings, as an object. */
  private section(name: string): object | undefined {
    const own = Object.entries(this.settings).filter(([key]) => key.startsWith(`${name}.`));
    return own.length > 0 ? Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1), value])) : undefined;
  }
}
