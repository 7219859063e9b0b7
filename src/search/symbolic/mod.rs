//! Searching a tree for all values of its unknown leaves at once.

pub(crate) mod dependent;
pub(crate) mod explore;
pub(crate) mod filling;
pub(crate) mod form;
pub(crate) mod oracle;
pub(crate) mod region;
