//! Reasons as a fragment of a web page: own style inside, for light and dark pages, tables with headings.

use std::io::{self, Write};

use grundy::answer::{Answer, Explanation, Step};
use grundy::{Evidence, Nat, Words};

use crate::binary::{binary, binary_width, bit_length};
use crate::letters::Letters;
use crate::markup::escape;
use crate::plain;
use crate::words::{counted, introduced, is_folded, outcome_reason, place_value, said_before, set};
use grundy::number::shorten;

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

/// The explanation as one `<section>`.
pub fn explanation(out: &mut dyn Write, explanation: &Answer<Explanation>) -> io::Result<()> {
    writeln!(out, "<section class=\"grundy\" lang=\"en\">")?;
    out.write_all(STYLE.as_bytes())?;
    writeln!(out, "<h2><code>{}</code></h2>", escape(&plain::readable(&explanation.query)))?;
    let letters = Letters::of(&explanation.query);
    let introduced = introduced(explanation, &letters);
    for definition in letters.definitions(&introduced) {
        writeln!(out, "<p><code>{}</code></p>", escape(&plain::readable(&definition)))?;
    }
    let readable = |text: &str| plain::readable(&letters.short(text));
    for (at, step) in explanation.steps.iter().enumerate() {
        match step {
            Step::Say(line) if introduced.contains(&line.english()) => {
                writeln!(out, "<p>{}</p>", escape(&plain::readable(&letters.introduce(&line.english()))))?;
            }
            Step::Say(sentence) => writeln!(out, "<p>{}</p>", escape(&readable(&sentence.english())))?,
            Step::Theorem { statement, reference } => {
                write!(out, "<p>{}", escape(&statement.english))?;
                if !reference.is_empty() {
                    write!(out, " <cite class=\"source\">{}</cite>", escape(reference))?;
                }
                writeln!(out, "</p>")?;
            }
            Step::Mex { position, options, more, values, mex } => {
                let (values, mex) = (set(values), shorten(mex));
                if is_folded(&explanation.steps, at) {
                    let position = escape(&readable(position));
                    writeln!(out, "<p><code>{position}</code>: mex {{{values}}} = <strong>{mex}</strong>.</p>")?;
                    continue;
                }
                let rows = options.iter().map(|(p, v)| (readable(p), shorten(v)));
                list(out, &readable(position), "value", rows, *more)?;
                let all = if *more { "All options together: " } else { "" };
                writeln!(
                    out,
                    "<p>{all}mex {{{values}}} = <strong>{mex}</strong>, the least number that is missing.</p>"
                )?;
            }
            Step::Loopy { position, options, more, reason, .. } => {
                let rows = options.iter().map(|(p, v)| (readable(p), v.to_string()));
                list(out, &readable(position), "value", rows, *more)?;
                writeln!(out, "<p>{}.</p>", escape(&readable(&reason.english)))?;
            }
            Step::Columns { rows, xor } => {
                let rows: Vec<(String, Nat)> = rows.iter().map(|(p, v)| (readable(&p.english), v.clone())).collect();
                columns(out, &rows, xor)?;
            }
            Step::Ones { rows, modulus, ones } => {
                self::ones(out, rows, ones)?;
                writeln!(out, "<p>{}</p>", counted(ones, *modulus))?;
            }
            Step::Choose { bit, component, value, target, to } => {
                let from = escape(&readable(component));
                if !said_before(&explanation.steps, at) {
                    writeln!(
                        out,
                        "<p>The highest 1 of the sum is in the column of {}. <code>{from}</code> has a 1 there: its \
                         value must change from {} to {}.</p>",
                        place_value(*bit),
                        shorten(value),
                        shorten(target)
                    )?;
                }
                let to = escape(&readable(to));
                writeln!(out, "<p class=\"move\"><strong><code>{from}</code> → <code>{to}</code></strong></p>")?;
            }
            Step::Outcomes { position, options, more, outcome } => {
                let rows = options.iter().map(|(p, o)| (readable(p), o.to_string()));
                list(out, &readable(position), "outcome", rows, *more)?;
                writeln!(out, "<p>{}.</p>", outcome_reason(*outcome, !options.is_empty()))?;
            }
        }
    }
    let conclusion = explanation.conclusion.english();
    if !conclusion.is_empty() {
        writeln!(out, "<p><strong>{}</strong></p>", escape(&readable(&conclusion)))?;
    }
    evidence(out, &explanation.evidence)?;
    if let Some(stopped) = &explanation.stopped {
        writeln!(out, "<p><strong>Not complete:</strong> {}</p>", escape(&stopped.to_string()))?;
    }
    writeln!(out, "</section>")
}

fn list(
    out: &mut dyn Write,
    position: &str,
    what: &str,
    rows: impl ExactSizeIterator<Item = (String, String)>,
    more: bool,
) -> io::Result<()> {
    if position.is_empty() {
        return Ok(());
    }
    let position = escape(position);
    if rows.len() == 0 {
        return writeln!(out, "<p><code>{position}</code> has no options.</p>");
    }
    let some = if more { "Some options" } else { "Options" };
    writeln!(out, "<table>\n<caption>{some} of <code>{position}</code></caption>")?;
    writeln!(out, "<thead><tr><th scope=\"col\">option</th><th scope=\"col\">{what}</th></tr></thead>\n<tbody>")?;
    for (option, label) in rows {
        writeln!(out, "<tr><th scope=\"row\">{}</th><td>{label}</td></tr>", escape(&option))?;
    }
    if more {
        writeln!(out, "<tr><th scope=\"row\">… and more</th><td></td></tr>")?;
    }
    writeln!(out, "</tbody>\n</table>")
}

fn columns(out: &mut dyn Write, rows: &[(String, Nat)], xor: &Nat) -> io::Result<()> {
    let digits = binary_width(rows.iter().map(|(_, v)| v).chain([xor]));
    // longer numbers than these nobody adds by eye
    let width = if digits <= MOST_DIGITS { digits } else { 0 };
    let chosen = width.wrapping_sub(bit_length(xor));
    let how = if width > 0 { "Values in binary, added without carry" } else { "Values, and their xor" };
    writeln!(out, "<table>\n<caption>{how}</caption>\n<thead><tr>")?;
    write!(out, "<th scope=\"col\">component</th><th scope=\"col\">value</th>")?;
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

fn ones(out: &mut dyn Write, rows: &[(Words, Nat)], ones: &[u64]) -> io::Result<()> {
    writeln!(
        out,
        "<table>\n<caption>The ones of each binary column</caption>\n<thead><tr><th scope=\"col\">heap</th>"
    )?;
    for at in (0..ones.len()).rev() {
        write!(out, "<th scope=\"col\" class=\"bit\">{}</th>", place_value(at))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for (name, value) in rows {
        write!(out, "<tr><th scope=\"row\">{}</th>", escape(&name.english))?;
        for bit in binary(value, ones.len()) {
            write!(out, "<td class=\"bit\">{}</td>", u8::from(bit))?;
        }
        writeln!(out, "</tr>")?;
    }
    write!(out, "</tbody>\n<tfoot><tr><th scope=\"row\">ones</th>")?;
    for count in ones.iter().rev() {
        write!(out, "<td class=\"bit\">{count}</td>")?;
    }
    writeln!(out, "</tr></tfoot>\n</table>")
}

fn evidence(out: &mut dyn Write, evidence: &Evidence) -> io::Result<()> {
    write!(out, "<p class=\"evidence\">{}: {}", evidence.status_name(), escape(&evidence.by().english))?;
    for theorem in evidence.theorems.iter().filter(|t| !t.reference.is_empty()) {
        write!(out, "<br><cite>{}</cite>", escape(theorem.reference))?;
    }
    writeln!(out, "</p>")
}

#[cfg(test)]
mod tests {
    use grundy::Convention;

    use super::*;

    #[test]
    fn nothing_breaks_out() {
        let query = "</code><script>".to_owned();
        let mut hostile = Answer::new(query, Convention::Normal, Vec::new(), Explanation::default());
        hostile.steps = vec![Step::Columns { rows: vec![(Words::same("<b>"), Nat::from(5u8))], xor: Nat::from(5u8) }];
        hostile.conclusion = grundy::Sentence::plain("<i>");
        let mut out = Vec::new();
        explanation(&mut out, &hostile).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(!text.contains("<script>") && !text.contains("<b>") && !text.contains("<i>"));
        assert_eq!(text.matches("<table>").count(), text.matches("</table>").count());
    }
}
