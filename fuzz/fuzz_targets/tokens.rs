//! Nearly every byte is a phrase of the language, so that most inputs are files that someone could have written.

#![no_main]

use gametree_fuzz::{laws, words};
use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;

/// The text of an input, with which a crash is shown.
#[derive(Debug)]
struct Text(String);

impl<'b> Arbitrary<'b> for Text {
    fn arbitrary(bytes: &mut Unstructured<'b>) -> Result<Self> {
        Ok(Self(words::text(bytes.bytes(bytes.len())?)))
    }
}

fuzz_target!(|text: Text| laws::assert_hold(&text.0));
