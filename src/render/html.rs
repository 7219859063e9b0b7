//! A page in which a search can be stepped through.

use quick_xml::escape::escape;

use super::outline::Outline;
use super::page::Page;
use super::scene::Scene;
use super::steps::Steps;
use super::svg::{Theme, to_svg};
use super::text::{Show, Windows, Writer};
use super::words::{self, question_text};
use crate::model::{ResolvedTree, Settings};
use crate::search::{Search, SearchError};

const MAIN: &str = include_str!("../../web/page/page.html");
const STYLE: &str = include_str!("../../web/page/built/page.css");
const SCRIPT: &str = include_str!("../../web/page/built/search-page.js");
/// What readers can do, and how its button is called.
const MODES: [(&str, &str); 3] = [("watch", "Watch"), ("quiz", "Quiz"), ("search", "You search")];

/// Writes the page of a search. It has the first [`super::MOST_STEPS`] steps.
///
/// # Errors
/// If a node at the depth limit has no static evaluation.
pub fn to_html(
    game: &ResolvedTree<'_>,
    settings: &Settings,
    outline: &Outline,
    windows: Windows,
) -> Result<String, SearchError> {
    let search = Search::new(game, settings)?;
    let steps = Steps::new(game, settings, &search, windows)?;
    let show = Show::Search(&search, &steps.last);
    let scene = Scene::new(Writer { game, show, windows, room: Some(&steps.room) }, outline, false);
    let rules: String =
        words::rules(settings).iter().map(|rule| format!("<li>{}</li>", escape(rule.as_str()))).collect();
    let modes: String = MODES.iter().map(|(value, name)| mode(value, name)).collect();
    let task =
        question_text(game).map_or_else(String::new, |text| format!("<p class=\"task\">{}</p>\n", escape(&text)));
    let picture = to_svg(&scene, Theme::Auto, "gt");
    let main = MAIN.split_once("<!-- picture -->").expect("the page has a place for the picture");
    let body = format!(
        "<header>\n<h1>{}</h1>\n<ul class=\"rules\" aria-label=\"Rules\">{rules}</ul>\n\
         <div class=\"modes\" role=\"group\" aria-label=\"Mode\">{modes}</div>\n{task}</header>\n{}{picture}{}",
        escape(&scene.title),
        main.0,
        main.1
    );
    Ok(Page { title: &scene.title, body: &body, model: &steps, style: STYLE, script: SCRIPT }.write())
}

fn mode(value: &str, name: &str) -> String {
    let pressed = value == MODES[0].0;
    format!("<button type=\"button\" class=\"{value}\" value=\"{value}\" aria-pressed=\"{pressed}\">{name}</button>")
}
