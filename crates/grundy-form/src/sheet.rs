//! The sheet that pictures of graphs stand on: its size, its colours on light and dark paper, its heading and its arrow heads.

use std::io::{self, Write};

use crate::markup::{escape, short};

/// Opens the picture: everything in it has the class `class`, and `style` follows what all pictures share.
///
/// # Errors
/// What writing to `out` failed with.
pub(crate) fn open(
    out: &mut dyn Write,
    class: &str,
    [width, height]: [f64; 2],
    title: &str,
    style: &str,
) -> io::Result<()> {
    let (w, h) = (short(width), short(height));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>{}</title>\n<style>\n\
         .{class}{{--paper:#fcfcfb;--ink:#222;--faint:#5f5f5f;--edge:#9a9a96}}\n\
         @media (prefers-color-scheme:dark){{.{class}{{--paper:#1b1c1e;--ink:#ececea;--faint:#a9a9a6;--edge:#6d6d6a}}}}\n\
         .{class} text{{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;fill:var(--ink)}}\n\
         .{class} .t{{font-size:17px;font-weight:600}}.{class} .s{{font-size:12px;fill:var(--faint)}}\n{style}\n</style>",
        escape(title)
    )
}

/// The head of an arrow, for `marker-end`; without a colour the style says which.
///
/// # Errors
/// What writing to `out` failed with.
pub(crate) fn arrow_head(out: &mut dyn Write, id: &str, side: u32, colour: Option<&str>) -> io::Result<()> {
    let fill = colour.map_or_else(String::new, |colour| format!(" fill=\"{colour}\""));
    writeln!(
        out,
        "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"{side}\" markerHeight=\"{side}\" \
         markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"{fill}/></marker>"
    )
}

/// The paper.
///
/// # Errors
/// What writing to `out` failed with.
pub(crate) fn paper(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper)\"/>")
}

/// The paper, with the title and the line under it.
///
/// # Errors
/// What writing to `out` failed with.
pub(crate) fn heading(out: &mut dyn Write, x: f64, title: &str, below: &str) -> io::Result<()> {
    paper(out)?;
    writeln!(out, "<text class=\"t\" x=\"{x}\" y=\"28\">{}</text>", escape(title))?;
    writeln!(out, "<text class=\"s\" x=\"{x}\" y=\"47\">{}</text>", escape(below))
}
