; No node matches two of these patterns, so it does not matter which match an editor prefers.

(comment) @comment
(question_text) @comment.documentation

[
  "tree" "max" "min" "chance"
  "pruned" "visited" "plays" "eval" "worth"
  "expect" "ask" "in" "or" "nothing" "anything"
  "cut" "search" "order" "cutoffs" "window" "range" "depth" "reveal" "allow"
] @keyword

(node_name) @type
[(label) (reference)] @property
[(subject) (choice)] @constant
[(unknown) (elided)] @variable
(number) @number
(blank) @constant.builtin
(title) @string
(escape_sequence) @string.escape

["=" "~" "<=" ">=" ">"] @operator
["{" "}" "[" "]" "(" ")"] @punctuation.bracket
":" @punctuation.delimiter
