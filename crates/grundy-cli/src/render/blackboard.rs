//! Reasons for people, as on a blackboard: options, values, mex; binary columns under each other.

use std::io::{self, Write};

use grundy::answer::{Answer, Explanation, Step};
use grundy::number::shorten;
use grundy::{Nat, Outcome, Words};

use crate::render::letters::Letters;
use crate::render::{binary, binary_width, bit_length, text};
use crate::terminal::{self, Ink, Terminal, columns, pad, readable, wrap};
use grundy_form::words::{counted, introduced, is_folded, outcome_reason, place_value, said_before, set};

/// The explanation as text.
pub(crate) fn explanation(
    out: &mut dyn Write,
    explanation: &Answer<Explanation>,
    terminal: &Terminal,
) -> io::Result<()> {
    let letters = Letters::of(&explanation.query);
    let readable = |text: &str| readable(&letters.short(text));
    if terminal.quiet {
        let conclusion = terminal.sentence(&explanation.conclusion);
        return writeln!(out, "{}", terminal.wrap("", &readable(&conclusion)));
    }
    let introduced = introduced(explanation, &letters);
    for definition in letters.definitions(&introduced) {
        writeln!(out, "{}\n", terminal.wrap("", &terminal::readable(&definition)))?;
    }
    for (at, step) in explanation.steps.iter().enumerate() {
        match step {
            Step::Say(sentence) if !terminal.chinese && introduced.contains(&sentence.english()) => {
                let line = terminal::readable(&letters.introduce(&sentence.english()));
                writeln!(out, "{}", terminal.wrap("", &line))?;
            }
            Step::Say(sentence) => {
                writeln!(out, "{}", terminal.wrap("", &readable(&terminal.sentence(sentence))))?;
            }
            Step::Theorem { statement, reference } => theorem(out, statement, reference, terminal)?,
            Step::Mex { position, options, more, values, mex } => {
                let (values, mex) = (set(values), shorten(mex));
                if is_folded(&explanation.steps, at) {
                    let line = format!("{}: mex {{{values}}} = {mex}", readable(position));
                    writeln!(out, "{}", terminal.wrap("", &line))?;
                    if at + 1 < explanation.steps.len() && is_folded(&explanation.steps, at + 1) {
                        continue;
                    }
                } else {
                    let options: Vec<(String, String)> =
                        options.iter().map(|(p, v)| (readable(p), shorten(v))).collect();
                    list(out, &readable(position), &options, *more, terminal)?;
                    let all = if *more { terminal.say("all options together: ", "全部后继：") } else { "" };
                    let missing = terminal.say(", the least number that is missing", "，即最小的未出现的数");
                    let sentence = format!("{all}mex {{{values}}} = {mex}{missing}");
                    writeln!(out, "{}", terminal.wrap("  ", &sentence))?;
                }
            }
            Step::Loopy { position, options, more, reason, .. } => {
                let options: Vec<(String, String)> =
                    options.iter().map(|(p, v)| (readable(p), v.to_string())).collect();
                list(out, &readable(position), &options, *more, terminal)?;
                writeln!(out, "{}", terminal.wrap("  ", &readable(terminal.words(reason))))?;
            }
            Step::Columns { rows, xor } => {
                let rows: Vec<(String, Nat)> =
                    rows.iter().map(|(p, v)| (readable(terminal.words(p)), v.clone())).collect();
                sum(out, &rows, xor, terminal)?;
            }
            Step::Ones { rows, modulus, ones } => {
                self::ones(out, rows, ones, terminal)?;
                let said = if terminal.chinese { counted_in_chinese(ones, *modulus) } else { counted(ones, *modulus) };
                writeln!(out, "{}", terminal.wrap("", &said))?;
            }
            Step::Choose { bit, component, value, target, to } => {
                if !said_before(&explanation.steps, at) {
                    let (column, name) = (place_value(*bit), readable(component));
                    let (from, to) = (shorten(value), shorten(target));
                    let sentence = terminal.say(format!(
                            "The highest 1 of the sum is in the column of {column}. {name} has a 1 there: its value must \
                             change from {from} to {to}."
                        ), format!("和的最高位 1 在 {column} 这一列。{name} 在此列有 1：它的值须由 {from} 变为 {to}。"));
                    writeln!(out, "{}", terminal.wrap("", &sentence))?;
                }
                let step = format!("{} → {}", readable(component), readable(to));
                writeln!(out, "{}", terminal.paint(Ink::Win, &wrap("  ", &step, terminal.width)))?;
                if said_before(&explanation.steps, at + 1) {
                    continue;
                }
            }
            Step::Outcomes { position, options, more, outcome } => {
                let options: Vec<(String, String)> =
                    options.iter().map(|(p, o)| (readable(p), o.to_string())).collect();
                list(out, &readable(position), &options, *more, terminal)?;
                writeln!(out, "{}", terminal.wrap("  ", &reason(*outcome, !options.is_empty(), terminal)))?;
            }
        }
        writeln!(out)?;
    }
    if !explanation.conclusion.is_empty() {
        let conclusion = terminal.wrap("", &readable(&terminal.sentence(&explanation.conclusion)));
        writeln!(out, "{}\n", terminal.paint(Ink::Strong, &conclusion))?;
    }
    text::foot(out, explanation, terminal)
}

fn theorem(out: &mut dyn Write, statement: &Words, reference: &str, terminal: &Terminal) -> io::Result<()> {
    writeln!(out, "{}", terminal.wrap("", &readable(terminal.words(statement))))?;
    if reference.is_empty() {
        return Ok(());
    }
    text::see(out, reference, terminal)
}

/// What the counts of the columns say.
fn counted_in_chinese(ones: &[u64], modulus: u64) -> String {
    match ones.iter().all(|ones| ones.is_multiple_of(modulus)) {
        true => format!("每一列中 1 的个数都是 {modulus} 的倍数：P 局面。"),
        false => format!("并非每一列中 1 的个数都是 {modulus} 的倍数：N 局面。"),
    }
}

/// Why a position has this outcome in misère play, given those of its options.
fn reason(outcome: Outcome, has_options: bool, terminal: &Terminal) -> String {
    if !terminal.chinese {
        return outcome_reason(outcome, has_options);
    }
    match outcome {
        Outcome::Next if !has_options => "N：无路可走，反常规则下不能走者胜",
        Outcome::Next => "N：有一个后继是 P 局面，走到那里就赢",
        Outcome::Previous => "P：没有后继是 P 局面，怎么走都输",
        Outcome::Draw => "D：没有后继是 P 局面，但有一个是和局",
    }
    .to_owned()
}

fn list(
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
pub(crate) fn ones(out: &mut dyn Write, rows: &[(Words, Nat)], ones: &[u64], terminal: &Terminal) -> io::Result<()> {
    let rows: Vec<(&str, &Nat)> = rows.iter().map(|(name, value)| (terminal.words(name), value)).collect();
    let total = terminal.say("ones", "1 的个数");
    let names = rows.iter().map(|(name, _)| columns(name)).max().unwrap_or(0).max(columns(total));
    let digits = ones.iter().map(|count| count.to_string().len()).max().unwrap_or(1);
    let line = |cells: Vec<String>| cells.iter().map(|cell| format!(" {cell:>digits$}")).collect::<String>();
    for (name, value) in &rows {
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
            &Terminal { width: 80, colour: false, why: false, quiet: false, chinese: false },
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
            &Terminal { width: 80, colour: false, why: false, quiet: false, chinese: false },
        )
        .unwrap();
        assert!(String::from_utf8(out).unwrap().lines().all(|l| columns(l) <= 80));
    }
}
