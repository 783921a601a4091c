//! The reasons where the play need not end: followers → values → mex or ∞(K), then the play itself: for wins how long
//! they take and the answer to each reply, for draws the cycle that keeps both players alive.

use grundy_core::{Context, Convention, Nat, Outcome, Result, number::shorten};

use super::{SHOWN, TAKEN_APART, mex_step, say_law};
use crate::answer::{Answer, Step};
use crate::game::Component;
use crate::game::options::Parts;
use crate::game::show_components;
use crate::loopy::Value;
use crate::loopy::labelled::{Labelled, value_of};
use crate::plan::sums::{Sum, Worth};
use crate::plan::unless_stopped;
use crate::position::graph::single_components;
use crate::position::{Position, Text};
use crate::solve::loopy::counter;
use crate::words::{Sentence, Words};

/// The graph of the whole sum, for the length of the play, may cost so much.
const LENGTH: u64 = 200_000;
/// So many replies are told in one list, and so many vertices of a cycle.
const TOLD: usize = 12;

/// Normal play: the values of the components and of the sum, then the play.
pub(super) fn explain(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    let (all, stopped) = Sum::of(position, cx)?;
    for v in all.summands.iter().filter(|v| v.count > Nat::ZERO).take(TAKEN_APART) {
        let Some(value) = v.value() else { continue };
        if v.component.game.is_loopy() {
            steps.push(loopy_step(&v.component, value, cx)?);
        } else if let Some(value) = value.finite() {
            say_law(&v.component.game, steps);
            steps.push(mex_step(&v.component, value, cx)?);
        }
    }
    let Some(value) = all.total().and_then(Worth::value) else { return stopped.map_or(Ok(()), |s| Err(s.into())) };
    if all.summands.len() > 1 || all.summands.iter().any(|v| v.count > Nat::ONE) {
        steps.push(Step::Say(said(&all, value)));
    }
    play(position, answer, steps, cx)
}

/// The play: how long it lasts, what to do, how it goes on.
pub(super) fn play(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    let Some(outcome) = answer.outcome else { return Ok(()) };
    if outcome == Outcome::Draw {
        if let Some(cycle) = cycle(position, cx)? {
            steps.push(Step::Say(Sentence::new("cycle", [cycle])));
        }
        return Ok(());
    }
    if let Some(moves) = length(position, cx)? {
        let wins = outcome == Outcome::Next;
        steps.push(Step::Say(match moves {
            0 => Sentence::bare("no-move-left"),
            1 => Sentence::bare(if wins { "wins-with-one" } else { "loses-with-one" }),
            _ => Sentence::new(if wins { "wins-after" } else { "loses-after" }, [moves.to_string()]),
        }));
    }
    let here = if outcome == Outcome::Next {
        let Some((component, parts)) = position.chosen(Outcome::Previous, cx)? else { return Ok(()) };
        let from = show_components(std::slice::from_ref(&component));
        steps.push(Step::Say(Sentence::new("brings-nearer", [from, show_components(&parts)])));
        match position.after(&component, &parts, cx) {
            Some(after) => after,
            None => return Ok(()),
        }
    } else {
        position.clone()
    };
    let mut told = Vec::new();
    let mut more = false;
    for (component, _) in here.components().into_iter().filter(|(_, count)| *count > Nat::ZERO) {
        for parts in component.game.options(&component.place, TOLD + 1, cx)?.first {
            if told.len() == TOLD {
                more = true;
                break;
            }
            let Some(there) = here.after(&component, &parts, cx) else { continue };
            let Some((answering, reply)) = there.chosen(Outcome::Previous, cx)? else { continue };
            let step = |from: &Component, to: &[Component]| {
                format!("{} → {}", show_components(std::slice::from_ref(from)), show_components(to))
            };
            told.push((step(&component, &parts), step(&answering, &reply)));
        }
    }
    if !told.is_empty() {
        let key = match (outcome == Outcome::Next, more) {
            (true, false) => "then-answered",
            (true, true) => "then-answered-and-more",
            (false, false) => "all-answered",
            (false, true) => "all-answered-and-more",
        };
        let list = |said: &str, end: &str| {
            told.iter().map(|(mv, reply)| format!("{mv}{said}{reply}")).collect::<Vec<_>>().join(end)
        };
        steps.push(Step::Say(Sentence::new(key, [list(" is answered by ", "; "), list(" 应以 ", "；")])));
    }
    Ok(())
}

/// The values of the followers, and the value that follows from them.
fn loopy_step(component: &Component, value: &Value, cx: &Context) -> Result<Step> {
    let position = show_components(std::slice::from_ref(component));
    let mut options = Vec::new();
    let mut numbers = Vec::new();
    for parts in component.game.every_option(&component.place, cx)? {
        let value = value_of(&parts, cx)?;
        numbers.extend(value.finite().cloned());
        options.push((parts, value));
    }
    numbers.sort();
    numbers.dedup();
    let reason = match value {
        Value::Finite(m) => {
            let (mut english, mut chinese) = (Vec::new(), Vec::new());
            for (parts, v) in options.iter().filter(|(_, v)| v.finite().is_none_or(|v| v > m)).take(TOLD) {
                let sum = Position::of_components(parts.clone(), Text::Made(Vec::new()));
                if let Some(back) = back(&sum, m, cx)? {
                    let parts = show_components(parts);
                    english.push(format!("{parts} ({v}) to {back}"));
                    chinese.push(format!("{parts}（{v}）走到 {back}"));
                }
            }
            let m = shorten(m);
            let least = Words::new(
                format!("the value is {m}, the least number that no option has"),
                format!("值是 {m}，即没有后继取到的最小数"),
            );
            if english.is_empty() {
                least
            } else {
                let back = "what is larger or infinite can be moved back to";
                Words::new(
                    format!("{}: {back} {m}: {}", least.english, english.join("; ")),
                    format!("{}：更大的或无穷的都能走回 {m}：{}", least.chinese, chinese.join("；")),
                )
            }
        }
        Value::Infinite(_) => {
            let m = grundy_core::mex::mex_nat(&numbers);
            let mut free = None;
            for (parts, _) in options.iter().filter(|(_, v)| v.finite().is_none()) {
                let sum = Position::of_components(parts.clone(), Text::Made(Vec::new()));
                if back(&sum, &m, cx)?.is_none() {
                    free = Some(show_components(parts));
                    break;
                }
            }
            let m = shorten(&m);
            match free {
                Some(free) => Words::new(
                    format!(
                        "{m} is the least number that no option has, but {free} cannot be moved back to {m}: no number \
                         fits, so the value is {value}; the numbers in braces are those that can be moved to"
                    ),
                    format!(
                        "{m} 是没有后继取到的最小数，但 {free} 不能走回 {m}：没有合适的数，值是 {value}，花括号里是能走到的数"
                    ),
                ),
                None => Words::new(
                    format!(
                        "{m} is the least number that no option has, but the moves back to {m} only lead round in \
                         circles: the value is {value}; the numbers in braces are those that can be moved to"
                    ),
                    format!("{m} 是没有后继取到的最小数，但走回 {m} 只会绕圈：值是 {value}，花括号里是能走到的数"),
                ),
            }
        }
    };
    let more = options.len() > SHOWN;
    options.truncate(SHOWN);
    let options = options.into_iter().map(|(parts, value)| (show_components(&parts), value)).collect();
    Ok(Step::Loopy { position, options, more, value: value.clone(), reason })
}

/// A move from the sum to one of this value, as text.
fn back(sum: &Position, to: &Nat, cx: &Context) -> Result<Option<String>> {
    let (all, _) = Sum::of(sum, cx)?;
    for (index, v) in all.summands.iter().enumerate().filter(|(_, v)| v.count > Nat::ZERO) {
        let Some(Worth::Value(Value::Finite(rest))) = all.rest(index) else { continue };
        // the one with the least counter is nearest to the end
        let limit = if v.component.game.is_loopy() { usize::MAX } else { 1 };
        let found = v.component.game.options_with_value(&v.component.place, &(rest ^ to), limit, cx)?;
        let nearest = found.first.into_iter().min_by_key(|parts| parts.iter().map(counter).sum::<u64>());
        if let Some(parts) = nearest {
            let after = sum.after(&v.component, &parts, cx);
            return Ok(after.map(|after| after.query()));
        }
    }
    Ok(None)
}

fn said(all: &Sum, value: &Value) -> Sentence {
    let mut terms = Vec::new();
    for v in all.summands.iter().filter(|v| v.count > Nat::ZERO) {
        let Some(one) = v.value() else { continue };
        let shown = if v.count == Nat::ONE { one.to_string() } else { format!("{}·{one}", shorten(&v.count)) };
        terms.push(shown);
    }
    let infinite = all.summands.iter().filter(|v| matches!(v.value(), Some(Value::Infinite(_))));
    let key = match infinite.fold(Nat::ZERO, |sum, v| sum + &v.count) {
        none if none == Nat::ZERO => "sum-of-numbers",
        one if one == Nat::ONE => "sum-with-infinite",
        _ => "sum-of-infinite",
    };
    Sentence::new(key, [terms.join(" + "), value.to_string()])
}

/// How long the play lasts, where the graph of the whole sum is small.
fn length(position: &Position, cx: &Context) -> Result<Option<u32>> {
    let found = cx.trial(LENGTH, |part| {
        let Ok(sum) = single_components(position, part) else { return Ok(None) };
        Labelled::whole(position.convention()).outcome(&sum, part).map(|(_, remoteness)| remoteness)
    });
    Ok(unless_stopped(found)?.flatten())
}

/// A cycle of draws, found by keeping the draw until a position comes again.
fn cycle(position: &Position, cx: &Context) -> Result<Option<String>> {
    let mut here = position.clone();
    let mut path: Vec<(String, String)> = Vec::new();
    while path.len() < 4 * TOLD {
        let key = here.canonical_name(cx)?;
        if let Some(first) = path.iter().position(|(k, _)| *k == key) {
            let mut names: Vec<&str> = path[first..].iter().map(|(_, name)| name.as_str()).collect();
            names.push(&path[first].1);
            return Ok(Some(names.join(" → ")));
        }
        let name = here.clone().under(Convention::Normal).query();
        path.push((key, name));
        let Some((component, parts)) = here.chosen(Outcome::Draw, cx)? else { return Ok(None) };
        let Some(next) = here.after(&component, &parts, cx) else { return Ok(None) };
        here = next;
    }
    let names: Vec<&str> = path.iter().take(TOLD).map(|(_, name)| name.as_str()).collect();
    Ok(Some(format!("{} → …", names.join(" → "))))
}

impl Position {
    /// The sum after one copy of a component became `parts`; `None` where it has too many components to be written out.
    fn after(&self, component: &Component, parts: &Parts, cx: &Context) -> Option<Position> {
        let mut all = single_components(self, cx).ok()?;
        let at = all.iter().position(|c| c == component)?;
        all.splice(at..=at, parts.iter().cloned());
        Some(Position::of_components(all, Text::Made(Vec::new())).under(self.convention()))
    }

    /// A name that equal sums share.
    fn canonical_name(&self, cx: &Context) -> Result<String> {
        let mut all = single_components(self, cx)?;
        all.sort_by(|a, b| a.game.id().cmp(&b.game.id()).then_with(|| a.place.cmp(&b.place)));
        Ok(show_components(&all))
    }
}
