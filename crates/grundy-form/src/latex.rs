//! Reasons as a fragment of a LaTeX document that loads `amsmath`: lists as `array`, columns under each other.

use std::io::{self, Write};

use grundy::answer::{Answer, Explanation};
use grundy::number::shorten;
use grundy::{Evidence, Nat};

use crate::binary::{binary, binary_width};
use crate::explanation::{Part, Piece, Spoken, capitalised, parts, status};
use crate::plain;

/// Columns of an `array` that a page holds; longer binary numbers stand as one word.
const COLUMNS_ON_A_PAGE: usize = 24;
/// Binary digits that stand as one word; longer numbers stand in decimal alone.
const DIGITS_ON_A_LINE: usize = 48;

/// Text that LaTeX sets as it stands.
#[must_use]
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

/// A number, perhaps shortened or infinite, or a list of numbers, for a formula.
fn math(text: &str) -> String {
    text.replace('{', "\\{")
        .replace('}', "\\}")
        .replace('∞', "\\infty")
        .replace('…', "\\ldots ")
        .replace(" digits)", "\\text{ digits})")
        .replace(" more", "\\text{ more}")
        .replace("and ", "\\text{and }")
}

/// The explanation as paragraphs and displays.
///
/// # Errors
/// The writer fails.
pub fn explanation(out: &mut dyn Write, explanation: &Answer<Explanation>, spoken: Spoken) -> io::Result<()> {
    let head = spoken.say(
        "% needs \\usepackage{amsmath}; Chinese names need a CJK font",
        "% needs \\usepackage{amsmath} and \\usepackage{ctex}",
    );
    writeln!(out, "{head}")?;
    writeln!(out, "\\paragraph{{{}}}", code(&explanation.query))?;
    for part in parts(&explanation.query, explanation, spoken).into_iter().flatten() {
        match part {
            Part::Say(line) => writeln!(out, "{}\n", marked(&line))?,
            Part::Remark(line) | Part::Short(line) => {
                writeln!(out, "{}{}\n", capitalised(marked(&line)), spoken.say(".", "。"))?;
            }
            Part::Theorem { statement, reference } if reference.is_empty() => {
                writeln!(out, "{}\n", escape(&statement))?;
            }
            Part::Theorem { statement, reference } => {
                writeln!(out, "{} (\\emph{{{}}})\n", escape(&statement), escape(&reference))?;
            }
            Part::Options { position, rows, more, .. } => options(out, &position, &rows, more, spoken)?,
            Part::Columns { rows, xor } => columns(out, &rows, &xor)?,
            Part::Ones { rows, ones } => self::ones(out, &rows, &ones, spoken)?,
            Part::Move { from, to } => {
                writeln!(out, "\\begin{{quote}}\n{} $\\longrightarrow$ {}\n\\end{{quote}}\n", code(&from), code(&to))?;
            }
            Part::Conclusion(text) => writeln!(out, "\\textbf{{{}}}\n", escape(&text))?,
        }
    }
    evidence(out, &explanation.evidence, spoken)?;
    match &explanation.stopped {
        Some(stopped) => {
            let head = spoken.say("Not complete:", "未完成：");
            writeln!(out, "\n\\textbf{{{head}}} {}", escape(spoken.words(&stopped.words())))
        }
        None => Ok(()),
    }
}

/// A line with its positions and numbers marked.
fn marked(line: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => escape(text),
        Piece::Position(text) => code(text),
        Piece::Number(text) => format!("${}$", math(text)),
        Piece::Column(bit) => format!("$2^{{{bit}}}$"),
        Piece::Mex { values, mex } => {
            let values = math(values).replace(", ", ",\\allowbreak ");
            format!("$\\operatorname{{mex}}\\{{{values}\\}} = {}$", math(mex))
        }
    };
    line.iter().map(piece).collect()
}

fn options(
    out: &mut dyn Write,
    position: &str,
    rows: &[(String, String)],
    more: bool,
    spoken: Spoken,
) -> io::Result<()> {
    if position.is_empty() {
        return Ok(());
    }
    let position = code(position);
    if rows.is_empty() {
        return writeln!(out, "{position}{}\n", spoken.say(" has no options.", " 没有后继。"));
    }
    let head = match (more, spoken) {
        (true, Spoken::English) => format!("Some options of {position}:"),
        (false, Spoken::English) => format!("The options of {position}:"),
        (true, Spoken::Chinese) => format!("{position} 的部分后继："),
        (false, Spoken::Chinese) => format!("{position} 的后继："),
    };
    writeln!(out, "{head}\n\\[\n\\begin{{array}}{{lr}}")?;
    for (option, label) in rows {
        writeln!(out, "{} & {} \\\\", code(option), math(label))?;
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

fn ones(out: &mut dyn Write, rows: &[(String, Nat)], ones: &[u64], spoken: Spoken) -> io::Result<()> {
    writeln!(out, "\\[\n\\begin{{array}}{{l@{{\\qquad}}{}}}", "c".repeat(ones.len()))?;
    for (name, value) in rows {
        let bits: Vec<String> = binary(value, ones.len()).into_iter().map(|bit| u8::from(bit).to_string()).collect();
        writeln!(out, "\\text{{{}}} & {} \\\\", escape(name), bits.join(" & "))?;
    }
    let counts: Vec<String> = ones.iter().rev().map(u64::to_string).collect();
    let total = spoken.say("ones", "1 的个数");
    writeln!(out, "\\hline\n\\text{{{total}}} & {}\n\\end{{array}}\n\\]", counts.join(" & "))
}

fn evidence(out: &mut dyn Write, evidence: &Evidence, spoken: Spoken) -> io::Result<()> {
    let (status, by) = (status(evidence, spoken), evidence.by());
    writeln!(out, "\\emph{{{}}} {}", status.trim_end(), escape(spoken.words(&by)))?;
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
