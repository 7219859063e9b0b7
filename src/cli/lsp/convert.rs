//! From what `ide` finds to what the protocol says.

use gametree::diagnostic::{self, Severity};
use gametree::ide::{self, Fold, FoldKind, fades};
use gen_lsp_types::*;

use super::open::Open;
use super::options::Abilities;
use super::position::Positions;

/// The findings of a text.
pub(super) fn diagnostics(open: &Open, uri: &Uri, client: Abilities) -> Vec<Diagnostic> {
    let positions = open.positions(client.encoding);
    let findings = &open.document.report().findings;
    findings.iter().map(|finding| diagnostic(finding, uri, &positions, client)).collect()
}

fn diagnostic(finding: &diagnostic::Diagnostic, uri: &Uri, positions: &Positions<'_>, client: Abilities) -> Diagnostic {
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    };
    let related = |label: &diagnostic::Label| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: positions.range(label.span) },
        message: label.message.clone(),
    };
    let secondary = finding.secondary.iter().filter(|label| !label.message.is_empty());
    let lines: Vec<&str> = std::iter::once(&finding.message).chain(&finding.notes).map(String::as_str).collect();
    Diagnostic {
        range: positions.range(finding.primary.span),
        severity: Some(severity),
        code: Some(finding.code.id().to_string().into()),
        source: Some("gametree".to_string()),
        message: lines.join("\n").into(),
        tags: (client.faded && fades(finding.code)).then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: client.related_information.then(|| secondary.map(related).collect()),
        ..Diagnostic::default()
    }
}

/// The symbols of a text: as a tree, or as a list for clients that know no better.
pub(super) fn symbols(open: &Open, uri: &Uri, client: Abilities) -> DocumentSymbolResponse {
    let positions = open.positions(client.encoding);
    let symbols = ide::symbols(&open.document);
    if client.nested_symbols {
        return nested(symbols, &positions).into();
    }
    let listed = symbols.into_iter().map(|symbol| {
        let kind = symbol_kind(symbol.kind);
        let base = BaseSymbolInformation::new(symbol.name, kind, None, None);
        let location = Location { uri: uri.clone(), range: positions.range(symbol.selection) };
        SymbolInformation::new(None, location, base)
    });
    listed.collect::<Vec<_>>().into()
}

/// Puts symbols into those above them. Below a certain depth all are siblings: many readers of JSON take no more than 128
/// lists and objects within each other, and nobody draws more.
fn nested(symbols: Vec<ide::Symbol>, positions: &Positions<'_>) -> Vec<DocumentSymbol> {
    const DEEPEST: usize = 50;
    let mut open: Vec<Vec<DocumentSymbol>> = vec![Vec::new()];
    let close = |open: &mut Vec<Vec<DocumentSymbol>>| {
        let children = open.pop().unwrap_or_default();
        if let Some(above) = open.last_mut().and_then(|siblings| siblings.last_mut()) {
            above.children = (!children.is_empty()).then_some(children);
        }
    };
    for symbol in symbols {
        while open.len() > symbol.level.min(DEEPEST) + 1 {
            close(&mut open);
        }
        if let Some(siblings) = open.last_mut() {
            let (range, selection) = (positions.range(symbol.span), positions.range(symbol.selection));
            let (name, detail, kind) = (symbol.name, Some(symbol.detail), symbol_kind(symbol.kind));
            siblings.push(DocumentSymbol::new(name, detail, kind, None, None, range, selection, None));
        }
        if symbol.level < DEEPEST {
            open.push(Vec::new());
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_default()
}

fn symbol_kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Tree => SymbolKind::Namespace,
        ide::SymbolKind::Node => SymbolKind::Struct,
        ide::SymbolKind::Leaf => SymbolKind::Number,
    }
}

/// Changes of a text.
pub(super) fn edits(open: &Open, changes: &[diagnostic::Edit], client: Abilities) -> Vec<TextEdit> {
    let positions = open.positions(client.encoding);
    let edit =
        |change: &diagnostic::Edit| TextEdit { range: positions.range(change.span), new_text: change.text.clone() };
    changes.iter().map(edit).collect()
}

/// What of a text can be folded.
pub(super) fn folds(open: &Open, client: Abilities) -> Vec<FoldingRange> {
    let positions = open.positions(client.encoding);
    let fold = |fold: Fold| {
        let range = positions.range(fold.span);
        let kind = match fold.kind {
            FoldKind::Comment => FoldingRangeKind::Comment,
            FoldKind::Region => FoldingRangeKind::Region,
        };
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: Some(kind),
            ..FoldingRange::default()
        }
    };
    ide::folds(&open.document).into_iter().map(fold).collect()
}
