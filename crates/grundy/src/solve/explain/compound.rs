//! The reasons of a compound alone, in normal play.

use grundy_core::{Context, Nat, Outcome, Result, number::shorten};

use super::{SHOWN, TAKEN_APART, told};
use crate::answer::{Answer, Step};
use crate::game::compound::{Scale, Sum, ordinal};
use crate::game::show_components;
use crate::game::{Component, Compound};
use crate::words::Sentence;

/// So many moves are shown.
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
    let judged = compound.judge(&only.place, cx)?;
    let sums = compound.sums(&only.place);
    if compound.has_ended(&only.place, cx)? {
        steps.push(Step::Say(Sentence::new("compound-over", [&name])));
        return Ok(());
    }
    for theorem in judged.evidence.theorems.iter().take(1) {
        steps.push(told(theorem));
    }
    if compound.turn().cuts {
        ordinal_steps(&sums, steps, cx)?;
    } else if let Some((scale, classes)) = &judged.classes {
        if let Some(key) = scale_words(*scale) {
            steps.push(Step::Say(Sentence::bare(key)));
        }
        for (sum, class) in sums.iter().zip(classes).take(TAKEN_APART) {
            component(compound, *scale, sum, class.as_ref(), steps, cx)?;
        }
        if sums.len() > TAKEN_APART {
            let rest = sums.len() - TAKEN_APART;
            steps.push(Step::Say(Sentence::new("judged-alike", [rest.to_string()])));
        }
        let all: Vec<String> = classes.iter().flatten().map(|class| scale.spell(class)).collect();
        let chinese: Vec<String> = classes.iter().flatten().map(|class| scale.spell_in_chinese(class)).collect();
        let said = [names(*scale, all.len()), all.join(", "), scale.chinese_name().to_owned(), chinese.join("、")];
        steps.push(Step::Say(Sentence::new("compound-classes", [name].into_iter().chain(said))));
    } else {
        steps.push(Step::Say(Sentence::bare("compound-searched")));
    }
    let first = answer.moves.moves.iter().take(MOVES).map(|m| m.to.clone()).collect::<Vec<_>>();
    if answer.outcome == Some(Outcome::Previous) {
        steps.push(Step::Say(Sentence::bare("all-moves-lose")));
    } else if !first.is_empty() {
        let all = answer.moves.count.as_ref().map_or_else(|| "some".to_owned(), shorten);
        let more = if answer.moves.count.as_ref().is_none_or(|c| *c > Nat::from(first.len())) { "; …" } else { "" };
        let [english, chinese] = ["; to ", "；"].map(|between| format!("{}{more}", first.join(between)));
        steps.push(Step::Say(Sentence::new("moves-that-win", [all, english, chinese])));
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
        Scale::Remoteness => Some("remoteness"),
        Scale::Suspense => Some("suspense"),
        Scale::Foreclosed => Some("foreclosed"),
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
    let (mut english, mut chinese) = (Vec::with_capacity(first.len()), Vec::with_capacity(first.len()));
    for option in &first {
        let (shown, class) = (show_components(option), compound.class(scale, option, cx)?);
        english.push(format!("{shown} {}", scale.spell(&class)));
        chinese.push(format!("{shown} {}", scale.spell_in_chinese(&class)));
    }
    if count > Nat::from(english.len()) {
        english.push("…".to_owned());
        chinese.push("……".to_owned());
    }
    let key = if english.is_empty() { "compound-component-without-options" } else { "compound-component" };
    let (here, here_chinese) = (scale.spell(class), scale.spell_in_chinese(class));
    let (name_english, name_chinese) = (scale.name().to_owned(), scale.chinese_name().to_owned());
    let told = [name, name_english, here, english.join(", "), name_chinese, here_chinese, chinese.join("、")];
    steps.push(Step::Say(Sentence::new(key, told)));
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
