//! How editors show findings.

use crate::diagnostic::Code;

/// Whether findings of this code are about a part of a tree that never matters, so that editors fade it.
pub fn fades(code: Code) -> bool {
    matches!(code, Code::UnreachableCutoff | Code::UnreachableDepth | Code::UnreachableProbability)
}
