//! Answers for people: the verdict first, then the moves, then what it rests on. Fits 80 columns.

mod around;
mod moves;

use std::io::{self, Write};

use grundy::answer::{Answer, ValueStatus};
use grundy::loopy::Value;
use grundy::number::shorten;
use grundy::{Convention, Nat, Outcome};

use around::evidence_within;
pub(crate) use around::{evidence, foot, head, reading, see, stopped, stopped_at};
pub(crate) use moves::moves;
use moves::{moves_in_short, winning_moves};

use crate::render::letters::Letters;
use crate::shell::quoted;
use crate::terminal::{Ink, Terminal, columns, escape, pad, readable};

/// Components listed at most; a sum of more says how many follow.
const COMPONENTS_SHOWN: usize = 30;
/// Longer positions are not typed again.
const LONGEST_COMMAND: usize = 60;

/// The answer to `solve`; `listed`: so many moves were asked for.
pub(crate) fn answer(out: &mut dyn Write, answer: &Answer, listed: bool, terminal: &Terminal) -> io::Result<()> {
    if terminal.quiet {
        return bare(out, answer);
    }
    let letters = Letters::of(&answer.query);
    reading(out, &answer.query, &answer.reading, terminal)?;
    verdict(out, answer, terminal)?;
    if let Some(numbers) = &answer.unknown {
        unknown(out, numbers, answer.unknown_set.as_deref(), answer.is_complete(), terminal)?;
    }
    if let Some(guess) = answer.guess.as_ref().filter(|_| answer.stopped.is_some()) {
        writeln!(out, "{}", terminal.wrap(terminal.say("a guess: ", "猜测："), &readable(terminal.words(guess))))?;
    }
    if let Some(strategy) = &answer.strategy {
        writeln!(
            out,
            "{}",
            terminal.wrap(terminal.say("strategy: ", "策略："), &readable(&terminal.sentence(strategy)))
        )?;
    }
    components(out, answer, &letters, terminal)?;
    let mut left_out = false;
    if answer.unknown.is_none() && (answer.outcome == Some(Outcome::Next) || !answer.moves.moves.is_empty()) {
        if listed || terminal.why {
            winning_moves(out, &answer.moves, &letters, terminal)?;
        } else {
            left_out = moves_in_short(out, &answer.moves, answer.stopped.is_some(), &letters, terminal)?;
        }
    }
    // where nothing was found out, nothing is proved
    let found = answer.outcome.is_some() || answer.value.is_some() || answer.unknown.is_some();
    if found {
        let several = answer.components.len() > 1 && answer.convention == Convention::Normal;
        evidence_within(out, &answer.evidence, several, terminal)?;
    }
    if let Some(period) = answer.period.as_ref().filter(|_| terminal.why) {
        writeln!(out, "{}", terminal.wrap("  ", &readable(terminal.words(period))))?;
    }
    if left_out && answer.query.len() <= LONGEST_COMMAND {
        let command = format!("grundy moves --winning {}", quoted(&answer.query));
        writeln!(out, "{}{}", terminal.say("more winning moves: ", "更多必胜走法："), escape(&command))?;
    }
    if terminal.why {
        let (engine, seconds, nodes) = (&answer.engine, answer.cost.seconds, answer.cost.nodes);
        let cost = terminal.say(
            format!("{engine} ({seconds:.1} s, {nodes} nodes)"),
            format!("{engine}（{seconds:.1} 秒，{nodes} 个节点）"),
        );
        writeln!(
            out,
            "{}",
            terminal.paint(Ink::Faint, &terminal.wrap(terminal.say("computed by: ", "计算："), &readable(&cost)))
        )?;
    }
    stopped_at(out, &answer.stopped, terminal)
}

/// The bare answer, as `solve -` prints it.
fn bare(out: &mut dyn Write, answer: &Answer) -> io::Result<()> {
    if let (Some(numbers), None) = (&answer.unknown, answer.outcome) {
        let list: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        return writeln!(out, "? {}", list.join(" "));
    }
    let outcome = answer.outcome.map_or('-', Outcome::letter);
    writeln!(out, "{outcome} {}", answer.value.as_ref().map_or("-".to_owned(), ToString::to_string))
}

/// Who wins, in words, and their colour.
pub(crate) fn verdict_of(outcome: Outcome, terminal: &Terminal) -> (Ink, &'static str) {
    match outcome {
        Outcome::Next => (Ink::Win, terminal.say("N — the player to move wins", "N——轮到者胜")),
        Outcome::Previous => (Ink::Loss, terminal.say("P — the player to move loses", "P——轮到者输")),
        Outcome::Draw => {
            (Ink::Strong, terminal.say("D — a draw: neither player can force a win", "D——和局：双方都不能迫胜"))
        }
    }
}

fn verdict(out: &mut dyn Write, answer: &Answer, terminal: &Terminal) -> io::Result<()> {
    let (ink, words) = match answer.outcome {
        Some(outcome) => verdict_of(outcome, terminal),
        None if answer.unknown.is_some() => return Ok(()),
        None => (Ink::Strong, terminal.say("the outcome is not known", "胜负未知")),
    };
    let convention = match answer.convention {
        Convention::Normal => "",
        Convention::Misere => terminal.say(" (misère: a player who cannot move wins)", "（反常规则：不能走者胜）"),
    };
    writeln!(out, "{}{convention}", terminal.paint(ink, words))?;
    if let Some(loopy) = &answer.loopy {
        let value = Value::Infinite(loopy.clone()).to_string();
        return writeln!(out, "{}{}", terminal.say("value: ", "值："), terminal.paint(Ink::Strong, &value));
    }
    match (&answer.value, answer.value_status) {
        (Some(value), _) => {
            let value = terminal.paint(Ink::Strong, &shorten(value));
            writeln!(out, "{}{value}", terminal.say("value: ", "值："))
        }
        (None, ValueStatus::NotComputed) if answer.stopped.is_none() => {
            let alone = "value: not computed, a theorem gives the outcome alone (--value computes it)";
            writeln!(out, "{}", terminal.say(alone, "值：未计算，定理只给出胜负（--value 可计算）"))
        }
        (None, ValueStatus::NotComputed | ValueStatus::Exact) => {
            writeln!(out, "{}", terminal.say("value: not computed", "值：未计算"))
        }
        (None, ValueStatus::Loony) => {
            let loony = "value: none: loony, whoever moves wins every sum with it";
            writeln!(out, "{}", terminal.say(loony, "值：无。疯狂局面：轮到者赢得任何含有它的和"))
        }
        (None, ValueStatus::None) => Ok(()),
    }
}

/// A value as text: a number, or ∞{K}.
fn shown(value: Option<&Nat>, loopy: Option<&[Nat]>) -> Option<String> {
    value.map(shorten).or_else(|| loopy.map(|set| Value::Infinite(set.to_vec()).to_string()))
}

/// Of a set without end so many members are shown.
const MEMBERS_SHOWN: usize = 12;

/// Of numbers that complete a P-position so many are listed.
const LISTED: usize = 60;

fn unknown(
    out: &mut dyn Write,
    numbers: &[Nat],
    set: Option<&str>,
    complete: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    let mut list: Vec<String> = numbers.iter().take(LISTED).map(shorten).collect();
    if numbers.len() > LISTED {
        let more = numbers.len() - LISTED;
        list.push(
            terminal.say(format!("… ({more} more, all with --json)"), format!("……（另有 {more} 个，--json 列出全部）")),
        );
    }
    if let Some(set) = set {
        let sentence = terminal.say(
            format!("{set} makes it a P-position: the player to move loses"),
            format!("{set} 时为 P 局面：轮到者输"),
        );
        writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &sentence)))?;
        let first = list.iter().take(MEMBERS_SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
        return writeln!(out, "{}", terminal.wrap("", &format!("? = {first}, …")));
    }
    let sentence = match list.as_slice() {
        [] if complete => terminal.say("no number makes it a P-position", "没有数使它成为 P 局面").to_owned(),
        [] => terminal.say("no number is known that makes it a P-position", "未知是否有数使它成为 P 局面").to_owned(),
        many if terminal.chinese => format!("? = {} 时为 P 局面：轮到者输", many.join("、")),
        [one] => format!("? = {one} makes it a P-position: the player to move loses"),
        many => format!("each of ? = {} makes it a P-position: the player to move loses", many.join(", ")),
    };
    writeln!(out, "{}", terminal.paint(Ink::Strong, &terminal.wrap("", &sentence)))?;
    if complete {
        Ok(())
    } else {
        writeln!(out, "{}", terminal.say("not all numbers were tried", "并未试遍所有的数"))
    }
}

fn components(out: &mut dyn Write, answer: &Answer, letters: &Letters, terminal: &Terminal) -> io::Result<()> {
    // no copy is no part of the sum
    let present: Vec<_> = answer.components.iter().filter(|c| c.count > Nat::ZERO).collect();
    let only_one = present.iter().all(|c| c.count == Nat::ONE) && present.len() == 1;
    // in misère play components have no values to show
    if only_one || present.iter().all(|c| c.value.is_none() && c.loopy.is_none()) {
        return Ok(());
    }
    let rows: Vec<(String, String)> = present
        .iter()
        .take(COMPONENTS_SHOWN)
        .map(|c| {
            let count = if c.count == Nat::ONE { String::new() } else { format!("{} × ", shorten(&c.count)) };
            let value = shown(c.value.as_ref(), c.loopy.as_deref()).unwrap_or("-".to_owned());
            (format!("{count}{}", readable(&letters.short(&c.position))), value)
        })
        .collect();
    let width = aligned_width(rows.iter().map(|r| r.0.as_str()));
    for (position, value) in &rows {
        writeln!(out, "  {}  {value}", pad(position, width))?;
    }
    and_more(out, present.len() - rows.len(), terminal)
}

/// The width of a column: that of its widest entry that is not extreme.
fn aligned_width<'a>(entries: impl Iterator<Item = &'a str>) -> usize {
    entries.map(columns).filter(|w| *w <= 56).max().unwrap_or(0)
}

fn and_more(out: &mut dyn Write, more: usize, terminal: &Terminal) -> io::Result<()> {
    let words = || terminal.say(format!("and {more} more"), format!("另有 {more} 个"));
    if more > 0 { writeln!(out, "  … {}", words()) } else { Ok(()) }
}
