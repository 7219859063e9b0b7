//! `gametree render`

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::slice;

use clap::{Args, ValueEnum};
use gametree::model::{ResolvedTree, Settings, Shown};
use gametree::render::{
    Latex, Moment, Outline, Part, Scene, SearchPage, Show, Theme, Windows, picture, to_dot, to_forest, to_mermaid,
    to_svg, to_text, to_tikz,
};
use gametree::report::Algorithm;
use gametree::search::{Search, SearchError};
use gametree::syntax::tree::NodeId;

use super::files::{Excluded, Item};
use super::from::From;
use super::raster;
use super::rules::Rules;
use super::trees::Trees;
use super::values::trees;
use super::{Outcome, Reading, Revealing, Writing, print_error};

/// Draw a tree as a picture
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree render aima.tree --output aima.svg     the search, with windows and cutoffs
  gametree render aima.tree --show blank          the tree alone, with room to write
  gametree render aima.tree --step 7              the search after its seventh step
  gametree render aima.tree --output aima.pdf     the same picture for print
  gametree render aima.tree --to tikz             the same picture for LaTeX
  gametree render aima.tree --to html             a page in which to step through the search
  gametree render big.tree --from B --plies 2     a part of a large tree")]
pub(super) struct Arguments {
    /// The file, or - for standard input
    #[arg(add = trees())]
    file: PathBuf,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
    /// The format of the picture; if left out, the one that the ending of --output names, or svg
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,
    /// How much of the answers to show
    #[arg(long, value_enum, default_value_t = Shows::Search, value_name = "WHAT")]
    show: Shows,
    /// Show the search after this many steps, as `trace` counts them
    #[arg(long, value_name = "N")]
    step: Option<u64>,
    /// Which window to write beside each node
    #[arg(long, value_enum, default_value_t = WindowsName::Entry, value_name = "WHICH")]
    windows: WindowsName,
    /// Draw the tree with this name
    #[arg(long, value_name = "NAME")]
    tree: Option<String>,
    /// Draw only the node or leaf with this name or label, and what is below it
    #[arg(long, value_name = "NODE")]
    from: Option<String>,
    /// Draw this many plies below the top, and fold what is below them
    #[arg(long, value_name = "N", value_parser = plies)]
    plies: Option<usize>,
    /// Draw everything, even if the tree has more than 600 nodes and leaves
    #[arg(long)]
    all: bool,
    /// The colours of an SVG or PNG picture [default: auto, and light for PNG]
    #[arg(long, value_enum, value_name = "THEME")]
    theme: Option<ThemeName>,
    /// Leave out the preamble of a LaTeX file
    #[arg(long)]
    fragment: bool,
    /// Leave out the line with the rules and the counts
    #[arg(long)]
    no_caption: bool,
    #[command(flatten)]
    revealing: Revealing,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Svg,
    /// For slides and documents: three pixels for each pixel of the SVG picture
    Png,
    /// For print, with text that can be searched
    Pdf,
    /// For LaTeX: the same picture, point by point
    Tikz,
    /// For LaTeX: brackets for the package forest, easy to edit
    Forest,
    /// For Graphviz
    Dot,
    /// For Markdown pages
    Mermaid,
    /// One line for each node, for e-mail and comments
    Text,
    /// A page in which the search can be stepped through
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shows {
    /// The tree, with room for the answers
    Blank,
    /// The minimax value of each node
    Values,
    /// Values, bounds, windows and cutoffs of the search
    Search,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WindowsName {
    /// The window with which the search enters the node
    Entry,
    /// The window when the search leaves the node
    Final,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    /// Light or dark, as the reader's screen is set
    Auto,
    Light,
    Dark,
}

/// Reads a number of plies.
fn plies(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(plies) if plies > 0 => Ok(plies),
        _ => Err("write a whole number of plies, at least 1".to_string()),
    }
}

impl Format {
    /// The format that the ending of a file names.
    fn of(file: &Path) -> Option<Self> {
        Some(match file.extension()?.to_ascii_lowercase().to_str()? {
            "svg" => Self::Svg,
            "png" => Self::Png,
            "pdf" => Self::Pdf,
            "tex" => Self::Tikz,
            "dot" | "gv" => Self::Dot,
            "mmd" => Self::Mermaid,
            "txt" => Self::Text,
            "html" | "htm" => Self::Html,
            _ => return None,
        })
    }

    /// Whether its pictures can be light or dark.
    fn has_themes(self) -> bool {
        match self {
            Self::Svg | Self::Png => true,
            Self::Pdf | Self::Tikz | Self::Forest | Self::Dot | Self::Mermaid | Self::Text | Self::Html => false,
        }
    }
}

impl Arguments {
    fn format(&self) -> Format {
        self.to.or_else(|| Format::of(self.writing.output.as_deref()?)).unwrap_or(Format::Svg)
    }

    /// Whether the ending of the file names no format, and --to does not, either.
    fn has_unknown_ending(&self) -> bool {
        let named = self.writing.output.as_deref().filter(|file| file.extension().is_some());
        self.to.is_none() && named.is_some_and(|file| Format::of(file).is_none())
    }

    /// What is wrong with options that cannot be given together.
    fn contradiction(&self) -> Option<&'static str> {
        let format = self.format();
        let is_latex = matches!(format, Format::Tikz | Format::Forest);
        if self.has_unknown_ending() {
            Some("the ending of the file names no format of pictures; choose one with --to")
        } else if self.step.is_some() && self.show != Shows::Search {
            Some("--step shows a moment of the search; leave out --show")
        } else if format == Format::Html && (self.show != Shows::Search || self.step.is_some() || self.no_caption) {
            Some("--to html shows every step of the search; leave out --show, --step and --no-caption")
        } else if self.theme.is_some() && !format.has_themes() {
            Some("--theme is only for --to svg and --to png")
        } else if self.fragment && !is_latex {
            Some("--fragment is only for --to tikz and --to forest")
        } else {
            None
        }
    }

    /// Whether the picture would overwrite a file with trees. Reports that.
    fn would_lose_trees(&self) -> bool {
        let target = self.writing.output.as_deref().filter(|target| target.is_file());
        let lost = target.filter(|target| target.extension().is_some_and(|ending| ending == "tree"));
        if let Some(lost) = lost {
            let lost = lost.display();
            print_error(&format!("{lost}: a picture would overwrite these trees; choose another name with --output"));
        }
        lost.is_some()
    }

    /// Prints the only picture.
    fn print(&self, picture: &Picture, outcome: Outcome) -> io::Result<Outcome> {
        let mut output = self.writing.open()?;
        match picture {
            Picture::Text(text) => {
                output.print_source(text)?;
            }
            Picture::Refused(reason) => {
                print_error(reason);
                return output.finish(Outcome::Failure, false);
            }
            Picture::Bytes(_) if output.is_terminal() => {
                print_error("a terminal cannot show this format; give a file with --output FILE");
                return output.finish(Outcome::Failure, false);
            }
            Picture::Bytes(bytes) => output.raw().write_all(bytes)?,
        }
        output.finish(outcome, true)
    }

    /// Draws a scene in its format. A page is made of a whole search, not of one scene: `None`.
    fn drawn(&self, scene: &Scene) -> Option<Picture> {
        let theme = match self.theme {
            None | Some(ThemeName::Auto) => Theme::Auto,
            Some(ThemeName::Light) => Theme::Light,
            Some(ThemeName::Dark) => Theme::Dark,
        };
        let latex = if self.fragment { Latex::Fragment } else { Latex::Document };
        Some(match self.format() {
            Format::Svg => Picture::Text(to_svg(scene, theme, "gt")),
            Format::Png => raster::to_png(scene, theme).map_or_else(Picture::Refused, Picture::Bytes),
            Format::Pdf => raster::to_pdf(scene).map_or_else(Picture::Refused, Picture::Bytes),
            Format::Tikz => Picture::Text(to_tikz(scene, latex)),
            Format::Forest => Picture::Text(to_forest(scene, latex)),
            Format::Dot => Picture::Text(to_dot(scene)),
            Format::Mermaid => Picture::Text(to_mermaid(scene)),
            Format::Text => Picture::Text(to_text(scene)),
            Format::Html => return None,
        })
    }
}

/// A picture in its format.
enum Picture {
    Text(String),
    Bytes(Vec<u8>),
    /// Why it cannot be drawn.
    Refused(String),
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    if let Some(contradiction) = arguments.contradiction() {
        print_error(contradiction);
        return Ok(Outcome::Failure);
    }
    let mut files = arguments.reading.find(slice::from_ref(&arguments.file), Excluded::Read);
    if files.would_be_lost(&arguments.writing) || arguments.would_lose_trees() {
        return Ok(Outcome::Failure);
    }
    // A blank picture shows no answers, so it needs no permission.
    let shown = if arguments.show == Shows::Blank { Shown::Everything } else { arguments.revealing.shown() };
    let overrides = arguments.rules.overrides(Algorithm::AlphaBeta);
    let mut trees = Trees::new(arguments.tree.as_deref(), shown, overrides);
    let mut from = From::new(arguments.from.as_deref());
    let mut pictures: Vec<Picture> = Vec::new();
    let mut has_unnamed = false;
    files.for_each(|item| match item {
        Item::Trees { source, project, .. } => trees.each(source, project, |_, claims, settings, located| {
            has_unnamed |= claims.game.tree.title.is_none();
            let Some(node) = from.find(claims.game, located) else { return Ok(Ok(())) };
            let drawn = draw(arguments, claims.game, settings, node);
            if drawn.is_ok() {
                from.was_used();
            }
            Ok(drawn.map(|picture| pictures.push(picture)))
        }),
        Item::Project(source) => {
            trees.report_project(source);
            Ok(())
        }
    })?;
    let missing = trees.report_missing_tree() || from.is_missing();
    let outcome = Outcome::of(files.failed || missing, trees.complete);
    match &pictures[..] {
        [] => {
            if trees.hidden && arguments.format() == Format::Html {
                print_error(
                    "for students, `gametree sheet FILE --to html` writes a page in which they fill in their answers",
                );
            }
            Ok(outcome)
        }
        [picture] => arguments.print(picture, outcome),
        several => {
            let advice = if has_unnamed { "give each a name, as in `tree \"NAME\" { … }`, and " } else { "" };
            print_error(&format!("there are {} trees to draw; {advice}choose one with --tree NAME", several.len()));
            Ok(Outcome::Failure)
        }
    }
}

/// Draws one tree.
fn draw(
    arguments: &Arguments,
    game: &ResolvedTree<'_>,
    settings: &Settings,
    from: NodeId,
) -> Result<Picture, SearchError> {
    let part = Part { from, plies: arguments.plies, all: arguments.all };
    let outline = Outline::new(game, part);
    if outline.is_shortened {
        print_error("the tree is large, so its lower plies are folded; --all draws them, --from NODE draws a part");
    }
    let windows = match arguments.windows {
        WindowsName::Entry => Windows::Entry,
        WindowsName::Final => Windows::Final,
        WindowsName::None => Windows::None,
    };
    let has_caption = !arguments.no_caption;
    let drawn = |show: Show<'_>| arguments.drawn(&picture(game, &outline, show, windows, has_caption));
    let drawn = match arguments.show {
        _ if arguments.format() == Format::Html => None,
        Shows::Blank => drawn(Show::Blank),
        Shows::Values => drawn(Show::Values(&Search::new(game, settings)?)),
        Shows::Search => {
            let moment = Moment::after(game, settings, arguments.step.unwrap_or(u64::MAX))?;
            drawn(Show::Search(&Search::new(game, settings)?, &moment))
        }
    };
    match drawn {
        Some(picture) => Ok(picture),
        None => SearchPage::new(game, settings, &outline, windows).map(|page| Picture::Text(page.to_html())),
    }
}
