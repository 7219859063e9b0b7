//! Which claims of a submission can be read for certain.
//!
//! A text with errors is still read as far as possible, so that editors can say something about it. In `= 7 / 2`, that
//! leaves the claim `= 7`, which nobody has made. Such a claim must not be graded, neither as right nor as wrong.

use std::borrow::Cow;

use crate::claim::{ClaimKind, Claims};
use crate::diagnostic::{Diagnostic, Findings};
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::source::{Span, offset};
use crate::syntax::tree::{Claim, File, NodeId, Term};
use crate::syntax::{Places, parse};

/// At most this many mistakes of form are looked at.
const MOST_FINDINGS: usize = 200;

/// A submitted text, parsed.
pub(super) struct Readable<'t> {
    /// The text, with blanks instead of the claims that cannot be read for certain.
    pub(super) text: Cow<'t, str>,
    pub(super) file: File,
    /// The mistakes of form in the text as it was submitted.
    pub(super) findings: Vec<Diagnostic>,
}

impl<'t> Readable<'t> {
    /// Reads a text. Linear in its length, times the logarithm of the number of its mistakes.
    pub(super) fn new(submitted: &'t str, project: &Defaults) -> Self {
        let (file, found) = parse(submitted, MOST_FINDINGS);
        let (mut findings, _) = found.finish();
        let misread = misread(submitted, &file, &findings);
        let (text, file) = without(Cow::Borrowed(submitted), file, &misread);
        let (contradictions, others) = contradictions(&text, &file, project);
        findings.extend(others);
        let (text, file) = without(text, file, &contradictions);
        findings.sort_by_key(|finding| finding.primary.span);
        Self { text, file, findings }
    }
}

/// A text without these claims: everything else keeps its place.
fn without<'t>(text: Cow<'t, str>, file: File, claims: &[Span]) -> (Cow<'t, str>, File) {
    if claims.is_empty() {
        return (text, file);
    }
    let mut blanked = text.into_owned();
    for claim in claims {
        let blanks: String = claim
            .of(&blanked)
            .bytes()
            .map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' })
            .collect();
        blanked.replace_range(claim.range(), &blanks);
    }
    let (file, _) = parse(&blanked, 0);
    (Cow::Owned(blanked), file)
}

/// The claims with a syntax error in them or right after them.
fn misread(text: &str, file: &File, findings: &[Diagnostic]) -> Vec<Span> {
    let mut errors = Places::default();
    let reported = findings.iter().filter(|finding| finding.code.is_syntax()).flat_map(places);
    let doubtful = file.doubtful.iter().map(|place| Span::empty(*place));
    // A place without a length means the character after it.
    errors.add(reported.chain(doubtful).map(|error| Span::new(error.start, error.end.max(error.start + 1))));
    let claims = file.trees.iter().flat_map(|tree| {
        let at_nodes = tree.claims.iter().map(|(_, claim)| with_worth(claim.span, claim.worth));
        at_nodes.chain(tree.expectations.iter().map(|it| with_worth(it.span, it.worth)))
    });
    claims.filter(|claim| errors.overlap(Span::new(claim.start, next_on_line(text, *claim) + 1))).collect()
}

/// What a finding marks, and what its fixes change.
fn places(finding: &Diagnostic) -> Vec<Span> {
    let changed = finding.fixes().flat_map(|fix| &fix.edits).map(|edit| edit.span);
    std::iter::once(finding.primary.span).chain(changed).collect()
}

/// The beginning of what follows a claim on the same line.
fn next_on_line(text: &str, claim: Span) -> u32 {
    let rest = &text[claim.end as usize..];
    let gap = rest.len() - rest.trim_start_matches([' ', '\t', ',']).len();
    offset(claim.end as usize + gap)
}

fn with_worth(span: Span, worth: Option<Term>) -> Span {
    Span::new(span.start, worth.map_or(span.end, |worth| worth.span.end))
}

/// The claims of one kind at one node.
struct Group<'f> {
    node: NodeId,
    kind: ClaimKind,
    claims: Vec<&'f Claim>,
}

/// The claims that contradict each other: several of one kind at one node that are not written alike. Moves do not
/// contradict each other. Also, what is wrong with names and claims.
fn contradictions(text: &str, file: &File, project: &Defaults) -> (Vec<Span>, Vec<Diagnostic>) {
    let mut findings = Findings::new(MOST_FINDINGS);
    let settings = FileSettings::read(text, file, project, &mut findings);
    let mut contradicting = Vec::new();
    for tree in &file.trees {
        let game = ResolvedTree::new(text, tree, &settings, &mut findings);
        Claims::read(&game, &mut findings);
        let mut groups: Vec<Group<'_>> = Vec::new();
        for (node, claim) in tree.claims.iter() {
            let kind = ClaimKind::at_node(&game, node, &claim.form).filter(|kind| *kind != ClaimKind::Plays);
            let Some(kind) = kind else { continue };
            // The claims at one node follow each other, and there are only a few kinds.
            let mut here = groups.iter_mut().rev().take_while(|group| group.node == node);
            match here.find(|group| group.kind == kind) {
                Some(group) => group.claims.push(claim),
                None => groups.push(Group { node, kind, claims: vec![claim] }),
            }
        }
        let written = |claim: &Claim| claim.span.of(text);
        let differ = |group: &&Group<'_>| group.claims.iter().any(|claim| written(claim) != written(group.claims[0]));
        let claims = groups.iter().filter(differ).flat_map(|group| &group.claims);
        contradicting.extend(claims.map(|claim| with_worth(claim.span, claim.worth)));
    }
    (contradicting, findings.finish().0)
}
