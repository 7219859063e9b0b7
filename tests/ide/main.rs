//! What editors are told of a file. `$0` in a source is the cursor, two of them are what is selected; what comes of it is
//! drawn below the lines of the source.

mod actions;
mod any_text;
mod complete;
mod document;
#[path = "../files/mod.rs"]
mod files;
mod fix_all;
mod hover;
mod layout;
mod marked;
mod names;
mod outline;
mod secrets;
mod selection;
mod shown;
#[path = "../vocabulary/mod.rs"]
mod vocabulary;
