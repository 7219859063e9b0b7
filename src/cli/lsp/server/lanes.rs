//! Which request comes next: one after the other in each lane, and all lanes side by side.

use std::collections::{HashMap, HashSet, VecDeque};

use gen_lsp_types::json_rpc::Id;
use serde_json::Value;

/// A request that is not answered yet.
pub(super) struct Waiting {
    pub(super) id: Id,
    pub(super) method: String,
    pub(super) params: Value,
}

impl Waiting {
    /// The text that it is about.
    pub(super) fn text(&self) -> Option<&str> {
        self.params["textDocument"]["uri"].as_str()
    }

    fn lane(&self) -> Lane {
        Lane { text: self.text().map(str::to_string), method: self.method.clone() }
    }
}

/// Questions of one kind about one text: a slow one delays only those that ask the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lane {
    pub(super) text: Option<String>,
    method: String,
}

/// The requests that wait.
#[derive(Default)]
pub(super) struct Lanes {
    waiting: HashMap<Lane, VecDeque<(u64, Waiting)>>,
    /// How many have come so far.
    came: u64,
    /// The lanes in which something waits; some of them may be busy, or there more than once.
    ready: VecDeque<Lane>,
    /// The lanes in which something is under way.
    busy: HashSet<Lane>,
}

impl Lanes {
    pub(super) fn push(&mut self, request: Waiting) {
        let lane = request.lane();
        let queue = self.waiting.entry(lane.clone()).or_default();
        queue.push_back((self.came, request));
        self.came += 1;
        if queue.len() == 1 {
            self.ready.push_back(lane);
        }
    }

    /// The next request that can be begun, with its lane, which is busy from now on.
    pub(super) fn next(&mut self) -> Option<(Lane, Waiting)> {
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

    /// Nothing is under way in a lane any more.
    pub(super) fn free(&mut self, lane: Lane) {
        self.busy.remove(&lane);
        if self.waiting.contains_key(&lane) {
            self.ready.push_back(lane);
        }
    }

    /// Takes out the requests that are meant, in the order in which they came.
    pub(super) fn take(&mut self, is_meant: impl Fn(&Waiting) -> bool) -> Vec<Waiting> {
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
