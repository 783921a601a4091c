//! Misère play: a strategy, the product in the quotient, or who wins after each move.

use super::columns::{first_rows, rows_of};
use super::{SHOWN, TAKEN_APART, say_compounds, told};
use crate::answer::{Answer, Step};
use crate::context::Context;
use crate::error::Result;
use crate::game::{Component, show_components};
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::plan::misere::{Judge, LikeNim, Product, TameSum};
use crate::plan::sums::Play;
use crate::plan::tame::TAME;
use crate::position::Position;
use crate::words::Sentence;

/// So many classes of P-positions are named.
const CLASSES: usize = 12;

/// Which elements, their product, in P or not.
fn in_the_quotient(product: &Product) -> [Sentence; 2] {
    let shown = |(component, count, class): &(Component, Nat, String)| {
        let name = show_components(std::slice::from_ref(component));
        if *count == Nat::ONE { format!("{name} = {class}") } else { format!("{count}*{name} = ({class})^{count}") }
    };
    let mut factors: Vec<String> = product.factors.iter().take(TAKEN_APART).map(shown).collect();
    let mut lost: Vec<String> = product.lost.iter().take(CLASSES).cloned().collect();
    for (list, all) in [(&mut factors, product.factors.len()), (&mut lost, product.lost.len())] {
        if all > list.len() {
            list.push("…".to_owned());
        }
    }
    let key = if product.is_p { "product-in-p" } else { "product-not-in-p" };
    [
        Sentence::new("in-the-quotient", [factors.join(", ")]),
        Sentence::new(key, [product.product.clone(), lost.join(", ")]),
    ]
}

/// Which components are fickle, which firm.
fn fickle_and_firm(sum: &TameSum) -> Sentence {
    Sentence::new(
        "tame-are",
        [true, false].map(|fickle| {
            let mut all = sum.components.iter().filter(|(.., tame)| tame.fickle == fickle);
            let shown = all.by_ref().take(TAKEN_APART).map(|(c, ..)| show_components(std::slice::from_ref(c)));
            let mut shown: Vec<String> = shown.collect();
            if all.next().is_some() {
                shown.push("…".to_owned());
            }
            if shown.is_empty() { "–".to_owned() } else { shown.join(", ") }
        }),
    )
}

pub(super) fn misere(position: &Position, answer: &Answer, steps: &mut Vec<Step>, cx: &Context) -> Result<()> {
    let Some(outcome) = answer.outcome else {
        steps.push(Step::Say(Sentence::bare("misere-play")));
        say_compounds(position, steps);
        return Ok(());
    };
    let distinct = position.components();
    let mut judge = Judge::new();
    judge.sum(&distinct, cx)?;
    let tame = judge.tame_sum(&distinct).filter(|_| answer.strategy.is_some());
    steps.push(Step::Say(Sentence::bare(if tame.is_some() { "tame-play" } else { "misere-play" })));
    say_compounds(position, steps);
    if let Some(strategy) = &answer.strategy {
        let like = LikeNim::of(&distinct);
        steps.extend(tame.iter().map(|tame| Step::Say(fickle_and_firm(tame))));
        steps.push(Step::Say(Sentence::new("strategy", [strategy.english(), strategy.chinese()])));
        steps.extend(like.map(|like| told(like.theorem)).or(tame.is_some().then(|| told(&TAME))));
        // where small heaps decide, a sum of zero is not what one moves to
        let (values, decides): (Vec<(Component, Nat, Nat)>, bool) = match tame {
            Some(TameSum { components, .. }) => {
                let has_firm = components.iter().any(|(.., tame)| !tame.fickle);
                (components.into_iter().map(|(c, count, tame)| (c, count, tame.value)).collect(), has_firm)
            }
            None => {
                let large = distinct.iter().filter(|(c, _)| c.place[0] > Nat::ONE).map(|(_, count)| count.clone());
                let decides = large.fold(Nat::ZERO, |sum, count| sum + count) > Nat::ONE;
                (distinct.iter().map(|(c, count)| (c.clone(), count.clone(), c.place[0].clone())).collect(), decides)
            }
        };
        let rows = rows_of(values.iter().map(|(c, count, value)| (c, count, value.clone())), steps);
        let xor = rows.iter().fold(Nat::ZERO, |x, (_, v)| x ^ v);
        if decides && !rows.is_empty() {
            steps.push(Step::Columns { rows: first_rows(&rows), xor });
        }
    }
    if let Some(product) = judge.product(&distinct) {
        steps.extend(in_the_quotient(&product).into_iter().map(Step::Say));
    }
    let mut options = Vec::new();
    let mut more = false;
    for (i, (component, count)) in distinct.iter().enumerate() {
        if *count == Nat::ZERO {
            continue;
        }
        if i >= TAKEN_APART {
            more = true;
            break;
        }
        let listed = component.game.options(&component.place, SHOWN, cx)?;
        more |= listed.has_more();
        for parts in &listed.first {
            let name = format!("{} → {}", show_components(std::slice::from_ref(component)), show_components(parts));
            options.push((name, judge.after(&distinct, i, parts, cx)?));
        }
    }
    // a won position is explained by a move that wins, wherever it stands
    if outcome == Outcome::Next
        && options.iter().all(|(_, o)| *o != Outcome::Previous)
        && let Some(m) = answer.moves.moves.first()
    {
        options.push((format!("{} → {}", m.from, m.to), Outcome::Previous));
    }
    steps.push(Step::Outcomes { position: answer.query.clone(), options, more, outcome });
    if Play::of(position) == Play::Loopy {
        super::loopy::play(position, answer, steps, cx)?;
    }
    Ok(())
}
