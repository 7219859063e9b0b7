// The grammar of .tree files for editors. docs/language.md describes the language. The compiler's own grammar is
// grammar/tree.lalrpop; tests/tree_sitter compares the two.

const RESERVED = [
  "tree", "max", "min", "chance", "pruned", "visited", "plays", "eval", "expect", "ask", "worth", "cut", "search",
  "order", "cutoffs", "window", "range", "depth", "reveal", "allow",
];

const spellings = (word) => [word, word.toUpperCase(), word[0].toUpperCase() + word.slice(1)];

/** A reserved word in its three spellings; queries know only the lower-case one. */
const keyword = (word) => choice(...spellings(word).map((spelling) => alias(spelling, word)));

/** A name or a quoted text, with the role as its node type. */
const named = ($, role) => choice(alias($.name, role), alias($._text, role));

/** The subject of an expectation. */
const subject = ($) => choice(alias($._word, $.subject), alias($.unknown, $.subject));

const DIGITS = "[0-9][0-9A-Za-z_]*";

module.exports = grammar({
  name: "gametree",

  word: ($) => $.name,

  extras: ($) => [/[ \t\r\n\f,\u{FEFF}\u{A0}]/, $.comment],

  rules: {
    source_file: ($) => repeat(choice($.question_text, $.setting, $.tree, $.node)),

    tree: ($) =>
      seq(
        keyword("tree"),
        optional(alias($._text, $.title)),
        "{",
        repeat(choice($.question_text, $.setting, $.expectation, $.question, $.node)),
        "}",
      ),

    // Nodes and leaves

    node: ($) => seq(optional($._head), "{", repeat(choice($.question_text, $.child)), "}"),

    _head: ($) => seq($.player, optional(named($, $.node_name)), repeat($._claim)),

    player: (_) => choice(keyword("max"), keyword("min"), keyword("chance")),

    child: ($) => seq(optional($._edge), choice($.node, $.leaf)),

    _edge: ($) =>
      seq(
        choice(
          seq(named($, $.label), optional(field("probability", $.number))),
          field("probability", $.number),
        ),
        ":",
      ),

    leaf: ($) => seq(choice($.number, $.unknown, $.elided, $.blank), repeat(seq($.mark, optional($.worth)))),

    // Claims about a node

    _claim: ($) =>
      seq(choice($.mark, $.value_claim, $.window_claim, $.move_claim, $.evaluation), optional($.worth)),

    mark: (_) => choice(keyword("pruned"), keyword("visited")),

    value_claim: ($) => seq(choice("=", "~", "<=", ">="), $._value),

    window_claim: ($) => seq("[", $._value, $._value, "]"),

    move_claim: ($) => seq(keyword("plays"), $._move),

    evaluation: ($) => seq(keyword("eval"), $.number),

    worth: ($) => seq(keyword("worth"), $.number),

    _value: ($) => choice($.number, $.blank),

    _move: ($) => choice($._value, named($, $.reference)),

    // Claims and questions about a tree

    expectation: ($) =>
      seq(
        keyword("expect"),
        choice(
          seq(subject($), choice("=", "~"), $._value),
          seq(subject($), $._first_thing, repeat($._thing)),
          seq(choice($.unknown, alias($._word, $.unknown)), "in", $.set),
        ),
        optional($.worth),
      ),

    question: ($) => seq(keyword("ask"), alias($._word, $.subject), optional($.worth)),

    _thing: ($) => choice($._move, $.unknown),

    // `in` before a set is not a name.
    _first_thing: ($) => choice($._thing, prec(-1, alias("in", $.reference))),

    set: ($) => choice($.blank, seq($._part, repeat(seq("or", $._part)))),

    _part: ($) => choice($.interval, $.numbers, "nothing", "anything"),

    interval: ($) => seq(choice("[", "("), $.number, $.number, choice("]", ")")),

    numbers: ($) => seq("{", repeat1($.number), "}"),

    // Settings of the search

    setting: ($) =>
      choice(
        seq(keyword("cut"), alias($.name, $.choice), choice(">=", ">"), alias($.name, $.choice)),
        seq(choice(keyword("search"), keyword("order"), keyword("cutoffs"), keyword("reveal")), alias($.name, $.choice)),
        seq(choice(keyword("window"), keyword("range")), "[", $.number, $.number, "]"),
        seq(keyword("depth"), $.number),
        seq(keyword("allow"), repeat1(alias($.name, $.choice))),
      ),

    // Words and comments

    // Numbers come before names, because `inf` is a number.
    number: (_) =>
      token(
        choice(
          new RegExp(`[+\\-−]?${DIGITS}(\\.[0-9A-Za-z_]*)?(/[0-9A-Za-z_.]+)?`),
          /[+\-−]?[0-9]+(\.[0-9]+)?[eE][+\-−]?[0-9]+/,
          new RegExp(`[+\\-−]?\\.${DIGITS}`),
          /[+\-−]?(inf|∞)/,
        ),
      ),

    // A reserved word after `expect` or `ask` counts as an ordinary word.
    _word: ($) => choice($.name, ...RESERVED.flatMap(spellings).map((word) => alias(word, $.name))),

    name: (_) => /\p{XID_Start}[\p{XID_Continue}']*(-\p{XID_Start}[\p{XID_Continue}']*)*/,

    // The precedence keeps `//` in a quoted text from being a comment.
    _text: ($) =>
      seq(
        '"',
        repeat(choice(token.immediate(prec(1, /[^"\\\r\n]+/)), $.escape_sequence)),
        token.immediate('"'),
      ),

    escape_sequence: (_) => token.immediate(/\\(u\{[0-9A-Fa-f]*\}|[^\r\n])/),

    unknown: (_) => /\?(\p{XID_Start}[\p{XID_Continue}']*)?/,

    elided: (_) => choice("...", "…"),

    blank: (_) => "_",

    question_text: (_) => /\/\/\/[^\r\n]*/,

    comment: (_) => /\/\/([^\/\r\n][^\r\n]*)?/,
  },
});
