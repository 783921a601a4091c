//! Reasons for people, as on a blackboard: options, values, mex; binary columns under each other.

use std::io::{self, Write};

use grundy::Nat;
use grundy::answer::{Answer, Explanation};
use grundy::number::shorten;

use crate::render::letters::Letters;
use crate::render::{binary, binary_width, bit_length, text};
use crate::terminal::{Ink, Terminal, columns, pad, readable, wrap};
use grundy_form::explanation::{Part, Piece, parts};
use grundy_form::words::place_value;

/// The explanation as text.
pub(crate) fn explanation(
    out: &mut dyn Write,
    explanation: &Answer<Explanation>,
    terminal: &Terminal,
) -> io::Result<()> {
    if terminal.quiet {
        let conclusion = Letters::of(&explanation.query).short(&terminal.sentence(&explanation.conclusion));
        return writeln!(out, "{}", terminal.wrap("", &readable(&conclusion)));
    }
    for group in parts(&explanation.query, explanation, terminal.spoken()) {
        for part in group {
            match part {
                Part::Say(line) | Part::Short(line) => writeln!(out, "{}", terminal.wrap("", &text_of(&line)))?,
                Part::Remark(line) => writeln!(out, "{}", terminal.wrap("  ", &text_of(&line)))?,
                Part::Theorem { statement, reference } => {
                    writeln!(out, "{}", terminal.wrap("", &statement))?;
                    if !reference.is_empty() {
                        text::see(out, &reference, terminal)?;
                    }
                }
                Part::Options { position, rows, more, .. } => options(out, &position, &rows, more, terminal)?,
                Part::Columns { rows, xor } => sum(out, &rows, &xor, terminal)?,
                Part::Ones { rows, ones } => self::ones(out, &rows, &ones, terminal)?,
                Part::Move { from, to } => {
                    let step = wrap("  ", &format!("{from} → {to}"), terminal.width);
                    writeln!(out, "{}", terminal.paint(Ink::Win, &step))?;
                }
                Part::Conclusion(text) => {
                    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &text)))?;
                }
            }
        }
        writeln!(out)?;
    }
    text::foot(out, explanation, terminal)
}

fn text_of(line: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) | Piece::Position(text) | Piece::Number(text) => text.clone(),
        Piece::Column(bit) => place_value(*bit),
        Piece::Mex { values, mex } => format!("mex {{{values}}} = {mex}"),
    };
    line.iter().map(piece).collect()
}

fn options(
    out: &mut dyn Write,
    position: &str,
    options: &[(String, String)],
    more: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    if options.is_empty() {
        let none = terminal.say(" has no options", " 没有后继");
        return if position.is_empty() { Ok(()) } else { writeln!(out, "{position}{none}") };
    }
    let head = match (more, terminal.chinese) {
        (true, false) => format!("some options of {position}"),
        (false, false) => format!("{position} has the options"),
        (true, true) => format!("{position} 的部分后继"),
        (false, true) => format!("{position} 的后继"),
    };
    writeln!(out, "{head}")?;
    let width = options.iter().map(|(p, _)| columns(p)).filter(|w| *w <= 60).max().unwrap_or(0);
    let labels = options.iter().map(|(_, label)| columns(label)).max().unwrap_or(0);
    for (option, label) in options {
        let gap = " ".repeat(labels - columns(label));
        writeln!(out, "  {}  {gap}{label}", pad(option, width))?;
    }
    if more { writeln!(out, "  … {}", terminal.say("and more", "等等")) } else { Ok(()) }
}

/// The components' values in binary, one under the other, and their xor below a line.
pub(crate) fn sum(out: &mut dyn Write, rows: &[(String, Nat)], xor: &Nat, terminal: &Terminal) -> io::Result<()> {
    let digits = binary_width(rows.iter().map(|(_, v)| v).chain([xor]));
    let all: Vec<(String, String, &Nat)> =
        rows.iter().map(|(p, v)| (p.clone(), shorten(v), v)).chain([("xor".to_owned(), shorten(xor), xor)]).collect();
    let numbers = all.iter().map(|r| columns(&r.1)).max().unwrap_or(0);
    let room = terminal.width.saturating_sub(numbers + 6);
    // wide columns as long as they fit, then close ones, then the decimal numbers alone
    let names = all.iter().map(|r| columns(&r.0)).filter(|w| *w <= room * 2 / 3).max().unwrap_or(3);
    let gap = [2, 1].into_iter().find(|gap| names + digits * gap <= room).unwrap_or(0);
    for (at, (name, number, value)) in all.iter().enumerate() {
        let bits = if gap == 0 { String::new() } else { spread(&binary(value, digits), gap) };
        let head = if columns(name) > names { format!("{name}\n{}", " ".repeat(names + 2)) } else { pad(name, names) };
        if at + 1 == all.len() {
            let rule = numbers + if gap == 0 { 0 } else { 3 + digits * gap - (gap - 1) };
            writeln!(out, "  {}  {}", " ".repeat(names), "─".repeat(rule))?;
        }
        let number = format!("{}{number}", " ".repeat(numbers - columns(number)));
        let line = format!("  {head}  {number}   {bits}");
        let line = line.trim_end();
        writeln!(out, "{}", if at + 1 == all.len() { terminal.paint(Ink::Strong, line) } else { line.to_owned() })?;
    }
    if gap > 0 && !xor.is_zero() {
        let column = digits - bit_length(xor);
        writeln!(out, "  {}   {}↑", " ".repeat(names + 2 + numbers), " ".repeat(column * gap))?;
    }
    Ok(())
}

/// Numbers in binary, one under the other, and how many ones each column has below a line.
pub(crate) fn ones(out: &mut dyn Write, rows: &[(String, Nat)], ones: &[u64], terminal: &Terminal) -> io::Result<()> {
    let total = terminal.say("ones", "1 的个数");
    let names = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0).max(columns(total));
    let digits = ones.iter().map(|count| count.to_string().len()).max().unwrap_or(1);
    let line = |cells: Vec<String>| cells.iter().map(|cell| format!(" {cell:>digits$}")).collect::<String>();
    for (name, value) in rows {
        let bits = binary(value, ones.len()).into_iter().map(|bit| u8::from(bit).to_string()).collect();
        writeln!(out, "  {} {}", pad(name, names), line(bits))?;
    }
    writeln!(out, "  {}  {}", " ".repeat(names), "─".repeat(ones.len() * (digits + 1) - 1))?;
    writeln!(out, "  {} {}", pad(total, names), line(ones.iter().rev().map(u64::to_string).collect()))
}

fn spread(bits: &[bool], gap: usize) -> String {
    let mut text: String = bits.iter().map(|bit| format!("{}{}", u8::from(*bit), " ".repeat(gap - 1))).collect();
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_under_each_other() {
        let rows: Vec<(String, Nat)> = [13u8, 12, 8].into_iter().map(|n| (format!("nim({n})"), Nat::from(n))).collect();
        let mut out = Vec::new();
        sum(
            &mut out,
            &rows,
            &Nat::from(9u8),
            &Terminal { width: 80, colour: false, why: false, quiet: false, chinese: false, page: false },
        )
        .unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "  nim(13)  13   1 1 0 1\n  nim(12)  12   1 1 0 0\n  nim(8)    8   1 0 0 0\n           ────────────\n  \
             xor       9   1 0 0 1\n                ↑\n"
        );
    }

    #[test]
    fn huge_sums_fall_back_to_decimals() {
        let rows = vec![("nim(…)".to_owned(), Nat::from(10u8).pow(100))];
        let mut out = Vec::new();
        sum(
            &mut out,
            &rows,
            &Nat::from(10u8).pow(100),
            &Terminal { width: 80, colour: false, why: false, quiet: false, chinese: false, page: false },
        )
        .unwrap();
        assert!(String::from_utf8(out).unwrap().lines().all(|l| columns(l) <= 80));
    }
}
