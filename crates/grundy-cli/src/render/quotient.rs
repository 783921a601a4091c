//! The answer to `quotient` as text.

use std::io::{self, Write};

use super::text as words;
use crate::args::Quotient;
use crate::terminal::{Ink, Terminal};
use grundy::Words;
use grundy::answer::{Answer, Growth, MisereQuotient};

/// So many relations, classes of heaps and genera are shown.
const SHOWN: usize = 60;

/// `quotient` for people.
pub(crate) fn text(
    out: &mut dyn Write,
    answer: &Answer<MisereQuotient>,
    asked: &Quotient,
    terminal: &Terminal,
) -> io::Result<()> {
    let (order, lost) = (answer.monoid.order(), answer.monoid.portion().len());
    if terminal.quiet {
        return writeln!(out, "{order} {lost}");
    }
    let told = &answer.presentation;
    let line = |out: &mut dyn Write, head: &str, rest: &str| writeln!(out, "{}", terminal.wrap(head, rest));
    words::reading(out, &answer.query, &answer.reading, terminal)?;
    let elements = if order == 1 { "element" } else { "elements" };
    let of = scope(answer);
    let verdict = terminal.say(
        format!("misère quotient of {}: {order} {elements}, {lost} of them P", of.english),
        format!("{}的反常商：{order} 个元素，其中 {lost} 个为 P", of.chinese),
    );
    writeln!(out, "{}", terminal.paint(Ink::Strong, &verdict))?;
    match answer.tame {
        Some(n) => {
            let tame = terminal.say(
                format!("tame: the quotient T{n} of Nim; sums are played like sums of misère Nim"),
                format!("tame（驯顺）：即 Nim 的商 T{n}；各和按反常 Nim 来下"),
            );
            line(out, "", &tame)?;
        }
        None => line(out, "", terminal.say("wild: not a quotient of Nim", "wild（狂野）：不是 Nim 的商"))?,
    }
    let generators = told.generators.iter().map(|&class| {
        let is_place = |at: &usize| answer.gaps.binary_search(&(*at as u64)).is_err();
        let first = (0..answer.phi.len()).filter(is_place).find(|&at| answer.phi[at] == class);
        match (first, answer.components.is_empty()) {
            (Some(n), true) => format!("{} = {} {n}", told.name(class), terminal.say("heap", "堆")),
            (Some(at), false) => format!("{} = {}", told.name(class), answer.components[at]),
            (None, _) => told.name(class),
        }
    });
    let generators: Vec<String> = generators.collect();
    if !generators.is_empty() {
        line(out, terminal.say("generators: ", "生成元："), &generators.join(", "))?;
    }
    let relations: Vec<String> =
        told.relations.iter().map(|(l, r)| format!("{} = {}", told.show(l), told.show(r))).collect();
    if !relations.is_empty() {
        line(out, terminal.say("relations: ", "关系："), &first(&relations, terminal))?;
    }
    let lost: Vec<String> = answer.monoid.portion().iter().map(|class| told.name(class)).collect();
    if !lost.is_empty() {
        line(out, "P: ", &first(&lost, terminal))?;
    }
    let shown = answer.repetition.map_or(answer.phi.len(), |r| answer.phi.len().min(r.preperiod + r.period));
    let is_gap = |n: u64| answer.gaps.binary_search(&n).is_ok();
    let class = |(n, &class)| if is_gap(n) { "–".to_owned() } else { told.name(class) };
    let classes: Vec<String> = (0..).zip(&answer.phi[..shown]).map(class).collect();
    if answer.components.is_empty() && !classes.is_empty() {
        let names = if asked.partial { classes.join(" ") } else { first_of(&classes, " ", 2 * SHOWN, terminal) };
        line(out, terminal.say("classes of heaps from 0: ", "从 0 起各堆的类："), &names)?;
        if !answer.gaps.is_empty() {
            line(out, "", terminal.say("–: a number that makes no position", "–：不构成局面的数"))?;
        }
    } else {
        for (component, class) in answer.components.iter().zip(&classes) {
            let is = terminal.say(format!("{component} is {class}"), format!("{component} 的类是 {class}"));
            line(out, "", &is)?;
        }
    }
    if let Some(r) = answer.repetition {
        let (period, from) = (r.period, r.preperiod);
        let repeats = terminal.say(
            format!("the classes have period {period} from heap {from} on"),
            format!("从第 {from} 堆起，类以 {period} 为周期"),
        );
        line(out, "", &repeats)?;
    }
    let genus = |genus: &Option<_>| genus.as_ref().map_or_else(|| "–".to_owned(), ToString::to_string);
    let genera: Vec<String> = answer.genus.iter().map(genus).collect();
    if answer.genus.iter().any(Option::is_some) {
        let head = if answer.components.is_empty() {
            terminal.say("genus from 0: ", "从 0 起的亏格：")
        } else {
            terminal.say("genus: ", "亏格：")
        };
        line(out, head, &first_of(&genera, " ", 2 * SHOWN, terminal))?;
    }
    if asked.partial {
        for Growth { heap, order, lost } in &answer.growth {
            let row = terminal.say(
                format!("heap {heap:>4}: {order:>5} elements, {lost:>4} of them P"),
                format!("堆 {heap:>4}：{order:>5} 个元素，其中 {lost:>4} 个为 P"),
            );
            writeln!(out, "{row}")?;
        }
    }
    if asked.table {
        products(out, answer)?;
    }
    words::foot(out, answer, terminal)
}

/// What the quotient is of: whether it is certified for every heap, or for which ones.
fn scope(answer: &Answer<MisereQuotient>) -> Words {
    match (answer.repetition, answer.heaps) {
        (Some(_), _) => Words::new("the whole game", "整个游戏"),
        (None, Some(last)) => Words::new(format!("heaps 0 to {last}"), format!("堆 0 至 {last} ")),
        (None, None) if answer.components.is_empty() && answer.monoid.order() == 1 => {
            Words::new("no heap yet", "尚不含任何堆")
        }
        (None, None) if answer.components.is_empty() => Words::new("a part of what can be reached", "部分可达局面"),
        (None, None) => Words::new("all that can be reached", "所有可达局面"),
    }
}

fn first(all: &[String], terminal: &Terminal) -> String {
    first_of(all, ", ", SHOWN, terminal)
}

fn first_of(all: &[String], between: &str, most: usize, terminal: &Terminal) -> String {
    let shown = all[..all.len().min(most)].join(between);
    let Some(more) = all.len().checked_sub(most).filter(|&more| more > 0) else { return shown };
    terminal.say(format!("{shown}{between}… and {more} more"), format!("{shown}{between}……另有 {more} 个"))
}

/// The table of products: a row for each element.
fn products(out: &mut dyn Write, answer: &Answer<MisereQuotient>) -> io::Result<()> {
    let order = answer.monoid.order() as u32;
    let names: Vec<String> = (0..order).map(|class| answer.presentation.name(class)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(1);
    for x in 0..order {
        let lost = if answer.monoid.is_p(x) { "P" } else { " " };
        let row: Vec<String> =
            (0..order).map(|y| format!("{:>width$}", names[answer.monoid.times(x, y) as usize])).collect();
        writeln!(out, "{lost} {:>width$} | {}", names[x as usize], row.join(" "))?;
    }
    Ok(())
}
