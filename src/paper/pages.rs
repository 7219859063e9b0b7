//! Handouts on pages of A4.

use std::fmt::Write;

use super::blocks::{Block, blocks, push_text};
use super::{HEIGHT, Handout, WIDTH};
use crate::render::Pixels;
use crate::render::measure::{Font, Length};

/// The size of A4, in hundredths of a pixel: 210 by 297 millimetres.
const PAGE: [Length; 2] = [79_370, 112_252];
/// From the edge of the page to what is printed.
const MARGIN: Length = 7_560;
const FOOT: Font = Font { size: 1_100, bold: false };

/// Lays out handouts as pages of A4, each an SVG picture. Each handout begins on a new page.
pub fn to_pages(handouts: &[Handout]) -> Vec<String> {
    let mut pages: Vec<(&str, String)> = Vec::new();
    for (place, handout) in handouts.iter().enumerate() {
        let bodies = bodies(&blocks(handout, &format!("gt{place}")));
        pages.extend(bodies.into_iter().map(|body| (handout.title.as_str(), body)));
    }
    let all = pages.len();
    pages.into_iter().enumerate().map(|(place, (title, body))| page(&body, title, place + 1, all)).collect()
}

/// Puts blocks on pages. Blocks that belong together are on the same page, if a page has room for them.
fn bodies(blocks: &[Block]) -> Vec<String> {
    let mut bodies = vec![String::new()];
    let mut y = 0;
    for together in blocks.split_inclusive(|block| !block.keeps_next) {
        let height: Length = together.iter().map(|block| block.height).sum();
        if y > 0 && y + height > HEIGHT {
            bodies.push(String::new());
            y = 0;
        }
        for block in together {
            if y > 0 && y + block.height > HEIGHT {
                bodies.push(String::new());
                y = 0;
            }
            let body = bodies.last_mut().expect("there is a page");
            let _ = writeln!(body, "<g transform=\"translate(0,{})\">{}</g>", Pixels(y), block.svg);
            y += block.height;
        }
    }
    bodies
}

fn page(body: &str, title: &str, number: usize, all: usize) -> String {
    let [width, height] = PAGE.map(Pixels);
    let mut foot = String::new();
    let number = format!("{title} · {number} of {all}");
    push_text(&mut foot, &number, FOOT, (WIDTH - FOOT.width(&number)) / 2, HEIGHT + 2_000);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Liberation Sans, Arimo, Helvetica, Arial, sans-serif\">\n\
         <g transform=\"translate({0},{0})\">\n{body}{foot}</g>\n</svg>\n",
        Pixels(MARGIN)
    )
}
