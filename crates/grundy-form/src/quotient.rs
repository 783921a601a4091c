//! The answer to `quotient` as JSON, and its presentation for LaTeX.

use std::io::{self, Write};

use grundy::answer::{Answer, MisereQuotient};
use serde_json::{Value, json};

use crate::json::{Object, evidence, number, or_null};
use crate::latex::escape;

/// `quotient` as JSON.
///
/// # Errors
/// The writer fails.
pub fn json(out: &mut dyn Write, answer: &Answer<MisereQuotient>) -> io::Result<()> {
    let mut object = Object::of(out, "game", answer)?;
    let told = &answer.presentation;
    let name = |element: u32| Value::from(told.name(element));
    object.field("heaps", or_null(answer.heaps, number))?;
    object.field("order", number(answer.monoid.order() as u64))?;
    object.field("p_order", number(answer.monoid.portion().len() as u64))?;
    object.field("tame", answer.tame.is_some())?;
    let is_gap = |n: u64| answer.gaps.binary_search(&n).is_ok();
    let classes = (0..).zip(&answer.phi).map(|(n, &class)| if is_gap(n) { Value::Null } else { name(class) });
    object.list("phi", classes)?;
    if !answer.components.is_empty() {
        object.list("components", answer.components.iter().map(|c| Value::from(c.as_str())))?;
    }
    object.field("preperiod", or_null(answer.repetition, |r| number(r.preperiod as u64)))?;
    object.field("period", or_null(answer.repetition, |r| number(r.period as u64)))?;
    object.list("generators", told.generators.iter().map(|&class| name(class)))?;
    let relation = |(left, right): &(Vec<u32>, Vec<u32>)| json!([told.show(left), told.show(right)]);
    object.list("relations", told.relations.iter().map(relation))?;
    object.list("elements", (0..answer.monoid.order() as u32).map(name))?;
    object.list("p", answer.monoid.portion().iter().map(name))?;
    let growth = |g: &grundy::answer::Growth| json!({"heap": g.heap, "order": g.order, "p_order": g.lost});
    object.list("growth", answer.growth.iter().map(growth))?;
    object.list("genus", answer.genus.iter().map(|g| or_null(g.as_ref(), |g| g.to_string().into())))?;
    object.field("evidence", evidence(&answer.evidence))?;
    object.end(answer)
}

/// The presentation, P and the classes as a fragment of a LaTeX document that loads `amsmath`.
///
/// # Errors
/// The writer fails.
pub fn latex(out: &mut dyn Write, answer: &Answer<MisereQuotient>) -> io::Result<()> {
    let told = &answer.presentation;
    let word = |element: u32| power(&told.name(element));
    writeln!(out, "% {}", answer.query)?;
    let generators: Vec<String> = told.generators.iter().map(|&class| word(class)).collect();
    let relations: Vec<String> =
        told.relations.iter().map(|(l, r)| format!("{} = {}", power(&told.show(l)), power(&told.show(r)))).collect();
    let (order, lost) = (answer.monoid.order(), answer.monoid.portion().len());
    writeln!(out, "The misère quotient of \\texttt{{{}}}: $|Q| = {order}$, $|P| = {lost}$,", escape(&answer.query))?;
    writeln!(out, "\\[\\begin{{aligned}}")?;
    writeln!(out, "Q &= \\langle {} \\mid {} \\rangle,\\\\", generators.join(", "), relations.join(",\\allowbreak "))?;
    let lost: Vec<String> = answer.monoid.portion().iter().map(word).collect();
    writeln!(out, "P &= \\{{{}\\}}.", lost.join(", "))?;
    writeln!(out, "\\end{{aligned}}\\]")?;
    let is_gap = |n: u64| answer.gaps.binary_search(&n).is_ok();
    let class = |(n, &class)| if is_gap(n) { "--".to_owned() } else { format!("${}$", word(class)) };
    let classes: Vec<String> = (0..).zip(&answer.phi).map(class).collect();
    writeln!(
        out,
        "Classes of {}: {}.",
        if answer.components.is_empty() { "heaps" } else { "components" },
        classes.join(", ")
    )?;
    if let Some(r) = answer.repetition {
        writeln!(out, "They have period ${}$ from heap ${}$ on.", r.period, r.preperiod)?;
    }
    Ok(())
}

/// Exponents of several digits in braces.
fn power(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut exponent = false;
    for c in word.chars() {
        if exponent && !c.is_ascii_digit() {
            out.push('}');
            exponent = false;
        }
        out.push(c);
        if c == '^' {
            out.push('{');
            exponent = true;
        }
    }
    if exponent {
        out.push('}');
    }
    out
}
