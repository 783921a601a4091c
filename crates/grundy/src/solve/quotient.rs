//! The misère quotient of a game or of a position, as an answer: order, presentation, classes, tame or wild.
//!
//! Heaps are added one by one until the one that was asked for, or until the periodicity theorem proves that the quotient is
//! that of the whole game. A spent budget leaves what is certified.

use std::time::Duration;

use grundy_search::MisereSearch;
use grundy_search::genus::Genus;
use grundy_search::quotient::Quotient;
use grundy_search::quotient::monoid::Monoid;
use grundy_search::quotient::presentation::Presentation;
use grundy_search::quotient::repeats::Repetition;
use grundy_search::quotient::tame::tame;

use super::reading;
use crate::answer::{Answer, Certified, Growth, MisereQuotient, Reading};
use crate::context::{Context, Spent, Stopped};
use crate::error::{Diagnostic, Error, Result};
use crate::evidence::{Evidence, Status};
use crate::game::{Component, Game, GameQuestion, Place, Shape, show_components};
use crate::number::Nat;
use crate::outcome::Convention;
use crate::plan::quotient::{CERTIFICATE, Joint, PERIODICITY, of_order};
use crate::plan::quotient_store::QuotientStore;
use crate::position::Position;
use crate::words::Words;

options! {
    /// What is wanted of [`GameQuestion::quotient_with`].
    ///
    /// ```
    /// use grundy::{Context, Convention, QuotientOptions, nim};
    /// let wanted = QuotientOptions::default().with_heaps(Some(3));
    /// let answer = nim().under(Convention::Misere).quotient_with(&wanted, &Context::default())?;
    /// assert_eq!((answer.monoid.order(), answer.tame), (6, Some(2)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct QuotientOptions {
        /// The largest heap; `None`: until the quotient is that of the whole game, up to heap 200.
        heaps: Option<u64> = None, with_heaps;
        /// Work the genus of each heap out, as far as that costs little.
        genus: bool = true, with_genus;
    }
}

/// Without a largest heap the search ends here.
const USUAL: u64 = 200;
/// Nor does it take longer where nobody said how far: a quotient that grows with each heap takes hours.
const USUAL_TIME: Duration = Duration::from_secs(8);
/// So many nodes may be spent on the genus of all heaps together.
const GENERA: u64 = 100_000;
/// Of so many heaps the genus is worked out.
const WITH_GENUS: u64 = 60;

/// The answer about nothing yet.
fn empty() -> MisereQuotient {
    MisereQuotient {
        heaps: None,
        monoid: Monoid::trivial(),
        presentation: Presentation::of(&Monoid::trivial(), &[]),
        phi: Vec::new(),
        gaps: Vec::new(),
        components: Vec::new(),
        tame: Some(0),
        repetition: None,
        certified: Certified::default(),
        growth: Vec::new(),
        genus: Vec::new(),
    }
}

/// What the quotient is.
fn take_down(result: &mut MisereQuotient, quotient: &Quotient, phi: Vec<u32>) {
    result.monoid = quotient.monoid().clone();
    result.presentation = Presentation::of(quotient.monoid(), quotient.phi());
    result.tame = tame(quotient.monoid());
    result.phi = phi;
}

/// The misère quotient of the heaps of a game.
///
/// # Errors
/// Games that are not of one heap, or whose play need not end; faults of the rule.
pub(crate) fn quotient(
    question: &GameQuestion,
    options: &QuotientOptions,
    store: Option<QuotientStore>,
    cx: &Context,
) -> Result<Answer<MisereQuotient>> {
    let game = &question.game;
    let query = misere_query(question)?;
    if let Some(store) = &store {
        store.must_be_of(&identity(question)?)?;
    }
    let mut answer = Answer::new(query, Convention::Misere, vec![Reading::of(game)], empty());
    answer.evidence = Evidence::nothing();
    let last = options.heaps.unwrap_or(USUAL);
    // what is stored goes on another time
    let is_free = options.heaps.is_none() && store.is_none() && !cx.is_limited();
    let short = is_free.then(|| cx.part_for(None, USUAL_TIME));
    answer.filled_as_far_as(cx, |answer| {
        let mut joint = store.map_or_else(Joint::default, Joint::stored);
        let grown = grow(game, last, &mut joint, &mut answer.result, short.as_ref().unwrap_or(cx));
        let is_stored = joint.sync_store()?;
        let repetition = joint.heaps(game).and_then(|(_, whole)| whole);
        let (quotient, phi) = joint.of_heaps(game);
        let certified = phi.len() as u64;
        take_down(&mut answer.result, &quotient, phi);
        answer.repetition = repetition;
        answer.gaps = joint.gaps(game);
        answer.heaps = certified.checked_sub(1);
        if certified > 0 {
            answer.evidence = evidence(&quotient, repetition.is_some(), certified - 1);
        }
        answer.certified = certified_heaps(game, &quotient, &answer.phi)?;
        if let Some(repetition) = repetition {
            // the classes of all heaps that were asked for
            let more = certified..=options.heaps.unwrap_or(0).min(certified + MORE);
            let classes: Vec<u32> = more.map(|n| answer.phi[repetition.representative(&Nat::from(n))]).collect();
            answer.phi.extend(classes);
            answer.heaps = Some((answer.phi.len() as u64 - 1).max(options.heaps.unwrap_or(0)));
        }
        grown.map_err(|fault| resumes(fault, is_stored)).map_err(|fault| match fault {
            // nobody has set a limit that could be raised
            Error::Stopped(stopped) if is_free && stopped.spent == Spent::Nodes => {
                stopped.needing(format!("the classes of all heaps up to {last}")).into()
            }
            other => other,
        })?;
        if options.genus {
            answer.genus = genera(game, answer.heaps.unwrap_or(0), cx)?;
        }
        Ok(())
    })
}

/// The question in misère play, where the game has a quotient of its heaps.
fn misere_query(question: &GameQuestion) -> Result<String> {
    let game = &question.game;
    game.must_end("misère quotients")?;
    game.must_get_smaller()?;
    if game.shape() != Shape::Heap {
        let message = format!("`{}` is not a game of one heap, so it has no heaps 0, 1, 2, …", game.text());
        return Err(Diagnostic::unsupported(message)
            .suggest("a position has a quotient too, with all that it can become: quotient 'POSITION'")
            .into());
    }
    let query = game.under(Convention::Misere).query;
    Ok(if question.convention == Convention::Misere { question.query.clone() } else { query })
}

/// What a store of the heaps of a game belongs to: `kayles` and `0.77` are one.
pub(crate) fn identity(question: &GameQuestion) -> Result<String> {
    let query = misere_query(question)?;
    let rule = question.game.elaborated(&query)?;
    Ok(if rule == query { query } else { format!("misere {rule}") })
}

/// What a store of a position belongs to.
pub(crate) fn identity_of(position: &Position) -> String {
    position.clone().under(Convention::Misere).query()
}

/// A budget that ended with a store loses nothing.
fn resumes(fault: Error, is_stored: bool) -> Error {
    match fault {
        Error::Stopped(mut stopped) => {
            stopped.resumes = is_stored;
            stopped.into()
        }
        bad @ Error::Bad(_) => bad,
    }
}

/// So many classes more are told where they repeat.
const MORE: u64 = 100_000;

fn grow(game: &Game, last: u64, joint: &mut Joint, result: &mut MisereQuotient, cx: &Context) -> Result<()> {
    for n in 0..=last {
        cx.progress(n, Some(last + 1));
        let (before, was_reading) = (joint.quotient().grown(), joint.is_reading());
        joint.next_heap(game, cx)?;
        if n == last {
            joint.take_stored(cx)?;
        }
        let monoid = joint.quotient().monoid();
        if was_reading && !joint.is_reading() {
            let growth = joint.growth(game).into_iter();
            result.growth = growth.map(|(heap, order, lost)| Growth { heap, order, lost }).collect();
        } else if joint.quotient().grown() != before {
            result.growth.push(Growth { heap: n, order: monoid.order(), lost: monoid.portion().len() });
        }
        if joint.heaps(game).is_some_and(|(_, whole)| whole.is_some()) {
            break;
        }
    }
    Ok(())
}

fn evidence(quotient: &Quotient, whole: bool, last: u64) -> Evidence {
    let mut evidence = Evidence::theorem(&CERTIFICATE);
    if whole {
        evidence.add(&Evidence::theorem(&PERIODICITY));
    } else {
        evidence.status = Status::Checked { up_to: Nat::from(last) };
    }
    let order = of_order(quotient.monoid().order(), quotient.monoid().portion().len());
    let by = match quotient.pairs() {
        0 if quotient.monoid().order() > 1 => {
            Words::new("a part of a certified quotient of more components", "是更多分量的已认证的商的一部分")
        }
        pairs => Words::new(
            format!("certified by {pairs} minimal pairs of a class and the classes of its options"),
            format!("以 {pairs} 对极小的“类与后继的类”认证"),
        ),
    };
    evidence.add(&Evidence::computed(Words::new(
        format!("{}, {}, heaps up to {last}", order.english, by.english),
        format!("{}，{}，堆至 {last}", order.chinese, by.chinese),
    )));
    evidence
}

/// What a certificate of heaps holds: the rule as digits or as a set, else all options.
fn certified_heaps(game: &Game, quotient: &Quotient, phi: &[u32]) -> Result<Certified> {
    let periods = game.periods()?;
    Ok(match periods.and_then(|periods| periods.certificate) {
        Some(certificate) => Certified { rule: certificate.rule().to_owned(), phi: phi.to_vec() },
        None => listed(quotient),
    })
}

/// So many parts of options are listed in a certificate.
const PARTS: usize = 1 << 22;

/// The rule as a list of all options.
fn listed(quotient: &Quotient) -> Certified {
    let mut rule = "rule list\n".to_owned();
    let mut parts = 0;
    for component in 0..quotient.phi().len() as u32 {
        rule.push_str("options");
        for option in quotient.options(component) {
            let names: Vec<String> = option.iter().map(ToString::to_string).collect();
            rule.push(' ');
            rule.push_str(if names.is_empty() { "-" } else { "" });
            rule.push_str(&names.join("+"));
            parts += option.len();
        }
        if parts > PARTS {
            return Certified::default();
        }
        rule.push('\n');
    }
    Certified { rule, phi: quotient.phi().to_vec() }
}

/// The genus of the first heaps, as far as that costs little.
fn genera(game: &Game, last: u64, cx: &Context) -> Result<Vec<Option<Genus>>> {
    let mut search = MisereSearch::new();
    let (mut genera, mut left) = (Vec::new(), cx.nodes_left().map_or(GENERA, |left| GENERA.min(left / 2)));
    for n in 0..=last.min(WITH_GENUS) {
        let heap = Component { game: game.clone(), place: Place::heap(n) };
        let before = cx.nodes();
        let genus = match cx.trial(left, |part| search.genus(&[heap], part)) {
            Err(Error::Bad(bad)) if game.may_have_gaps() && game.is_no_place(&bad) => None,
            Ok(None) => break,
            genus => genus?,
        };
        left = left.saturating_sub(cx.nodes() - before);
        genera.push(genus);
    }
    Ok(genera)
}

/// The misère quotient of the components of a position and of all that they can become.
///
/// # Errors
/// A position whose play need not end, or with `?`; faults of a rule.
pub(crate) fn quotient_of(
    position: &Position,
    store: Option<QuotientStore>,
    cx: &Context,
) -> Result<Answer<MisereQuotient>> {
    position.sound()?;
    if position.hole.is_some() {
        let fault = Diagnostic::input("a position with `?` has no quotient");
        return Err(fault.suggest("ask `solve` for the number first").into());
    }
    let query = identity_of(position);
    if let Some(store) = &store {
        store.must_be_of(&query)?;
    }
    let mut answer = Answer::new(query, Convention::Misere, reading(position), empty());
    answer.evidence = Evidence::nothing();
    let distinct: Vec<Component> = position.components().into_iter().map(|(component, _)| component).collect();
    answer.filled(cx, |answer| {
        let mut joint = store.map_or_else(Joint::default, Joint::stored);
        let added = distinct.iter().try_for_each(|component| joint.add(component, cx));
        let added = added.and_then(|()| joint.take_stored(cx));
        let is_stored = joint.sync_store()?;
        let classes: Option<Vec<u32>> = distinct.iter().map(|component| joint.class(component)).collect();
        take_down(&mut answer.result, joint.quotient(), classes.unwrap_or_default());
        match added {
            Ok(()) => {
                answer.components = distinct.iter().map(|c| show_components(std::slice::from_ref(c))).collect();
                answer.certified = listed(joint.quotient());
                let monoid = answer.monoid.clone();
                let order = of_order(monoid.order(), monoid.portion().len());
                let added = joint.quotient().phi().len();
                let how = Words::new(
                    format!("{}, of {added} components that can be reached", order.english),
                    format!("{}，来自 {added} 个可达的分量", order.chinese),
                );
                answer.evidence = Evidence::theorem(&CERTIFICATE).and(&Evidence::computed(how));
                let mut search = MisereSearch::new();
                for component in &distinct {
                    let one = std::slice::from_ref(component);
                    answer.result.genus.push(cx.trial(GENERA, |part| search.genus(one, part))?);
                }
            }
            Err(Error::Stopped(stopped)) => answer.stopped = Some(Stopped { resumes: is_stored, ..stopped }),
            Err(bad) => return Err(bad),
        }
        Ok(())
    })
}

impl Answer<MisereQuotient> {
    /// The certificate, for `grundy-verify`: rule, monoid, P, classes. `None` where nothing is certified, or the rule is too long
    /// to be written out.
    ///
    /// ```
    /// use grundy::{Context, Convention, QuotientOptions, kayles};
    /// let question = kayles().under(Convention::Misere);
    /// let answer = question.quotient_with(&QuotientOptions::default(), &Context::default())?;
    /// assert!(answer.certificate().unwrap().contains("\norder 40\n"));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn certificate(&self) -> Option<String> {
        let Certified { rule, phi } = &self.result.certified;
        if rule.is_empty() || phi.is_empty() {
            return None;
        }
        let line = |keyword: &str, elements: &mut dyn Iterator<Item = u32>| {
            let words: Vec<String> = elements.map(|x| x.to_string()).collect();
            if words.is_empty() { String::new() } else { format!("{keyword} {}\n", words.join(" ")) }
        };
        let (monoid, order) = (&self.monoid, self.monoid.order() as u32);
        let comment: String = self.query.chars().map(|c| if c.is_control() { ' ' } else { c }).take(1000).collect();
        let mut text = format!("grundy quotient certificate 1\n# {comment}\nconvention misere\n{rule}order {order}\n");
        text.push_str(&line("portion", &mut monoid.portion().iter()));
        text.push_str(&line("classes", &mut phi.iter().copied()));
        for x in 0..order {
            text.push_str(&line("products", &mut (0..order).map(|y| monoid.times(x, y))));
        }
        if let Some(Repetition { preperiod, period }) = self.repetition {
            text.push_str(&format!("repeats {preperiod} {period}\n"));
        }
        let digest = grundy_core::digest(&text);
        text.push_str(&format!("digest {digest:016x}\n"));
        Some(text)
    }
}

#[cfg(test)]
mod tests;
