//! The findings of all files in the client's folders, open or not.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use std::path::Path;
use std::sync::Arc;

use gen_lsp_types::Uri;
use serde_json::{Value, json};

use super::open::OpenText;
use super::params::PreviousResult;
use super::state::ServerState;
use super::workspace::{LONGEST, MOST_FILES};
use super::{findings, uri, workspace};
use crate::config::Project;

/// At most this much text is read in all.
const MOST_TEXT: usize = 64 << 20;

/// The findings of each file that `check` would check in these folders. If the findings of a file are those in
/// `previous`, the report says only that they are unchanged.
pub(super) fn of_workspace(state: &ServerState, previous: &[PreviousResult]) -> Vec<Value> {
    let known = previous.iter().map(|known| (&known.uri, known.value.as_str())).collect();
    let mut reports = Reports { state, known, reported: HashSet::new(), items: Vec::new() };
    let open_files = workspace::open_files(state);
    let mut left = MOST_TEXT;
    for path in state.host.files(&state.folders).take(MOST_FILES) {
        let project = state.host.project(&path);
        reports.add_project(&project);
        if let Some((uri, open)) = state.host.canonical(&path).and_then(|file| open_files.get(&file)) {
            reports.add_open(uri, open, &project);
        } else if let (Some(uri), Some(text)) = (uri::uri_of_path(&path), state.host.read(&path, LONGEST.min(left))) {
            left -= text.len();
            reports.add_closed(&Uri(uri), text, &project);
        }
    }
    reports.add_deleted(previous);
    reports.items
}

/// The reports so far.
struct Reports<'a> {
    state: &'a ServerState,
    /// The results that the client already has.
    known: HashMap<&'a Uri, &'a str>,
    reported: HashSet<Uri>,
    items: Vec<Value>,
}

impl Reports<'_> {
    fn add_open(&mut self, uri: &Uri, open: &OpenText, project: &Project) {
        let state = self.state;
        let id = self.id(open.document().text(), project);
        self.add(uri, Some(open.version), &id, || findings::of_text(open, uri, state));
    }

    fn add_closed(&mut self, uri: &Uri, text: String, project: &Project) {
        let state = self.state;
        let id = self.id(&text, project);
        let check = || {
            let open = OpenText::new(0, text, project.config.defaults.clone(), state.abilities.encoding);
            findings::of_text(&open, uri, state)
        };
        self.add(uri, None, &id, check);
    }

    /// The mistakes in a `gametree.toml`. If a text under it is open, they have been sent already.
    fn add_project(&mut self, project: &Arc<Project>) {
        let state = self.state;
        let path = project.path();
        let is_inside = |path: &Path| state.folders.iter().any(|folder| path.starts_with(folder));
        let is_sent = || {
            let mut governing = state.texts.keys().filter_map(|uri| state.project(uri));
            governing.any(|other| Arc::ptr_eq(&other, project))
        };
        if !project.is_mistaken() || !is_inside(path) || is_sent() {
            return;
        }
        let Some(uri) = uri::uri_of_path(path).map(Uri).filter(|uri| !self.reported.contains(uri)) else { return };
        let id = self.id(&project.source.text, project);
        self.add(&uri, None, &id, || findings::of_project(project, &uri, state).1);
    }

    /// Clears the findings of files that are gone.
    fn add_deleted(&mut self, previous: &[PreviousResult]) {
        let deleted: Vec<&Uri> =
            previous.iter().map(|known| &known.uri).filter(|uri| !self.reported.contains(uri)).collect();
        for uri in deleted {
            self.items.push(json!({ "kind": "full", "uri": uri, "version": null, "items": [] }));
        }
    }

    fn add(&mut self, uri: &Uri, version: Option<i32>, id: &str, findings: impl FnOnce() -> Vec<Value>) {
        let report = if self.known.get(uri) == Some(&id) {
            json!({ "kind": "unchanged", "uri": uri, "version": version, "resultId": id })
        } else {
            json!({ "kind": "full", "uri": uri, "version": version, "resultId": id, "items": findings() })
        };
        self.reported.insert(uri.clone());
        self.items.push(report);
    }

    /// An id for the findings of a text; it changes whenever something that they depend on changes.
    fn id(&self, text: &str, project: &Project) -> String {
        let governed_by = (project.path(), &project.source.text, project.is_understood());
        format!("{:x}", self.state.session.hash_one((text, governed_by, self.state.options.reveal_answers)))
    }
}
