//! Trees of this language, without what other notations cannot have.

use super::{Plain, Refusal, parse};
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::source::{Span, offset};
use crate::syntax::tree::{File, Kind, Tree};
use crate::syntax::{name_at, tokens, with_comments};

/// How many findings are kept; only the first is shown.
const MOST: usize = 10;

/// Reads the trees of a text, and says how many comments it has. Linear, and not recursive.
///
/// # Errors
/// If the text has errors.
pub(super) fn read(text: &str) -> Result<(Vec<Plain>, usize), Refusal> {
    let (file, mut findings) = parse(text, MOST);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let trees: Vec<Plain> = file.trees.iter().map(|tree| plain(text, &file, tree, &settings, &mut findings)).collect();
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    if let Some(error) = findings.finish().0.into_iter().find(is_error) {
        return Err(Box::new(error));
    }
    let whole = Span::new(0, offset(text.len()));
    let comments = with_comments(text, whole, tokens(text)).filter(|(token, _)| token.is_none()).count();
    Ok((trees, comments))
}

fn plain(text: &str, file: &File, tree: &Tree, settings: &FileSettings, findings: &mut Findings) -> Plain {
    let game = ResolvedTree::new(text, tree, settings, findings);
    let written = |span: Span| span.of(text).to_string();
    let mut plain = Plain::new(tree.title.map(|title| name_at(text, title).into_owned()));
    let inherited = file.settings[..tree.inherited].iter();
    plain.settings = inherited.chain(&tree.settings).map(|setting| written(setting.span)).collect();
    let asked = tree.asks.iter().map(|ask| written(ask.span));
    plain.expectations = tree.expectations.iter().map(|expected| written(expected.span)).chain(asked).collect();
    let nodes = game.nodes();
    let mut ends = Vec::new();
    for node in nodes.all() {
        while ends.last().is_some_and(|end| *end <= node) {
            ends.pop();
            plain.close();
        }
        let kind = nodes.kind(node);
        let added = match kind {
            Kind::Value => plain.leaf(nodes.value(node)),
            leaf if leaf.is_leaf() => plain.unknown(leaf),
            interior => {
                ends.push(nodes.end(node));
                plain.open(interior)
            }
        };
        let name = if kind.is_leaf() { game.name_of_unknown(node) } else { game.name(node) };
        name.into_iter().for_each(|name| plain.set_name(added, name));
        game.label(node).into_iter().for_each(|label| plain.set_label(added, label));
        let probability = tree.probability(node).and_then(|probability| game.number(probability));
        probability.into_iter().for_each(|probability| plain.set_probability(added, probability));
        tree.claims.of(node).iter().for_each(|(_, claim)| plain.set_claims(added, written(claim.span)));
    }
    ends.iter().for_each(|_| plain.close());
    plain
}
