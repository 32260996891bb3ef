//! Where things are.

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Outcome, While, fail};

/// The root of the checkout and the places below it.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    pub fn find() -> Outcome<Self> {
        match Path::new(env!("CARGO_MANIFEST_DIR")).parent() {
            Some(root) => Ok(Self {
                root: root.to_path_buf(),
            }),
            None => fail("xtask lies outside of a workspace"),
        }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the root.
    pub fn at(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// Downloaded and compiled tools; ignored by git.
    pub fn cache(&self) -> PathBuf {
        self.at(".cache")
    }

    /// Where cargo puts what it builds.
    pub fn target(&self) -> PathBuf {
        match std::env::var_os("CARGO_TARGET_DIR") {
            Some(directory) => self.root.join(directory),
            None => self.at("target"),
        }
    }

    pub fn node_modules(&self) -> PathBuf {
        self.at("node_modules")
    }

    /// The npm package as a folder, ready to be packed.
    pub fn npm_package(&self) -> PathBuf {
        self.at("dist/countersign")
    }

    /// The version all crates and the npm package share.
    pub fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// The façade around a wasm that panics when a test asks for it.
    pub fn fragile_package(&self) -> PathBuf {
        self.target().join("npm/fragile.mjs")
    }

    /// The packed npm package.
    pub fn tarball(&self) -> PathBuf {
        self.at(format!("dist/countersign-{}.tgz", self.version()))
    }

    /// The version of a crate in Cargo.lock.
    pub fn locked_version(&self, name: &str) -> Outcome<String> {
        let path = self.at("Cargo.lock");
        let lock = fs::read_to_string(&path).while_doing(path.display())?;
        match version_in_lock(&lock, name) {
            Some(version) => Ok(version.to_owned()),
            None => fail(format!("Cargo.lock does not name {name}")),
        }
    }
}

fn version_in_lock<'lock>(lock: &'lock str, name: &str) -> Option<&'lock str> {
    let wanted = format!("name = \"{name}\"");
    let mut lines = lock.lines().skip_while(|line| *line != wanted).skip(1);
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::version_in_lock;

    const LOCK: &str = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                        [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";

    #[test]
    fn a_locked_version_is_found_by_the_whole_name() {
        assert_eq!(version_in_lock(LOCK, "wasm-bindgen"), Some("0.2.130"));
    }

    #[test]
    fn a_crate_that_is_not_locked_has_no_version() {
        assert_eq!(version_in_lock(LOCK, "js-sys"), None);
    }
}
