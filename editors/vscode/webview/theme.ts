/** The colours of the picture follow the theme of the editor, which need not be that of the system. */

import style from "./theme.css";

const OF_SYSTEM = "(prefers-color-scheme: dark)";
/** What this condition becomes. No other style has these two. */
const DARK = "all";
const LIGHT = "not all";

/**
 * Adds the colours of the editor to what is shown at a place, and follows the theme. Returns what does so for a new picture.
 *
 * VS Code writes the kind of the theme into the class of the body.
 */
export function followTheme(place: HTMLElement): () => void {
  const root = place.shadowRoot as ShadowRoot;
  const own = new CSSStyleSheet();
  own.replaceSync(style);
  root.adoptedStyleSheets.push(own);

  function paint(): void {
    const { classList } = document.body;
    const isContrast = classList.contains("vscode-high-contrast");
    const isLight = classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
    place.classList.toggle("dark", !isLight);
    place.classList.toggle("contrast", isContrast);
    const ofPictures = [...root.querySelectorAll("style")].map(({ sheet }) => sheet);
    for (const rule of [...root.adoptedStyleSheets, ...ofPictures].flatMap((sheet) => [...(sheet?.cssRules ?? [])])) {
      if (rule instanceof CSSMediaRule && [OF_SYSTEM, DARK, LIGHT].includes(rule.media.mediaText)) {
        rule.media.mediaText = isLight ? LIGHT : DARK;
      }
    }
  }

  new MutationObserver(paint).observe(document.body, { attributeFilter: ["class"] });
  paint();
  return paint;
}
