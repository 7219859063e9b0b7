; No node matches two of these patterns, so it does not matter which match an editor prefers.

(comment) @comment.line
(question_text) @comment.line.documentation

[
  "tree" "max" "min" "chance"
  "pruned" "visited" "plays" "eval" "worth"
  "expect" "ask" "in" "or" "nothing" "anything"
  "cut" "search" "order" "cutoffs" "window" "range" "depth" "reveal" "allow"
] @keyword

(node_name) @type
[(label) (reference)] @variable.other.member
[(subject) (choice)] @constant
[(unknown) (elided)] @variable
(number) @constant.numeric
(blank) @constant.builtin
(title) @string
(escape_sequence) @constant.character.escape

["=" "~" "<=" ">=" ">"] @operator
["{" "}" "[" "]" "(" ")"] @punctuation.bracket
":" @punctuation.delimiter
