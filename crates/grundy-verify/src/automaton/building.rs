//! From conditions to sentences for the search.
//!
//! Automata read variables, but a condition may say "x − y + 1 is in the set". Then a further track u stands for the form f,
//! and it is granted that u = f, or f < 0 and u = 0; the condition becomes "not f < 0, and u is in the set". For every tuple
//! there is exactly one such u: so whatever stands around it, also "not", the sentence with its definitions holds for
//! some numbers if and only if the sentence as written does.

use super::atoms::Relation;
use super::condition::{Bits, Condition, Form};
use super::floor::Floor;
use super::numeration::Numeration;
use super::product::{Product, Sentence};
use super::table::Table;
use crate::{Fault, Meter};

/// A table, and from which of its states something is accepted.
#[derive(Debug)]
pub(super) struct Known<'k> {
    pub(super) table: &'k Table,
    pub(super) living: Vec<bool>,
}

/// What all sentences share.
#[derive(Debug)]
pub(super) struct Shared<'k> {
    pub(super) numeration: Numeration,
    /// The automata that conditions mention.
    pub(super) sets: &'k [Table],
    /// All automata of the certificate.
    pub(super) known: &'k [Known<'k>],
    pub(super) floor: Option<Floor>,
}

/// A sentence in the making.
pub(super) struct Building<'k> {
    shared: &'k Shared<'k>,
    product: Product<'k>,
    /// The tracks that stand for something in the certificate.
    shown: usize,
    /// The definitions of further tracks.
    granted: Vec<Sentence>,
    forms: Vec<(Form, usize)>,
}

impl<'k> Building<'k> {
    pub(super) fn new(shared: &'k Shared<'k>, tracks: usize) -> Self {
        let product = Product::new(shared.numeration, tracks);
        Building { shared, product, shown: tracks, granted: Vec::new(), forms: Vec::new() }
    }

    /// The form has this sign.
    pub(super) fn compare(&mut self, form: &Form, sign: i8) -> Sentence {
        let (tracks, coefficients) = used(form);
        self.product.atom(Relation::Linear { coefficients, constant: form.constant, sign }, tracks)
    }

    /// A table of the certificate holds of these tracks.
    pub(super) fn table(&mut self, table: &'k Table, tracks: Vec<usize>) -> Sentence {
        let known = self.shared.known.iter().find(|k| std::ptr::eq(k.table, table));
        let living: &'k [bool] = known.map_or(&[], |k| &k.living);
        self.product.atom(Relation::Table { table, living }, tracks)
    }

    /// A relation bit by bit of tracks.
    pub(super) fn bits(&mut self, how: Bits, tracks: Vec<usize>) -> Sentence {
        self.product.atom(Relation::Bits(how), tracks)
    }

    /// A condition of a move; variables are tracks.
    pub(super) fn condition(&mut self, condition: &Condition) -> Sentence {
        match condition {
            Condition::Compare(form, sign) => self.compare(form, *sign),
            Condition::Congruent { modulus, residues, form } => {
                let (tracks, coefficients) = used(form);
                let (modulus, residues) = (*modulus, residues.clone());
                self.product.atom(Relation::Modulo { coefficients, constant: form.constant, modulus, residues }, tracks)
            }
            Condition::Member(number, forms) => match self.shared.sets.get(*number) {
                Some(set) => self.applied(forms, |building, tracks| building.table(set, tracks)),
                // the reader has refused it
                None => Sentence::Any(Vec::new()),
            },
            Condition::Bits(how, forms) => self.applied(forms, |building, tracks| building.bits(*how, tracks)),
            Condition::Floor(forms) => match &self.shared.floor {
                Some(floor) => {
                    let relation = Relation::Floor(floor);
                    self.applied(forms, |building, tracks| building.product.atom(relation, tracks))
                }
                None => Sentence::Any(Vec::new()),
            },
            Condition::Lowest(forms) => {
                self.applied(forms, |building, tracks| building.product.atom(Relation::Lowest, tracks))
            }
            Condition::Not(inner) => self.condition(inner).negated(),
            Condition::All(all) => Sentence::All(all.iter().map(|c| self.condition(c)).collect()),
            Condition::Any(any) => Sentence::Any(any.iter().map(|c| self.condition(c)).collect()),
        }
    }

    /// The relation of forms: all of them are natural, and it holds of their tracks.
    pub(super) fn applied(
        &mut self,
        forms: &[Form],
        relation: impl FnOnce(&mut Self, Vec<usize>) -> Sentence,
    ) -> Sentence {
        let mut all = Vec::new();
        let mut tracks = Vec::new();
        for form in forms {
            if let Some(variable) = form.plain() {
                tracks.push(variable);
                continue;
            }
            let negative = self.compare(form, -1);
            all.push(negative.clone().negated());
            if let Some((_, track)) = self.forms.iter().find(|(known, _)| known == form) {
                tracks.push(*track);
                continue;
            }
            let track = self.product.tracks;
            self.product.tracks += 1;
            let equal = self.compare(&Form::variable(track).plus(-1, form), 0);
            let zero = self.compare(&Form::variable(track), 0);
            self.granted.push(Sentence::Any(vec![equal, Sentence::All(vec![negative, zero])]));
            self.forms.push((form.clone(), track));
            tracks.push(track);
        }
        all.push(relation(self, tracks));
        Sentence::All(all)
    }

    /// The sentence must hold for no tuple.
    pub(super) fn never(
        mut self,
        sentence: Sentence,
        line: u64,
        reason: &str,
        meter: &mut Meter<'_>,
    ) -> Result<(), Fault> {
        self.granted.push(sentence);
        let found = self.product.witness(Sentence::All(self.granted), meter).map_err(|fault| match fault {
            Fault::False { line: 0, reason } => Fault::False { line, reason },
            other => other,
        })?;
        let Some(tuple) = found else { return Ok(()) };
        let numbers = tuple.iter().take(self.shown).enumerate().map(|(v, n)| match n {
            Some(n) => format!("x{v} = {n}"),
            None => format!("x{v} is large"),
        });
        let reason = format!("{reason}: {}", numbers.collect::<Vec<_>>().join(", "));
        Err(Fault::False { line, reason })
    }
}

/// The variables with coefficients that are not 0, and these.
fn used(form: &Form) -> (Vec<usize>, Vec<i64>) {
    form.coefficients.iter().copied().enumerate().filter(|(_, c)| *c != 0).unzip()
}
