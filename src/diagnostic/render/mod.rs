//! Shows findings.
