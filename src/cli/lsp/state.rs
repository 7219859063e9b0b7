//! The state that requests need: the client's texts, its abilities and its user's options.

use std::collections::HashMap;
use std::hash::RandomState;
use std::path::PathBuf;
use std::sync::Arc;

use gen_lsp_types::json_rpc::Error;
use gen_lsp_types::{
    ErrorCodes, InitializeParams, TextDocumentIdentifier, Uri, WorkspaceFolders, WorkspaceFoldersChangeEvent,
};

use super::message::rpc_error;
use super::open::OpenText;
use super::options::{Abilities, Options};
use super::pages::Pages;
use super::uri;
use crate::cli::project::{Project, ProjectOptions, Projects};

/// All data that requests need. A copy is cheap and is not affected by later changes.
#[derive(Clone)]
pub(super) struct ServerState {
    pub(super) abilities: Abilities,
    pub(super) options: Options,
    /// The folders that the client works in.
    pub(super) folders: Vec<PathBuf>,
    pub(super) texts: HashMap<Uri, Arc<OpenText>>,
    /// Which `gametree.toml` applies.
    pub(super) project_options: ProjectOptions,
    pub(super) projects: Arc<Projects>,
    pub(super) pages: Arc<Pages>,
    /// Makes the ids of results, different for each run of the server.
    pub(super) session: RandomState,
}

impl ServerState {
    pub(super) fn new(project_options: ProjectOptions) -> Self {
        Self {
            abilities: Abilities::default(),
            options: Options::default(),
            folders: Vec::new(),
            texts: HashMap::new(),
            projects: Arc::new(Projects::here(&project_options)),
            project_options,
            pages: Arc::new(Pages::new()),
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
        uri::to_path(uri).map(|path| self.projects.of_file(&path))
    }

    /// Reads the client's abilities and folders.
    pub(super) fn greet(&mut self, params: &InitializeParams) {
        self.abilities = Abilities::of(params);
        #[allow(deprecated, reason = "older clients know nothing else")]
        let root = params.root_uri.iter();
        self.folders = match &params.workspace_folders_initialize_params.workspace_folders {
            Some(WorkspaceFolders::WorkspaceFolderList(folders)) => paths(folders.iter().map(|folder| &folder.uri)),
            _ => paths(root),
        };
    }

    /// Adds and removes folders of the client.
    pub(super) fn change_folders(
        &mut self,
        WorkspaceFoldersChangeEvent { added, removed }: &WorkspaceFoldersChangeEvent,
    ) {
        let removed = paths(removed.iter().map(|folder| &folder.uri));
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in paths(added.iter().map(|folder| &folder.uri)) {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
    }
}

fn paths<'a>(uris: impl Iterator<Item = &'a Uri>) -> Vec<PathBuf> {
    uris.filter_map(uri::to_path).collect()
}
