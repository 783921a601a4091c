//! Labels as files: CSV, JSON and NumPy.

use std::io::{self, Write};

use grundy::engine::graph::LoopyValue;
use serde_json::json;

use super::vertex;
use crate::graph::Rows;
use crate::graph::labels::Label;
use crate::render::npy;

/// K with blanks between its numbers.
pub(super) fn set(label: &Label) -> String {
    let numbers = label.value.as_ref().and_then(LoopyValue::loopy).unwrap_or_default();
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// The value, if it is a number.
pub(super) fn finite(label: &Label) -> Option<u32> {
    label.value.as_ref().and_then(LoopyValue::finite).copied()
}

/// A line a vertex; an empty cell for nothing.
pub(crate) fn csv(out: &mut dyn Write, labels: &impl Rows) -> io::Result<()> {
    writeln!(out, "vertex,outcome,value,loopy,remoteness,suspense")?;
    let mut line = Vec::new();
    for v in labels.vertices() {
        let label = labels.label(v);
        line.clear();
        match labels.names().as_number(v) {
            Some(n) => decimal(&mut line, n),
            None => name(&mut line, &labels.names().name(v)),
        }
        line.extend([b',', label.outcome.letter() as u8, b',']);
        let cell = |line: &mut Vec<u8>, n: Option<u32>| n.into_iter().for_each(|n| decimal(line, u64::from(n)));
        cell(&mut line, finite(&label));
        line.push(b',');
        for (i, &k) in label.value.as_ref().and_then(LoopyValue::loopy).unwrap_or_default().iter().enumerate() {
            if i > 0 {
                line.push(b' ');
            }
            decimal(&mut line, u64::from(k));
        }
        line.push(b',');
        cell(&mut line, label.remoteness);
        line.push(b',');
        cell(&mut line, label.suspense);
        line.push(b'\n');
        out.write_all(&line)?;
    }
    Ok(())
}

/// A name as one field (RFC 4180), and otherwise as it is: other tables are joined by it.
fn name(line: &mut Vec<u8>, name: &str) {
    if name.contains([',', '"', '\n', '\r']) {
        line.push(b'"');
        line.extend_from_slice(name.replace('"', "\"\"").as_bytes());
        line.push(b'"');
    } else {
        line.extend_from_slice(name.as_bytes());
    }
}

/// Digits without the machinery of formats, which would be half of the time.
fn decimal(line: &mut Vec<u8>, mut n: u64) {
    let from = line.len();
    loop {
        line.push(b'0' + (n % 10) as u8);
        n /= 10;
        if n == 0 {
            break;
        }
    }
    if let Some(digits) = line.get_mut(from..) {
        digits.reverse();
    }
}

/// One object with the list `labels`, a vertex a line.
pub(crate) fn json(out: &mut dyn Write, labels: &impl Rows) -> io::Result<()> {
    write!(out, "{{\"schema\":1,\"convention\":\"{}\",\"labels\":[", labels.convention().name())?;
    for (i, v) in labels.vertices().enumerate() {
        let label = labels.label(v);
        out.write_all(if i > 0 { b",\n" } else { b"\n" })?;
        let entry = json!({
            "vertex": vertex(labels.names(), v),
            "outcome": label.outcome.letter().to_string(),
            "value": finite(&label),
            "loopy": label.value.as_ref().and_then(LoopyValue::loopy),
            "remoteness": label.remoteness,
            "suspense": label.suspense,
        });
        serde_json::to_writer(&mut *out, &entry)?;
    }
    writeln!(out, "\n]}}")
}

/// A NumPy array of records, the columns of the CSV form: `vertex` as `<u8`, or as UTF-8 bytes where names do; `outcome`
/// one byte; numbers as `<i8`, −1 for nothing; `loopy` as text.
pub(crate) fn npy(out: &mut dyn Write, labels: &impl Rows) -> io::Result<()> {
    let (mut rows, mut name, mut loopy) = (0usize, 0usize, 1usize);
    let numeric = labels.names().as_number(0).is_some();
    for v in labels.vertices() {
        rows += 1;
        if !numeric {
            name = name.max(labels.names().name(v).len());
        }
        let label = labels.label(v);
        if label.value.as_ref().is_some_and(|value| value.loopy().is_some()) {
            loopy = loopy.max(set(&label).len());
        }
    }
    let vertex = if numeric { "<u8".to_owned() } else { format!("|S{}", name.max(1)) };
    let kind = format!(
        "[('vertex', '{vertex}'), ('outcome', '|S1'), ('value', '<i8'), ('loopy', '|S{loopy}'), \
         ('remoteness', '<i8'), ('suspense', '<i8')]"
    );
    out.write_all(&npy::header(&kind, &[rows]))?;
    let filled = |out: &mut dyn Write, text: &str, width: usize| {
        out.write_all(text.as_bytes())?;
        out.write_all(&vec![0; width.saturating_sub(text.len())])
    };
    let number = |n: Option<u32>| n.map_or(-1, i64::from).to_le_bytes();
    for v in labels.vertices() {
        let label = labels.label(v);
        match labels.names().as_number(v) {
            Some(n) => out.write_all(&n.to_le_bytes())?,
            None => filled(out, &labels.names().name(v), name.max(1))?,
        }
        out.write_all(&[label.outcome.letter() as u8])?;
        out.write_all(&number(finite(&label)))?;
        filled(out, &set(&label), loopy)?;
        out.write_all(&number(label.remoteness))?;
        out.write_all(&number(label.suspense))?;
    }
    Ok(())
}
