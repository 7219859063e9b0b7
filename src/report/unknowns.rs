//! The sets of unknown leaves, for people: the values for which the claims hold, and why others are left out.

use std::borrow::Cow;
use std::fmt::Write;

use crate::check::{failure_at, why_unsolvable};
use crate::claim::Claims;
use crate::diagnostic::render::printable;
use crate::model::{ResolvedTree, Settings, clipped};
use crate::number::{Part, Set};
use crate::search::{Search, Unknown};
use crate::solve::{Solution, Unknowns, solve};
use crate::syntax::tree::Kind;

/// At most this many unknowns are shown, and for each at most this many parts outside its set; the rest are counted.
const MOST_SHOWN: usize = 30;

/// The sets of the unknown leaves of a tree for which its claims hold.
pub struct Solved<'a> {
    game: &'a ResolvedTree<'a>,
    claims: &'a Claims<'a>,
    settings: &'a Settings,
    unknowns: Unknowns,
    solution: Result<Solution, String>,
}

impl<'a> Solved<'a> {
    /// Solves for the unknown leaves of a tree under `settings`; `None` if it has none.
    pub fn new(claims: &'a Claims<'a>, settings: &'a Settings) -> Option<Self> {
        let game = claims.game;
        if !game.nodes().has(Kind::Unknown) {
            return None;
        }
        let unknowns = Unknowns::of(game);
        let impossible = || claims.first_impossible(&Search::new(game, settings).ok()?);
        // While a leaf is blank, it is not known which claims are impossible.
        let solution = match impossible().filter(|_| !game.nodes().has(Kind::Blank)) {
            Some(finding) => Err(finding.message),
            None => solve(claims, settings, &unknowns).map_err(|error| why_unsolvable(game, error)),
        };
        Some(Self { game, claims, settings, unknowns, solution })
    }

    /// Why the sets cannot be worked out; `None` if they can.
    pub fn why_unsolvable(&self) -> Option<&str> {
        self.solution.as_ref().err().map(String::as_str)
    }

    /// The name of each unknown that has one, with its set; `None` if the sets cannot be worked out.
    pub fn sets(&self) -> impl Iterator<Item = (Cow<'a, str>, Option<String>)> {
        self.unknowns.all().filter_map(|unknown| {
            let name = self.game.name_of_unknown(self.unknowns.leaf(unknown))?;
            let solution = self.solution.as_ref().ok();
            Some((name, solution.map(|solution| solution.written(&solution.set(unknown)))))
        })
    }

    /// The sets in a few lines, each with the parts outside it and a claim that fails there.
    pub fn to_text(&self, place: &str) -> String {
        let title =
            self.game.tree.title.map_or_else(|| "unnamed tree".to_string(), |title| clipped(&self.game.name_at(title)));
        let mut text = format!("{title}  ({})\n", printable(place));
        let solution = match &self.solution {
            Ok(solution) => solution,
            Err(reason) => {
                let _ = writeln!(text, "  not solved: {reason}");
                return text;
            }
        };
        let is_leaf = |unknown: &Unknown| self.game.nodes().kind(self.unknowns.leaf(*unknown)) == Kind::Unknown;
        let leaves: Vec<Unknown> = self.unknowns.all().filter(is_leaf).collect();
        for unknown in leaves.iter().take(MOST_SHOWN) {
            self.write_set(&mut text, solution, *unknown);
        }
        if let more @ 1.. = leaves.len().saturating_sub(MOST_SHOWN) {
            let _ = writeln!(text, "  … and {more} more unknown leaves");
        }
        text
    }

    fn write_set(&self, text: &mut String, solution: &Solution, unknown: Unknown) {
        let leaf = self.unknowns.leaf(unknown);
        let called = match self.game.name_of_unknown(leaf) {
            Some(name) => clipped(&name),
            None => self.game.called(leaf),
        };
        let set = solution.set(unknown);
        let _ = writeln!(text, "  {called} in {}", solution.written(&set));
        let rest = Set::from(solution.universe).without(&set);
        for part in rest.parts().iter().take(MOST_SHOWN) {
            let reason = self.why_not(solution, unknown, part);
            let reason = reason.unwrap_or_else(|| "a claim fails for values with too many digits".to_string());
            let _ = match set.is_empty() {
                true => writeln!(text, "    {reason}"),
                false => writeln!(text, "    not {}: {reason}", Set::from(*part)),
            };
        }
        if let more @ 1.. = rest.parts().len().saturating_sub(MOST_SHOWN) {
            let _ = writeln!(text, "    … and {more} more intervals and points");
        }
    }

    fn why_not(&self, solution: &Solution, unknown: Unknown, part: &Part) -> Option<String> {
        let failure = failure_at(self.claims, self.settings, &self.unknowns, solution, unknown, part.sample()?)?;
        Some(failure.in_words(self.claims))
    }
}
