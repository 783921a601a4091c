//! The modules of a crate, found from its root as the compiler finds them; modules for tests are left out.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::{Token, tokens, without_tests};

/// A file of a crate.
#[derive(Debug)]
pub(crate) struct Module {
    /// Its names from the root of the crate; the root has none.
    pub(crate) path: Vec<String>,
    /// Where it stands.
    pub(crate) file: PathBuf,
    /// Its code.
    pub(crate) tokens: Vec<Token>,
}

/// All files of the crate with this root.
pub(crate) fn modules(root: &Path) -> Result<Vec<Module>> {
    let mut found = Vec::new();
    collect(root.to_path_buf(), Vec::new(), &mut found)?;
    Ok(found)
}

fn collect(file: PathBuf, path: Vec<String>, found: &mut Vec<Module>) -> Result<()> {
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let tokens = without_tests(&tokens(&text));
    let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    // `a/mod.rs` and the root have their children beside them, `a.rs` in `a/`
    let folder = if path.is_empty() || stem == "mod" { folder } else { folder.join(stem) };
    let children: Vec<String> =
        tokens.windows(3).filter(|w| w[0].text == "mod" && w[2].text == ";").map(|w| w[1].text.clone()).collect();
    found.push(Module { path: path.clone(), file, tokens });
    for child in children {
        let [flat, deep] = [folder.join(format!("{child}.rs")), folder.join(&child).join("mod.rs")];
        // a module with a `#[path]` of its own belongs to where it stands
        if let Some(file) = [flat, deep].into_iter().find(|file| file.is_file()) {
            collect(file, [path.as_slice(), &[child]].concat(), found)?;
        }
    }
    Ok(())
}
