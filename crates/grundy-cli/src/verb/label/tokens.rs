//! The vertices that `--start` names.

use grundy::Diagnostic;

use crate::graph::Rows;
use crate::graph::labels::Labels;

/// The vertex that `--start` names. Blanks in names of positions mean nothing, and the `position` that was asked about
/// may be spelt as it was there.
fn named(labels: &Labels, name: &str, position: Option<&str>) -> Option<u32> {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let spelt = || {
        let name = bare(name);
        match position {
            Some(position) if bare(position) == name => Some(0),
            Some(_) => labels.vertices().find(|&v| bare(&labels.names.name(v)) == name),
            None => None,
        }
    };
    let place = |name: &str| name.split(',').map(str::trim).collect::<Vec<_>>().join(",");
    let inner = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).map(str::trim);
    let inner = inner.and_then(|name| labels.find(name).or_else(|| labels.find(&place(name))));
    labels.find(name).or(inner).or_else(spelt)
}

/// The tokens of `--start` on these vertices. A fault tells what some of them are called.
pub(super) fn standing(labels: &Labels, text: &str, position: Option<&str>) -> Result<Vec<u32>, Diagnostic> {
    tokens(text, |name| named(labels, name, position)).map_err(|fault| {
        let called: Vec<String> = labels.vertices().take(3).map(|v| format!("`{}`", labels.names.name(v))).collect();
        if called.is_empty() { fault } else { fault.suggest(format!("vertices are called {}, …", called.join(", "))) }
    })
}

/// The tokens of `--start`: one name, or names with commas between them; parentheses keep commas together.
pub(super) fn tokens(text: &str, find: impl Fn(&str) -> Option<u32>) -> Result<Vec<u32>, Diagnostic> {
    if let Some(v) = find(text.trim()) {
        return Ok(vec![v]);
    }
    let mut tokens = Vec::new();
    let (mut depth, mut from) = (0usize, 0);
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || at == text.len() => {
                let name = text[from..at].trim();
                tokens.push(find(name).ok_or_else(|| no_vertex(name))?);
                from = at + 1;
            }
            _ => {}
        }
    }
    Ok(tokens)
}

/// What is said of a token that stands nowhere.
pub(super) fn no_vertex(name: &str) -> Diagnostic {
    Diagnostic::input(format!("--start names {name:?}, which is not a vertex"))
}
