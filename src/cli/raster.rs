//! Pictures as PNG and PDF, made from the SVG picture with fonts of our own, so that they are the same on every machine.

use std::sync::Arc;

use gametree::render::measure::Length;
use gametree::render::{Scene, Theme, to_svg};
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
    let mut fonts = Database::new();
    FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    fonts.set_sans_serif_family("Gametree Sans");
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    Tree::from_str(&to_svg(scene, theme, "gt"), &options).map_err(|error| error.to_string())
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
