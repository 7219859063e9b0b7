//! What the fuzz targets share; see `README.md`.

pub mod laws;
pub mod words;
