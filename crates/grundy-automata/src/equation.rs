//! The equations that characterise the P-positions and the values of a game.
//!
//! Let play end, that is, let a measure with natural values fall with every part of every move. **This is taken for
//! granted here**: the caller has it from `rule::measure`, or from [`Moves::decreases`]. Then, by induction along the
//! measure, each of these equations has one solution only:
//!
//! * **kernel** (moves to one component): P(v) ⇔ no move leads from v to w with P(w);
//! * **misère**: P(v) ⇔ v has a move, and no move leads from v to w with P(w);
//! * **mex**: R(v,g) ⇔ not A(v,g) and A(v,h) for all h < g, where A(v,h): some move leads from v to a sum of value h;
//! * **levels**: if R₀, …, Rₘ₋₁ are the sets of value 0, …, m−1, then Rₘ(v) ⇔ v in none of them, and no move leads to Rₘ.
//!
//! In the mex equation a move to w₁ + w₂ has value h if R(w₁,p), R(w₂,q), p ⊕ q = h for some p, q (Sprague 1935, Grundy
//! 1939), which needs base 2. If every position has finitely many options, R is the value; that R is total and a function
//! follows.
//!
//! Both sides are automata of valid words; the equation holds if and only if their minimal automata are equal. If not, a
//! tuple on which they differ is given: there, *or at one of its options*, the guess is wrong. Only a brute force at these
//! places tells which.

use std::sync::Arc;

use grundy_core::Nat;

use crate::dfa::Dfa;
use crate::engine::{Built, Combination, Engine, Obstacle, Sizes};
use crate::formula::{Bitwise, Formula, Variable};
use crate::moves::Moves;
use crate::{Linear, Relation};

/// What became of an equation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all positions.
    Proved {
        /// The automata met on the way.
        sizes: Sizes,
    },
    /// It fails.
    Refuted {
        /// The coordinates (and for values the value) of a shortest tuple where the two sides differ. The guess is wrong
        /// there or at an option; not yet confirmed.
        at: Vec<Nat>,
        /// The automata met on the way.
        sizes: Sizes,
    },
    /// An automaton became too large, or a term has no automaton here.
    Unknown {
        /// Which, and why.
        why: Obstacle,
        /// The automata met on the way.
        sizes: Sizes,
    },
}

impl Verdict {
    /// Does it hold for all positions?
    #[must_use]
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Proved { .. })
    }

    /// The sizes met.
    #[must_use]
    pub fn sizes(&self) -> Sizes {
        match self {
            Verdict::Proved { sizes } | Verdict::Refuted { sizes, .. } | Verdict::Unknown { sizes, .. } => *sizes,
        }
    }
}

pub(super) fn variables(list: &[Variable]) -> Vec<Linear> {
    list.iter().map(|&v| Linear::variable(v as usize)).collect()
}

impl Engine<'_> {
    /// The kernel equation of normal play: is the set the set of P-positions? Every move must leave one component.
    ///
    /// # Errors
    /// A spent budget. Everything else is [`Verdict::Unknown`].
    pub fn prove_kernel(&mut self, moves: &Moves, set: &Arc<Dfa>) -> Built<Verdict> {
        let result = self.claimed(set, moves.arity).and_then(|()| self.kernel_side(moves, set, false));
        self.verdict(result, set)
    }

    /// The same for misère play.
    ///
    /// # Errors
    /// A spent budget.
    pub fn prove_misere(&mut self, moves: &Moves, set: &Arc<Dfa>) -> Built<Verdict> {
        let result = self.claimed(set, moves.arity).and_then(|()| self.kernel_side(moves, set, true));
        self.verdict(result, set)
    }

    /// The mex equation: is the relation {(v, g)} the value? The last track is g.
    ///
    /// # Errors
    /// A spent budget.
    pub fn prove_values(&mut self, moves: &Moves, relation: &Arc<Dfa>) -> Built<Verdict> {
        let result = self.claimed(relation, moves.arity + 1).and_then(|()| self.mex_side(moves, relation));
        self.verdict(result, relation)
    }

    /// The level equation: if `below` are the sets of value 0, 1, …, m−1, is `set` the set of value m?
    ///
    /// # Errors
    /// A spent budget.
    pub fn prove_level(&mut self, moves: &Moves, below: &[Arc<Dfa>], set: &Arc<Dfa>) -> Built<Verdict> {
        let result = self.claimed(set, moves.arity).and_then(|()| self.level_side(moves, below, set));
        self.verdict(result, set)
    }

    /// Is the relation {(v, g)} that of the values below `most`, with `most` in place of larger ones? A level equation for
    /// each value.
    ///
    /// # Errors
    /// A spent budget.
    pub fn prove_levels(&mut self, moves: &Moves, most: u32, relation: &Arc<Dfa>) -> Built<Verdict> {
        let result = self.claimed(relation, moves.arity + 1).and_then(|()| {
            let mut levels = Vec::new();
            for value in 0..most {
                levels.push(Arc::new(self.level(relation, value)?));
            }
            let mut sides = Vec::new();
            for (value, level) in levels.iter().enumerate() {
                sides.push(Arc::new(self.level_side(moves, &levels[..value], level)?));
            }
            self.levels(&sides)
        });
        self.verdict(result, relation)
    }

    /// The positions of one value in a relation {(v, g)}.
    fn level(&mut self, relation: &Arc<Dfa>, value: u32) -> Built<Dfa> {
        let origin: Vec<Variable> = (0..relation.tracks() as Variable - 1).collect();
        let mut at = variables(&origin);
        at.push(Linear::constant(i64::from(value)));
        self.compile(&Formula::Member(Arc::clone(relation), at), &origin)
    }

    /// The relation {(v, g)} of disjoint sets of positions of value 0, 1, …; all others have the next value.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn levels(&mut self, sets: &[Arc<Dfa>]) -> Built<Dfa> {
        let tracks = sets.first().map_or(0, |set| set.tracks());
        let origin = all_tracks(tracks);
        let is = |value: usize| {
            let form = Linear::variable(tracks).shifted(-(value as i64)).ok_or_else(Obstacle::overflow)?;
            Built::Ok(Formula::compared(form, Relation::Equal))
        };
        let inside = |set: &Arc<Dfa>| Formula::Member(Arc::clone(set), variables(&origin));
        let rest = Formula::any(sets.iter().map(inside).collect::<Vec<_>>()).negated();
        let mut all: Option<Dfa> = None;
        for (value, formula) in sets.iter().map(inside).chain([rest]).enumerate() {
            let level = self.compile(&Formula::all([formula, is(value)?]), &all_tracks(tracks + 1))?;
            all = Some(self.collected(all, level)?);
        }
        self.or_nothing(all, tracks + 1)
    }

    /// The P-positions of a sum of components, as an automaton on `tracks` coordinates. Component `i` has the proved value
    /// relation `values[i]` (its last track is the value), and its coordinates stand at `coordinates[i]`. Base 2.
    ///
    /// # Errors
    /// Cap or budget; a system other than base 2.
    pub fn sum_kernel(&mut self, values: &[Arc<Dfa>], coordinates: &[Vec<Variable>], tracks: usize) -> Built<Dfa> {
        let formula = sum_formula(values, coordinates, tracks as Variable, &Linear::default())?;
        self.compile(&formula, &all_tracks(tracks))
    }

    /// Compares a claim with a set that is known to be right.
    ///
    /// # Errors
    /// A spent budget.
    pub fn compare(&mut self, known: Built<Dfa>, claim: &Arc<Dfa>) -> Built<Verdict> {
        self.verdict(known, claim)
    }

    /// A set from outside must be one of tuples of numbers: of this system, of so many coordinates, with valid words only and
    /// without regard to leading zeros. Otherwise an equation of words says nothing about numbers.
    fn claimed(&mut self, set: &Arc<Dfa>, tracks: usize) -> Built<()> {
        let tidy = if set.tracks() == tracks { self.tidied(set)? } else { None };
        let same = match &tidy {
            Some(tidy) => self.difference(tidy, set)?.is_none(),
            None => false,
        };
        if same {
            return Ok(());
        }
        let why = format!("it is not a set of {tracks} numbers: its words are invalid or leading zeros matter");
        Err(Obstacle::NotAutomatic { term: "the claim".to_owned(), why })
    }

    fn verdict(&mut self, side: Built<Dfa>, set: &Arc<Dfa>) -> Built<Verdict> {
        let compared = side.and_then(|side| self.difference(&side, set));
        let sizes = self.sizes();
        match compared {
            Ok(None) => Ok(Verdict::Proved { sizes }),
            Ok(Some(difference)) => Ok(Verdict::Refuted { at: difference.shortest_tuple().unwrap_or_default(), sizes }),
            Err(stopped @ Obstacle::Stopped(_)) => Err(stopped),
            Err(why) => Ok(Verdict::Unknown { why, sizes }),
        }
    }

    /// The positions with a move into the set.
    ///
    /// # Errors
    /// Cap or budget; a move that leaves more or fewer than one component.
    pub fn moving_into(&mut self, moves: &Moves, set: &Arc<Dfa>) -> Built<Dfa> {
        if let Some(split) = moves.moves.iter().find(|m| m.parts != 1) {
            let why = "a move to several components needs values, not outcomes".to_owned();
            return Err(Obstacle::NotAutomatic { term: split.text.clone(), why });
        }
        let origin = moves.origin();
        let part = moves.part(0);
        let mut all: Option<Dfa> = None;
        for one in &moves.moves {
            let inside = Formula::Member(Arc::clone(set), variables(&part));
            let formula = Formula::exists(part.iter().copied(), Formula::all([one.formula.clone(), inside]));
            let here = self.compile(&formula, &origin)?;
            all = Some(self.collected(all, here)?);
        }
        self.or_nothing(all, moves.arity)
    }

    /// What was collected; the empty set of so many coordinates where nothing was.
    fn or_nothing(&mut self, all: Option<Dfa>, tracks: usize) -> Built<Dfa> {
        match all {
            Some(all) => Ok(all),
            None => {
                let everything = self.everything(tracks)?;
                self.complement(&everything)
            }
        }
    }

    /// The positions that have a move.
    ///
    /// # Errors
    /// Cap or budget.
    pub fn mobile(&mut self, moves: &Moves) -> Built<Dfa> {
        let any = moves.moves.iter().map(|one| {
            let bound = (0..one.parts).flat_map(|p| moves.part(p));
            Formula::exists(bound, one.formula.clone())
        });
        self.compile(&Formula::any(any.collect::<Vec<_>>()), &moves.origin())
    }

    fn kernel_side(&mut self, moves: &Moves, set: &Arc<Dfa>, misere: bool) -> Built<Dfa> {
        let into = self.moving_into(moves, set)?;
        let rest = if misere { self.mobile(moves)? } else { self.everything(moves.arity)? };
        self.combined(&rest, &into, Combination::Without)
    }

    fn level_side(&mut self, moves: &Moves, below: &[Arc<Dfa>], set: &Arc<Dfa>) -> Built<Dfa> {
        let mut side = self.kernel_side(moves, set, false)?;
        for lower in below {
            side = self.combined(&side, lower, Combination::Without)?;
        }
        Ok(side)
    }

    /// {(v, h) : some move leads from v to a sum of value h}
    pub(super) fn reachable_values(&mut self, moves: &Moves, relation: &Arc<Dfa>) -> Built<Dfa> {
        // a name for h, and more for the values of the parts
        let value = moves.next;
        let tracks: Vec<Variable> = moves.origin().into_iter().chain([value]).collect();
        let mut all: Option<Dfa> = None;
        for one in &moves.moves {
            let coordinates: Vec<Vec<Variable>> = (0..one.parts).map(|p| moves.part(p)).collect();
            let formula = if one.parts == 1 {
                let with = [&coordinates[0][..], &[value]].concat();
                let inside = Formula::Member(Arc::clone(relation), variables(&with));
                Formula::exists(coordinates[0].iter().copied(), Formula::all([one.formula.clone(), inside]))
            } else {
                let relations = vec![Arc::clone(relation); one.parts];
                let sum = sum_formula(&relations, &coordinates, value + 1, &Linear::variable(value as usize))?;
                let bound = coordinates.iter().flatten().copied();
                Formula::exists(bound, Formula::all([one.formula.clone(), sum]))
            };
            let here = self.compile(&formula, &tracks)?;
            all = Some(self.collected(all, here)?);
        }
        self.or_nothing(all, tracks.len())
    }

    fn mex_side(&mut self, moves: &Moves, relation: &Arc<Dfa>) -> Built<Dfa> {
        let reachable = Arc::new(self.reachable_values(moves, relation)?);
        let missing = Arc::new(self.complement(&reachable)?);
        // some h < g is missing
        let arity = moves.arity as Variable;
        let (g, h) = (arity, arity + 1);
        let origin = moves.origin();
        let at = |value: Variable| variables(&[&origin[..], &[value]].concat());
        let below = Formula::compare(&Linear::variable(h as usize), Relation::Less, &Linear::variable(g as usize))?;
        let gap = Formula::exists([h], Formula::all([below, Formula::Member(Arc::clone(&missing), at(h))]));
        let gap = self.compile(&gap, &[&origin[..], &[g]].concat())?;
        self.combined(&missing, &gap, Combination::Without)
    }
}

fn all_tracks(tracks: usize) -> Vec<Variable> {
    (0..tracks as Variable).collect()
}

/// "The value of the sum is `value`": for components with these relations, at these coordinates; names from `next` on are
/// free.
pub(super) fn sum_formula(
    relations: &[Arc<Dfa>],
    coordinates: &[Vec<Variable>],
    next: Variable,
    value: &Linear,
) -> Built<Formula> {
    let mut all = Vec::new();
    let mut bound = Vec::new();
    let mut values = Vec::new();
    for (i, (relation, place)) in relations.iter().zip(coordinates).enumerate() {
        let own = next + i as Variable;
        bound.push(own);
        values.push(Linear::variable(own as usize));
        all.push(Formula::Member(Arc::clone(relation), variables(&[&place[..], &[own]].concat())));
    }
    // x ⊕ 0 = x needs no track of its own
    if value.value() != Some(0) {
        values.push(value.clone());
    }
    all.push(Formula::Bits(Bitwise::XorZero, values));
    Ok(Formula::exists(bound, Formula::all(all)))
}
