//! Edits of the text of a tree: they add claims and settings, and change the order of children.

mod claim;
mod rearrange;
mod setting;

pub use claim::add_claims;
pub use rearrange::rearranged;
pub use setting::set_rules;
pub(crate) use setting::{set_above, set_inside};
