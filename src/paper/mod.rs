//! Exercises as they are handed out: on paper, with room to write, and their keys; as a page with fields; or as a quiz.

mod answered;
mod blocks;
mod fields;
mod form;
mod marked;
mod pages;
mod quiz;
mod tex;
mod words;

pub(crate) use answered::answered_picture;
pub use form::to_form;
pub use marked::{MarkedPart, to_marked_page};
pub use pages::to_pages;
pub use quiz::{PICTURE, Quiz, QuizQuestion, to_quiz};
pub use tex::{is_unchanged_tex, to_tex};
use words::{Medium, Places};

use std::error::Error;
use std::fmt;

use crate::claim::{Asked, ClaimKind, Claims};
use crate::diagnostic::Findings;
use crate::diagnostic::render::printable;
use crate::grade::marks::AskedTree;
use crate::grade::questions::{Asks, Fate, Question, Questions};
use crate::grade::{Exercise, GradedQuestion, Rubric, rules_in_words};
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::number::Fraction;
use crate::render::measure::Length;
use crate::render::{MOST_UNFOLDED, Moment, Outline, Part, Scene, Show, Windows, picture, question_text};
use crate::search::{Search, SearchError};
use crate::syntax::parse;
use crate::syntax::tree::{Claim, File, NodeId, Tree};

/// An exercise as it is printed.
#[derive(Clone, Debug)]
pub struct Handout {
    /// The name of the exercise.
    pub title: String,
    /// The sum of the marks.
    pub worth: Fraction,
    /// Whether it has the right answers instead of room to write.
    pub is_key: bool,
    /// The trees that ask something, in order.
    pub trees: Vec<PrintedTree>,
}

/// A tree with its questions.
#[derive(Clone, Debug)]
pub struct PrintedTree {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The question text above it.
    pub text: String,
    /// The rules of the search in sentences, as far as the questions depend on them; empty if those of the tree before
    /// it go on.
    pub rules: String,
    /// The claims that the exercise gives: `A = 3`, `leaves = 5`.
    pub given: Vec<String>,
    /// The tree: blank, or with the right answers. A key that asks both for values and about the search has a picture of
    /// each, because the search can return a bound where a node has a value.
    pub pictures: Vec<PrintedPicture>,
    /// The questions, in the order of the text.
    pub questions: Vec<PrintedQuestion>,
}

/// A picture and its place on paper.
#[derive(Clone, Debug)]
pub struct PrintedPicture {
    /// The picture.
    pub scene: Scene,
    /// By how much it is made smaller so that it fits, in thousandths; 1000 if it fits as it is. A whole number, so that a
    /// page is the same on every machine.
    pub scale: Length,
    /// Whether it is wide, and therefore turned sideways on a page of its own.
    pub is_across: bool,
}

/// A question in words.
#[derive(Clone, Debug)]
pub struct PrintedQuestion {
    /// The number of the tree and of the question in it, such as `1.4`.
    pub number: String,
    /// The question, or what is to be done.
    pub words: String,
    /// The marks for a right answer.
    pub worth: Fraction,
    /// Whether the answer is written into the picture.
    pub is_in_picture: bool,
    /// In a key, the right answer.
    pub answer: Option<String>,
}

/// Why an exercise cannot be printed.
#[derive(Debug)]
pub enum PaperError {
    /// A tree cannot be searched.
    SearchError(SearchError),
    /// Its marks have no exact sum.
    Marks,
    /// A tree has this many nodes and leaves: more than can be handed out, [`MOST_UNFOLDED`].
    TooLarge(usize),
    /// A quiz has no blank for a question.
    NoBlank {
        /// The question in words.
        question: String,
        /// Why there is none, and what to do.
        reason: &'static str,
    },
}

impl fmt::Display for PaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SearchError(error) => error.fmt(f),
            Self::Marks => f.write_str("its marks have too many different denominators for an exact sum"),
            Self::TooLarge(nodes) => write!(
                f,
                "a tree with {nodes} nodes and leaves is too large for a handout, a page or a quiz, which have room for \
                 {MOST_UNFOLDED}; hand out the file that `gametree sheet` writes without --to"
            ),
            Self::NoBlank { question, reason } => {
                write!(f, "a quiz cannot ask “{question}”, because {reason}")
            }
        }
    }
}

impl Error for PaperError {}

/// The width of what is printed on a page of A4 with margins of 2 centimetres, in hundredths of a pixel.
const WIDTH: Length = 64_250;
/// The height of what is printed on a page, without the line at its foot.
const HEIGHT: Length = 95_500;
/// The greatest height of a picture. The rest of the page is for the texts above it.
const HIGHEST: Length = 66_800;
/// Below this scale, in thousandths, a picture is printed across if that makes it larger by a fifth.
const SMALL: Length = 650;

impl PrintedPicture {
    fn new(scene: Scene) -> Self {
        let (wide, high) = (scene.end.x - scene.start.x, scene.end.y - scene.start.y);
        let fits = |width: Length, height: Length| (1_000 * width / wide).min(1_000 * height / high).min(1_000);
        let (upright, across) = (fits(WIDTH, HIGHEST), fits(HEIGHT, WIDTH));
        let is_across = upright < SMALL && across * 5 >= upright * 6;
        Self { scene, scale: if is_across { across } else { upright }, is_across }
    }

    /// Its width and height on paper, before it is turned.
    fn size(&self) -> [Length; 2] {
        let Scene { start, end, .. } = self.scene;
        [end.x - start.x, end.y - start.y].map(|length| length * self.scale / 1_000)
    }
}

impl PrintedTree {
    /// The paragraphs above its picture.
    fn paragraphs(&self) -> impl Iterator<Item = String> {
        let given = if self.given.is_empty() { String::new() } else { format!("Given: {}.", self.given.join("; ")) };
        let pictures = match self.pictures.len() {
            2 => "The first picture shows the value of each node, the second what the search returns.".to_string(),
            _ => String::new(),
        };
        [self.text.clone(), self.rules.clone(), given, pictures].into_iter().filter(|text| !text.is_empty())
    }

    /// The paragraphs above its picture on paper, which may say where the picture is.
    fn paragraphs_on_paper(&self) -> impl Iterator<Item = String> {
        let place = match self.pictures.iter().filter(|picture| picture.is_across).count() {
            0 => None,
            1 => Some("The tree is on a page of its own after the questions, turned sideways."),
            _ => Some("The tree is on pages of its own after the questions, turned sideways."),
        };
        self.paragraphs().chain(place.map(str::to_string))
    }
}

impl Handout {
    /// The handout of an exercise of which a [sheet](crate::grade::sheet) can be made, or its key.
    ///
    /// # Errors
    ///
    /// If a tree is too large or cannot be searched, or if its marks cannot be added up.
    pub fn new(text: &str, project: &Defaults, title: &str, is_key: bool) -> Result<Self, PaperError> {
        check_size(&parse(text, 0).0)?;
        let grade = || Exercise::new(text, project).grade("", &Rubric::default()).map_err(|_| PaperError::Marks);
        // It has the right answers.
        let graded = if is_key { Some(grade()?) } else { None };
        let mut answers = graded.iter().flat_map(|graded| &graded.trees).map(|tree| &tree.questions[..]);
        let mut trees = Vec::new();
        let worth = each_tree(text, project, |claims, asked, place| {
            trees.push(printed(claims, asked, place, answers.next(), Medium::Paper)?);
            Ok(())
        })?;
        state_rules_once(&mut trees);
        Ok(Self { title: printable(title), worth, is_key, trees })
    }
}

/// Refuses trees of which a picture would fold a part: students could not answer questions about it.
fn check_size(file: &File) -> Result<(), PaperError> {
    let has_worth = |tree: &Tree| {
        tree.claims.iter().any(|(_, claim)| claim.worth.is_some())
            || tree.expectations.iter().any(|it| it.worth.is_some())
    };
    let asking = file.trees.iter().filter(|tree| tree.asks() || has_worth(tree));
    let greatest = asking.map(|tree| tree.nodes.len()).max().unwrap_or(0);
    if greatest > MOST_UNFOLDED { Err(PaperError::TooLarge(greatest)) } else { Ok(()) }
}

/// Does some work with each tree that asks something, and with its place in the text; returns the sum of the marks.
fn each_tree(
    text: &str,
    project: &Defaults,
    mut work: impl FnMut(&Claims<'_>, &AskedTree<'_>, usize) -> Result<(), SearchError>,
) -> Result<Fraction, PaperError> {
    let (file, mut findings) = parse(text, 0);
    check_size(&file)?;
    let settings = FileSettings::read(text, &file, project, &mut findings);
    let mut worth = Fraction::ZERO;
    for (place, tree) in file.trees.iter().enumerate() {
        let game = ResolvedTree::new(text, tree, &settings, &mut findings);
        let claims = Claims::read(&game, &mut Findings::new(0));
        let asked = AskedTree::new(&claims).map_err(PaperError::SearchError)?;
        if !asked.questions.is_empty() {
            work(&claims, &asked, place).map_err(PaperError::SearchError)?;
        }
        for question in &asked.questions {
            worth = worth.plus(question.worth).map_err(|_| PaperError::Marks)?;
        }
    }
    Ok(worth)
}

/// Puts the tree at this place of the text into words and a picture. A key has `answers`, one for each question.
fn printed(
    claims: &Claims<'_>,
    asked: &AskedTree<'_>,
    place: usize,
    answers: Option<&[GradedQuestion]>,
    medium: Medium,
) -> Result<PrintedTree, SearchError> {
    let game = claims.game;
    let scenes = if answers.is_some() { solved(game, &asked.questions)? } else { vec![drawn(game, Show::Blank)] };
    let question = |(number, question): (usize, &Question)| PrintedQuestion {
        number: format!("{}.{}", place + 1, number + 1),
        words: words::question(asked, question, medium),
        worth: question.worth,
        is_in_picture: matches!(question.asks, Asks::Leaves)
            || matches!(question.asks, Asks::Every(asked) if asked != Asked::Plays),
        answer: answers.and_then(|answers| answers.get(number)).map(words::answer),
    };
    Ok(PrintedTree {
        title: game.tree.title.map(|title| printable(&game.name_at(title))),
        text: question_text(game).unwrap_or_default(),
        rules: rules_in_words(game, &asked.questions),
        given: given(claims, asked),
        pictures: scenes.into_iter().map(PrintedPicture::new).collect(),
        questions: asked.questions.iter().enumerate().map(question).collect(),
    })
}

/// Leaves out the rules of a tree if they are those of the tree before it.
fn state_rules_once(trees: &mut [PrintedTree]) {
    for place in (1..trees.len()).rev() {
        if trees[place].rules == trees[place - 1].rules {
            trees[place].rules.clear();
        }
    }
}

/// The claims that students are told.
fn given(claims: &Claims<'_>, asked: &AskedTree<'_>) -> Vec<String> {
    let text = claims.game.text;
    let (questions, places) = (Questions::of(claims), Places::of(asked));
    let written = |text: &str| printable(&text.split_whitespace().collect::<Vec<&str>>().join(" "));
    let is_given = |fate: Fate| matches!(fate, Fate::Given);
    let at_nodes = questions.claims().filter(|(.., fate)| is_given(*fate));
    let at_node = |(node, claim, _): (NodeId, &Claim, Fate)| {
        let verb = if claim.form.operands().is_empty() { "is " } else { "" };
        format!("{} {verb}{}", places.called(node), written(claim.span.of(text)))
    };
    let on_tree = questions.expectations().filter(|(_, fate)| is_given(*fate));
    let on_tree = on_tree.map(|(it, _)| written(it.span.of(text).trim_start_matches("expect")));
    at_nodes.map(at_node).chain(on_tree).collect()
}

/// The pictures of a key: the values, the search, or both, as the questions are about. If they are about unknown leaves,
/// nobody can draw either.
fn solved(game: &ResolvedTree<'_>, questions: &[Question]) -> Result<Vec<Scene>, SearchError> {
    if questions.iter().all(|question| matches!(question.asks, Asks::Set(_) | Asks::Leaves)) {
        return Ok(vec![drawn(game, Show::Blank)]);
    }
    let search = Search::of(game)?;
    let mut scenes = Vec::new();
    let is_about_search = questions.iter().any(Question::is_about_search);
    if !is_about_search || questions.iter().any(asks_for_value) {
        scenes.push(drawn(game, Show::Values(&search)));
    }
    if is_about_search {
        let moment = Moment::after(game, &game.settings, u64::MAX)?;
        scenes.push(drawn(game, Show::Search(&search, &moment)));
    }
    Ok(scenes)
}

/// Whether a question is about the value of a node that the search may not find out.
fn asks_for_value(question: &Question) -> bool {
    match question.asks {
        Asks::Every(asked) => asked == Asked::Values,
        Asks::Claim(node, kind) => node != NodeId::ROOT && matches!(kind, ClaimKind::Exact | ClaimKind::Near),
        _ => false,
    }
}

fn drawn(game: &ResolvedTree<'_>, show: Show<'_>) -> Scene {
    let part = Part { from: NodeId::ROOT, plies: None, all: false };
    picture(game, &Outline::new(game, part), show, Windows::Entry, false)
}
