//! The page: its types by tsc; walks driven by playwright-core and findings of axe-core in the system's Chromium.

use std::fs;

use anyhow::Result;

use crate::report::Report;
use crate::run::{built, capture, command, target};

/// What comes from npm, into the target directory.
const NEEDED: [&str; 3] = ["playwright-core@1", "axe-core@4", "typescript@5"];
/// What Chromium is called.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

fn runs(program: &str) -> bool {
    capture(command(program, &["--version"])).is_ok_and(|output| output.success)
}

/// All walks; what is missing here is named.
pub(crate) fn test() -> Result<Report> {
    if !runs("node") {
        return Ok(Report::skipped("no node for the walks through the page (a package of your system)"));
    }
    let wanted = std::env::var("CHROMIUM").ok();
    let Some(browser) = wanted.into_iter().chain(BROWSERS.map(str::to_owned)).find(|name| runs(name)) else {
        return Ok(Report::skipped("no Chromium for the walks through the page (`apt-get install chromium`)"));
    };
    let which = capture(command("sh", &["-c", "command -v \"$0\"", &browser]))?;
    let folder = target().join("page");
    let (stamp, needed) = (folder.join("installed"), NEEDED.join(" "));
    if !fs::read_to_string(&stamp).is_ok_and(|installed| installed == needed) {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("package.json"), "{\"private\":true}")?;
        let mut npm = command("npm", &[&["install", "--no-audit", "--no-fund", "--silent"][..], &NEEDED].concat());
        npm.current_dir(&folder);
        match capture(npm) {
            Ok(output) if output.success => fs::write(stamp, needed)?,
            _ => return Ok(Report::skipped("no playwright-core, axe-core and typescript from npm for the page")),
        }
    }
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    let mut types = command("node", &[]);
    let types = capture({
        types.arg(compiler).args(["-p", "crates/grundy-web/tests/browser"]);
        types
    })?;
    if !types.success {
        return Ok(Report::wrong(types.text));
    }
    if let Some(fault) = built(&["--bin", "grundy"])? {
        return Ok(Report::wrong(fault));
    }
    let mut walks = command("node", &["crates/grundy-web/tests/browser/walks.mjs"]);
    walks.env("GRUNDY", target().join("debug").join(format!("grundy{}", std::env::consts::EXE_SUFFIX)));
    walks.env("CHROMIUM", which.text.trim()).env("MODULES", &folder);
    capture(walks).map(Report::of)
}
