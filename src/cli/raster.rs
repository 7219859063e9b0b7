//! Pictures as PNG and PDF, made from the SVG picture with fonts of our own, so that they are the same on every machine.

use std::collections::BTreeSet;
use std::sync::Arc;

use gametree::paper::{Handout, to_pages};
use gametree::render::measure::Length;
use gametree::render::{Scene, Theme, to_svg};
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use ttf_parser::Face;

use super::print_error;

/// Latin, Greek and Cyrillic letters, and signs. The licence is beside them.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../assets/fonts/GametreeSans-Regular.ttf"),
    include_bytes!("../../assets/fonts/GametreeSans-Bold.ttf"),
];
/// Pixels of a PNG picture for each pixel of the SVG picture: enough for print.
const SCALE: f32 = 3.0;
/// The most pixels that a PNG picture has; each takes 4 bytes of memory. Larger pictures are scaled less.
const MOST_PIXELS: Length = 50_000_000;
/// Pictures have 96 pixels to the inch.
const PIXELS_PER_INCH: Length = 96;
/// PDF measures in points, 72 to the inch.
const POINTS_PER_PIXEL: f32 = 0.75;
/// The longest side of a picture, in pixels: a page of PDF has at most 200 inches.
const LONGEST: Length = 200 * PIXELS_PER_INCH;

/// Draws a scene as SVG, and reads that with the fonts.
fn read(scene: &Scene, theme: Theme) -> Result<Tree, String> {
    // The lengths of a scene are hundredths of a pixel.
    let [width, height] = [scene.end.x - scene.start.x, scene.end.y - scene.start.y].map(|length| length / 100);
    if width.max(height) > LONGEST || width * height > MOST_PIXELS {
        return Err(format!(
            "the picture is too large for this format: {width} by {height} pixels; draw a part of the tree with \
             --from or --plies, or use --to svg"
        ));
    }
    let svg = to_svg(scene, theme, "gt");
    report_missing(std::iter::once(svg.as_str()))?;
    Tree::from_str(&svg, &with_fonts()).map_err(|error| error.to_string())
}

/// Reports the letters in SVG that the fonts do not have, which are left out.
fn report_missing<'s>(pictures: impl Iterator<Item = &'s str>) -> Result<(), String> {
    let face = Face::parse(FONTS[0], 0).map_err(|error| error.to_string())?;
    let is_missing = |letter: &char| !letter.is_ascii() && face.glyph_index(*letter).is_none();
    let missing: BTreeSet<char> = pictures.flat_map(str::chars).filter(is_missing).collect();
    if !missing.is_empty() {
        let some: Vec<String> = missing.iter().take(10).map(char::to_string).collect();
        let more = if missing.len() > some.len() { ", and others" } else { "" };
        print_error(&format!("the picture leaves out characters that its fonts do not have: {}{more}", some.join(" ")));
    }
    Ok(())
}

/// Options for reading SVG, with our fonts and no others.
fn with_fonts() -> Options<'static> {
    let mut fonts = Database::new();
    FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    fonts.set_sans_serif_family("Gametree Sans");
    Options { fontdb: Arc::new(fonts), ..Options::default() }
}

/// Draws a scene as PNG, on white, or on black in the dark theme.
///
/// # Errors
/// Why it cannot be drawn.
pub(super) fn to_png(scene: &Scene, theme: Theme) -> Result<Vec<u8>, String> {
    let tree = read(scene, theme)?;
    let size = tree.size();
    let scale = SCALE.min((MOST_PIXELS as f32 / (size.width() * size.height())).sqrt());
    let size = size.to_int_size().scale_by(scale).ok_or("the picture has no pixels")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("there is not enough memory for the picture")?;
    pixels.fill(if theme == Theme::Dark { Color::BLACK } else { Color::WHITE });
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// Draws a scene as a page of PDF, as large as the picture. Its text stays text.
///
/// # Errors
/// Why it cannot be drawn.
pub(super) fn to_pdf(scene: &Scene) -> Result<Vec<u8>, String> {
    document(&[read(scene, Theme::Light)?], &scene.title, "")
}

/// The program that a document of pages names as its producer.
const PRODUCER: &str = "gametree";

/// Whether a file is a document of [`handouts_to_pdf`].
pub(super) fn is_own_pdf(bytes: &[u8]) -> bool {
    let mark = format!("/Producer ({PRODUCER})");
    bytes.starts_with(b"%PDF-") && bytes.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// Prints handouts one after the other. A single one gives the document its title.
///
/// # Errors
/// Why they cannot be printed.
pub(super) fn handouts_to_pdf(handouts: &[Handout]) -> Result<Vec<u8>, String> {
    let pages = to_pages(handouts);
    report_missing(pages.iter().map(String::as_str))?;
    let options = with_fonts();
    let pages: Result<Vec<Tree>, _> = pages.iter().map(|page| Tree::from_str(page, &options)).collect();
    let title = if let [only] = handouts { &only.title } else { "" };
    document(&pages.map_err(|error| error.to_string())?, title, PRODUCER)
}

/// A document with a page for each picture, the same byte for byte in each run.
fn document(pages: &[Tree], title: &str, producer: &str) -> Result<Vec<u8>, String> {
    let settings = SerializeSettings { xmp_metadata: false, enable_tagging: false, ..SerializeSettings::default() };
    let mut document = Document::new_with(settings);
    document.set_metadata(Metadata::new().title(title.to_string()).producer(producer.to_string()));
    for tree in pages {
        let [width, height] = [tree.size().width(), tree.size().height()].map(|pixels| pixels * POINTS_PER_PIXEL);
        let size = Size::from_wh(width, height).ok_or("the picture has no pixels")?;
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface.draw_svg(tree, size, SvgSettings::default());
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| format!("the PDF cannot be written: {error:?}"))
}
