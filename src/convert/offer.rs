//! Finds trees in other notations in a `.tree` file, and offers them in this language.
//!
//! A beginner often pastes a list of Python, or a whole table, into a file. The findings about it then show the tree in
//! this language, if the text can be read in one way only.

use super::bracket::{comments, scan};
use super::written::{Players, on_one_line};
use super::{Assumed, Format, Inner, Options, Plain, Refusal, detect, json, lists, read, written};
use crate::check::{Report, check_parsed};
use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix, elsewhere};
use crate::model::{Defaults, Shown};
use crate::source::{Span, line_end, lines, offset};
use crate::syntax::tree::{Around, File, Kind, Pasted};
use crate::syntax::{self, Sound};

/// Larger trees are not shown in a finding.
const MOST_SHOWN: usize = 50;

/// Fixes are tried on at most so many bytes of text; those beyond are offered untried.
const MOST_TRIED: usize = 1 << 18;

/// Reads a file, as [`syntax::parse`] does. If there are trees in another notation, the findings offer them in this
/// language.
///
/// The text must be shorter than [`crate::source::Source::LIMIT`]. Linear in its length.
pub fn parse(text: &str, limit: usize) -> (File, Findings) {
    with_offers(text, syntax::parse(text, limit), limit)
}

/// Gives the same result as [`parse`]. It is faster if the text differs from `sound` only inside the braces of one node.
pub fn parse_like(sound: Sound<'_>, text: &str, limit: usize) -> (File, Findings) {
    with_offers(text, syntax::parse_like(sound, text, limit), limit)
}

/// Adds offers to write trees of other notations in this language.
fn with_offers(text: &str, (file, mut findings): (File, Findings), limit: usize) -> (File, Findings) {
    if findings.tally().errors == 0 {
        return (file, findings);
    }
    let has_tree = file.trees.iter().any(|tree| !tree.broken);
    if let Some(finding) = (!has_tree).then(|| whole(text)).flatten() {
        // What was read of the text means nothing.
        findings = Findings::new(limit);
        findings.add(finding);
        return (File::default(), findings);
    }
    let errors = findings.tally().errors;
    let mut tried = 0;
    for group in &file.pasted {
        let Some(first) = group.first() else { continue };
        let is_about = |finding: &&mut Diagnostic| {
            finding.code == Code::ForeignBrackets && finding.primary.span == first.span && finding.fix.is_none()
        };
        if let Some(finding) = findings.kept_mut().find(is_about)
            && let Some(fix) = fix(text, group)
        {
            tried += text.len();
            if tried <= MOST_TRIED && syntax::parse(&fix.applied_to(text), 0).1.tally().errors >= errors {
                continue;
            }
            finding.notes.retain(|note| !note.is_help());
            *finding = finding.clone().with_fix(fix);
        }
    }
    (file, findings)
}

/// Checks a file as [`crate::check::check_showing`] does, and offers trees in other notations in this language.
///
/// ```
/// use gametree::convert::check_showing;
/// use gametree::model::{Defaults, Shown};
///
/// let report = check_showing(Shown::AsSet, "[[3, 5], [2, 8]]", &Defaults::default(), 100);
/// assert_eq!(report.findings[0].fix.as_ref().unwrap().edits[0].text, "max { { 3, 5 } { 2, 8 } }");
/// ```
pub fn check_showing(shown: Shown, text: &str, project: &Defaults, limit: usize) -> Report {
    check_parsed(shown, text, parse(text, limit), project)
}

/// [`check_showing`] for readers who are shown of the answers what the text says.
pub fn check(text: &str, project: &Defaults, limit: usize) -> Report {
    check_showing(Shown::AsSet, text, project, limit)
}

/// The finding about a file that is in another notation as a whole. A file of this language never gets it by mistake.
fn whole(text: &str) -> Option<Diagnostic> {
    let format = detect::begun(text).or_else(|| detect::lone_literal(text, MOST_SHOWN))?;
    let line = lines(text).find(|line| !line.trim().is_empty())?;
    let start = offset(line.as_ptr() as usize - text.as_ptr() as usize);
    let first_line = Span::new(start, start + offset(line.trim_end().len()));
    let message = format!("this file is not in the language of gametree, but in the notation `{format}`");
    let finding = Diagnostic::new(Code::OtherNotation, message, first_line);
    let keeps_all = match format {
        Format::Trace => detect::has_only_steps(text),
        // The rest of a program.
        Format::Aima => false,
        _ => true,
    };
    Some(match read(text, format, &Options::default()) {
        // Comments would be lost.
        Ok(_) if !keeps_all || has_comment(text) => finding.help("convert it with `gametree convert FILE`"),
        Ok(mut converted) => {
            if let Some(first) = converted.trees.first_mut() {
                first.comments.splice(..0, converted.notes);
            }
            let tree = written(&converted.trees).replace('\n', line_end(text));
            let edits = vec![Edit::new(Span::new(0, offset(text.len())), tree)];
            let title = "convert it with `gametree convert FILE`".to_string();
            finding.with_fix(Fix { title, edits, safe: false })
        }
        // A list of numbers, which may be a label and its children.
        Err(_) if format == Format::Nyu => return None,
        Err(refusal) => finding
            .label(refusal.primary.span, refusal.message)
            .help("fix this, and then convert the file with `gametree convert FILE`"),
    })
}

/// Whether a text may have comments, as programs write them.
fn has_comment(text: &str) -> bool {
    text.contains("//") || text.contains('#')
}

/// The fix that replaces each of these lists.
fn fix(text: &str, lists: &[Pasted]) -> Option<Fix> {
    let trees: Vec<(String, bool)> = lists.iter().map(|list| in_this_language(text, list)).collect::<Option<_>>()?;
    let edit = |(list, (tree, _)): (&Pasted, &(String, bool))| {
        Edit::new(list.span, comments_above(list.list.of(text), line_end(text)) + tree)
    };
    let edits = lists.iter().zip(&trees).map(edit).collect();
    let (first, _) = trees.first()?;
    let is_chosen = trees.iter().any(|(_, is_chosen)| *is_chosen);
    let choice = if is_chosen { ", or begin with `min` if MIN moves first" } else { "" };
    Some(Fix { title: format!("write `{first}`{choice}{}", elsewhere(lists.len())), edits, safe: false })
}

/// The comments in a list, each on a line of its own, as this language writes them.
fn comments_above(list: &str, line_end: &str) -> String {
    let written = |comment: Span| comment.of(list).trim_start_matches(['/', '#', ';']).trim_end().to_string();
    comments(list).into_iter().map(|comment| format!("//{}{line_end}", written(comment))).collect()
}

/// A list in this language, and whether the other player could move first. `None` if it is large, or cannot be read, or
/// if its braces need players only when one of the two moves first.
fn in_this_language(text: &str, list: &Pasted) -> Option<(String, bool)> {
    let read = |root: Option<Kind>| read_list(list.list.of(text), root).ok();
    let (plain, assumed) = read(None).filter(|(plain, _)| plain.len() <= MOST_SHOWN)?;
    let is_said = assumed == Assumed::Nothing;
    let tree = on_one_line(&plain, if is_said { Players::Everywhere } else { Players::WhereNeeded })?;
    // A brace below a node needs no player.
    let bare = tree.strip_prefix("max ").unwrap_or(&tree).to_string();
    let other = || on_one_line(&read(Some(Kind::Min))?.0, Players::WhereNeeded);
    if !is_said && other()?.strip_prefix("min ") != Some(&bare) {
        return None;
    }
    Some(match list.around {
        Around::Nothing => (tree, !is_said),
        Around::Head => (format!("{{ {tree} }}"), !is_said),
        Around::Node if is_said => (tree, false),
        Around::Node => (bare, false),
    })
}

/// The tree that a list is. A value of a node that has children is a claim here.
fn read_list(text: &str, root: Option<Kind>) -> Result<(Plain, Assumed), Refusal> {
    let options = Options { root, inner: Some(Inner::Claim), ..Options::default() };
    let (items, _) = scan(text, 0)?;
    if json::is_node(text, &items) {
        return json::read(text, &items, &options);
    }
    lists::refuse_two_readings(text, &items)?;
    lists::read(text, &items, &options)
}
