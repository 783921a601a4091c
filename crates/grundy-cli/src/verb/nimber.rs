//! `nimber`: nim arithmetic, and tables of products.

use std::io::{self, Write};

use grundy::Diagnostic;
use grundy_form::nimber::{diagnostic, evidence, product, svg};
use grundy_nimber::{Value, value};
use serde_json::Value as Json;

use crate::args::{Nimber as Options, NimberFormat};
use crate::exit::{Exit, Failure};
use crate::render::json::Object;
use crate::setting::Setting;
use crate::verb::source;

/// A table has so many rows at most.
const MOST: u16 = 1023;

/// Works out the expression, or prints the table.
pub(crate) fn run(options: &Options, setting: &Setting) -> Result<Exit, Failure> {
    if let Some(last) = options.table {
        if last > MOST {
            let fault = Diagnostic::input(format!("--table is at most {MOST}")).suggest("--table 15");
            return Err(Failure::plain(fault));
        }
        setting
            .print(|out| table_as_json(out, last), |out| table(out, last, options.format, setting.terminal.width))?;
        return Ok(Exit::Answered);
    }
    let source = source::read_text(&options.text, setting)?;
    let text = source.text.trim_end();
    let worth = value(text).map_err(|fault| Failure::reading(&source)(diagnostic(text, &fault)))?;
    setting.print(
        |out| {
            let mut object = Object::open(out)?;
            object.field("expr", text)?;
            match &worth {
                Value::One(number) => object.field("value", number.to_string())?,
                Value::Several(numbers) => object.list("values", numbers.iter().map(|n| Json::from(n.to_string())))?,
            }
            object.field("evidence", evidence())?;
            object.close()
        },
        |out| writeln!(out, "{worth}"),
    )?;
    Ok(Exit::Answered)
}

fn table_as_json(out: &mut dyn Write, last: u16) -> io::Result<()> {
    let mut object = Object::open(out)?;
    object.field("table", last)?;
    let row = |a: u16| Json::from((0..=last).map(|b| product(a, b) as u64).collect::<Vec<u64>>());
    object.list("products", (0..=last).map(row))?;
    object.field("evidence", evidence())?;
    object.close()
}

/// The products; the text at most so many columns wide, in blocks where they do not fit.
fn table(out: &mut dyn Write, last: u16, format: NimberFormat, columns: usize) -> io::Result<()> {
    let join = |cells: &mut dyn Iterator<Item = u128>, between: &str| {
        cells.map(|n| n.to_string()).collect::<Vec<_>>().join(between)
    };
    match format {
        NimberFormat::Svg => svg(out, last)?,
        NimberFormat::Csv => {
            writeln!(out, "a,{}", join(&mut (0..=last).map(u128::from), ","))?;
            for a in 0..=last {
                writeln!(out, "{a},{}", join(&mut (0..=last).map(|b| product(a, b)), ","))?;
            }
        }
        NimberFormat::Latex => {
            writeln!(out, "\\begin{{array}}{{r|{}}}", "r".repeat(usize::from(last) + 1))?;
            writeln!(out, "\\otimes & {} \\\\ \\hline", join(&mut (0..=last).map(u128::from), " & "))?;
            for a in 0..=last {
                writeln!(out, "{a} & {} \\\\", join(&mut (0..=last).map(|b| product(a, b)), " & "))?;
            }
            writeln!(out, "\\end{{array}}")?;
        }
        NimberFormat::Text => text(out, last, columns)?,
    }
    Ok(())
}

/// The products set in columns: as many side by side as fit, and the rest below.
fn text(out: &mut dyn Write, last: u16, columns: usize) -> io::Result<()> {
    // the largest product of numbers below 2^(2^j) is below it as well
    let width = (0..=last).map(|a| product(a, last)).max().unwrap_or(0).to_string().len().max(2) + 1;
    let row = |head: String, cells: &mut dyn Iterator<Item = u128>| {
        let cells: String = cells.map(|n| format!("{n:>width$}")).collect();
        format!("{head:>width$} │{cells}")
    };
    let fits = (columns.saturating_sub(width + 2) / width).max(1);
    let all: Vec<u16> = (0..=last).collect();
    for (number, block) in all.chunks(fits).enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", row("×".to_owned(), &mut block.iter().copied().map(u128::from)))?;
        writeln!(out, "{}┼{}", "─".repeat(width + 1), "─".repeat(width * block.len()))?;
        for a in 0..=last {
            writeln!(out, "{}", row(a.to_string(), &mut block.iter().map(|&b| product(a, b))))?;
        }
    }
    Ok(())
}
