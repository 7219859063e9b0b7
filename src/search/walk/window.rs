//! The search window.

use crate::search::values::value::Value;

/// A search window (α, β): values that matter lie between the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window<V> {
    /// What MAX has secured already.
    pub alpha: V,
    /// What MIN has secured already.
    pub beta: V,
}

impl<V: Value> Window<V> {
    /// The window in which every value matters.
    pub fn full() -> Self {
        Self { alpha: V::NEGATIVE_INFINITY, beta: V::INFINITY }
    }
}
