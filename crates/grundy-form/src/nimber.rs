//! Nim arithmetic: where an expression is at fault, and tables of products as pictures.

use std::io::{self, Write};

use grundy::notation::Span;
use grundy::{Diagnostic, ErrorKind, Words};
use grundy_nimber::{Fault, Nimber};
use serde_json::Value;

use crate::json::proved;

/// The fault with its place in bytes.
#[must_use]
pub fn diagnostic(text: &str, fault: &Fault) -> Diagnostic {
    let byte = |at: usize| text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
    let span = Span { start: byte(fault.span.start), end: byte(fault.span.end) };
    let kind = if fault.worthless { ErrorKind::Input } else { ErrorKind::Parse };
    let told = Diagnostic::new(kind, fault.message.clone()).at(span);
    match (fault.help, meant(text).filter(|_| kind == ErrorKind::Parse)) {
        (_, Some(meant)) => told.suggest(meant),
        (Some(help), None) => told.suggest(help),
        (None, None) => told,
    }
}

/// Functions of one number.
const FUNCTIONS: [&str; 4] = ["sqrt", "inv", "square", "order"];

/// The expression with the signs of nim arithmetic for other ones, `5 xor 9`, `5 x 9` and `6x9`, as a product or a sum where that is
/// said, `nim product 6 9`, with the parentheses of `sqrt 9`, without the sign that asks for the value, `3*5 =`, and with a sum
/// for numbers side by side; `None` where that is not it.
fn meant(text: &str) -> Option<String> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let typed = text.trim_end_matches(['=', '?', ' ', '\t']);
    // a sign between figures is a word of its own
    let apart = spaced(typed);
    let said: Vec<&str> = apart.split_whitespace().filter(|word| !["of", "and"].contains(word)).collect();
    let said = said.strip_prefix(&["nim"]).unwrap_or(&said);
    let joined = |sign: &str, numbers: &[&str]| {
        (numbers.len() > 1 && numbers.iter().all(|number| is_number(number))).then(|| numbers.join(sign))
    };
    let told = match said {
        ["product" | "multiplication" | "mul", numbers @ ..] => joined(" * ", numbers),
        ["sum" | "addition" | "add", numbers @ ..] => joined(" + ", numbers),
        [name, number] if FUNCTIONS.contains(name) && is_number(number) => Some(format!("{name}({number})")),
        _ => None,
    };
    if told.is_some() {
        return told.filter(|told| grundy_nimber::value(told).is_ok());
    }
    let mut words: Vec<&str> = Vec::new();
    for word in apart.split_whitespace() {
        let sign = match word {
            "xor" | "XOR" | "⊕" | "plus" => "+",
            "x" | "X" | "×" | "⊗" | "times" => "*",
            other => other,
        };
        if is_number(sign) && words.last().is_some_and(|last| is_number(last)) {
            words.push("+");
        }
        words.push(sign);
    }
    let meant = words.join(" ");
    (meant != text.trim() && grundy_nimber::value(&meant).is_ok()).then_some(meant)
}

/// The text with blanks around the signs of other notations that stand between figures: `6x9`.
fn spaced(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_figure = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(char::is_ascii_digit);
    let mut told = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        let is_between = is_figure(at.checked_sub(1)) && is_figure(Some(at + 1));
        match letter {
            'x' | 'X' | '×' | '⊗' | '⊕' if is_between => told.extend([' ', letter, ' ']),
            _ => told.push(letter),
        }
    }
    told
}

/// What arithmetic rests on.
#[must_use]
pub fn evidence() -> Value {
    proved(&Words::new("arithmetic in the field of nimbers below 2^128", "小于 2^128 的尼姆数域中的算术"), &[])
}

/// A product of two small nimbers.
#[must_use]
pub fn product(a: u16, b: u16) -> u128 {
    (Nimber(a.into()) * Nimber(b.into())).0
}

/// Larger tables are squares of colour without numbers.
const WRITTEN: u16 = 31;

/// The table of the products of 0 to `last` as SVG: a square each, the lighter the larger.
///
/// # Errors
/// What cannot be written.
pub fn svg(out: &mut dyn Write, last: u16) -> io::Result<()> {
    let is_written = last <= WRITTEN;
    let side = if is_written { 28 } else { 4 };
    let margin = if is_written { side } else { 0 };
    let whole = u32::from(last + 1) * side + margin;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" width=\"{whole}\" \
         height=\"{whole}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">"
    )?;
    writeln!(out, "<title>nim products of 0 to {last}</title>")?;
    let largest = (0..=last).map(|a| product(a, last)).max().unwrap_or(0).next_power_of_two().max(2);
    let place = |n: u16| u32::from(n) * side + margin;
    let middle = |n: u32| n + side / 2;
    if is_written {
        for n in 0..=last {
            let (at, low) = (middle(place(n)), middle(0) + 4);
            writeln!(out, "<text x=\"{at}\" y=\"{low}\" font-weight=\"bold\">{n}</text>")?;
            writeln!(out, "<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{n}</text>", middle(0), at + 4)?;
        }
    }
    for a in 0..=last {
        for b in 0..=last {
            let worth = product(a, b);
            let (x, y) = (place(b), place(a));
            let light = 30 + 65 * worth / largest;
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"hsl(215,55%,{light}%)\"/>"
            )?;
            if is_written {
                let ink = if light > 60 { "#111" } else { "#fff" };
                writeln!(out, "<text x=\"{}\" y=\"{}\" fill=\"{ink}\">{worth}</text>", middle(x), middle(y) + 4)?;
            }
        }
    }
    writeln!(out, "</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_signs_are_helped() {
        let help = |text: &str| diagnostic(text, &grundy_nimber::value(text).unwrap_err()).suggestion;
        for (text, meant) in [
            ("nim product 6 9", "6 * 9"),
            ("nim sum of 6 and 9", "6 + 9"),
            ("6x9", "6 * 9"),
            ("sqrt 9", "sqrt(9)"),
            ("3 * 5 =", "3 * 5"),
            ("nim product 6", ""),
            ("5 xor 9", "5 + 9"),
            ("5 x 9", "5 * 9"),
            ("3 5", "3 + 5"),
            ("3 5 7", "3 + 5 + 7"),
            ("(2 x 3) ⊕ 5", ""),
        ] {
            let expected = Some(meant).filter(|meant| !meant.is_empty()).map(str::to_owned);
            assert_eq!(help(text).filter(|_| expected.is_some()), expected, "{text}");
        }
    }
}
