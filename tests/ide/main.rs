//! What editors are told of a file. `$0` in a source is the cursor, two of them are what is selected; what comes of it is
//! drawn below the lines of the source.

mod complete;
mod document;
mod hover;
mod marked;
mod names;
mod outline;
