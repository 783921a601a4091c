//! Where a part of a JSON text stands, for faults that are found after it was read: `links[3]`, the second member.
//!
//! The text was read without a fault. Cost: one pass up to the part.

/// A step to a part.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'a> {
    /// The member of an object with this name.
    Field(&'a str),
    /// The name of a member of an object, by its number.
    Name(usize),
    /// The value of that member.
    Member(usize),
    /// An item of a list, by its number.
    Item(usize),
}

/// The byte at which the part begins; of a part that is not there the nearest one around it.
pub(super) fn place(text: &str, path: &[Step<'_>]) -> usize {
    let mut at = blanks(text, 0);
    for step in path {
        match inside(text, at, *step) {
            Some(part) => at = part,
            None => break,
        }
    }
    at
}

/// The part that one step leads to from a value.
fn inside(text: &str, value: usize, step: Step<'_>) -> Option<usize> {
    let is_object = text[value..].starts_with('{');
    let mut at = blanks(text, value + 1);
    for number in 0.. {
        if !is_object && !text[value..].starts_with('[') || text[at..].starts_with(['}', ']']) {
            return None;
        }
        let (name, mut part) = (at, at);
        if is_object {
            let colon = blanks(text, end(text, at));
            part = blanks(text, colon + 1);
        }
        let found = match step {
            Step::Field(field) if is_object => {
                let typed = text[name..].strip_prefix('"').and_then(|typed| typed.strip_prefix(field));
                typed.is_some_and(|rest| rest.starts_with('"')).then_some(part)
            }
            Step::Name(wanted) if is_object => (wanted == number).then_some(name),
            Step::Member(wanted) if is_object => (wanted == number).then_some(part),
            Step::Item(wanted) if !is_object => (wanted == number).then_some(part),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        let comma = blanks(text, end(text, part));
        if !text[comma..].starts_with(',') {
            return None;
        }
        at = blanks(text, comma + 1);
    }
    None
}

/// Where the value that begins here ends.
fn end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (from, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return at,
            b'}' | b']' => depth -= 1,
            b',' | b':' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
        if depth == 0 && matches!(bytes[at - 1], b'"' | b'}' | b']') {
            return at;
        }
    }
    text.len()
}

fn blanks(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    text.len().min(from + rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found() {
        let text = r#" {"a\"b": [1, {"x": [2]}, "]"], "links" : [{"source": 1}, [3, 4]], "é": -5.0e3}"#;
        let begins = |path: &[Step<'_>], with: &str| {
            let at = place(text, path);
            assert!(text[at..].starts_with(with), "{path:?}: {}", &text[at..]);
        };
        begins(&[], "{\"a");
        begins(&[Step::Name(0)], "\"a\\\"b\"");
        begins(&[Step::Member(0), Step::Item(1), Step::Field("x"), Step::Item(0)], "2]");
        begins(&[Step::Member(0), Step::Item(2)], "\"]\"");
        begins(&[Step::Field("links"), Step::Item(1), Step::Item(1)], "4]");
        begins(&[Step::Member(2)], "-5.0e3");
        // what is not there
        begins(&[Step::Field("links"), Step::Item(7)], "[{\"source");
        begins(&[Step::Item(0)], "{\"a");
    }
}
