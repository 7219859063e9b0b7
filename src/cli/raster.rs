//! Pictures as PNG and PDF, made from the SVG picture with fonts of our own, so that they are the same on every machine.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use gametree::render::measure::Length;
use gametree::render::{Scene, Theme, to_svg};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use svg2pdf::usvg::{Options, Tree, fontdb::Database};
use svg2pdf::{ConversionOptions, PageOptions};
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
    let tree = read(scene, Theme::Light)?;
    let page = PageOptions { dpi: PIXELS_PER_INCH as f32 };
    svg2pdf::to_pdf(&tree, ConversionOptions::default(), page).map_err(|error| error.to_string())
}

/// The program that a document of pages names as its producer.
const PRODUCER: &str = "gametree";

/// Whether a file is a document of [`pages_to_pdf`].
pub(super) fn is_own_pdf(bytes: &[u8]) -> bool {
    let mark = format!("/Producer ({PRODUCER})");
    bytes.starts_with(b"%PDF-") && bytes.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// Makes a document of pages of the same size, each given as SVG.
///
/// # Errors
/// Why it cannot be made.
pub(super) fn pages_to_pdf(pages: &[String]) -> Result<Vec<u8>, String> {
    const PICTURE: Name<'static> = Name(b"page");
    report_missing(pages.iter().map(String::as_str))?;
    let options = with_fonts();
    let mut next = Ref::new(1);
    let [catalog, all] = [next.bump(), next.bump()];
    let mut pdf = Pdf::new();
    let mut kids = Vec::new();
    for page in pages {
        let tree = Tree::from_str(page, &options).map_err(|error| error.to_string())?;
        let (chunk, picture) =
            svg2pdf::to_chunk(&tree, ConversionOptions::default()).map_err(|error| error.to_string())?;
        // Each picture counts its objects from 1.
        let mut numbers = HashMap::new();
        let chunk = chunk.renumber(|old| *numbers.entry(old).or_insert_with(|| next.bump()));
        let [place, content] = [next.bump(), next.bump()];
        // 72 points to the inch.
        let [width, height] = [tree.size().width(), tree.size().height()].map(|pixels| pixels * 0.75);
        let mut page = pdf.page(place);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(all).contents(content);
        page.resources().x_objects().pair(PICTURE, numbers[&picture]);
        page.finish();
        let mut drawing = Content::new();
        drawing.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(PICTURE);
        pdf.stream(content, &drawing.finish());
        pdf.extend(&chunk);
        kids.push(place);
    }
    pdf.catalog(catalog).pages(all);
    pdf.document_info(next.bump()).producer(TextStr(PRODUCER));
    pdf.pages(all).count(i32::try_from(kids.len()).unwrap_or(i32::MAX)).kids(kids);
    Ok(pdf.finish())
}
