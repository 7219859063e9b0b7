//! A page in which a search can be stepped through: one file with everything in it, which loads nothing.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use quick_xml::escape::escape;
use sha2::{Digest, Sha256};

use super::outline::Outline;
use super::scene::Scene;
use super::steps::Steps;
use super::svg::{Theme, to_svg};
use super::text::{Show, Windows, Writer};
use super::words::{self, question_text};
use crate::model::{ResolvedTree, Settings};
use crate::search::{Search, SearchError};

const STYLE: &str = include_str!("../../web/page/page.css");
const BODY: &str = include_str!("../../web/page/page.html");
const QUIZ: &str = include_str!("../../web/page/quiz.js");
const STEPPER: &str = include_str!("../../web/page/stepper.js");
const SEARCH: &str = include_str!("../../web/page/search.js");
/// What starts the page.
const START: &str = "\nconst model = JSON.parse(document.getElementById('model').textContent);\n\
    const player = mount(document, model);\naddQuiz(document, model, player);\naddSearch(document, model, player);\n";
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
    // A browser ends a script at `</script>`, wherever that is.
    let model = serde_json::to_string(&steps).expect("it has only texts and numbers").replace('<', "\\u003c");
    let script = format!("{}{START}", [STEPPER, QUIZ, SEARCH].map(without_comments).join("\n"));
    let hash = STANDARD.encode(Sha256::digest(script.as_bytes()));
    let title = escape(&scene.title);
    let modes: String = MODES.iter().map(|(value, name)| mode(value, name)).collect();
    let task =
        question_text(game).map_or_else(String::new, |text| format!("<p class=\"task\">{}</p>\n", escape(&text)));
    let policy = format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'");
    let picture = to_svg(&scene, Theme::Auto, "gt");
    let body = BODY.split_once("<!-- picture -->").expect("the page has a place for the picture");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n<ul class=\"rules\" aria-label=\"Rules\">{rules}</ul>\n\
         <div class=\"modes\" role=\"group\" aria-label=\"Mode\">{modes}</div>\n{task}</header>\n\
         {}{picture}{}<script type=\"application/json\" id=\"model\">{model}</script>\n\
         <script type=\"module\">{script}</script>\n</body>\n</html>\n",
        body.0, body.1
    ))
}

fn mode(value: &str, name: &str) -> String {
    let pressed = value == MODES[0].0;
    format!("<button type=\"button\" class=\"{value}\" value=\"{value}\" aria-pressed=\"{pressed}\">{name}</button>")
}

/// A script without the indentation and the comments: they are for those who read the source.
fn without_comments(script: &str) -> String {
    let mut pieces = script.split("/**");
    let mut code = pieces.next().unwrap_or_default().to_string();
    code.extend(pieces.filter_map(|piece| piece.split_once("*/")).map(|(_, after)| after.trim_start_matches(' ')));
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.collect::<Vec<&str>>().join("\n")
}
