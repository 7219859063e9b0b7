//! The user's settings: requests and reads them, and refreshes what depends on them.

use std::io;

use gen_lsp_types::Uri;
use serde_json::{Value, json};

use super::{Server, Sink};
use crate::lsp::options::Options;

impl<S: Sink> Server<S> {
    /// Asks the client for what it can answer only after initialization.
    pub(super) fn greet(&mut self) -> io::Result<()> {
        if self.state.abilities.watches_files {
            let registration = json!({
                "id": "gametree.toml",
                "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": [{ "globPattern": "**/gametree.toml" }] },
            });
            self.client.request("client/registerCapability", json!({ "registrations": [registration] }))?;
        }
        self.ask_for_settings()
    }

    fn ask_for_settings(&mut self) -> io::Result<()> {
        if self.state.abilities.configuration {
            let params = json!({ "items": [{ "section": "gametree" }] });
            self.asked_for_settings = Some(self.client.request("workspace/configuration", params)?);
        }
        Ok(())
    }

    /// Reads settings that the client sends by itself; they may include those of other extensions.
    pub(super) fn change_settings(&mut self, params: &Value) -> io::Result<()> {
        if self.state.abilities.configuration {
            return self.ask_for_settings();
        }
        self.set_options(&params["settings"]["gametree"])
    }

    /// Reads the client's answer to the request for settings.
    pub(super) fn take_settings(&mut self, result: Option<&Value>) -> io::Result<()> {
        self.asked_for_settings = None;
        self.set_options(result.and_then(|result| result.get(0)).unwrap_or(&Value::Null))
    }

    /// Applies settings; a client without any sends `null`.
    pub(super) fn set_options(&mut self, settings: &Value) -> io::Result<()> {
        match Options::read(settings) {
            Ok(Some(options)) if options != self.state.options => {
                self.state_mut().options = options;
                self.refresh()
            }
            Ok(_) => Ok(()),
            Err(reason) => self.warn(&format!("the settings are left as they were: {reason}")),
        }
    }

    /// Refreshes everything that may have changed.
    pub(super) fn refresh(&mut self) -> io::Result<()> {
        let uris: Vec<Uri> = self.state.texts.keys().cloned().collect();
        uris.into_iter().for_each(|uri| self.schedule_check(uri));
        let abilities = self.state.abilities;
        if abilities.refreshes_diagnostics {
            self.client.request("workspace/diagnostic/refresh", Value::Null)?;
        }
        if abilities.refreshes_hints {
            self.client.request("workspace/inlayHint/refresh", Value::Null)?;
        }
        if abilities.refreshes_lenses {
            self.client.request("workspace/codeLens/refresh", Value::Null)?;
        }
        Ok(())
    }
}
