//! Any bytes at all, read as a text.

#![no_main]

use gametree_fuzz::laws;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| laws::assert_hold(&String::from_utf8_lossy(bytes)));
