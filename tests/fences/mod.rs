//! The pieces of a Markdown page between lines of backticks.

/// A piece of a page between two lines of backticks.
pub(crate) struct Fence<'a> {
    /// The words after the first backticks.
    pub(crate) info: &'a str,
    pub(crate) text: String,
    /// The line of the page on which it begins.
    pub(crate) line: usize,
}

pub(crate) fn fences(page: &str) -> Vec<Fence<'_>> {
    let mut fences = Vec::new();
    let mut lines = (1..).zip(page.lines());
    while let Some((line, opening)) = lines.next() {
        if let Some(info) = opening.strip_prefix("```") {
            let inside = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
            let text = inside.map(|line| format!("{line}\n")).collect();
            fences.push(Fence { info, text, line });
        }
    }
    fences
}
