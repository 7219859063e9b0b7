//! Homework: the sheets that students fill in, and their keys.

pub(crate) mod answer;
mod error;
mod guide;
mod key;
mod question;
mod sheet;

pub use error::SheetError;
pub use key::{Key, key};
pub use sheet::{Heading, sheet};
