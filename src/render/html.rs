//! A page in which a search can be stepped through.

use quick_xml::escape::escape;
use serde::Serialize;

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

/// The page of a search, in parts that another page can use. It has the first [`super::MOST_STEPS`] steps.
#[derive(Serialize)]
pub struct SearchPage {
    /// The title of the tree, as plain text.
    title: String,
    /// The visible part, as HTML, including the picture.
    body: String,
    /// What the script plays.
    model: Steps,
}

impl SearchPage {
    /// Draws a tree, and records its search. Linear in what is drawn, and in the steps.
    ///
    /// # Errors
    /// If a node at the depth limit has no static evaluation.
    pub fn new(
        game: &ResolvedTree<'_>,
        settings: &Settings,
        outline: &Outline,
        windows: Windows,
    ) -> Result<Self, SearchError> {
        let search = Search::new(game, settings)?;
        let model = Steps::new(game, settings, &search, windows)?;
        let show = Show::Search(&search, &model.last);
        let scene = Scene::new(Writer { game, show, windows, room: Some(&model.room) }, outline, false);
        Ok(Self { body: body(&scene, game, settings), title: scene.title, model })
    }

    /// The whole page: one file, which loads nothing.
    pub fn to_html(&self) -> String {
        Page { title: &self.title, body: &self.body, model: &self.model, style: STYLE, script: SCRIPT }.write()
    }
}

fn body(scene: &Scene, game: &ResolvedTree<'_>, settings: &Settings) -> String {
    let rules: String =
        words::rules(settings).iter().map(|rule| format!("<li>{}</li>", escape(rule.as_str()))).collect();
    let modes: String = MODES.iter().map(|(value, name)| mode(value, name)).collect();
    let task =
        question_text(game).map_or_else(String::new, |text| format!("<p class=\"task\">{}</p>\n", escape(&text)));
    let picture = to_svg(scene, Theme::Auto, "gt");
    let main = MAIN.split_once("<!-- picture -->").expect("the page has a place for the picture");
    format!(
        "<header>\n<h1>{}</h1>\n<ul class=\"rules\" aria-label=\"Rules\">{rules}</ul>\n\
         <div class=\"modes\" role=\"group\" aria-label=\"Mode\">{modes}</div>\n{task}</header>\n{}{picture}{}",
        escape(&scene.title),
        main.0,
        main.1
    )
}

/// The button of a mode. The script says which one is pressed.
fn mode(value: &str, name: &str) -> String {
    format!("<button class=\"{value}\" value=\"{value}\">{name}</button>")
}
