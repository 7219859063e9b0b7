//! When in the reading of a text a finding comes to light.

/// What a finding is about, in the order in which things come to light: a tree whose text is wrong is not searched, and
/// in one that is not searched no claim is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The text itself.
    Syntax,
    /// What its words mean.
    Words,
    /// What only a search shows to be impossible.
    Search,
    /// What is claimed.
    Claims,
    /// What deserves a look.
    Quality,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Self; 5] = [Self::Syntax, Self::Words, Self::Search, Self::Claims, Self::Quality];
}
