//! Definitions that stand on a line with a position: `let t = take[1,2]; t(5)`.
//!
//! They are those of that line, which may define a name anew, and the lines that follow use them where they know no such name.

use grundy::{Diagnostic, FaultCode};

/// So many lines may be needed together: a definition may use others.
const TOGETHER: usize = 16;

/// The definitions of the lines so far, the last at the end.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    lines: Vec<String>,
}

impl Beside {
    /// Takes the definitions of a line over that asks something after them. Are there any?
    pub(crate) fn add(&mut self, line: &str) -> bool {
        let Some(definitions) = definitions(line) else { return false };
        // a line that is repeated defines nothing new
        self.lines.retain(|known| known != definitions);
        self.lines.push(definitions.to_owned());
        true
    }

    /// What is to stand in front of the text of which this is wrong, that a name is not known: the last definition of it, and of the names
    /// which that uses.
    pub(crate) fn defining(&self, text: &str, fault: &Diagnostic) -> Option<String> {
        let code = fault.more.as_ref().and_then(|more| more.code);
        let unknown = text.get(fault.span.filter(|_| code == Some(FaultCode::UnknownGame))?.start..)?;
        let mut needed = vec![self.last_of(word(unknown), self.lines.len())?];
        while let Some(at) = self.lines[needed[0]]
            .split(|c: char| !is_of_a_word(c))
            .filter(|used| !needed.iter().any(|&at| defines(&self.lines[at], used)))
            .find_map(|used| self.last_of(used, needed[0]))
        {
            needed.insert(0, at);
            if needed.len() > TOGETHER {
                return None;
            }
        }
        Some(needed.iter().map(|&at| format!("{} ", self.lines[at])).collect())
    }

    /// The last line before this one that defines the name.
    fn last_of(&self, name: &str, before: usize) -> Option<usize> {
        self.lines[..before].iter().rposition(|line| defines(line, name))
    }
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The name at the beginning of a text.
fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !is_of_a_word(c)).unwrap_or(text.len())]
}

/// Does one of the definitions define the name?
fn defines(definitions: &str, name: &str) -> bool {
    !name.is_empty() && definitions.split("let ").skip(1).any(|behind| word(behind.trim_start()) == name)
}

/// The definitions in front of what the line asks.
fn definitions(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let (mut depth, mut is_quoted, mut end) = (0i64, false, None);
    for (at, c) in line.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '#' => break,
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            ';' if depth == 0 => end = Some(at + 1),
            _ => {}
        }
    }
    let (definitions, asked) = line.split_at(end.filter(|_| line.starts_with("let "))?);
    (!asked.trim_start().is_empty() && !asked.trim_start().starts_with('#')).then_some(definitions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_definition_of_an_unknown_name_is_used() {
        let mut beside = Beside::default();
        assert!(beside.add("let a = take[1,2]; a(3)"));
        assert!(beside.add("let b = {n -> n-1; n-2}; b(3) # b; c"));
        assert!(beside.add("  let a = take[1,3]; let c = a; c(4)"));
        assert!(!beside.add("kayles(3)") && !beside.add("let d = a;") && !beside.add("let d = a; # d(3)"));
        let unknown = |text: &str, at: usize| {
            let fault =
                Diagnostic::input("unknown").at(grundy::notation::Span::new(at, at + 1)).coded(FaultCode::UnknownGame);
            beside.defining(text, &fault)
        };
        assert_eq!(unknown("a(4)", 0).as_deref(), Some("let a = take[1,3]; let c = a; "));
        assert_eq!(unknown("nim(1) + b(4)", 9).as_deref(), Some("let b = {n -> n-1; n-2}; "));
        assert_eq!(unknown("ab(4)", 0), None);
        assert_eq!(unknown("d(4)", 0), None);
    }
}
