//! Errors in braces that do not match, and in parts of a tree that are in the wrong place.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, clipped, insertion, removal};
use crate::source::{LINE_ENDS, Span, line_breaks, line_end, lines, offset};
use crate::syntax::brace::{is_indented, missing};
use crate::syntax::builder::Builder;
use crate::syntax::token::Token;
use crate::syntax::tokens::{tokens, tokens_in};

/// What a child with a label is called in messages.
pub(in crate::syntax) const LABELLED_CHILD: &str = "a labelled child";

impl Builder<'_> {
    /// Turns the label of a root without a name into its name: `Start: max {` becomes `max Start {`.
    pub(in crate::syntax) fn name_in_place_of_label(&self, label: Span) -> Option<Fix> {
        let name = label.of(self.text).trim_end_matches(':').trim_end();
        let mut tokens = tokens_in(self.text, Span::new(label.end, offset(self.text.len())));
        let (token, player) = tokens.next()?;
        let is_player = matches!(token, Token::Max | Token::Min | Token::Chance);
        let is_named = matches!(tokens.next(), Some((Token::Name | Token::String, _)));
        if !is_player || is_named || name.is_empty() {
            return None;
        }
        let title = format!("to name the root, write `{} {}`", player.of(self.text), clipped(name));
        let edits = vec![
            Edit::new(Span::new(label.start, player.start), ""),
            Edit::new(Span::empty(player.end), format!(" {name}")),
        ];
        Some(Fix { title, edits, safe: false })
    }

    /// A part of a tree inside a node, although all braces match; the root ends at `end`.
    pub(in crate::syntax) fn inside_node(&self, span: Span, what: &str, end: u32) -> Diagnostic {
        let whole = Span::new(self.tree.span.start, end);
        // A setting comes before the root, because it applies to the search of the root; other parts come after it.
        let (place, whither) = match what {
            "a setting" => (self.nesting.outermost_brace().end, "before the root"),
            _ => (end, "after the brace that closes the root"),
        };
        let moved = insertion(self.text, whole, place, &[span.of(self.text)]);
        let mut edits = vec![removal(self.text, span), moved];
        edits.sort_by_key(|edit| edit.span);
        let message = format!("{what} belongs to the tree, not to a node");
        Diagnostic::new(Code::OutOfPlace, message, span)
            .label(self.nesting.outermost_node(), "this node is still open")
            .with_fix(Fix { title: format!("write it {whither}"), edits, safe: false })
    }

    /// A part of a tree, or a labelled child, after the last tree was closed.
    pub(in crate::syntax) fn outside_any_tree(&self, span: Span, what: &str) -> Diagnostic {
        let finding = Diagnostic::new(Code::OutOfPlace, format!("{what} outside any tree"), span);
        let title = "write `tree {` before the root, and `}` after the last line of the tree";
        match self.tree_around(span) {
            _ if what == LABELLED_CHILD => finding.help("write it in the braces of its node"),
            Some(edits) => finding.with_fix(Fix { title: title.to_string(), edits, safe: false }),
            None => finding.help(title),
        }
    }

    /// A part of a tree, or a labelled child, after the brace that closes the tree.
    pub(in crate::syntax) fn after_the_tree(&self, span: Span, what: &str, brace: Span) -> Diagnostic {
        let finding = Diagnostic::new(Code::OutOfPlace, format!("{what} outside any tree"), span)
            .label(brace, "the tree ends with this brace");
        let surplus = "if there is an extra `}` before it, delete that brace";
        if matches!(what, LABELLED_CHILD | "a setting") {
            return finding.help(surplus);
        }
        let all = self.with_lines_of_a_tree(span);
        let place = offset(self.text[..brace.start as usize].trim_end().len());
        let moved: Vec<&str> = lines(all.of(self.text)).map(str::trim).filter(|line| !line.is_empty()).collect();
        let tree = Span::new(self.tree.span.start, brace.end);
        let edits = vec![insertion(self.text, tree, place, &moved), removal(self.text, all)];
        let title = "write it before the brace that closes the tree".to_string();
        finding.with_fix(Fix { title, edits, safe: false }).or_help(surplus)
    }

    /// A part of the text with the lines after it that can only belong to a tree.
    fn with_lines_of_a_tree(&self, span: Span) -> Span {
        let belongs = |line: &&str| matches!(tokens(line).next(), Some((Token::Expect | Token::Ask, _)));
        let rest = &self.text[span.start as usize..];
        let following: usize = lines(rest).take_while(belongs).map(str::len).sum();
        Span::new(span.start, (span.start + offset(rest[..following].trim_end().len())).max(span.end))
    }

    /// Puts `tree { … }` around the root before `span` and the lines from there on that can only belong to a tree.
    pub(in crate::syntax) fn tree_around(&self, span: Span) -> Option<Vec<Edit>> {
        let (root, newline) = (self.file.trees.last()?.span, line_end(self.text));
        let end = self.with_lines_of_a_tree(span).end;
        let content = Span::new(root.start, end).of(self.text);
        let line_starts = line_breaks(content).map(|start| root.start + offset(start));
        let mut edits = vec![Edit::new(Span::empty(root.start), format!("tree {{{newline}    "))];
        edits.extend(line_starts.map(|start| Edit::new(Span::empty(start), "    ")));
        edits.push(Edit::new(Span::empty(end), format!("{newline}}}")));
        Some(edits)
    }

    /// A brace that is not closed before `next`. If the indentation suggests that another brace is the unclosed one,
    /// `suspect` is that brace, and the brace of an outer node that closes it.
    pub(in crate::syntax) fn unclosed_brace(
        &self,
        brace: Span,
        suspect: Option<(Span, Span)>,
        next: Span,
    ) -> Diagnostic {
        let text = self.text;
        let opening = suspect.map_or(brace, |(opening, _)| opening);
        let finding =
            Diagnostic::new(Code::UnclosedBrace, "this brace is never closed", opening).primary_label("opened here");
        let finding = match suspect {
            Some((_, closing)) => finding.label(closing, "the indentation says that this closes an outer brace"),
            None if (next.start as usize) < text.len() => {
                let first = next.of(text).split(LINE_ENDS).next().unwrap_or_default();
                finding.label(Span::new(next.start, next.start + offset(first.len())), "this cannot be inside it")
            }
            None => finding,
        };
        let finding = match is_indented(text, opening) {
            true => finding,
            false => finding.note("the lines are not indented, so it can only be guessed where a `}` is missing"),
        };
        let limit = suspect.map_or(next.start, |(_, closing)| closing.start);
        let (end, closing) = missing(text, opening, limit);
        finding.fix(format!("write `}}` {}", self.where_it_goes(end, &closing)), Span::empty(end), closing)
    }

    /// The place of a missing brace, in words.
    fn where_it_goes(&self, end: u32, closing: &str) -> String {
        let number = self.line(end);
        /// More of a line is not shown.
        const MOST: usize = 1000;
        let rest = &self.text[end as usize..];
        let rest = rest[..rest.floor_char_boundary(MOST)].split(LINE_ENDS).next().unwrap_or_default().trim();
        match rest.is_empty() || rest.starts_with("//") {
            _ if closing.starts_with(LINE_ENDS) => format!("on a line of its own below line {number}"),
            true => format!("at the end of line {number}"),
            false => format!("in line {number}, before `{}`", clipped(rest)),
        }
    }
}

pub(in crate::syntax) fn missing_brace(head: Span) -> Diagnostic {
    let end = Span::empty(head.end);
    Diagnostic::new(Code::MissingBrace, "the opening brace is missing", head).primary_label("`{` comes after this").fix(
        "write `{` after the head",
        end,
        " {",
    )
}

/// A closing brace that the indentation of the following text ignores.
pub(in crate::syntax) fn closes_too_early(brace: Span, goes_on: Span) -> Diagnostic {
    Diagnostic::new(Code::SurplusBrace, "this closing brace is one too many", brace)
        .primary_label("the indentation says that the node goes on after this")
        .label(goes_on, "so this is outside it")
        .fix("delete the brace", brace, "")
}

pub(in crate::syntax) fn surplus_brace(brace: Span, last: Option<Span>) -> Diagnostic {
    let finding = Diagnostic::new(Code::SurplusBrace, "this closing brace is one too many", brace)
        .primary_label("closes nothing")
        .fix("delete this brace, or add the opening brace that is missing above", brace, "");
    match last {
        Some(last) => finding.label(last, "everything is already closed here"),
        None => finding,
    }
}
