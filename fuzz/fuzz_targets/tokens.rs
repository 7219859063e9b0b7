//! Every byte is a word of the language, so that most inputs are nearly files that someone could have written.

#![no_main]

use gametree_fuzz::{laws, words};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| laws::assert_hold(&words::text(bytes)));
