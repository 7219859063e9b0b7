//! Which player of a game is MAX.

use super::super::value::player;
use super::super::{Options, Refusal};
use super::Game;
use crate::convert::misread;
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::syntax::tree::Kind;

/// Refuses games that are not for one or two players.
pub(super) fn refuse_many(game: &Game) -> Result<(), Refusal> {
    let message = match game.players.len() {
        1 | 2 => return Ok(()),
        0 => "this game has no players".to_string(),
        players => format!("this game has {players} players"),
    };
    Err(Diagnostic::new(Code::NotTwoPlayers, message, game.players_at)
        .note("minimax and alpha–beta are for MAX against MIN, or for MAX alone against chance")
        .help("list one or two players; chance is not listed")
        .into())
}

/// The player who is MAX, and a sentence on who the players are, unless a note or their names say so.
pub(super) fn max(game: &Game, options: &Options, notes: &mut Vec<String>) -> Result<(usize, Option<String>), Refusal> {
    let is = |place: usize, kind: Kind| game.players.get(place).is_some_and(|name| player(name) == Some(kind));
    let is_alone = game.players.len() == 1;
    let chosen = match &options.max {
        Some(wanted) => chosen(game, wanted)?,
        None if is_alone || is(0, Kind::Max) || is(1, Kind::Min) => 0,
        None if is(0, Kind::Min) || is(1, Kind::Max) => 1,
        None => {
            let [first, second] = [shown(game, 0), shown(game, 1)];
            notes.push(format!("the file does not say who is MAX, so {first} is; if {second} is, use --max 2"));
            return Ok((0, None));
        }
    };
    let is_clear = game.players[chosen].is_empty() || is(chosen, Kind::Max);
    let max = (!is_clear).then(|| match is_alone {
        true => format!("MAX is {}", shown(game, chosen)),
        false => format!("MAX is {}, and MIN is {}", shown(game, chosen), shown(game, 1 - chosen)),
    });
    Ok((chosen, max))
}

/// The player with a number or a name.
fn chosen(game: &Game, wanted: &str) -> Result<usize, Refusal> {
    let number = wanted.parse().ok().and_then(|number: usize| number.checked_sub(1));
    let by_number = number.filter(|place| *place < game.players.len());
    let by_name = || game.players.iter().position(|name| name == wanted);
    by_number.or_else(by_name).ok_or_else(|| {
        let message = format!("--max {}: no player has this number or name", clipped(wanted));
        let finding = misread(message, game.players_at);
        let help = |place: usize| format!("if {} is MAX, use --max {}", shown(game, place), place + 1);
        (0..game.players.len()).fold(finding, |finding, place| finding.or_help(help(place))).into()
    })
}

/// A player as messages show it. Many players are only called "Player 1" or "1".
pub(super) fn shown(game: &Game, place: usize) -> String {
    let player = format!("player {}", place + 1);
    let name = game.players[place].as_str();
    let says_no_more = name.is_empty() || player.ends_with(&name.to_lowercase());
    if says_no_more { player } else { format!("{player} ({})", clipped(name)) }
}
