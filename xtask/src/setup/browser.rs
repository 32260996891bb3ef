//! Chromium and its driver.

use std::fs;
use std::path::PathBuf;

use super::apt;
use crate::outcome::{Outcome, While, fail};
use crate::process::which;
use crate::workspace::Workspace;

const APT_PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const USUAL_PLACES: [&str; 2] = [
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/// The browser that webdriver.json names.
const IN_CAPABILITIES: &str = "/usr/bin/chromium";

/// A browser that tests can drive.
#[derive(Debug, Clone)]
pub struct Browser {
    pub chromium: PathBuf,
    pub chromedriver: PathBuf,
    /// webdriver.json, or a copy of it that names this browser.
    pub capabilities: PathBuf,
}

/// Finds the browser and driver, by environment or by path, or installs Debian's.
pub fn ensure(workspace: &Workspace) -> Outcome<Browser> {
    if find().is_none() {
        apt::install(workspace, "Chromium", &APT_PACKAGES, MEND)?;
    }
    let Some((chromium, chromedriver)) = find() else {
        return fail(MEND);
    };
    let capabilities = capabilities(workspace, &chromium)?;
    Ok(Browser {
        chromium,
        chromedriver,
        capabilities,
    })
}

const MEND: &str = "Chromium and chromedriver are needed: on Debian run \
    `apt-get update && apt-get install --no-install-recommends chromium chromium-driver` as root, \
    elsewhere name them in COUNTERSIGN_CHROMIUM and CHROMEDRIVER";

fn find() -> Option<(PathBuf, PathBuf)> {
    let chromium = named_in("COUNTERSIGN_CHROMIUM")
        .or_else(|| NAMES.into_iter().find_map(which))
        .or_else(|| {
            USUAL_PLACES
                .into_iter()
                .map(PathBuf::from)
                .find(|path| path.is_file())
        })?;
    let chromedriver = named_in("CHROMEDRIVER").or_else(|| which("chromedriver"))?;
    Some((chromium, chromedriver))
}

fn named_in(variable: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(variable)?);
    path.is_file().then_some(path)
}

fn capabilities(workspace: &Workspace, chromium: &std::path::Path) -> Outcome<PathBuf> {
    let committed = workspace.at("webdriver.json");
    if chromium.as_os_str() == IN_CAPABILITIES {
        return Ok(committed);
    }
    let text = fs::read_to_string(&committed).while_doing(committed.display())?;
    let path = chromium.to_string_lossy().replace('\\', "\\\\");
    let changed = workspace.cache().join("webdriver.json");
    fs::create_dir_all(workspace.cache()).while_doing("creating .cache")?;
    fs::write(&changed, text.replace(IN_CAPABILITIES, &path)).while_doing(changed.display())?;
    Ok(changed)
}
