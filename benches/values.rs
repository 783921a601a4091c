//! Seconds of processor time that the library takes for a table of values: what the Python package is measured by.
//!
//! `values GAME LAST` prints them and a sum of the values.

use grundy::answer::Cells;
use grundy::{Context, Nat, Session, TableOptions};

/// Processor time of this process in seconds, Linux only.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "kayles".to_owned());
    let last: u64 = arguments.next().unwrap_or_else(|| "9999999".to_owned()).parse()?;
    let question = Session::new().game(&game)?;
    let before = processor().unwrap_or_default();
    let options = TableOptions::default().with_to(vec![last]);
    let answer = question.table_with(&options, &Context::default())?;
    let seconds = processor().unwrap_or_default() - before;
    let Cells::Values(rows) = &answer.cells else { return Err("values were expected".into()) };
    let sum: Nat = rows.iter().fold(Nat::ZERO, |sum, value| sum + value);
    println!("{seconds} {sum}");
    Ok(())
}
