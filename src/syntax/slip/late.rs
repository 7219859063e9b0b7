//! Claims and marks after the brace that closes their node; they belong in its head.

use super::written::{COMPARISONS, Written};
use super::{Advice, Reading, Slip};
use crate::diagnostic::{Code, Edit, clipped};
use crate::source::Span;
use crate::syntax::token::Token;

/// The most tokens that are searched for the beginning of a head.
const LONGEST_HEAD: usize = 20;

pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let mut open = Vec::new();
    let mut slip: Option<Slip> = None;
    for place in 0..tokens.len() {
        match tokens[place].0 {
            Token::OpenBrace => open.push(place),
            Token::CloseBrace => {
                let opening = open.pop();
                let claims = claims(&Written { text, tokens, place: place + 1 });
                if let (Some(opening), Some(claims)) = (opening, claims) {
                    note(text, tokens, opening, claims, &mut slip);
                }
            }
            _ => {}
        }
    }
    slip.into_iter().collect()
}

/// The span of the claims that begin at a place.
fn claims(at: &Written<'_>) -> Option<Span> {
    use Token::{Blank, Name, Number, Plays, Pruned, String, Visited};
    let mut taken = 0;
    loop {
        taken += match () {
            () if at.is(taken, &[Pruned, Visited]) => 1,
            () if at.is(taken, COMPARISONS) && at.is(taken + 1, &[Number, Blank]) => 2,
            () if at.is(taken, &[Plays]) && at.is(taken + 1, &[Name, String, Number]) => 2,
            () => break,
        };
    }
    (taken > 0).then(|| at.span(0).to(at.span(taken - 1)))
}

fn note(text: &str, tokens: &[(Token, Span)], opening: usize, claims: Span, found: &mut Option<Slip>) {
    let brace = tokens[opening].1;
    let claim = claims.of(text);
    // If the head has a claim of the same kind, only the author knows which one is meant, so neither is moved.
    let sign = claim.split_whitespace().next().unwrap_or_default();
    let is_free = |head: &Span| !head.of(text).split_whitespace().any(|word| word == sign);
    let head = head(tokens, opening).filter(is_free);
    let slip = found.get_or_insert_with(|| {
        let advice = match head {
            Some(head) => {
                let head = clipped(head.of(text));
                Advice::Probable(format!("write `{head} {} {{ … }}`", clipped(claim)))
            }
            None => Advice::Help(format!(
                "write the player and the claim before the brace: `min {} {{ … }}`",
                clipped(claim)
            )),
        };
        let message = "claims about a node come before its opening brace";
        Slip { count: 0, ..Slip::new(Code::UnexpectedToken, message, claims, advice) }
    });
    slip.count += 1;
    slip.read(claims, "", text);
    if head.is_some() {
        let gap = claims.start as usize - text[..claims.start as usize].trim_end_matches([' ', '\t']).len();
        let start = claims.start - crate::source::offset(gap);
        slip.fix.push(Edit::new(Span::empty(brace.start), format!("{claim} ")));
        slip.fix.push(Edit::new(Span::new(start, claims.end), ""));
    }
}

/// The head before an opening brace; `None` if the brace is bare.
fn head(tokens: &[(Token, Span)], opening: usize) -> Option<Span> {
    use Token::{Chance, CloseBrace, Colon, Max, Min, OpenBrace};
    let before = &tokens[opening.saturating_sub(LONGEST_HEAD)..opening];
    let player = before.iter().rposition(|(token, _)| matches!(token, Max | Min | Chance))?;
    let is_head = before[player..].iter().all(|(token, _)| !matches!(token, OpenBrace | CloseBrace | Colon));
    is_head.then(|| before[player].1.to(before[before.len() - 1].1))
}
