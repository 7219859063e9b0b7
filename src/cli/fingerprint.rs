//! Fingerprints of files.

use gametree::diagnostic::hex;
use sha2::{Digest, Sha256};

/// A short text that is different for different bytes, as `sha256sum` prints it.
pub(super) fn fingerprint(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
