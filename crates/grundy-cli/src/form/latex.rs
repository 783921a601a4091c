//! Answers as a piece of a LaTeX document, for papers and worksheets: sections, paragraphs, a `tabular` for each table.

use std::io::{self, Write};

use grundy_form::latex::escape;

use super::sheet::{Block, Line, Span};

/// Lists are nested so deep at most.
const DEEPEST: usize = 4;
/// How code as it stands ends.
const END: &str = "\\end{verbatim}";

/// Writes the sheet.
pub(super) fn write(out: &mut dyn Write, sheet: &[Block]) -> io::Result<()> {
    // the lists that are open
    let mut open = 0;
    for (at, block) in sheet.iter().enumerate() {
        let deep = if let Block::Item { depth, .. } = block { (depth + 1).min(DEEPEST) } else { 0 };
        for _ in deep..open {
            writeln!(out, "\\end{{itemize}}")?;
        }
        if at > 0 && (deep == 0 || open == 0) {
            writeln!(out)?;
        }
        for _ in open..deep {
            writeln!(out, "\\begin{{itemize}}")?;
        }
        open = deep;
        match block {
            Block::Title(title) => writeln!(out, "\\section*{{{}}}", line(title))?,
            Block::Heading(name) => writeln!(out, "\\subsection*{{{}}}", escape(name))?,
            Block::Say(words) => writeln!(out, "{}", line(words))?,
            Block::Item { name, value, .. } => {
                let value = value.as_ref().map_or_else(String::new, |value| format!(": {}", line(value)));
                writeln!(out, "\\item \\textbf{{{}}}{value}", escape(name))?;
            }
            Block::Code { lines, .. } => {
                writeln!(out, "\\begin{{verbatim}}")?;
                for line in lines {
                    // what would end it early stands apart
                    writeln!(out, "{}", line.replace(END, "\\end {verbatim}"))?;
                }
                writeln!(out, "{END}")?;
            }
            Block::Picture(picture) => out.write_all(picture.tikz.as_bytes())?,
            Block::Table { head, rows, is_headed } => table(out, head, rows, *is_headed)?,
        }
    }
    for _ in 0..open {
        writeln!(out, "\\end{{itemize}}")?;
    }
    Ok(())
}

fn table(out: &mut dyn Write, head: &[Line], rows: &[Vec<Line>], is_headed: bool) -> io::Result<()> {
    let columns =
        if is_headed { format!("l|{}", "r".repeat(head.len().saturating_sub(1))) } else { "l".repeat(head.len()) };
    let row = |cells: &[Line]| cells.iter().map(line).collect::<Vec<_>>().join(" & ");
    writeln!(out, "\\begin{{tabular}}{{{columns}}}")?;
    if head.iter().any(|cell| !cell.is_empty()) {
        writeln!(out, "{} \\\\\n\\hline", row(head))?;
    }
    for cells in rows {
        writeln!(out, "{} \\\\", row(cells))?;
    }
    writeln!(out, "\\end{{tabular}}")
}

fn line(one: &Line) -> String {
    let piece = |span: &Span| match span {
        Span::Words(text) | Span::Term(text) => escape(text),
        Span::Code(text) => format!("\\texttt{{{}}}", escape(text)),
    };
    one.iter().map(piece).collect()
}
