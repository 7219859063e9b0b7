//! Asks the client to show the page of a command.

use std::io;

use gen_lsp_types::MessageType;
use serde_json::{Value, json};

use super::{Server, Sink};

impl<S: Sink> Server<S> {
    /// Asks the client to open the file of a [`Page`](crate::lsp::commands::Page), or to show its text if it
    /// cannot open files.
    pub(super) fn show(&mut self, page: &Value) -> io::Result<()> {
        let file = page["uri"].as_str().filter(|_| self.state.abilities.shows_documents);
        if let Some(uri) = file {
            let params = json!({ "uri": uri, "takeFocus": true });
            return self.client.request("window/showDocument", params).map(|_| ());
        }
        self.client.notify("window/showMessage", json!({ "type": MessageType::Info, "message": page["text"] }))
    }
}
