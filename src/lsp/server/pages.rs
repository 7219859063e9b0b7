//! Asks the client to show the page of a command.

use std::io;

use gen_lsp_types::{
    MessageType, ShowDocumentParams, ShowDocumentRequest, ShowMessageNotification, ShowMessageParams, Uri,
};
use serde_json::Value;

use super::{Server, Sink};

impl<S: Sink> Server<S> {
    /// Asks the client to open the file of a [`Page`](crate::lsp::commands::Page), or to show its text if it
    /// cannot open files.
    pub(super) fn show(&mut self, page: &Value) -> io::Result<()> {
        let file = page["uri"].as_str().filter(|_| self.state.abilities.shows_documents);
        if let Some(uri) = file {
            let params = ShowDocumentParams::new(Uri::from(uri), None, Some(true), None);
            return self.client.request::<ShowDocumentRequest>(params).map(|_| ());
        }
        let message = page["text"].as_str().unwrap_or_default().to_string();
        self.client.notify::<ShowMessageNotification>(ShowMessageParams { kind: MessageType::Info, message })
    }
}
