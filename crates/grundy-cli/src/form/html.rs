//! Answers as a page for a browser: whole, with its own style, so that it can be opened, printed and sent.

use std::io::{self, Write};

use grundy_form::html::page;
use grundy_form::markup::escape;

use super::sheet::{Block, Line, Span};

/// Writes the sheet.
pub(super) fn write(out: &mut dyn Write, sheet: &[Block]) -> io::Result<()> {
    let title = sheet.iter().find_map(|block| match block {
        Block::Title(title) => Some(title.iter().map(text).collect::<String>()),
        _ => None,
    });
    page(out, title.as_deref().unwrap_or("grundy"), &mut |out| body(out, sheet))
}

fn body(out: &mut dyn Write, sheet: &[Block]) -> io::Result<()> {
    // the lists that are open
    let mut open = 0;
    for block in sheet {
        let deep = if let Block::Item { depth, .. } = block { depth + 1 } else { 0 };
        for _ in deep..open {
            writeln!(out, "</ul>")?;
        }
        for _ in open..deep {
            writeln!(out, "<ul>")?;
        }
        open = deep;
        match block {
            Block::Title(title) => writeln!(out, "<h1>{}</h1>", line(title))?,
            Block::Heading(name) => writeln!(out, "<h2>{}</h2>", escape(name))?,
            Block::Say(words) => writeln!(out, "<p>{}</p>", line(words))?,
            Block::Item { name, value, .. } => {
                let value = value.as_ref().map_or_else(String::new, |value| format!(": {}", line(value)));
                writeln!(out, "<li><strong>{}</strong>{value}</li>", escape(name))?;
            }
            Block::Code { lines, .. } => {
                let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
                writeln!(out, "<pre>{}</pre>", lines.join("\n"))?;
            }
            Block::Picture(picture) => out.write_all(picture.svg.as_bytes())?,
            Block::Table { head, rows, is_headed } => table(out, head, rows, *is_headed)?,
        }
    }
    for _ in 0..open {
        writeln!(out, "</ul>")?;
    }
    Ok(())
}

fn table(out: &mut dyn Write, head: &[Line], rows: &[Vec<Line>], is_headed: bool) -> io::Result<()> {
    let heads: String = head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", line(cell))).collect();
    let is_titled = head.iter().any(|cell| !cell.is_empty());
    let heads = if is_titled { format!("<thead><tr>{heads}</tr></thead>\n") } else { String::new() };
    writeln!(out, "<table>\n{heads}<tbody>")?;
    for row in rows {
        let cells = row.iter().enumerate().map(|(column, cell)| match is_headed && column == 0 {
            true => format!("<th scope=\"row\">{}</th>", line(cell)),
            false => format!("<td>{}</td>", line(cell)),
        });
        writeln!(out, "<tr>{}</tr>", cells.collect::<String>())?;
    }
    writeln!(out, "</tbody>\n</table>")
}

fn line(one: &Line) -> String {
    let piece = |span: &Span| match span {
        Span::Words(text) | Span::Term(text) => escape(text),
        Span::Code(text) => format!("<code>{}</code>", escape(text)),
    };
    one.iter().map(piece).collect()
}

fn text(span: &Span) -> &str {
    match span {
        Span::Words(text) | Span::Term(text) | Span::Code(text) => text,
    }
}
