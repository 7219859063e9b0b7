/** The page beside the text: it shows what the extension sends, and says which node is clicked. */

import { type Blank, pictureIn, type Search } from "../../../web/playground/source/picture.js";
import type { FromPage, ToPage } from "../src/messages";
import { followTheme } from "./theme";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const extension = acquireVsCodeApi();
const place = document.querySelector("main") as HTMLElement;
const picture = pictureIn(place, ({ span }) => extension.postMessage({ kind: "select", span }));
const paint = followTheme(place);

addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case "show":
      picture.show(data.answer as Search | Blank);
      // A new picture has styles of its own.
      return paint();
    case "outdate":
      return picture.outdate();
    case "fail":
      return picture.fail(data.reason);
    case "point":
      return picture.point(data.offset);
  }
});
extension.postMessage({ kind: "ready" });
