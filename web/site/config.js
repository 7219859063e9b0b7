// The site of the documentation: VitePress builds it from the Markdown pages of the repository as they are. `.ci/site`
// copies the pages and this folder to one place first.
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { deflateRawSync } from "node:zlib";
import { defineConfig } from "vitepress";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The path of the site on its server. */
const base = process.env.SITE_BASE ?? "/";
/** Whether the site has the playground and the tour: pages of their own, not made from these pages. */
const hasPlayground = existsSync(new URL("../public/playground/index.html", import.meta.url));

/** The grammar that colours `.tree` files in VS Code. */
const tree = { ...JSON.parse(read("editors/vscode/syntaxes/gametree.tmLanguage.json")), name: "tree" };

/** The contents, docs/README.md: its headings are the groups of the sidebar, its links the entries. */
function sidebar() {
  const groups = [];
  for (const line of read("docs/index.md").split("\n")) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    const [, text, link] = /^- \[(.+)\]\((.+)\)$/.exec(line) ?? [];
    if (heading) groups.push({ text: heading, collapsed: groups.length > 1, items: [] });
    if (link) groups.at(-1).items.push({ text: text.replaceAll("`", ""), link: page(posix.join("/docs", link)) });
  }
  return groups;
}

/** The address of a page on the site, from its path in the repository. */
function page(path) {
  return path.replace(/^\/README\.md/, "/").replace(/README\.md/, "").replace(/\.md/, "");
}

/** The anchor that GitHub gives to a heading; the pages are read there, too. */
function slugify(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
}

/** Whether the site has a page for a path in the repository. */
function isPage(path) {
  const [file] = path.replace("README.md", "index.md").split("#");
  return file.endsWith(".md") && existsSync(new URL(`..${file}`, import.meta.url));
}

/** Links in the repository, made to fit the site. What has no page there loses its link. */
function links(markdown) {
  markdown.core.ruler.push("links", ({ tokens, env }) => {
    for (const { children } of tokens.filter(({ type }) => type === "inline")) {
      let dropped = false;
      for (const token of children) {
        if (token.type === "link_open") {
          const href = token.attrGet("href");
          const local = !/^([a-z]+:|#)/.test(href);
          const path = posix.join("/", posix.dirname(env.relativePath), href);
          dropped = local && !isPage(path);
          if (local) token.attrSet("href", page(path));
        }
        if (dropped && /^link_/.test(token.type)) {
          token.tag = "span";
          token.attrs = null;
        }
      }
    }
  });
}

/** Code in a line is never a template. */
function code(markdown) {
  markdown.renderer.rules.code_inline = (tokens, index) =>
    `<code v-pre>${markdown.utils.escapeHtml(tokens[index].content)}</code>`;
}

/** The address at which the playground opens a tree; `share.js` of the playground reads it. */
function playground(text) {
  const packed = deflateRawSync(JSON.stringify({ text })).toString("base64url");
  return `${base}playground/index.html#1${packed}`;
}

/** A caption above listings: the file to save a listing as, the mistakes in it, and the way to the playground. */
function captions(markdown) {
  const plain = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const [language, ...words] = token.info.trim().split(/\s+/);
    // What a command prints has no syntax.
    token.info = language === "console" ? "text" : language;
    const file = words.find((word) => word.includes("."));
    const codes = words.filter((word) => /^[EW]\d+$/.test(word));
    const mistake = codes.length > 0 ? `reports ${codes.join(", ")}` : words.includes("raises") ? "a mistake" : "";
    const said = [file, mistake].filter(Boolean).map((text) => `<span>${text}</span>`);
    const link = `<a href="${playground(token.content)}" target="_blank">open in the playground</a>`;
    const caption = [...said, ...(language === "tree" && hasPlayground ? [link] : [])].join("");
    const listing = plain(tokens, index, ...rest);
    return caption ? `<figure class="listing"><figcaption>${caption}</figcaption>${listing}</figure>` : listing;
  };
}

export default defineConfig({
  title: "gametree",
  description: "Game-tree exercises whose answers are proved",
  lang: "en",
  base,
  outDir: "../html",
  cacheDir: "../cache",
  srcExclude: ["README.md", "node_modules"],
  // The pictures in the pages follow the screen of the reader; so does the site.
  appearance: "force-auto",
  markdown: {
    languages: [tree],
    anchor: { slugify },
    config(markdown) {
      links(markdown);
      code(markdown);
      captions(markdown);
    },
  },
  transformPageData({ relativePath, frontmatter }) {
    if (relativePath === "index.md" && hasPlayground) {
      frontmatter.hero.actions.unshift({ theme: "brand", text: "Take the tour", link: "/playground/tour/index.html", target: "_self" });
    }
  },
  themeConfig: {
    nav: [
      { text: "Start", link: "/docs/start" },
      { text: "Tutorial", link: "/docs/tutorial/" },
      { text: "Cookbook", link: "/docs/cookbook" },
      { text: "Language", link: "/docs/language" },
      { text: "Gallery", link: "/docs/gallery/" },
      ...(hasPlayground
        ? [
            { text: "Tour", link: "/playground/tour/index.html", target: "_self" },
            { text: "Playground", link: "/playground/index.html", target: "_self" },
          ]
        : []),
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: "local" },
  },
});
