//! The state that requests need: the client's texts, its abilities and its user's options.

use std::collections::HashMap;
use std::hash::RandomState;
use std::path::PathBuf;
use std::sync::Arc;

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{ErrorCodes, TextDocumentIdentifier, Uri};
use serde_json::Value;

use super::message::rpc_error;
use super::open::OpenText;
use super::options::{Abilities, Options};
use super::params::FolderChanges;
use super::{Host, uri};
use crate::config::Project;

/// All data that requests need. A copy is cheap and is not affected by later changes.
#[derive(Clone)]
pub(super) struct ServerState {
    pub(super) abilities: Abilities,
    pub(super) options: Options,
    /// The folders that the client works in.
    pub(super) folders: Vec<PathBuf>,
    pub(super) texts: HashMap<Uri, Arc<OpenText>>,
    pub(super) host: Arc<dyn Host>,
    /// Makes the ids of results, different for each run of the server.
    pub(super) session: RandomState,
}

impl ServerState {
    pub(super) fn new(host: Arc<dyn Host>) -> Self {
        Self {
            abilities: Abilities::default(),
            options: Options::default(),
            folders: Vec::new(),
            texts: HashMap::new(),
            host,
            session: RandomState::new(),
        }
    }

    /// A text that is open.
    pub(super) fn text(&self, uri: &Uri) -> Option<&OpenText> {
        self.texts.get(uri).map(AsRef::as_ref)
    }

    /// The text that a request is about.
    pub(super) fn requested(&self, id: &TextDocumentIdentifier) -> Result<&OpenText, Error> {
        self.text(&id.uri).ok_or_else(|| rpc_error(ErrorCodes::InvalidParams, format!("{} is not open", id.uri)))
    }

    /// The project that a text belongs to; `None` if the text is not a file here.
    pub(super) fn project(&self, uri: &Uri) -> Option<Arc<Project>> {
        uri::path_of_uri(&uri.0).map(|path| self.host.project(&path))
    }

    /// Reads the client's abilities and folders.
    pub(super) fn greet(&mut self, params: &Value) {
        self.abilities = Abilities::of(&params["capabilities"]);
        let folders = params["workspaceFolders"].as_array();
        self.folders = match folders {
            Some(folders) => paths(folders.iter().filter_map(|folder| folder["uri"].as_str())),
            // Older clients know nothing else.
            None => paths(params["rootUri"].as_str()),
        };
    }

    /// Adds and removes folders of the client.
    pub(super) fn change_folders(&mut self, FolderChanges { added, removed }: &FolderChanges) {
        let removed = paths(removed.iter().map(|folder| folder.uri.0.as_str()));
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in paths(added.iter().map(|folder| folder.uri.0.as_str())) {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
    }
}

fn paths<'a>(uris: impl IntoIterator<Item = &'a str>) -> Vec<PathBuf> {
    uris.into_iter().filter_map(uri::path_of_uri).collect()
}
