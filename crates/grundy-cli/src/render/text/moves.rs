//! Lists of moves: those that win, in a short answer or one a line, and all with their values.

use std::collections::HashMap;
use std::io::{self, Write};

use grundy::answer::{Answer, Move, MoveList};
use grundy::number::shorten;
use grundy::{Convention, Nat};

use super::{aligned_width, foot, head, shown};
use crate::render::letters::Letters;
use crate::terminal::{Ink, Terminal, columns, pad, readable, wrap};

/// Moves of equal components, which differ in the component's number only.
struct Alike<'a> {
    first: &'a Move,
    components: Vec<&'a Nat>,
}

/// The moves in their order, those of equal components together.
fn alike(moves: &[Move]) -> Vec<Alike<'_>> {
    let mut groups: Vec<Alike<'_>> = Vec::new();
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    for m in moves {
        let place = *places.entry((&m.from, &m.to)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.components.push(&m.component),
            None => groups.push(Alike { first: m, components: vec![&m.component] }),
        }
    }
    groups
}

impl Alike<'_> {
    /// `   (components 0–2, 5)`, where there are several.
    fn note(&self, terminal: &Terminal) -> String {
        if self.components.len() < 2 {
            return String::new();
        }
        let mut runs: Vec<(&Nat, Nat)> = Vec::new();
        for &component in &self.components {
            match runs.last_mut() {
                Some((_, last)) if &*last + Nat::ONE == *component => *last = component.clone(),
                _ => runs.push((component, component.clone())),
            }
        }
        let runs: Vec<String> = runs
            .iter()
            .map(|(first, last)| match *first == last {
                true => shorten(first),
                false if *first + Nat::ONE == *last => format!("{}, {}", shorten(first), shorten(last)),
                false => format!("{}–{}", shorten(first), shorten(last)),
            })
            .collect();
        let runs = runs.join(", ");
        terminal.say(format!("   (components {runs})"), format!("   （分量 {runs}）"))
    }
}

pub(super) fn winning_moves(
    out: &mut dyn Write,
    list: &MoveList,
    letters: &Letters,
    terminal: &Terminal,
) -> io::Result<()> {
    let head = match (&list.count, terminal.chinese) {
        (Some(count), false) if *count == Nat::ONE => "winning move:".to_owned(),
        (Some(count), false) => format!("winning moves ({}):", shorten(count)),
        (None, false) => "winning moves:".to_owned(),
        (Some(count), true) if *count > Nat::ONE => format!("必胜走法（{}）：", shorten(count)),
        (_, true) => "必胜走法：".to_owned(),
    };
    writeln!(out, "{head}")?;
    let groups = alike(&list.moves);
    let froms: Vec<String> = groups.iter().map(|g| readable(&letters.short(&g.first.from))).collect();
    let width = aligned_width(froms.iter().map(String::as_str));
    for (group, from) in groups.iter().zip(&froms) {
        step(out, from, &readable(&letters.short(&group.first.to)), &group.note(terminal), width, terminal)?;
    }
    rest_of(out, list, terminal)
}

/// So many lines of winning moves stand in a short answer.
const LINES_OF_MOVES: usize = 2;

/// Of a longer position the beginning and the end stand in a short answer.
const LONGEST: usize = 240;

/// `"HTT…TTH"` of a long row.
fn in_short(position: &str) -> String {
    let all = position.chars().count();
    if all <= LONGEST {
        return position.to_owned();
    }
    let first: String = position.chars().take(LONGEST / 4).collect();
    let last: String = position.chars().skip(all - LONGEST / 8).collect();
    format!("{first}…{last}")
}

/// The winning moves one after the other, as far as a few lines hold them; true where they are known and some are left out.
pub(super) fn moves_in_short(
    out: &mut dyn Write,
    list: &MoveList,
    stopped: bool,
    letters: &Letters,
    terminal: &Terminal,
) -> io::Result<bool> {
    if list.moves.is_empty() {
        // in misère play a player who cannot move has won, and there is nothing to list
        let none = match &list.count {
            Some(_) => return Ok(false),
            None if stopped => terminal.say("winning moves: none found so far", "必胜走法：尚未找到"),
            None => terminal.say("winning moves: the theorem names none", "必胜走法：定理没有指出"),
        };
        writeln!(out, "{none}")?;
        return Ok(false);
    }
    let count = list.count.as_ref().filter(|count| **count != Nat::from(list.moves.len()) || list.moves.len() > 1);
    let head = match (count.map(shorten), terminal.chinese) {
        (Some(count), false) => format!("winning moves ({count}): "),
        (None, false) if list.moves.len() > 1 => "winning moves: ".to_owned(),
        (None, false) => "winning move: ".to_owned(),
        (Some(count), true) => format!("必胜走法（{count}）："),
        (None, true) => "必胜走法：".to_owned(),
    };
    let more = |shown: usize| match &list.count {
        Some(count) if *count > Nat::from(shown) => {
            let rest = shorten(&(count - Nat::from(shown)));
            if terminal.chinese { format!("，……另有 {rest} 种") } else { format!(", … and {rest} more") }
        }
        None => terminal.say(", … there may be more", "，……可能还有").to_owned(),
        Some(_) => String::new(),
    };
    let width = terminal.prose();
    let mut text = String::new();
    let mut shown = 0usize;
    for group in alike(&list.moves) {
        let note = if group.components.len() > 1 { format!(" ({}×)", group.components.len()) } else { String::new() };
        let [from, to] = [&group.first.from, &group.first.to].map(|text| in_short(&readable(&letters.short(text))));
        let step = format!("{from} → {to}{note}");
        let longer = if text.is_empty() { step } else { format!("{text}, {step}") };
        // room is left for the number of those that follow; the last one takes as much room as that number
        let follow = more(shown + group.components.len());
        let lines = wrap(&head, &format!("{longer}{follow}"), width).lines().count();
        if shown > 0 && lines > LINES_OF_MOVES + usize::from(follow.is_empty()) {
            break;
        }
        text = longer;
        shown += group.components.len();
    }
    let more = more(shown);
    writeln!(out, "{}", wrap(&head, &format!("{text}{more}"), width))?;
    Ok(list.count.as_ref().is_some_and(|count| *count > Nat::from(shown)))
}

/// `from → to`, on two lines where it does not fit on one.
fn step(out: &mut dyn Write, from: &str, to: &str, note: &str, width: usize, terminal: &Terminal) -> io::Result<()> {
    if 2 + width.max(columns(from)) + 3 + columns(to) + columns(note) <= terminal.width {
        writeln!(out, "  {} → {to}{note}", pad(from, width))
    } else {
        writeln!(out, "{}", wrap("  ", from, terminal.width))?;
        writeln!(out, "{}", wrap("    → ", &format!("{to}{note}"), terminal.width))
    }
}

fn rest_of(out: &mut dyn Write, list: &MoveList, terminal: &Terminal) -> io::Result<()> {
    match &list.count {
        Some(count) if list.truncated() => {
            let rest = shorten(&(count - Nat::from(list.moves.len())));
            writeln!(out, "  … {}", terminal.say(format!("and {rest} more"), format!("另有 {rest} 种")))
        }
        None => writeln!(out, "  … {}", terminal.say("there may be more", "可能还有")),
        Some(_) => Ok(()),
    }
}

/// The answer to `moves`; `winning`: only those that win were asked for.
pub(crate) fn moves(
    out: &mut dyn Write,
    answer: &Answer<MoveList>,
    winning: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    let letters = Letters::of(&answer.query);
    head(out, answer, terminal)?;
    let list = &answer.result;
    if terminal.chinese && !terminal.quiet {
        let kind = if winning { "必胜走法" } else { "走法" };
        let from = readable(&letters.short(&answer.query));
        match &list.count {
            Some(count) => writeln!(out, "{from} 的{kind}：{} 种", shorten(count))?,
            None => writeln!(out, "{from} 的{kind}")?,
        }
    }
    let kind = if winning { "winning " } else { "" };
    let from = readable(&letters.short(&answer.query));
    match &list.count {
        _ if terminal.chinese && !terminal.quiet => {}
        Some(count) if count.is_zero() => writeln!(out, "no {kind}moves")?,
        _ if terminal.quiet => {}
        Some(count) if *count == Nat::ONE => writeln!(out, "1 {kind}move from {from}")?,
        Some(count) => writeln!(out, "{} {kind}moves from {from}", shorten(count))?,
        None => writeln!(out, "{kind}moves from {from}")?,
    }
    let normal = answer.convention == Convention::Normal;
    let label = |m: &Move| match (shown(m.value.as_ref(), m.loopy.as_deref()), m.outcome) {
        (Some(value), _) if normal => value,
        (_, Some(outcome)) => outcome.to_string(),
        _ => "-".to_owned(),
    };
    let groups = alike(&list.moves);
    let labels: Vec<String> = groups.iter().map(|g| label(g.first)).collect();
    let label_width = labels.iter().map(|l| columns(l)).max().unwrap_or(0).max(5);
    let froms: Vec<String> = groups.iter().map(|g| readable(&letters.short(&g.first.from))).collect();
    let from_width = aligned_width(froms.iter().map(String::as_str));
    // the columns of a page have heads of their own
    if !labels.is_empty() && !terminal.quiet && !terminal.page {
        let head =
            format!("{:>label_width$}", if normal { terminal.say("value", "值") } else { terminal.say("to", "至") });
        writeln!(out, "{}", terminal.paint(Ink::Faint, &head))?;
    }
    for ((group, label), from) in groups.iter().zip(&labels).zip(&froms) {
        let m = group.first;
        let mark = format!("{}{}", if m.wins() { terminal.say("  wins", "  胜") } else { "" }, group.note(terminal));
        let (from, to) = (pad(from, from_width), readable(&letters.short(&m.to)));
        let line = format!("{label:>label_width$}  {from} → {to}{mark}");
        let line = if columns(&line) <= terminal.width {
            line
        } else {
            wrap(&format!("{label:>label_width$}  "), &format!("{} → {to}{mark}", from.trim_end()), terminal.width)
        };
        writeln!(out, "{}", if m.wins() { terminal.paint(Ink::Win, &line) } else { line })?;
    }
    rest_of(out, list, terminal)?;
    foot(out, answer, terminal)
}
