//! The answer to `prove` as text.

use std::io::{self, Write};

use super::text;
use crate::terminal::{Ink, Terminal, readable};
use grundy::answer::Answer;
use grundy::claim::{Counterexample, Disagreement, Judgement, Verdict};
use grundy::number::shorten;
use grundy::words::obstacle_in_chinese;
use grundy::{Convention, Nat, Outcome};

fn place(all: &[Nat]) -> String {
    let numbers: Vec<String> = all.iter().map(shorten).collect();
    if numbers.len() == 1 { numbers.concat() } else { format!("({})", numbers.join(", ")) }
}

/// `prove` for people.
pub(crate) fn prove(out: &mut dyn Write, answer: &Answer<Judgement>, terminal: &Terminal) -> io::Result<()> {
    if !terminal.quiet {
        text::reading(out, &answer.query, &answer.reading, terminal)?;
        writeln!(out, "{}", terminal.wrap(terminal.say("claim: ", "论断："), &answer.claim))?;
    }
    let line = |out: &mut dyn Write, words: &str| writeln!(out, "{}", terminal.wrap("", words));
    match &answer.verdict {
        Verdict::Proved => writeln!(
            out,
            "{}",
            terminal.paint(
                Ink::Strong,
                match answer.is_of_one {
                    true => terminal.say("proved for this position", "对这一局面成立，已证明"),
                    false => terminal.say("proved for all positions", "对所有局面成立，已证明"),
                }
            )
        )?,
        Verdict::Checked => {
            writeln!(out, "{}", terminal.paint(Ink::Strong, terminal.say("checked, not proved", "已验证，未证明")))?;
            if terminal.quiet {
                return Ok(());
            }
            if let Some(to) = answer.checked_to {
                line(
                    out,
                    &terminal.say(
                        format!("true of all positions whose coordinates have a sum of at most {to}"),
                        format!("对坐标之和不超过 {to} 的所有局面成立"),
                    ),
                )?;
            }
            for obstacle in &answer.obstacles {
                let chinese = terminal.chinese.then(|| obstacle_in_chinese(obstacle)).flatten();
                let why = chinese.as_deref().unwrap_or(obstacle);
                line(out, &format!("{}{why}", terminal.say("no proof by automata: ", "自动机不能证明：")))?;
            }
        }
        Verdict::Open => line(
            out,
            terminal.say(
                "nothing is known: nothing that the claim speaks of could be compared",
                "一无所知：没有任何可以比较的局面",
            ),
        )?,
        Verdict::Refuted(found) => {
            let values: Vec<String> = found.parameters.iter().map(|(name, n)| format!("{name} = {n}")).collect();
            let at = found.text.as_deref().map_or_else(|| place(&found.position), readable);
            let with = values.join(", ");
            let at = match (values.is_empty(), terminal.chinese) {
                (true, _) => at,
                (false, false) => format!("{at} with {with}"),
                (false, true) => format!("{with} 时的 {at}"),
            };
            let head = match (found.smallest, terminal.chinese) {
                (_, false) if answer.is_of_one => "refuted".to_owned(),
                (_, true) if answer.is_of_one => "不成立".to_owned(),
                (true, false) => format!("refuted: the smallest counterexample is {at}"),
                (false, false) => format!("refuted: a counterexample, perhaps not the smallest, is {at}"),
                (true, true) => format!("不成立：最小的反例是 {at}"),
                (false, true) => format!("不成立：一个反例（未必最小）是 {at}"),
            };
            writeln!(out, "{}", terminal.paint(Ink::Loss, &terminal.wrap("", &head)))?;
            if terminal.quiet {
                return Ok(());
            }
            line(out, &disagreement(found, &at, answer.convention, terminal))?;
        }
    }
    text::foot(out, answer, terminal)
}

/// What is claimed of the counterexample and what is true of it.
fn disagreement(found: &Counterexample, at: &str, convention: Convention, terminal: &Terminal) -> String {
    match &found.found {
        Disagreement::Outcome { claimed, outcome, to } => {
            let to = found.leads_to.clone().or_else(|| to.as_deref().map(place));
            let why = match (outcome, to, terminal.chinese) {
                (Outcome::Next, Some(to), false) => format!("{at} can be moved to {to}, a P-position"),
                (Outcome::Next, Some(to), true) => format!("{at} 可以走到 P 局面 {to}"),
                // in normal play a winning move is known, unless values do not tell it
                (Outcome::Next, None, false) if convention == Convention::Normal => {
                    "whoever moves there wins, for it is loony".to_owned()
                }
                (Outcome::Next, None, true) if convention == Convention::Normal => "它是 loony，先走者胜".to_owned(),
                (Outcome::Next, None, false) => "it has no move".to_owned(),
                (Outcome::Next, None, true) => "它没有走法".to_owned(),
                (Outcome::Previous, _, false) => format!("no move from {at} leads to a P-position"),
                (Outcome::Previous, _, true) => format!("{at} 没有走到 P 局面的走法"),
                (.., false) => "this follows from its options".to_owned(),
                (.., true) => "由它的后继可知".to_owned(),
            };
            let (claimed, outcome) = (claimed.letter(), outcome.letter());
            terminal.say(
                format!("claimed {claimed}, but it is {outcome}: {why}"),
                format!("论断说是 {claimed}，其实是 {outcome}：{why}"),
            )
        }
        Disagreement::Value { claimed, value } => {
            let value = shorten(value);
            terminal.say(
                format!("claimed {claimed}, but its value is {value}"),
                format!("论断说值是 {claimed}，其实是 {value}"),
            )
        }
        Disagreement::Excluded { value } => {
            let value = shorten(value);
            terminal
                .say(format!("its value is {value}, which the claim excludes"), format!("它的值是 {value}，与论断不符"))
        }
    }
}
