//! Reasons as a fragment of a LaTeX document that loads `amsmath`: lists as `array`, columns under each other.

use std::io::{self, Write};

use grundy::answer::{Answer, Explanation, Step};
use grundy::loopy::Value;
use grundy::{Evidence, Nat, Words};

use crate::binary::{binary, binary_width};
use crate::letters::Letters;
use crate::plain;
use crate::words::{counted, introduced, is_folded, outcome_reason, said_before, set};
use grundy::number::shorten;

/// Columns of an `array` that a page holds; longer binary numbers stand as one word.
const COLUMNS_ON_A_PAGE: usize = 24;
/// Binary digits that stand as one word; longer numbers stand in decimal alone.
const DIGITS_ON_A_LINE: usize = 48;

/// Text that LaTeX sets as it stands.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("{\\char34}"),
            '-' if out.ends_with('-') => out.push_str("{}-"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            '–' => out.push_str("--"),
            '—' => out.push_str("---"),
            '…' => out.push_str("\\dots{}"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() => {}
            c => match sign(c) {
                Some(command) => {
                    out.push_str("\\ensuremath{");
                    out.push_str(command);
                    out.push('}');
                }
                None => out.push(c),
            },
        }
    }
    out
}

/// Signs of mathematics that pdflatex does not read as they are.
fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        '→' => "\\to",
        '⊕' => "\\oplus",
        '⊗' => "\\otimes",
        '≤' => "\\le",
        '≥' => "\\ge",
        '≠' => "\\ne",
        '≡' => "\\equiv",
        '∈' => "\\in",
        '∉' => "\\notin",
        '∞' => "\\infty",
        '×' => "\\times",
        '·' => "\\cdot",
        '∅' => "\\emptyset",
        '⌊' => "\\lfloor",
        '⌋' => "\\rfloor",
        '⌈' => "\\lceil",
        '⌉' => "\\rceil",
        'φ' => "\\varphi",
        'π' => "\\pi",
        '√' => "\\surd",
        '²' => "{}^2",
        '³' => "{}^3",
        '₀' => "{}_0",
        '₁' => "{}_1",
        '₂' => "{}_2",
        '−' => "-",
        _ => return None,
    })
}

fn code(text: &str) -> String {
    format!("\\texttt{{{}}}", escape(&plain::readable(text)))
}

/// A number, perhaps shortened, or a list of numbers, for a formula.
fn math(text: &str) -> String {
    text.replace('…', "\\ldots ")
        .replace(" digits)", "\\text{ digits})")
        .replace(" more", "\\text{ more}")
        .replace("and ", "\\text{and }")
}

/// The explanation as paragraphs and displays.
pub fn explanation(out: &mut dyn Write, explanation: &Answer<Explanation>) -> io::Result<()> {
    writeln!(out, "% needs \\usepackage{{amsmath}}; Chinese names need a CJK font")?;
    writeln!(out, "\\paragraph{{{}}}", code(&explanation.query))?;
    let letters = Letters::of(&explanation.query);
    let introduced = introduced(explanation, &letters);
    for definition in letters.definitions(&introduced) {
        writeln!(out, "{}\n", code(&definition))?;
    }
    let short = |text: &str| letters.short(text);
    let readable = |text: &str| plain::readable(&letters.short(text));
    for (at, step) in explanation.steps.iter().enumerate() {
        match step {
            Step::Say(line) if introduced.contains(&line.english()) => {
                writeln!(out, "{}\n", escape(&plain::readable(&letters.introduce(&line.english()))))?;
            }
            Step::Say(sentence) => writeln!(out, "{}\n", escape(&readable(&sentence.english())))?,
            Step::Theorem { statement, reference } if reference.is_empty() => {
                writeln!(out, "{}\n", escape(&statement.english))?;
            }
            Step::Theorem { statement, reference } => {
                writeln!(out, "{} (\\emph{{{}}})\n", escape(&statement.english), escape(reference))?;
            }
            Step::Mex { position, options, more, values, mex } => {
                let values = math(&set(values)).replace(", ", ",\\allowbreak ");
                let mex = math(&shorten(mex));
                if is_folded(&explanation.steps, at) {
                    let position = code(&short(position));
                    writeln!(out, "{position}: $\\operatorname{{mex}}\\{{{values}\\}} = {mex}$.\n")?;
                    continue;
                }
                list(out, &short(position), options.iter().map(|(p, v)| (short(p), shorten(v))), *more)?;
                let all = if *more { "All options together: " } else { "" };
                writeln!(
                    out,
                    "{all}$\\operatorname{{mex}}\\{{{values}\\}} = {mex}$, the least number that is missing.\n"
                )?;
            }
            Step::Loopy { position, options, more, reason, .. } => {
                let value = |v: &Value| v.to_string().replace('∞', "\\infty").replace('{', "\\{").replace('}', "\\}");
                list(out, &short(position), options.iter().map(|(p, v)| (short(p), value(v))), *more)?;
                writeln!(out, "{}.\n", escape(&readable(&reason.english)))?;
            }
            Step::Columns { rows, xor } => {
                let rows: Vec<(String, Nat)> = rows.iter().map(|(p, v)| (short(&p.english), v.clone())).collect();
                columns(out, &rows, xor)?;
            }
            Step::Ones { rows, modulus, ones } => {
                self::ones(out, rows, ones)?;
                writeln!(out, "{}\n", counted(ones, *modulus))?;
            }
            Step::Choose { bit, component, value, target, to } => {
                let from = code(&short(component));
                if !said_before(&explanation.steps, at) {
                    writeln!(
                        out,
                        "The highest 1 of the sum is in the column of $2^{{{bit}}}$. {from} has a 1 there: its value \
                         must change from ${}$ to ${}$.\n",
                        math(&shorten(value)),
                        math(&shorten(target))
                    )?;
                }
                writeln!(out, "\\begin{{quote}}\n{from} $\\longrightarrow$ {}\n\\end{{quote}}\n", code(&short(to)))?;
            }
            Step::Outcomes { position, options, more, outcome } => {
                list(out, &short(position), options.iter().map(|(p, o)| (short(p), o.to_string())), *more)?;
                writeln!(out, "{}.\n", escape(&outcome_reason(*outcome, !options.is_empty())))?;
            }
        }
    }
    let conclusion = explanation.conclusion.english();
    if !conclusion.is_empty() {
        writeln!(out, "\\textbf{{{}}}\n", escape(&readable(&conclusion)))?;
    }
    evidence(out, &explanation.evidence)?;
    match &explanation.stopped {
        Some(stopped) => writeln!(out, "\n\\textbf{{Not complete:}} {}", escape(&stopped.to_string())),
        None => Ok(()),
    }
}

fn list(
    out: &mut dyn Write,
    position: &str,
    rows: impl ExactSizeIterator<Item = (String, String)>,
    more: bool,
) -> io::Result<()> {
    if position.is_empty() {
        return Ok(());
    }
    if rows.len() == 0 {
        return writeln!(out, "{} has no options.\n", code(position));
    }
    writeln!(
        out,
        "{} of {}:\n\\[\n\\begin{{array}}{{lr}}",
        if more { "Some options" } else { "The options" },
        code(position)
    )?;
    for (option, label) in rows {
        writeln!(out, "{} & {} \\\\", code(&option), math(&label))?;
    }
    if more {
        writeln!(out, "\\vdots & \\\\")?;
    }
    writeln!(out, "\\end{{array}}\n\\]")
}

fn columns(out: &mut dyn Write, rows: &[(String, Nat)], xor: &Nat) -> io::Result<()> {
    let width = binary_width(rows.iter().map(|(_, v)| v).chain([xor]));
    let wide = width <= COLUMNS_ON_A_PAGE;
    let shape = if wide { "c".repeat(width) } else { "r".to_owned() };
    // a number that is longer than a line says more in decimal
    let none = width > DIGITS_ON_A_LINE;
    writeln!(out, "\\[\n\\begin{{array}}{{lr@{{\\qquad}}{shape}}}")?;
    let row = |name: &str, value: &Nat| -> String {
        let bits: Vec<String> = binary(value, width).into_iter().map(|bit| u8::from(bit).to_string()).collect();
        let bits = if none { String::new() } else { bits.join(if wide { " & " } else { "" }) };
        format!("{name} & {} & {bits} \\\\", math(&shorten(value)))
    };
    for (name, value) in rows {
        writeln!(out, "{}", row(&code(name), value))?;
    }
    writeln!(out, "\\hline\n{}\n\\end{{array}}\n\\]", row("\\oplus", xor))
}

fn ones(out: &mut dyn Write, rows: &[(Words, Nat)], ones: &[u64]) -> io::Result<()> {
    writeln!(out, "\\[\n\\begin{{array}}{{l@{{\\qquad}}{}}}", "c".repeat(ones.len()))?;
    for (name, value) in rows {
        let bits: Vec<String> = binary(value, ones.len()).into_iter().map(|bit| u8::from(bit).to_string()).collect();
        writeln!(out, "\\text{{{}}} & {} \\\\", escape(&name.english), bits.join(" & "))?;
    }
    let counts: Vec<String> = ones.iter().rev().map(u64::to_string).collect();
    writeln!(out, "\\hline\n\\text{{ones}} & {}\n\\end{{array}}\n\\]", counts.join(" & "))
}

fn evidence(out: &mut dyn Write, evidence: &Evidence) -> io::Result<()> {
    writeln!(out, "\\emph{{{}:}} {}", evidence.status_name(), escape(&evidence.by().english))?;
    for theorem in evidence.theorems.iter().filter(|t| !t.reference.is_empty()) {
        writeln!(out, "\\newline {}", escape(theorem.reference))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_signs_are_harmless() {
        assert_eq!(escape("\\input{x}_$%&#"), "\\textbackslash{}input\\{x\\}\\_\\$\\%\\&\\#");
        assert_eq!(escape("n → n^2"), "n \\ensuremath{\\to} n\\textasciicircum{}2");
        assert_eq!(escape("a--b"), "a-{}-b");
    }

    #[test]
    fn displays_are_closed() {
        let mut out = Vec::new();
        columns(&mut out, &[("nim(5)".to_owned(), Nat::from(5u8))], &Nat::from(5u8)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("\\begin{array}{lr@{\\qquad}ccc}"));
        assert!(text.contains("\\texttt{nim(5)} & 5 & 1 & 0 & 1 \\\\"));
        assert!(text.ends_with("\\end{array}\n\\]\n"));
    }
}
