//! The settings of projects, and the mistakes in their `gametree.toml`.

use std::io;
use std::mem;
use std::sync::Arc;

use gen_lsp_types::Uri;

use super::{Server, Sink};
use crate::config::Project;
use crate::lsp::{findings, uri};
use crate::model::Defaults;

impl<S: Sink> Server<S> {
    /// The defaults for a text. Mistakes in its project are reported once for each reading: the claims of the text are
    /// not judged then, and the user must learn why.
    pub(super) fn project(&mut self, uri: &Uri) -> io::Result<Defaults> {
        let Some(project) = self.state.project(uri) else { return Ok(Defaults::default()) };
        for unread in self.state.host.unread() {
            self.warn(&unread)?;
        }
        if project.is_mistaken() {
            self.report_project(&project)?;
        }
        Ok(project.config.defaults.clone())
    }

    /// Sends the findings of a `gametree.toml`, also to clients that request findings: they do not request these.
    fn report_project(&mut self, project: &Project) -> io::Result<()> {
        let path = project.path();
        let Some(uri) = uri::uri_of_path(path).map(Uri) else {
            return self.warn(&format!("{} has mistakes", path.display()));
        };
        if !self.reported_projects.insert(uri.clone()) {
            return Ok(());
        }
        let (first, diagnostics) = findings::of_project(project, &uri, &self.state);
        self.warn(&format!("{}: {first}", path.display()))?;
        self.send(&uri, None, &diagnostics)
    }

    /// Reads every `gametree.toml` again, and applies it to every open text.
    pub(super) fn read_projects_again(&mut self) -> io::Result<()> {
        self.state_mut().host = self.state.host.renewed();
        let before = mem::take(&mut self.reported_projects);
        for (uri, open) in mem::take(&mut self.state_mut().texts) {
            let project = self.project(&uri)?;
            self.state_mut().texts.insert(uri, Arc::new(open.moved(project)));
        }
        for fixed in before.into_iter().filter(|uri| !self.reported_projects.contains(uri)).collect::<Vec<_>>() {
            self.send(&fixed, None, &[])?;
        }
        self.refresh()
    }
}
