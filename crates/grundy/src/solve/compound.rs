//! The reasons of a compound alone, in normal play.

use crate::words::Sentence;
use grundy_core::{Context, Nat, Outcome, Result, number::shorten};

use crate::answer::{Answer, Step};
use crate::game::compound::{Scale, Sum, ordinal};
use crate::game::show_components;
use crate::game::{Component, Compound};

/// So many components are taken apart by an explanation, so many options of each are shown, so many moves.
const TAKEN_APART: usize = 8;
const SHOWN: usize = 24;
const MOVES: usize = 8;

/// The reasons: the rules, the law, where each component stands, and the moves.
pub(super) fn explain(
    only: &Component,
    compound: &Compound,
    answer: &Answer,
    steps: &mut Vec<Step>,
    cx: &Context,
) -> Result<()> {
    let name = show_components(std::slice::from_ref(only));
    say_rules(only, compound, steps);
    let judged = compound.judge(&only.game, &only.place, cx)?;
    let sums = compound.sums(&only.place);
    if compound.has_ended(&only.place, cx)? {
        steps.push(Step::Say(Sentence::new("compound-over", [&name])));
        return Ok(());
    }
    for theorem in judged.evidence.theorems.iter().take(1) {
        steps.push(Step::Theorem { statement: theorem.statement.to_owned(), reference: theorem.reference.to_owned() });
    }
    if compound.turn().cuts {
        ordinal_steps(&sums, steps, cx)?;
    } else if let Some((scale, classes)) = &judged.classes {
        if let Some(words) = scale_words(*scale) {
            steps.push(Step::Say(Sentence::plain(words)));
        }
        for (sum, class) in sums.iter().zip(classes).take(TAKEN_APART) {
            component(compound, *scale, sum, class.as_ref(), steps, cx)?;
        }
        if sums.len() > TAKEN_APART {
            let rest = sums.len() - TAKEN_APART;
            steps.push(Step::Say(Sentence::new("judged-alike", [rest.to_string()])));
        }
        let all: Vec<String> = classes.iter().flatten().map(|class| scale.spell(class)).collect();
        let told = format!("{name}: {} {}.", names(*scale, all.len()), all.join(", "));
        steps.push(Step::Say(Sentence::plain(told)));
    } else {
        steps.push(Step::Say(Sentence::bare("compound-searched")));
    }
    let first = answer.moves.moves.iter().take(MOVES).map(|m| m.to.clone()).collect::<Vec<_>>();
    if answer.outcome == Some(Outcome::Previous) {
        steps.push(Step::Say(Sentence::bare("all-moves-lose")));
    } else if !first.is_empty() {
        let all = answer.moves.count.as_ref().map_or_else(|| "some".to_owned(), shorten);
        let more = if answer.moves.count.as_ref().is_none_or(|c| *c > Nat::from(first.len())) { "; …" } else { "" };
        steps.push(Step::Say(Sentence::new("moves-that-win", [all, format!("{}{more}", first.join("; to "))])));
    }
    Ok(())
}

/// How one moves and when it is over.
pub(super) fn say_rules(only: &Component, compound: &Compound, steps: &mut Vec<Step>) {
    let chinese = only.game.entry().map_or_else(|| compound.words(), |entry| entry.rule_chinese.to_owned());
    steps.push(Step::Say(Sentence::new("rules-of", [only.game.text().to_owned(), compound.words(), chinese])));
}

/// What so many numbers are.
fn names(scale: Scale, count: usize) -> String {
    match (scale.name(), count) {
        (name, 1) => format!("the {name} is"),
        (name @ "remoteness", _) => format!("the {name}es are"),
        (name, _) => format!("the {name}s are"),
    }
}

fn scale_words(scale: Scale) -> Option<&'static str> {
    match scale {
        Scale::Remoteness => Some(
            "Remoteness is 0 at the end; otherwise 1 more than the least even one of an option if there is one, else 1 \
             more than the greatest odd one: who wins hurries.",
        ),
        Scale::Suspense => Some(
            "Suspense is 0 at the end; otherwise 1 more than the greatest even one of an option if there is one, else 1 \
             more than the least odd one: who wins delays.",
        ),
        Scale::Foreclosed => Some(
            "A component is foreclosed if an option is over; otherwise its value is the mex of the values of its \
             options, the foreclosed ones left out.",
        ),
        Scale::Outcome | Scale::Ending | Scale::Value => None,
    }
}

/// Where one component stands, and its options.
fn component(
    compound: &Compound,
    scale: Scale,
    sum: &Sum,
    class: Option<&Nat>,
    steps: &mut Vec<Step>,
    cx: &Context,
) -> Result<()> {
    let name = show_components(sum);
    let Some(class) = class else {
        steps.push(Step::Say(Sentence::new("is-over", [name])));
        return Ok(());
    };
    let (count, first) = compound.first_options(sum, SHOWN, cx)?;
    let mut options = Vec::with_capacity(first.len());
    for option in &first {
        options.push(format!("{} {}", show_components(option), scale.spell(&compound.class(scale, option, cx)?)));
    }
    if count > Nat::from(options.len()) {
        options.push("…".to_owned());
    }
    let from =
        if options.is_empty() { "it has no option".to_owned() } else { format!("options: {}", options.join(", ")) };
    steps.push(Step::Say(Sentence::plain(format!("{name}: {} {}; {from}.", scale.name(), scale.spell(class)))));
    Ok(())
}

/// From the last component to the first.
fn ordinal_steps(sums: &[Sum], steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    let all = ordinal::steps(sums, cx)?;
    let mut behind = String::new();
    for step in all.iter().take(TAKEN_APART) {
        let name = show_components(&step.sum);
        match &step.options {
            None => steps.push(Step::Say(Sentence::new("has-value", [name, shorten(&step.value)]))),
            Some(options) => steps
                .push(Step::Say(Sentence::new("ordinal-step", [name, options.spell(), behind, shorten(&step.value)]))),
        }
        behind = shorten(&step.value);
    }
    if all.len() > TAKEN_APART {
        steps.push(Step::Say(Sentence::bare("and-so-on")));
    }
    Ok(())
}
