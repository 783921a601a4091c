//! The check: what the module above lists, line by line.

use super::building::{Building, Known, Shared};
use super::condition::{Bits, Form};
use super::floor::Floor;
use super::product::Sentence;
use super::table::Table;
use super::text::{Certificate, Move, Theorem};
use crate::{Fault, Meter};

/// Checks everything.
pub(super) fn check(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<(), Fault> {
    let numeration = certificate.numeration;
    for set in certificate.sets.iter().chain([&certificate.law]) {
        set.check_words(numeration, meter)?;
        set.check_zeros(meter)?;
    }
    for table in certificate.strategies.iter().chain(&certificate.mobile) {
        table.check_words(numeration, meter)?;
    }
    parts(certificate)?;
    let tables =
        certificate.sets.iter().chain(&certificate.strategies).chain(&certificate.mobile).chain(&certificate.shown);
    let covers = certificate.wins.iter().chain(&certificate.able).chain(&certificate.total).map(|c| &c.table);
    let mut known = Vec::new();
    for table in tables.chain([&certificate.law]).chain(covers) {
        known.push(Known { table, living: table.living(meter)? });
    }
    let mut floor = None;
    if numeration.ostrowski && certificate.moves.iter().any(|m| m.condition.has_floor()) {
        meter.spend(1 << 20)?;
        floor = Floor::new(numeration.factor());
    }
    let shared = Shared { numeration, sets: &certificate.sets, known: &known, floor };
    let checker = Checker { certificate, shared: &shared };
    for (one, strategy) in certificate.moves.iter().zip(&certificate.strategies) {
        checker.falls(one, meter)?;
        checker.closed(one, meter)?;
        checker.reaches(one, strategy, meter)?;
    }
    let all: Vec<&Table> = certificate.strategies.iter().collect();
    // one cover by all strategies, or one for each
    let by_each = !certificate.shown.is_empty();
    for (i, win) in certificate.wins.iter().enumerate() {
        win.check(numeration, if by_each { &all[i..=i] } else { &all }, meter)?;
    }
    match certificate.theorem {
        Theorem::Kernel => checker.kernel(meter),
        Theorem::Misere => checker.misere(meter),
        Theorem::Values | Theorem::Levels(_) => checker.values(meter),
    }
}

/// Moves leave one part, or the theorem is about values and several are added by xor.
fn parts(certificate: &Certificate) -> Result<(), Fault> {
    let binary = certificate.numeration.digits == 2 && !certificate.numeration.ostrowski;
    for one in &certificate.moves {
        let reason = if certificate.theorem != Theorem::Values && one.parts.len() != 1 {
            "outcomes say nothing about several parts: every move must leave one"
        } else if one.parts.len() > 1 && !binary {
            "the xor of values needs base 2"
        } else {
            continue;
        };
        return Err(Fault::False { line: one.line, reason: reason.to_owned() });
    }
    Ok(())
}

struct Checker<'k> {
    certificate: &'k Certificate,
    shared: &'k Shared<'k>,
}

impl<'k> Checker<'k> {
    fn building(&self, tracks: usize) -> Building<'k> {
        Building::new(self.shared, tracks)
    }

    fn is_values(&self) -> bool {
        self.certificate.theorem.has_values()
    }

    fn place(&self) -> Vec<usize> {
        (0..self.certificate.arity).collect()
    }

    /// The position, and for values a track more.
    fn with(&self, value: usize) -> Vec<usize> {
        let mut tracks = self.place();
        if self.is_values() {
            tracks.push(value);
        }
        tracks
    }

    /// The measure falls with every part: lexicographically, of natural numbers.
    fn falls(&self, one: &Move, meter: &mut Meter<'_>) -> Result<(), Fault> {
        for part in &one.parts {
            let mut building = self.building(one.variables);
            let is_move = building.condition(&one.condition);
            let mut smaller = Vec::new();
            let mut equal: Vec<Sentence> = Vec::new();
            for form in &self.certificate.measure {
                let change = form.renamed(part).plus(-1, form);
                let mut all = equal.clone();
                all.push(building.compare(&change, -1));
                smaller.push(Sentence::All(all));
                equal.push(building.compare(&change, 0));
            }
            let sentence = Sentence::All(vec![is_move, Sentence::Any(smaller).negated()]);
            building.never(sentence, one.line, "the measure does not fall with a part of this move", meter)?;
        }
        Ok(())
    }

    /// Room for a move and its goal: variables of the kind, the value h, and the values of several parts.
    fn room(&self, one: &Move) -> usize {
        let parts = if one.parts.len() > 1 { one.parts.len() } else { 0 };
        one.variables + if self.is_values() { 1 + parts } else { 0 }
    }

    /// "It is a move, and what is left is in the law", or "has the value h".
    fn goal(&self, one: &Move, building: &mut Building<'k>) -> Sentence {
        let mut all = vec![building.condition(&one.condition)];
        let h = one.variables;
        let mut values = Vec::new();
        for (i, part) in one.parts.iter().enumerate() {
            let mut tracks = part.clone();
            if self.is_values() {
                let value = if one.parts.len() == 1 { h } else { h + 1 + i };
                tracks.push(value);
                values.push(value);
            }
            all.push(building.table(&self.certificate.law, tracks));
        }
        if let Theorem::Levels(most) = self.certificate.theorem {
            let mut form = Form::variable(h);
            form.constant -= i64::from(most);
            all.push(building.compare(&form, -1));
        }
        if self.is_values() && one.parts.len() != 1 {
            // the empty sum has the value 0
            values.push(h);
            all.push(building.bits(Bits::Xor, values));
        }
        Sentence::All(all)
    }

    /// No move leads from the law into the law.
    fn closed(&self, one: &Move, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let mut building = self.building(self.room(one));
        let goal = self.goal(one, &mut building);
        let here = building.table(&self.certificate.law, self.with(one.variables));
        building.never(Sentence::All(vec![goal, here]), one.line, "the law fails: this move leads back to it", meter)
    }

    /// A strategy makes moves that reach the goal.
    fn reaches(&self, one: &Move, strategy: &'k Table, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let room = self.room(one);
        let mut building = self.building(room);
        let goal = self.goal(one, &mut building);
        let mut tracks = self.with(one.variables);
        tracks.extend(self.certificate.arity..one.variables);
        tracks.extend(one.variables + 1..room);
        let chosen = building.table(strategy, tracks);
        let sentence = Sentence::All(vec![chosen, goal.negated()]);
        building.never(sentence, strategy.line, "this strategy does not do what it should", meter)
    }

    /// The line of the first cover of what wins; 0 where there is no move.
    fn win_line(&self) -> u64 {
        self.certificate.wins.first().map_or(0, |win| win.table.line)
    }

    /// "Neither in the law nor won."
    fn lost(&self, building: &mut Building<'k>) -> Sentence {
        let law = building.table(&self.certificate.law, self.place());
        let mut all = vec![law.negated()];
        all.extend(self.certificate.wins.iter().map(|win| building.table(&win.table, self.place()).negated()));
        Sentence::All(all)
    }

    fn kernel(&self, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let mut building = self.building(self.certificate.arity);
        let lost = self.lost(&mut building);
        building.never(lost, self.win_line(), "neither in the law nor won", meter)
    }

    fn misere(&self, meter: &mut Meter<'_>) -> Result<(), Fault> {
        for (one, set) in self.certificate.moves.iter().zip(&self.certificate.mobile) {
            let mut building = self.building(one.variables);
            let lost = self.lost(&mut building);
            let is_move = building.condition(&one.condition);
            building.never(
                Sentence::All(vec![lost, is_move]),
                one.line,
                "neither in the law nor won, with a move",
                meter,
            )?;
            let mut building = self.building(one.variables);
            let is_move = building.condition(&one.condition);
            let can = building.table(set, (0..one.variables).collect());
            let sentence = Sentence::All(vec![can, is_move.negated()]);
            building.never(sentence, set.line, "this is not a move", meter)?;
        }
        let Some(able) = &self.certificate.able else { return missing("able") };
        able.check(self.shared.numeration, &self.certificate.mobile.iter().collect::<Vec<_>>(), meter)?;
        let mut building = self.building(self.certificate.arity);
        let law = building.table(&self.certificate.law, self.place());
        let can = building.table(&able.table, self.place());
        building.never(Sentence::All(vec![law, can.negated()]), able.table.line, "in the law without a move", meter)
    }

    fn values(&self, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let (g, h) = (self.certificate.arity, self.certificate.arity + 1);
        let mut building = self.building(h + 1);
        let law = building.table(&self.certificate.law, self.with(g));
        let below = building.compare(&Form::variable(h).plus(-1, &Form::variable(g)), -1);
        let mut all = vec![law, below];
        match self.certificate.shown.as_slice() {
            [] => {
                let wins = self.certificate.wins.iter();
                all.extend(wins.map(|win| building.table(&win.table, self.with(h)).negated()));
            }
            shown => all.extend(shown.iter().map(|shown| building.table(shown, self.with(h)).negated())),
        }
        building.never(Sentence::All(all), self.win_line(), "the smaller value is not reached", meter)?;
        for (shown, win) in self.certificate.shown.iter().zip(&self.certificate.wins) {
            let mut building = self.building(g + 1);
            let inside = building.table(shown, self.with(g));
            let covered = building.table(&win.table, self.with(g));
            let sentence = Sentence::All(vec![inside, covered.negated()]);
            building.never(sentence, shown.line, "this is not inside its cover", meter)?;
        }
        let Some(total) = &self.certificate.total else { return missing("total") };
        total.check(self.shared.numeration, &[&self.certificate.law], meter)?;
        let mut building = self.building(self.certificate.arity);
        let has = building.table(&total.table, self.place());
        building.never(has.negated(), total.table.line, "it has no value", meter)
    }
}

fn missing(what: &str) -> Result<(), Fault> {
    Err(Fault::False { line: 0, reason: format!("there is no cover `{what}`") })
}
