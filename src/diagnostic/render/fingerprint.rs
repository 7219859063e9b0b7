use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::{Located, slashed_bytes};
use crate::diagnostic::{Diagnostic, hex};

/// How many bytes of the text at the primary place are hashed. Places nest, so hashing all of it would take long.
const MOST_TEXT: usize = 256;

/// Fingerprints for the findings of one file that stay the same from run to run, so that a service knows which are new.
///
/// A fingerprint is made of the file, the code, the message and the text at the primary place, not of the line, so it
/// survives changes of the lines above. Findings that are equal in all of these are distinguished by their order.
pub struct Fingerprints<'l> {
    located: &'l Located<'l>,
    seen: HashMap<[u8; 32], u64>,
}

impl<'l> Fingerprints<'l> {
    /// No findings of this file yet.
    pub fn new(located: &'l Located<'l>) -> Self {
        Self { located, seen: HashMap::new() }
    }

    /// The fingerprint of the next finding: 32 hexadecimal digits.
    pub fn next(&mut self, diagnostic: &Diagnostic) -> String {
        let source = self.located.source;
        let here = diagnostic.primary.span.of(&source.text);
        let here = &here[..here.floor_char_boundary(MOST_TEXT)];
        let mut hash = Sha256::new();
        let path = slashed_bytes(source.path());
        for part in [&*path, diagnostic.code.id().as_bytes(), diagnostic.message.as_bytes(), here.as_bytes()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let equal: [u8; 32] = hash.finalize().into();
        let ordinal = self.seen.entry(equal).or_default();
        *ordinal += 1;
        let unique = Sha256::new().chain_update(equal).chain_update(ordinal.to_le_bytes()).finalize();
        hex(&unique[..16])
    }
}
