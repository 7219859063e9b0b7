//! Decides which request comes next: requests in a lane run one after another, lanes run in parallel.

use std::collections::{HashMap, HashSet, VecDeque};

use gen_lsp_types::json_rpc::Id;
use serde_json::Value;

use super::EXECUTE_COMMAND;
use crate::lsp::commands;

/// A request that is not answered yet.
pub(super) struct WaitingRequest {
    pub(super) id: Id,
    pub(super) method: String,
    pub(super) params: Value,
}

impl WaitingRequest {
    /// The text that it is about.
    pub(super) fn text(&self) -> Option<&str> {
        let params = &self.params;
        let uri = match self.method.as_str() {
            // The server has put it there itself when it offered the action.
            "codeAction/resolve" => &params["data"]["textDocument"]["uri"],
            EXECUTE_COMMAND => commands::text_of(params),
            _ => &params["textDocument"]["uri"],
        };
        uri.as_str()
    }

    fn lane(&self) -> Lane {
        Lane { text: self.text().map(str::to_string), method: self.method.clone() }
    }
}

/// All requests with one method about one text. A slow request delays only others in its lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lane {
    pub(super) text: Option<String>,
    method: String,
}

/// The requests that wait.
#[derive(Default)]
pub(super) struct Lanes {
    waiting: HashMap<Lane, VecDeque<(u64, WaitingRequest)>>,
    /// How many requests have come so far.
    received: u64,
    /// The lanes with a waiting request; a lane in this list may be busy, and may be listed twice.
    ready: VecDeque<Lane>,
    /// The lanes with a running request.
    busy: HashSet<Lane>,
}

impl Lanes {
    pub(super) fn push(&mut self, request: WaitingRequest) {
        let lane = request.lane();
        let queue = self.waiting.entry(lane.clone()).or_default();
        queue.push_back((self.received, request));
        self.received += 1;
        if queue.len() == 1 {
            self.ready.push_back(lane);
        }
    }

    /// The next request that can start, with its lane, which is now busy.
    pub(super) fn next(&mut self) -> Option<(Lane, WaitingRequest)> {
        loop {
            let lane = self.ready.pop_front()?;
            if self.busy.contains(&lane) {
                continue;
            }
            let Some(queue) = self.waiting.get_mut(&lane) else { continue };
            let Some((_, request)) = queue.pop_front() else { continue };
            if queue.is_empty() {
                self.waiting.remove(&lane);
            }
            self.busy.insert(lane.clone());
            return Some((lane, request));
        }
    }

    /// Marks a lane as no longer busy.
    pub(super) fn free(&mut self, lane: Lane) {
        self.busy.remove(&lane);
        if self.waiting.contains_key(&lane) {
            self.ready.push_back(lane);
        }
    }

    /// Removes the matching requests and returns them in the order in which they came.
    pub(super) fn take(&mut self, is_meant: impl Fn(&WaitingRequest) -> bool) -> Vec<WaitingRequest> {
        let mut taken = Vec::new();
        for queue in self.waiting.values_mut() {
            let (meant, kept): (_, VecDeque<_>) = queue.drain(..).partition(|(_, request)| is_meant(request));
            *queue = kept;
            taken.extend(Vec::from(meant));
        }
        self.waiting.retain(|_, queue| !queue.is_empty());
        self.ready.retain(|lane| self.waiting.contains_key(lane));
        taken.sort_unstable_by_key(|(number, _)| *number);
        taken.into_iter().map(|(_, request)| request).collect()
    }
}
