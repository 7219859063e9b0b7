//! The abilities of a client, and the options of its user.

use gen_lsp_types::DiagnosticTag;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::position;
use crate::diagnostic::{clipped, similar};
use crate::format::WIDTH;
use crate::ide::HintKinds;
use crate::model::Shown;
use crate::source::Encoding;

/// What a client can do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Abilities {
    pub(super) encoding: Encoding,
    /// Whether it requests findings. Then the server must not send them by itself, or they would be shown twice.
    pub(super) pulls_diagnostics: bool,
    pub(super) related_information: bool,
    pub(super) faded: bool,
    /// Whether it opens pages that explain findings.
    pub(super) links: bool,
    /// Whether it does not support Markdown.
    pub(super) plain_hovers: bool,
    /// Whether it asks what would be renamed before it renames.
    pub(super) prepares_renames: bool,
    /// Whether it accepts a tree of symbols instead of a list.
    pub(super) nested_symbols: bool,
    /// Whether it accepts actions with edits, not only commands.
    pub(super) actions: bool,
    /// Whether it can open a file for the user on request.
    pub(super) shows_documents: bool,
    /// Whether it can ask for the edits of an action later, and sends back the action's `data` when it does.
    pub(super) resolves_actions: bool,
    /// Whether it can be asked for settings.
    pub(super) configuration: bool,
    /// Whether it reports changes of files, if it is asked to.
    pub(super) watches_files: bool,
    /// Whether it can be told to ask again.
    pub(super) refreshes_diagnostics: bool,
    pub(super) refreshes_hints: bool,
    pub(super) refreshes_lenses: bool,
}

impl Abilities {
    /// Reads the capabilities that a client reports. An ability that is missing or has an unexpected type counts as
    /// unsupported.
    ///
    /// The crate's own type is not used: it reads every capability, which adds 190 KB to the module for browsers.
    pub(super) fn of(capabilities: &Value) -> Self {
        let list = |path: &str| capabilities.pointer(path).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let is_there = |path: &str| capabilities.pointer(path).is_some_and(|value| !value.is_null());
        let can = |path: &str| capabilities.pointer(path) == Some(&Value::Bool(true));
        // Before version 3.18 of the protocol, clients had these abilities only for findings that the server sends by
        // itself.
        let shows = |ability: &str| {
            ["diagnostic", "publishDiagnostics"].iter().any(|kind| can(&format!("/textDocument/{kind}/{ability}")))
        };
        let fades = |kind: &&str| {
            let unnecessary = json!(DiagnosticTag::Unnecessary);
            list(&format!("/textDocument/{kind}/tagSupport/valueSet")).contains(&unnecessary)
        };
        let formats = list("/textDocument/hover/contentFormat").iter().filter_map(Value::as_str);
        let resolved = list("/textDocument/codeAction/resolveSupport/properties");
        Self {
            encoding: position::choose(list("/general/positionEncodings").iter().filter_map(Value::as_str)),
            pulls_diagnostics: is_there("/textDocument/diagnostic"),
            related_information: shows("relatedInformation"),
            faded: ["diagnostic", "publishDiagnostics"].iter().any(fades),
            links: shows("codeDescriptionSupport"),
            plain_hovers: formats.clone().find(|format| ["plaintext", "markdown"].contains(format))
                == Some("plaintext"),
            prepares_renames: can("/textDocument/rename/prepareSupport"),
            nested_symbols: can("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            actions: is_there("/textDocument/codeAction/codeActionLiteralSupport"),
            resolves_actions: can("/textDocument/codeAction/dataSupport") && resolved.contains(&json!("edit")),
            shows_documents: can("/window/showDocument/support"),
            configuration: can("/workspace/configuration"),
            watches_files: can("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            refreshes_diagnostics: can("/workspace/diagnostics/refreshSupport"),
            refreshes_hints: can("/workspace/inlayHint/refreshSupport"),
            refreshes_lenses: can("/workspace/codeLens/refreshSupport"),
        }
    }
}

/// The options of a user: the section `gametree` of an editor's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Options {
    /// Whether answers are shown in exercises, too, unless the file says what may be shown.
    pub(super) reveal_answers: bool,
    /// Which hints are shown.
    pub(super) hints: Hints,
    /// How many columns a formatted line has.
    pub(super) width: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Hints {
    pub(super) values: bool,
    pub(super) windows: bool,
    pub(super) cutoffs: bool,
}

impl From<Hints> for HintKinds {
    fn from(Hints { values, windows, cutoffs }: Hints) -> Self {
        Self { values, windows, cutoffs }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { reveal_answers: false, hints: Hints::default(), width: WIDTH }
    }
}

impl Default for Hints {
    fn default() -> Self {
        Self { values: true, windows: true, cutoffs: true }
    }
}

impl Options {
    /// What is shown of the answers of exercises.
    pub(super) fn shown(&self) -> Shown {
        if self.reveal_answers { Shown::UnlessSet } else { Shown::AsSet }
    }

    /// Reads the section, or an object that contains it under its name; `None` if there is none.
    ///
    /// # Errors
    ///
    /// What is not understood, in words.
    pub(super) fn read(settings: &Value) -> Result<Option<Self>, String> {
        let section = settings.get("gametree").unwrap_or(settings);
        let section = match section {
            Value::Object(section) => section,
            Value::Null => return Ok(None),
            _ => return Err("they are no object".to_string()),
        };
        check_names(section, "", &[OURS, ELSEWHERE].concat())?;
        if let Some(hints) = section.get("hints").and_then(Value::as_object) {
            check_names(hints, "hints.", HINTS)?;
        }
        let options: Self =
            serde_json::from_value(Value::Object(section.clone())).map_err(|error| error.to_string())?;
        if !(20..=1000).contains(&options.width) {
            return Err(format!("width: {} is not from 20 to 1000", options.width));
        }
        Ok(Some(options))
    }
}

/// The keys of the section: those for the server, and those for other parts of an editor's extension.
const OURS: &[&str] = &["revealAnswers", "hints", "width"];
const ELSEWHERE: &[&str] = &["path", "trace"];
/// The keys of `hints`.
const HINTS: &[&str] = &["values", "windows", "cutoffs"];

fn check_names(settings: &Map<String, Value>, above: &str, known: &[&str]) -> Result<(), String> {
    let Some(name) = settings.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let meant = similar(name, known.iter().copied()).map(|meant| format!("; did you mean `{above}{meant}`?"));
    Err(format!("there is no setting `{above}{}`{}", clipped(name), meant.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_with_and_without_the_name_of_the_section() {
        let wanted =
            Options { reveal_answers: true, hints: Hints { windows: false, ..Hints::default() }, width: WIDTH };
        let section = json!({ "revealAnswers": true, "hints": { "windows": false }, "path": "/bin/gametree" });
        assert_eq!(Options::read(&section), Ok(Some(wanted)));
        assert_eq!(Options::read(&json!({ "gametree": section })), Ok(Some(wanted)));
        assert_eq!(Options::read(&Value::Null), Ok(None));
    }

    #[test]
    fn settings_that_are_not_understood_are_refused_in_words() {
        let refused = |settings| Options::read(&settings).unwrap_err();
        assert_eq!(refused(json!({ "width": 3 })), "width: 3 is not from 20 to 1000");
        assert!(refused(json!({ "revealAnswers": "yes" })).contains("expected a boolean"));
        assert_eq!(
            refused(json!({ "hints": { "value": true } })),
            "there is no setting `hints.value`; did you mean `hints.values`?"
        );
        assert_eq!(
            refused(json!({ "revealAnswer": true, "width": 90 })),
            "there is no setting `revealAnswer`; did you mean `revealAnswers`?"
        );
        assert_eq!(refused(json!({ "gametree": { "something": 3 } })), "there is no setting `something`");
        assert_eq!(refused(json!({ "gametree": 3 })), "they are no object");
    }

    #[test]
    fn settings_of_other_parts_of_an_extension_are_passed_over() {
        let read = Options::read(&json!({ "path": "/bin/gametree", "trace": { "server": "verbose" } }));
        assert_eq!(read, Ok(Some(Options::default())));
        let manifest = include_str!("../../editors/vscode/package.json");
        let manifest: Value = serde_json::from_str(manifest).unwrap();
        for name in manifest["contributes"]["configuration"]["properties"].as_object().unwrap().keys() {
            let mut parts = name.split('.').skip(1);
            let (first, second) = (parts.next().unwrap(), parts.next());
            assert!([OURS, ELSEWHERE].concat().contains(&first), "{name}");
            assert!(first != "hints" || HINTS.contains(&second.unwrap()), "{name}");
        }
    }
}
