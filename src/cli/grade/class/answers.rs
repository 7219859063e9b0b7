//! What students answered to one item, and who gave which wrong answer.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use gametree::grade::faults::Fault;
use gametree::grade::{Credit, GradedItem};
use gametree::model::clipped;
use serde::{Deserialize, Serialize};

use crate::cli::fingerprint::fingerprint;

/// So many different wrong answers to an item are counted one by one: the shortest ones. Which they are does not depend
/// on the order of the students, so counters can be merged.
const MOST_ANSWERS: usize = 1_000;

/// Only wrong answers of so few students say something about copies.
pub(super) const MOST_HOLDERS: usize = 10;

/// The counters of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Item {
    /// When the search finds it out.
    pub(super) moment: usize,
    pub(super) right: u64,
    pub(super) follows: u64,
    pub(super) wrong: u64,
    pub(super) none: u64,
    pub(super) answers: BTreeMap<Short, Answer>,
    /// Who gave a wrong answer that nothing else explains.
    pub(super) holders: BTreeMap<String, Holders>,
    /// If students have different trees: for each answer, the students for whom it is right.
    pub(super) rights: BTreeMap<String, Holders>,
}

/// A text; shorter ones come first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Short(pub(super) String);

impl Ord for Short {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0.len(), &self.0).cmp(&(other.0.len(), &other.0))
    }
}

impl PartialOrd for Short {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A wrong answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) count: u64,
    /// In how many sheets each wrong procedure gives it.
    pub(super) given_by: BTreeMap<String, u64>,
}

/// The students who have something in common, unless they are many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Holders {
    Few(BTreeSet<String>),
    Many,
}

impl Item {
    /// Adds the answer of a student whose mistakes look like the `named` procedures.
    pub(super) fn add(&mut self, id: &str, item: &GradedItem, named: &[Fault]) {
        self.moment = item.moment;
        match item.credit {
            Credit::Right => self.right += 1,
            Credit::Follows => self.follows += 1,
            Credit::Unanswered => self.none += 1,
            Credit::Wrong | Credit::Trivial => {
                self.wrong += 1;
                let text = item.answer.as_deref().map_or_else(|| NO_MARK.to_string(), clipped);
                self.count(&text, item);
                let is_explained = item.given_by.iter().any(|fault| named.contains(fault));
                // Marks at several nodes can be one decision, so they do not count as independent evidence.
                if item.credit == Credit::Wrong && !item.is_mark && item.answer.is_some() && !is_explained {
                    add_holder(&mut self.holders, key(item.answer.as_deref().unwrap_or_default()), id);
                }
            }
        }
    }

    /// Adds the answer of a student with a tree of their own. Returns whether the answer is wrong and no wrong procedure
    /// gives it.
    pub(super) fn add_own(&mut self, id: &str, item: &GradedItem) -> bool {
        if item.is_mark {
            return false;
        }
        if let Some(right) = &item.expected {
            add_holder(&mut self.rights, key(right), id);
        }
        let wrong = item.answer.as_ref().filter(|_| item.credit == Credit::Wrong && item.given_by.is_empty());
        if let Some(wrong) = wrong {
            add_holder(&mut self.holders, key(wrong), id);
        }
        wrong.is_some()
    }

    fn count(&mut self, text: &str, item: &GradedItem) {
        let answer = self.answers.entry(Short(text.to_string())).or_default();
        answer.count += 1;
        for fault in &item.given_by {
            *answer.given_by.entry(fault.description().name.to_string()).or_default() += 1;
        }
        self.limit();
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.moment = other.moment;
        self.right += other.right;
        self.follows += other.follows;
        self.wrong += other.wrong;
        self.none += other.none;
        for (text, answer) in &other.answers {
            let own = self.answers.entry(text.clone()).or_default();
            own.count += answer.count;
            for (fault, count) in &answer.given_by {
                *own.given_by.entry(fault.clone()).or_default() += count;
            }
        }
        self.limit();
        merge_holders(&mut self.holders, &other.holders);
        merge_holders(&mut self.rights, &other.rights);
    }

    fn limit(&mut self) {
        while self.answers.len() > MOST_ANSWERS {
            self.answers.pop_last();
        }
    }
}

/// What is counted where a `pruned` mark is missing.
const NO_MARK: &str = "no mark";

/// The same text for answers that differ only in spaces; for a long answer, its fingerprint.
fn key(answer: &str) -> String {
    const LONGEST: usize = 64;
    let words: Vec<&str> = answer.split_whitespace().collect();
    let compact = words.join(" ").replace(", ", ",").replace("= ", "=");
    if compact.len() > LONGEST { fingerprint(compact.as_bytes()) } else { compact }
}

/// Adds a student to those who have this in common.
pub(super) fn add_holder(all: &mut BTreeMap<String, Holders>, what: String, id: &str) {
    all.entry(what).or_default().merge(&Holders::Few(BTreeSet::from([id.to_string()])));
}

pub(super) fn merge_holders(own: &mut BTreeMap<String, Holders>, others: &BTreeMap<String, Holders>) {
    for (what, holders) in others {
        own.entry(what.clone()).or_default().merge(holders);
    }
}

impl Default for Holders {
    fn default() -> Self {
        Self::Few(BTreeSet::new())
    }
}

impl Holders {
    fn merge(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Few(own), Self::Few(others)) => {
                own.extend(others.iter().cloned());
                if own.len() > MOST_HOLDERS {
                    *self = Self::Many;
                }
            }
            _ => *self = Self::Many,
        }
    }

    /// The students, if they are few.
    pub(super) fn ids(&self) -> Option<&BTreeSet<String>> {
        if let Self::Few(ids) = self { Some(ids) } else { None }
    }
}
