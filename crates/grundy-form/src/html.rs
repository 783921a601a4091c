//! Reasons as a fragment of a web page: own style inside, for light and dark pages, tables with headings; and a whole page.

use std::io::{self, Write};

use grundy::answer::{Answer, Explanation};
use grundy::number::shorten;
use grundy::{Evidence, Nat};

use crate::binary::{binary, binary_width, bit_length};
use crate::explanation::{Part, Piece, Spoken, Told, capitalised, parts, status};
use crate::markup::escape;
use crate::plain;
use crate::words::place_value;

const STYLE: &str = "<style>
.grundy { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; color-scheme: light dark; overflow-wrap: anywhere }
.grundy table { border-collapse: collapse; margin: .75rem 0; display: block; overflow-x: auto }
.grundy caption { text-align: left; font-weight: 600; padding-bottom: .25rem; white-space: nowrap }
.grundy thead th { font-weight: normal; opacity: .75 }
.grundy thead th:first-child { text-align: left }
.grundy h2 { font-size: 1.25rem }
.grundy th, .grundy td { padding: .15rem .6rem; text-align: right; font-variant-numeric: tabular-nums }
.grundy th[scope=row] { text-align: left; font-weight: normal; font-family: ui-monospace, monospace }
.grundy tfoot th, .grundy tfoot td { border-top: 2px solid currentColor; font-weight: 600 }
.grundy .bit { font-family: ui-monospace, monospace; padding: .15rem .35rem }
.grundy .chosen { background: color-mix(in srgb, currentColor 18%, transparent) }
.grundy .source, .grundy .evidence { font-size: .9em; opacity: .85 }
</style>
";

/// Binary columns of a table at most.
const MOST_DIGITS: usize = 128;

/// What a page of its own has beside the style of a fragment.
const PAGE: &str = "<style>
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; color-scheme: light dark }
.grundy h1 { font-size: 1.5rem }
.grundy pre { overflow-x: auto; font: .95rem/1.4 ui-monospace, monospace }
body > table td { text-align: left }
</style>
";

/// A whole page with this title: a browser reads it as it stands, in its characters.
///
/// # Errors
/// The writer fails, or `body` does.
pub fn page(
    out: &mut dyn Write,
    title: &str,
    body: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(out, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width\">")?;
    writeln!(out, "<title>{}</title>", escape(&plain::readable(title)))?;
    write!(out, "{STYLE}{PAGE}</head>\n<body class=\"grundy\">\n")?;
    body(out)?;
    writeln!(out, "</body>\n</html>")
}

/// The explanation as one `<section>`.
///
/// # Errors
/// The writer fails.
pub fn explanation(out: &mut dyn Write, explanation: &Answer<Explanation>, spoken: Spoken) -> io::Result<()> {
    writeln!(out, "<section class=\"grundy\" lang=\"{}\">", spoken.say("en", "zh"))?;
    out.write_all(STYLE.as_bytes())?;
    writeln!(out, "<h2><code>{}</code></h2>", escape(&plain::readable(&explanation.query)))?;
    for part in parts(&explanation.query, explanation, spoken).into_iter().flatten() {
        match part {
            Part::Say(line) => writeln!(out, "<p>{}</p>", marked(&line))?,
            Part::Remark(line) | Part::Short(line) => {
                writeln!(out, "<p>{}{}</p>", capitalised(marked(&line)), spoken.say(".", "。"))?;
            }
            Part::Theorem { statement, reference } => {
                write!(out, "<p>{}", escape(&statement))?;
                if !reference.is_empty() {
                    write!(out, " <cite class=\"source\">{}</cite>", escape(&reference))?;
                }
                writeln!(out, "</p>")?;
            }
            Part::Options { position, rows, more, told } => options(out, &position, &rows, more, told, spoken)?,
            Part::Columns { rows, xor } => columns(out, &rows, &xor, spoken)?,
            Part::Ones { rows, ones } => self::ones(out, &rows, &ones, spoken)?,
            Part::Move { from, to } => {
                let (from, to) = (escape(&from), escape(&to));
                writeln!(out, "<p class=\"move\"><strong><code>{from}</code> → <code>{to}</code></strong></p>")?;
            }
            Part::Conclusion(text) => writeln!(out, "<p><strong>{}</strong></p>", escape(&text))?,
        }
    }
    evidence(out, &explanation.evidence, spoken)?;
    if let Some(stopped) = &explanation.stopped {
        let head = spoken.say("Not complete:", "未完成：");
        writeln!(out, "<p><strong>{head}</strong> {}</p>", escape(spoken.words(&stopped.words())))?;
    }
    writeln!(out, "</section>")
}

/// A line with its positions marked.
fn marked(line: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => escape(text),
        Piece::Position(text) => format!("<code>{}</code>", escape(text)),
        Piece::Number(text) => text.clone(),
        Piece::Column(bit) => place_value(*bit),
        Piece::Mex { values, mex } => format!("mex {{{values}}} = <strong>{mex}</strong>"),
    };
    line.iter().map(piece).collect()
}

fn options(
    out: &mut dyn Write,
    position: &str,
    rows: &[(String, String)],
    more: bool,
    told: Told,
    spoken: Spoken,
) -> io::Result<()> {
    if position.is_empty() {
        return Ok(());
    }
    let position = format!("<code>{}</code>", escape(position));
    if rows.is_empty() {
        return writeln!(out, "<p>{position}{}</p>", spoken.say(" has no options.", " 没有后继。"));
    }
    let caption = match (more, spoken) {
        (true, Spoken::English) => format!("Some options of {position}"),
        (false, Spoken::English) => format!("Options of {position}"),
        (true, Spoken::Chinese) => format!("{position} 的部分后继"),
        (false, Spoken::Chinese) => format!("{position} 的后继"),
    };
    let what = match told {
        Told::Values => spoken.say("value", "值"),
        Told::Outcomes => spoken.say("outcome", "胜负"),
    };
    let option = spoken.say("option", "后继");
    writeln!(out, "<table>\n<caption>{caption}</caption>")?;
    writeln!(out, "<thead><tr><th scope=\"col\">{option}</th><th scope=\"col\">{what}</th></tr></thead>\n<tbody>")?;
    for (option, label) in rows {
        writeln!(out, "<tr><th scope=\"row\">{}</th><td>{label}</td></tr>", escape(option))?;
    }
    if more {
        writeln!(out, "<tr><th scope=\"row\">… {}</th><td></td></tr>", spoken.say("and more", "等等"))?;
    }
    writeln!(out, "</tbody>\n</table>")
}

fn columns(out: &mut dyn Write, rows: &[(String, Nat)], xor: &Nat, spoken: Spoken) -> io::Result<()> {
    let digits = binary_width(rows.iter().map(|(_, v)| v).chain([xor]));
    // longer numbers than these nobody adds by eye
    let width = if digits <= MOST_DIGITS { digits } else { 0 };
    let chosen = width.wrapping_sub(bit_length(xor));
    let how = match width {
        0 => spoken.say("Values, and their xor", "各值与它们的异或"),
        _ => spoken.say("Values in binary, added without carry", "各值的二进制，不进位相加"),
    };
    let (component, number) = spoken.say(("component", "value"), ("分量", "值"));
    writeln!(out, "<table>\n<caption>{how}</caption>\n<thead><tr>")?;
    write!(out, "<th scope=\"col\">{component}</th><th scope=\"col\">{number}</th>")?;
    for at in 0..width {
        write!(out, "<th scope=\"col\" class=\"bit\">{}</th>", place_value(width - 1 - at))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    let row = |out: &mut dyn Write, name: &str, value: &Nat| -> io::Result<()> {
        write!(out, "<tr><th scope=\"row\">{}</th><td>{}</td>", escape(name), shorten(value))?;
        for (at, bit) in binary(value, width).into_iter().enumerate() {
            let class = if at == chosen { "bit chosen" } else { "bit" };
            write!(out, "<td class=\"{class}\">{}</td>", u8::from(bit))?;
        }
        writeln!(out, "</tr>")
    };
    for (name, value) in rows {
        row(out, name, value)?;
    }
    writeln!(out, "</tbody>\n<tfoot>")?;
    row(out, "xor", xor)?;
    writeln!(out, "</tfoot>\n</table>")
}

fn ones(out: &mut dyn Write, rows: &[(String, Nat)], ones: &[u64], spoken: Spoken) -> io::Result<()> {
    let (caption, heap) = spoken.say(("The ones of each binary column", "heap"), ("每一列中 1 的个数", "堆"));
    writeln!(out, "<table>\n<caption>{caption}</caption>\n<thead><tr><th scope=\"col\">{heap}</th>")?;
    for at in (0..ones.len()).rev() {
        write!(out, "<th scope=\"col\" class=\"bit\">{}</th>", place_value(at))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for (name, value) in rows {
        write!(out, "<tr><th scope=\"row\">{}</th>", escape(name))?;
        for bit in binary(value, ones.len()) {
            write!(out, "<td class=\"bit\">{}</td>", u8::from(bit))?;
        }
        writeln!(out, "</tr>")?;
    }
    write!(out, "</tbody>\n<tfoot><tr><th scope=\"row\">{}</th>", spoken.say("ones", "1 的个数"))?;
    for count in ones.iter().rev() {
        write!(out, "<td class=\"bit\">{count}</td>")?;
    }
    writeln!(out, "</tr></tfoot>\n</table>")
}

fn evidence(out: &mut dyn Write, evidence: &Evidence, spoken: Spoken) -> io::Result<()> {
    let (status, by) = (status(evidence, spoken), evidence.by());
    write!(out, "<p class=\"evidence\">{status}{}", escape(spoken.words(&by)))?;
    for theorem in evidence.theorems.iter().filter(|t| !t.reference.is_empty()) {
        write!(out, "<br><cite>{}</cite>", escape(theorem.reference))?;
    }
    writeln!(out, "</p>")
}

#[cfg(test)]
mod tests {
    use grundy::answer::Step;
    use grundy::{Convention, Words};

    use super::*;

    #[test]
    fn nothing_breaks_out() {
        let query = "</code><script>".to_owned();
        let mut hostile = Answer::new(query, Convention::Normal, Vec::new(), Explanation::default());
        hostile.steps = vec![Step::Columns { rows: vec![(Words::same("<b>"), Nat::from(5u8))], xor: Nat::from(5u8) }];
        hostile.conclusion = grundy::Sentence::plain("<i>");
        let mut out = Vec::new();
        explanation(&mut out, &hostile, Spoken::English).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.contains("<script>") && !text.contains("<b>") && !text.contains("<i>"));
        assert_eq!(text.matches("<table>").count(), text.matches("</table>").count());
    }
}
