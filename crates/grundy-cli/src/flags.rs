//! The library names its options: `to`, `memory`. Here they are flags: `--to`, `--memory`.

use grundy::{Diagnostic, ErrorKind, FaultCode};

/// Options of the library that are flags of the same name.
const OPTIONS: [&str; 12] =
    ["for", "format", "from", "max", "memory", "min", "nodes", "show", "style", "time", "to", "unordered"];

/// The text with the options that it names in backticks written as flags.
pub(crate) fn as_flags(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 8);
    for (number, piece) in text.split('`').enumerate() {
        if number > 0 {
            written.push('`');
        }
        // every second piece stands between two backticks; `for m=3` and `show p` are options with their values, and
        // `for` alone is a word of the notation
        let (name, value) = piece.split_once(' ').unwrap_or((piece, ""));
        let flag = OPTIONS.contains(&name) && !value.contains(' ') && (name != "for" || value.contains('='));
        if number % 2 == 1 && flag {
            written.push_str("--");
        }
        written.push_str(piece);
    }
    written
}

/// The fault with its options written as flags; the message of a fault of reading, or on a name that nobody knows, quotes
/// what was typed.
pub(crate) fn in_flags(mut fault: Diagnostic) -> Diagnostic {
    if fault.kind != ErrorKind::Parse && !fault.is(FaultCode::UnknownName) {
        fault.message = as_flags(&fault.message);
    }
    fault.suggestion = fault.suggestion.as_deref().map(as_flags);
    fault
}

/// One value for each parameter, as a help says it: `for p=3`, `for q=4`.
pub(crate) fn one_value_each(parameters: &[String]) -> String {
    let each = parameters.iter().zip(3..).map(|(name, value)| format!("`for {name}={value}`"));
    each.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_options_become_flags() {
        assert_eq!(as_flags("`from` is beyond `to`"), "`--from` is beyond `--to`");
        assert_eq!(as_flags("`kayles` up to `max`"), "`kayles` up to `--max`");
        assert_eq!(as_flags("to the max"), "to the max");
        assert_eq!(as_flags("`for m=3`, `for k in 1..3`"), "`--for m=3`, `for k in 1..3`");
        assert_eq!(as_flags("`show outcomes`; `for` introduces a name"), "`--show outcomes`; `for` introduces a name");
    }
}
