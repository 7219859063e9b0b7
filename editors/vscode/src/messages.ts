/** What the extension and the page with the picture tell each other. */

/** The answer of `gametree.pictures`, of which the extension only needs to know where the tree is. */
export type Answer = { range: { start: Place; end: Place } };
type Place = { line: number; character: number };

export type ToPage =
  /** The picture of a tree. */
  | { kind: "show"; answer: Answer }
  /** The text has changed, so the picture is one of an older text. */
  | { kind: "outdate" }
  /** There is no picture, for this reason. */
  | { kind: "fail"; reason: string }
  /** The cursor is at this offset from the start of the tree. */
  | { kind: "point"; offset: number };

export type FromPage =
  /** The page listens. */
  | { kind: "ready" }
  /** The reader has clicked the node with this range, in offsets from the start of the tree. */
  | { kind: "select"; span: [number, number] };
