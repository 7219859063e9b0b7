//! The strokes that show a tree in lines of text.

/// Nodes below this depth are not indented further; their depth is written as a number.
const DEEPEST: usize = 10;

/// The strokes before a node: one column for each subtree around it, and `└─` for the last child.
///
/// `around` has the ends of the subtrees that contain the node, from the top; `end` is that of its own.
pub(crate) fn strokes<End: Copy + Ord>(around: &[End], end: End) -> String {
    if around.len() > DEEPEST {
        return format!("{}({} deep) ", "│  ".repeat(3), around.len());
    }
    let Some((parent, further)) = around.split_last() else {
        return String::new();
    };
    let mut strokes = String::new();
    let mut inner = around.iter().skip(1);
    for outer in further {
        // The stroke of a subtree goes on if more of its children follow.
        let goes_on = inner.next().is_some_and(|inner| inner < outer);
        strokes.push_str(if goes_on { "│  " } else { "   " });
    }
    strokes.push_str(if end < *parent { "├─ " } else { "└─ " });
    strokes
}
