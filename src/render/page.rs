//! What all pages share: one file with everything in it, which loads nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use quick_xml::escape::escape;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The parts of a page.
pub(crate) struct Page<'a, Model> {
    /// Its title, as plain text.
    pub(crate) title: &'a str,
    /// Its body, as HTML.
    pub(crate) body: &'a str,
    /// What the script reads: JSON in the element `model`.
    pub(crate) model: &'a Model,
    /// Its style.
    pub(crate) style: &'a str,
    /// Its script.
    pub(crate) script: &'a str,
}

/// How every page begins.
const BEGINNING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";

/// Whether a text is a page of gametree.
pub fn is_page(text: &str) -> bool {
    text.starts_with(BEGINNING)
}

/// A page without a script. `style` is CSS, and `body` HTML.
pub fn still_page(title: &str, style: &str, body: &str) -> String {
    format!(
        "{BEGINNING}style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

impl<Model: Serialize> Page<'_, Model> {
    /// Writes the page. It may run its own script and nothing else.
    pub(crate) fn write(&self) -> String {
        // A browser ends a script at `</script>`, wherever that is.
        let model = serde_json::to_string(self.model).expect("it has only texts and numbers").replace('<', "\\u003c");
        let Self { style, script, .. } = self;
        let hash = STANDARD.encode(Sha256::digest(script.as_bytes()));
        let policy = format!("style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'");
        format!(
            "{BEGINNING}{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n\
             {}<script type=\"application/json\" id=\"model\">{model}</script>\n\
             <script type=\"module\">{script}</script>\n</body>\n</html>\n",
            escape(self.title),
            self.body
        )
    }
}
