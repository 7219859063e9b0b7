/**
 * The options of a command: `{ cut: ">" }` is `--cut '>'`, `{ maxFindings: 5 }` is `--max-findings 5`, and
 * `{ reveal: true }` is `--reveal`. A list gives an option several times.
 */
export type Options = Record<string, string | number | boolean | string[] | undefined>;

/** A place in the text: lines and columns count from 1, bytes from 0. */
export interface Place {
  byte: number;
  line: number;
  column: number;
}

export interface Change {
  title: string;
  edits: { start: Place; end: Place; text: string }[];
  /** Whether `check --fix` makes this change. */
  safe: boolean;
}

/** What is wrong in a text, or worth a look. */
export interface Finding {
  code: string;
  lint: string | null;
  severity: "error" | "warning" | "note";
  message: string;
  file: string;
  start: Place;
  end: Place;
  labels: { message: string; start: Place; end: Place }[];
  notes: string[];
  fix: Change | null;
  alternatives: Change[];
}

/** The answer of a tree. Numbers of trees are strings in the notation of the language: they are exact. */
export interface Solution {
  name: string | null;
  value: string | null;
  plays: string[] | null;
  line: string[] | null;
  leaves: { total: number | null; evaluated: number | null; fewest: number | null };
  nodes: { total: number | null; entered: number | null };
  cutoffs: number | null;
  [key: string]: unknown;
}

/** A step of a search. `event` says which other keys there are. */
export interface Step {
  event: "begin" | "enter" | "evaluate" | "update" | "cutoff" | "return" | "stop" | "end";
  [key: string]: unknown;
}

/** The path of the command for this platform. Throws an error if there is none. */
export function executable(): string;

/** The findings of `gametree check`. */
export function check(text: string, options?: Options): Finding[];

/** The answer of each tree, as `gametree eval` prints it. Throws an error if a tree has none. */
export function evaluate(text: string, options?: Options): Solution[];

/** Each step of each search, as `gametree trace` prints it. */
export function trace(text: string, options?: Options): Step[];

/** A picture as text: `render(text, { to: "html" })`; SVG if `to` is left out. */
export function render(text: string, options?: Options): string;
