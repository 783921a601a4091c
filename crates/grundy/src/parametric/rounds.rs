//! Two rounds are enough: claims of the form g(n) = F(n mod L, parameters).
//!
//! Example: of `take[1,2,k]` the claim `g = n % (k+1) % 3` for k % 3 = 0 speaks of n by its residue modulo L = k+1.
//!
//! **Theorem.** Let a heap game with parameters allow, from heaps of L or more, to take numbers that do not depend on the heap
//! and are at most L; from smaller heaps any moves to smaller ones. If the values are F(n) for n < L and F(n−L) for L ≤ n < 2L, they are F(n mod L) for all n; the same holds of outcomes in
//! misère play. *Proof.* From n ≥ L on every number of the set may be taken, so the value of n is one function of the
//! values at n−L, …, n−1. These are the same before 2L as before L, so the third round is the second, and so on. ∎
//!
//! The hypothesis is a claim about the lifted rule that moves below 2L only, and in it no remainder by L is left: where F is
//! linear, with remainders by constants, automata decide it for all n and all parameters at once.
//!
//! Reference: the window argument is S. W. Golomb, A mathematical investigation of games of take-away, 1966.

use std::cell::{Cell, RefCell};

use grundy_automata::linear::Linear;
use grundy_core::{Context, Convention, Error, Evidence, Int, Nat, Result, Theorem};
use grundy_notation::ast::{Item, Operator, Relation};

use super::ParametricGame;
use super::interval::{least, ranges_of_takes};
use super::lift::lifted;
use crate::claim::{Claim, ClaimQuestion, Coordinate, ProveOptions, Statement, Subject, Summand, Verdict, prove};
use crate::game::{Game, GameQuestion, Kind};
use crate::rule::ir::{self, Cond, Expr, Guard, Rule, Set};
use crate::rule::lower::Lowering;
use crate::rule::measure::linear_form;
use crate::rule::spell;
use crate::statement::map::{Map, look, speaks_of};

/// The values of two rounds decide.
pub(crate) static THEOREM: Theorem = Theorem {
    id: "two-rounds",
    statement: "if no number above L may be taken, values that are F(n) for n < L and F(n-L) for L <= n < 2L are \
                F(n mod L) for all n",
    chinese: "若不可取大于 L 的数，而值在 n < L 时为 F(n)，在 L <= n < 2L 时为 F(n-L)，则对所有 n 都是 F(n mod L)",
    reference: "S. W. Golomb, A mathematical investigation of games of take-away, 1966",
};

/// The game whose coordinates are heap and parameters, and a claim about it: that of all members, within the conditions.
fn question(lifted: &GameQuestion, claim: Claim, text: &str) -> ClaimQuestion {
    let variables = lifted.variables.clone();
    let place = (0..variables.len()).map(Coordinate::Variable).collect();
    let summands = vec![Summand { copies: Nat::ONE, game: lifted.game.clone(), place }];
    let subject = Subject { convention: lifted.convention, summands, variables, query: lifted.query.clone() };
    ClaimQuestion { subject, claim, text: text.to_owned() }
}

/// Positions are compared up to this sum on the way to a proof.
const COMPARED: u64 = 24;

/// Proves the claim about the lifted rule, where it is linear or speaks of the heap by a residue. A claim that tells cases of
/// the parameters apart is proved case by case.
///
/// # Errors
/// A spent budget.
pub(super) fn proof(game: &ParametricGame, claim: &Claim, text: &str, cx: &Context) -> Result<Option<Evidence>> {
    let Some(plain) = lifted(game) else { return Ok(None) };
    let first = game.variables.len();
    let parameters = first..first + game.parameters.len();
    let mut domain: Vec<Cond> = parameters
        .map(|v| Cond::Compare(Expr::Variable(v), Relation::GreaterEqual, Expr::Constant(Int::ONE)))
        .collect();
    domain.extend(never_empty(game).into_iter().map(|(cond, _)| cond));
    let mut evidence: Option<Evidence> = None;
    for (case, claim) in cases(claim, first) {
        let conditions: Vec<Cond> = domain.iter().cloned().chain(case).collect();
        let Some(why) = of_case(game, &plain, conditions, claim, text, cx)? else { return Ok(None) };
        evidence = Some(match evidence {
            Some(before) => before.and(&why),
            None => why,
        });
    }
    Ok(evidence)
}

/// For which parameters the ranges of `take` are no slip: p <= q, or `1..0`; each condition with its words.
pub(super) fn never_empty(game: &ParametricGame) -> Vec<(Cond, String)> {
    let names = game.all_names();
    let mut lowering = Lowering::new(names.clone());
    let arity = names.len();
    let mut domain = Vec::new();
    for item in ranges_of_takes(game) {
        let Item::Range { from, to: Some(to), .. } = item else { continue };
        let (Ok(from), Ok(to)) = (lowering.expr(from), lowering.expr(to)) else { continue };
        let forms = linear_form(&from, arity, 0).zip(linear_form(&to, arity, 0));
        let always = forms.as_ref().is_some_and(|(first, last)| {
            last.minus(first).and_then(|gap| least(&gap)).is_some_and(|gap| gap >= 0)
                || first.value() == Some(1) && least(last).is_some_and(|to| to >= 0)
        });
        if always {
            continue;
        }
        let number = |n: i64| Expr::Constant(Int::from(n));
        let words = format!("{} <= {}", spell::expr(&from, &names), spell::expr(&to, &names));
        let cond = match &from {
            Expr::Constant(one) if *one == Int::ONE => Cond::Compare(to, Relation::GreaterEqual, number(0)),
            _ => Cond::Any(vec![
                Cond::Compare(from.clone(), Relation::LessEqual, to.clone()),
                Cond::All(vec![
                    Cond::Compare(from, Relation::Equal, number(1)),
                    Cond::Compare(to, Relation::Equal, number(0)),
                ]),
            ]),
        };
        domain.push((cond, words));
    }
    domain
}

/// The cases of a claim that look at the parameters alone, each with its conditions and the claim in it.
fn cases(claim: &Claim, first: usize) -> Vec<(Vec<Cond>, Claim)> {
    let all = match claim {
        Claim::Value(all) => all,
        Claim::Previous(statement) => {
            let two = two_cases(statement, first);
            return two.map_or_else(|| vec![(Vec::new(), claim.clone())], Vec::from);
        }
        Claim::Every(..) | Claim::Period { .. } => return vec![(Vec::new(), claim.clone())],
    };
    let (mut found, mut before) = (Vec::new(), Vec::new());
    for (i, (cond, value)) in all.iter().enumerate() {
        match cond {
            Some(Statement::Is(cond)) if !speaks_of(|map| _ = map.cond(cond), &|v| v < first) => {
                let case = before.iter().cloned().chain([cond.clone()]).collect();
                found.push((case, Claim::Value(vec![(None, value.clone())])));
                before.push(Cond::Not(Box::new(cond.clone())));
            }
            _ => {
                found.push((before, Claim::Value(all[i..].to_vec())));
                return found;
            }
        }
    }
    found
}

/// `C and X or not C and Y`, where C speaks of the parameters alone: X where C holds, and Y elsewhere.
fn two_cases(statement: &Statement, first: usize) -> Option<[(Vec<Cond>, Claim); 2]> {
    let Statement::Any(ways) = statement else { return None };
    let [Statement::All(one), Statement::All(other)] = &ways[..] else { return None };
    let ([Statement::Is(case), now @ ..], [Statement::Is(opposite), later @ ..]) = (&one[..], &other[..]) else {
        return None;
    };
    if !are_opposite(case, opposite) || speaks_of(|map| _ = map.cond(case), &|v| v < first) {
        return None;
    }
    let within = |case: &Cond, rest: &[Statement]| (vec![case.clone()], Claim::Previous(Statement::All(rest.to_vec())));
    Some([within(case, now), within(opposite, later)])
}

/// Does one of these comparisons of the same numbers hold exactly where the other does not?
fn are_opposite(a: &Cond, b: &Cond) -> bool {
    let (Cond::Compare(a, x, b), Cond::Compare(c, y, d)) = (a, b) else { return false };
    let opposite = |x: &Relation, y: &Relation| match x {
        Relation::Equal => *y == Relation::NotEqual,
        Relation::Less => *y == Relation::GreaterEqual,
        Relation::LessEqual => *y == Relation::Greater,
        _ => false,
    };
    (a, b) == (c, d) && (opposite(x, y) || opposite(y, x))
}

/// The proof of the claim for parameters that fulfil the conditions.
fn of_case(
    game: &ParametricGame,
    plain: &GameQuestion,
    mut conditions: Vec<Cond>,
    mut claim: Claim,
    text: &str,
    cx: &Context,
) -> Result<Option<Evidence>> {
    let Kind::Rule(rule) = plain.game.kind() else { return Ok(None) };
    let mut theorem = None;
    if let Some(modulus) = modulus(&claim) {
        let Some(form) = linear_form(&modulus, rule.arity, 0) else { return Ok(None) };
        if game.variables.len() != 1 || least(&form).is_none_or(|l| l < 1) || !takes_at_most(rule, &form) {
            return Ok(None);
        }
        let twice = Expr::Constant(Int::from(2)) * modulus.clone();
        conditions.push(Cond::Compare(Expr::Variable(0), Relation::Less, twice));
        claim = two_rounds(&claim, &modulus);
        theorem = Some(Evidence::theorem(&THEOREM));
    }
    let guarded = guarded(plain, rule, &conditions);
    let inside = Statement::All(conditions.into_iter().map(Statement::Is).collect());
    let question = question(&guarded, within(claim, inside, game.convention), text);
    let answer = match prove(&question, &ProveOptions { to: Some(COMPARED) }, cx) {
        Ok(answer) => answer,
        Err(Error::Bad(_)) => return Ok(None),
        Err(stopped) => return Err(stopped),
    };
    if answer.verdict != Verdict::Proved {
        return Ok(None);
    }
    Ok(Some(match theorem {
        Some(theorem) => theorem.and(&answer.evidence),
        None => answer.evidence.clone(),
    }))
}

/// The game with more conditions on every move.
pub(super) fn guarded(plain: &GameQuestion, rule: &Rule, conditions: &[Cond]) -> GameQuestion {
    let mut rule = rule.clone();
    for alternative in &mut rule.alternatives {
        let guards = conditions.iter().map(|cond| Guard { depth: 0, cond: cond.clone() });
        alternative.guards.splice(0..0, guards);
    }
    let text = plain.game.text().to_owned();
    GameQuestion { game: Game::new(text, plain.game.shape(), Kind::Rule(rule)), ..plain.clone() }
}

/// The claim where these conditions hold; elsewhere the rule has no move.
fn within(claim: Claim, inside: Statement, convention: Convention) -> Claim {
    match (claim, convention) {
        (Claim::Value(mut cases), _) => {
            cases.insert(0, (Some(inside.negated()), Expr::Constant(Int::ZERO)));
            Claim::Value(cases)
        }
        (Claim::Previous(statement), Convention::Normal) => {
            Claim::Previous(Statement::Any(vec![inside.negated(), statement]))
        }
        (Claim::Previous(statement), Convention::Misere) => Claim::Previous(Statement::All(vec![inside, statement])),
        (Claim::Every(facet, statement), _) => Claim::Every(facet, Statement::Any(vec![inside.negated(), statement])),
        (period @ Claim::Period { .. }, _) => period,
    }
}

/// L, where the claim speaks of the heap only as `n % L` with a parameter in L.
fn modulus(claim: &Claim) -> Option<Expr> {
    // the theorem is one about values and P-positions
    if matches!(claim, Claim::Every(..)) {
        return None;
    }
    let found: RefCell<Vec<Expr>> = RefCell::default();
    let plain = Cell::new(false);
    look(|map| _ = map.claim(claim), &|e| match e {
        Expr::Binary(Operator::Remainder, n, l) if **n == Expr::Variable(0) => {
            found.borrow_mut().push((**l).clone());
            true
        }
        _ => {
            plain.set(plain.get() || *e == Expr::Variable(0));
            false
        }
    });
    let found = found.into_inner();
    let first = found.first()?.clone();
    let parameter = first.holds_variable(&|v| v > 0) && !first.holds_variable(&|v| v == 0);
    (!plain.get() && parameter && found.iter().all(|e| *e == first)).then_some(first)
}

/// What a condition says of all heaps from L on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beyond {
    Always,
    Never,
    /// The parameters decide, whatever the heap.
    Fixed,
}

impl Beyond {
    fn opposite(self) -> Self {
        match self {
            Beyond::Always => Beyond::Never,
            Beyond::Never => Beyond::Always,
            Beyond::Fixed => Beyond::Fixed,
        }
    }
}

/// What the condition says of heaps n ≥ L: `n > p` holds if p < L. `None` where it may depend on the heap.
fn behind(cond: &Cond, arity: usize, least_heap: &Linear) -> Option<Beyond> {
    if !speaks_of(|map| _ = map.cond(cond), &|v| v == 0) {
        return Some(Beyond::Fixed);
    }
    let all = |conds: &[Cond], ends: Beyond| -> Option<Beyond> {
        let told: Vec<Option<Beyond>> = conds.iter().map(|c| behind(c, arity, least_heap)).collect();
        if told.contains(&Some(ends)) {
            return Some(ends);
        }
        let told: Vec<Beyond> = told.into_iter().collect::<Option<_>>()?;
        Some(if told.contains(&Beyond::Fixed) { Beyond::Fixed } else { ends.opposite() })
    };
    match cond {
        Cond::All(conds) => all(conds, Beyond::Never),
        Cond::Any(conds) => all(conds, Beyond::Always),
        Cond::Not(inner) => behind(inner, arity, least_heap).map(Beyond::opposite),
        Cond::Compare(a, relation, b) => {
            let gap = linear_form(a, arity, 0)?.minus(&linear_form(b, arity, 0)?)?;
            // what the gap is at least, as a form of the parameters: the heap is L or more
            let (gap, turned) = match gap.coefficient(0) {
                1 => (gap, false),
                -1 => (gap.scaled(-1)?, true),
                _ => return None,
            };
            let rest = gap.minus(&Linear::variable(0))?;
            let positive = least(&rest.plus(least_heap)?)? >= 1;
            match (relation, turned) {
                _ if !positive => None,
                (Relation::Greater | Relation::GreaterEqual, false) | (Relation::Less | Relation::LessEqual, true) => {
                    Some(Beyond::Always)
                }
                (Relation::NotEqual, _) => Some(Beyond::Always),
                (Relation::Less | Relation::LessEqual, false) | (Relation::Greater | Relation::GreaterEqual, true) => {
                    Some(Beyond::Never)
                }
                (Relation::Equal, _) => Some(Beyond::Never),
                (Relation::Divides, _) => None,
            }
        }
        Cond::In(..) => None,
    }
}

/// Does every move from L or more take a number from the heap that does not depend on the heap and is at most L?
fn takes_at_most(rule: &Rule, most: &Linear) -> bool {
    let within = |e: &Expr| {
        let form = linear_form(e, rule.arity, 0);
        form.filter(|f| f.coefficient(0) == 0).and_then(|form| least(&most.minus(&form)?)).is_some_and(|gap| gap >= 0)
    };
    rule.alternatives.iter().all(|alternative| {
        let guards = alternative.guards.iter().map(|guard| behind(&guard.cond, rule.arity, most));
        match guards.collect::<Option<Vec<Beyond>>>() {
            None => return false,
            Some(all) if all.contains(&Beyond::Never) => return true,
            Some(_) => {}
        }
        let [part] = &alternative.parts[..] else { return false };
        let (Some(Expr::Binary(Operator::Subtract, n, taken)), None) = (part.coordinates.first(), &part.game) else {
            return false;
        };
        let fixed = part.coordinates.iter().enumerate().skip(1).all(|(v, e)| *e == Expr::Variable(v));
        let set_within = |set: &Set| {
            let last_within = set.items.iter().all(|item| match item {
                ir::Item::One(e) => within(e),
                ir::Item::Range { to: Some(to), .. } => within(to),
                _ => false,
            });
            last_within && !speaks_of(|map| _ = map.set(set, None), &|v| v == 0)
        };
        let small = match (&alternative.loops[..], &**taken) {
            ([], e) => within(e),
            ([entered], Expr::Variable(v)) if *v == rule.arity => set_within(&entered.set),
            _ => false,
        };
        **n == Expr::Variable(0) && fixed && small
    })
}

/// `F(n) if n < L else F(n-L)`.
fn two_rounds(claim: &Claim, modulus: &Expr) -> Claim {
    let heap = Expr::Variable(0);
    let again = heap.clone() - modulus.clone();
    let first = Statement::Is(Cond::Compare(heap.clone(), Relation::Less, modulus.clone()));
    let with = |residue: Expr| {
        move |e: &Expr| match e {
            Expr::Binary(Operator::Remainder, n, _) if **n == Expr::Variable(0) => Some(residue.clone()),
            _ => None,
        }
    };
    let (now, later) = (with(heap), with(again));
    let now = Map { with: &now, quantified: &|v| v }.claim(claim);
    let later = Map { with: &later, quantified: &|v| v }.claim(claim);
    match (now, later) {
        (Claim::Previous(now), Claim::Previous(later)) => Claim::Previous(Statement::Any(vec![
            Statement::All(vec![first.clone(), now]),
            Statement::All(vec![first.negated(), later]),
        ])),
        (Claim::Value(now), Claim::Value(later)) => {
            let now = now.into_iter().map(|(cond, value)| {
                let cond = cond.map_or_else(|| first.clone(), |cond| Statement::All(vec![first.clone(), cond]));
                (Some(cond), value)
            });
            Claim::Value(now.chain(later).collect())
        }
        (other, _) => other,
    }
}
