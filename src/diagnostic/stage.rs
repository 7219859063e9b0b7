//! The stages of checking a text at which findings appear.

/// What a finding is about, in the order in which findings appear: a tree whose text is wrong is not searched, and the
/// claims of a tree that is not searched are not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The text itself.
    Syntax,
    /// The meaning of its words.
    Words,
    /// Something that only a search shows to be impossible.
    Search,
    /// The claims.
    Claims,
    /// Something that deserves a look.
    Quality,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Self; 5] = [Self::Syntax, Self::Words, Self::Search, Self::Claims, Self::Quality];
}
