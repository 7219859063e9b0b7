/** The page in the panel beside the text. */

/** A page that loads nothing but its script. Pictures contain their styles, so styles are allowed. */
export function page(script: string, nonce: string): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Picture</title>
<style>html, body { height: 100%; margin: 0; padding: 0; }</style>
</head>
<body>
<main aria-label="The tree as a picture"></main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
