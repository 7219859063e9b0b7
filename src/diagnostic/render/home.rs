//! The address of the project: `repository` in Cargo.toml, the one place that states it.

use crate::diagnostic::Code;

/// Where the project is, and at which version. There is none as long as Cargo.toml has no `repository`.
#[derive(Clone, Copy)]
pub(super) struct Home<'a> {
    pub(super) address: &'a str,
    version: &'a str,
}

impl<'a> Home<'a> {
    /// The home at an address, which may be empty.
    pub(super) fn at(address: &'a str, version: &'a str) -> Option<Self> {
        (!address.is_empty()).then_some(Self { address, version })
    }

    /// Where the page of a code is.
    pub(super) fn page(self, code: Code) -> String {
        format!("{}/blob/v{}/src/diagnostic/explain/{code}.md", self.address, self.version)
    }
}

impl Home<'static> {
    /// The home of this build.
    pub(super) fn of_this_build() -> Option<Self> {
        Self::at(env!("CARGO_PKG_REPOSITORY"), env!("CARGO_PKG_VERSION"))
    }
}
