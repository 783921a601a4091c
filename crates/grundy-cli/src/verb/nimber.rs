//! `nimber`: nim arithmetic, and tables of products.

use std::io::{self, Write};

use grundy::Diagnostic;
use grundy_form::nimber::{diagnostic, evidence, product, svg};
use grundy_nimber::{Operation, Split, Step, Value, product_splits, steps};
use serde_json::{Value as Json, json};

use crate::args::{Nimber as Options, NimberFormat};
use crate::exit::{Exit, Failure};
use crate::render::json::Object;
use crate::setting::Setting;
use crate::terminal::Terminal;
use crate::verb::source;

/// So many products are told at most.
const SHOWN: usize = 24;
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
    let (worth, steps) = steps(text).map_err(|fault| Failure::reading(&source)(diagnostic(text, &fault)))?;
    let told = setting.terminal.why.then_some(&steps);
    setting.print(
        |out| {
            let mut object = Object::open(out)?;
            object.field("expr", text)?;
            match &worth {
                Value::One(number) => object.field("value", number.to_string())?,
                Value::Several(numbers) => object.list("values", numbers.iter().map(|n| Json::from(n.to_string())))?,
            }
            if let Some(steps) = told {
                object.list("steps", steps.iter().map(step_as_json))?;
            }
            object.field("evidence", evidence())?;
            object.close()
        },
        |out| {
            writeln!(out, "{worth}")?;
            told.map_or(Ok(()), |steps| reasons(out, steps, &setting.terminal))
        },
    )?;
    Ok(Exit::Answered)
}

/// The products that a step rests on, each with its parts.
fn products(step: &Step) -> Vec<Split> {
    match step.operation {
        Operation::Product(a, b) => product_splits(a, b),
        Operation::Inverse(a) => product_splits(a, step.value),
        Operation::Root(_) => product_splits(step.value, step.value),
        _ => Vec::new(),
    }
}

fn step_as_json(step: &Step) -> Json {
    let product = |split: Split| {
        let [a, b] = split.factors;
        json!({"product": format!("{a} ⊗ {b}"), "parts": split.parts(), "sum": split.sum()})
    };
    let products: Vec<Json> = products(step).into_iter().take(SHOWN).map(product).collect();
    json!({"step": step.to_string(), "products": products})
}

/// The operations in their order, and the products under the rule that they follow; what was told above is not told again.
fn reasons(out: &mut dyn Write, steps: &[Step], terminal: &Terminal) -> io::Result<()> {
    for step in steps {
        writeln!(out, "  {step}")?;
    }
    let mut known = Vec::new();
    for split in steps.iter().flat_map(products) {
        let [a, b] = split.factors;
        if !known.iter().any(|told: &Split| told.factors == [a, b] || told.factors == [b, a]) {
            known.push(split);
        }
    }
    if known.is_empty() {
        return Ok(());
    }
    let rule = terminal.say(
        "F = 2, 4, 16, 256, …: x ⊗ F = x·F for x < F, F ⊗ F = F ⊕ F/2; so with a = a₁·F ⊕ a₀ and b = b₁·F ⊕ b₀ \
         a ⊗ b = (a₁⊗b₀ ⊕ a₀⊗b₁ ⊕ a₁⊗b₁)·F ⊕ a₀⊗b₀ ⊕ a₁⊗b₁⊗F/2",
        "F = 2、4、16、256……：x < F 时 x ⊗ F = x·F，F ⊗ F = F ⊕ F/2；于是 a = a₁·F ⊕ a₀、b = b₁·F ⊕ b₀ 时 \
         a ⊗ b = (a₁⊗b₀ ⊕ a₀⊗b₁ ⊕ a₁⊗b₁)·F ⊕ a₀⊗b₀ ⊕ a₁⊗b₁⊗F/2",
    );
    writeln!(out, "{}", terminal.wrap("", rule))?;
    for split in known.iter().take(SHOWN) {
        let [a, b] = split.factors;
        writeln!(out, "{}", terminal.wrap("  ", &format!("{a} ⊗ {b}: {}", split.parts())))?;
        writeln!(out, "{}", terminal.wrap("    ", &format!("= {}", split.sum())))?;
    }
    let left = known.len().saturating_sub(SHOWN);
    if left > 0 {
        writeln!(out, "{}", terminal.say(format!("  … and {left} more products"), format!("  …… 另有 {left} 个积")))?;
    }
    Ok(())
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
