//! Pictures as PNG and PDF, made from the SVG picture with fonts of our own, so that they are the same on every machine.

use std::sync::Arc;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use svg2pdf::usvg::{Options, Tree, fontdb::Database};
use svg2pdf::{ConversionOptions, PageOptions};

/// Latin, Greek and Cyrillic letters, and signs. The licence is beside them.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../assets/fonts/GametreeSans-Regular.ttf"),
    include_bytes!("../../assets/fonts/GametreeSans-Bold.ttf"),
];
/// Pixels of a PNG picture for each pixel of the SVG picture: enough for print.
const SCALE: f32 = 3.0;
/// The most pixels that a PNG picture has; each takes 4 bytes of memory. Larger pictures are scaled less.
const MOST_PIXELS: f32 = 50_000_000.0;
/// Pictures have 96 pixels to the inch.
const PIXELS_PER_INCH: f32 = 96.0;
/// The longest side of a picture, in pixels: a page of PDF has at most 200 inches.
const LONGEST: f32 = 200.0 * PIXELS_PER_INCH;

/// Reads a picture that [`gametree::render::to_svg`] has drawn.
fn read(svg: &str) -> Result<Tree, String> {
    let mut fonts = Database::new();
    FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    fonts.set_sans_serif_family("Gametree Sans");
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let (width, height) = (tree.size().width(), tree.size().height());
    if width.max(height) > LONGEST || width * height > MOST_PIXELS {
        return Err(format!(
            "the picture is too large for this format: {width:.0} by {height:.0} pixels; draw a part of the tree with \
             --from or --plies, or use --to svg"
        ));
    }
    Ok(tree)
}

/// Draws a picture as PNG, on white or on black.
///
/// # Errors
/// Why it cannot be drawn.
pub(super) fn to_png(svg: &str, is_dark: bool) -> Result<Vec<u8>, String> {
    let tree = read(svg)?;
    let size = tree.size();
    let scale = SCALE.min((MOST_PIXELS / (size.width() * size.height())).sqrt());
    let size = size.to_int_size().scale_by(scale).ok_or("the picture has no pixels")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("there is not enough memory for the picture")?;
    pixels.fill(if is_dark { Color::BLACK } else { Color::WHITE });
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// Draws a picture as a page of PDF, as large as the picture. Its text stays text.
///
/// # Errors
/// Why it cannot be drawn.
pub(super) fn to_pdf(svg: &str) -> Result<Vec<u8>, String> {
    let tree = read(svg)?;
    let page = PageOptions { dpi: PIXELS_PER_INCH };
    svg2pdf::to_pdf(&tree, ConversionOptions::default(), page).map_err(|error| error.to_string())
}
