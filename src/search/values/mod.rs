//! The numbers that a tree is searched on, and how results are stored.

pub(crate) mod intern;
pub(crate) mod scale;
pub(crate) mod shape;
pub(crate) mod value;
