//! Take p to q, where p and q may depend on parameters.
//!
//! Example: p = 2, q = 3: the values are 0 0 1 1 2, 0 0 1 1 2, … with period 5.
//!
//! **Theorem.** For 1 ≤ p ≤ q let r = n mod (p+q). Then g(n) = ⌊r/p⌋, and in misère play n is P exactly if p ≤ r < 2p: an interval
//! has [small gaps](small_gaps).
//!
//! With q < p there is no move: the value is 0, and misère play is won. Where p = 1, n mod 1 = 0 says that too. Without q the value
//! is ⌊n/p⌋ ([`small_gaps::AT_LEAST`]).
//!
//! A rule of several coordinates of which a move lowers one, by numbers between bounds that speak of the others alone, is
//! such a game for each value of the others: `{(n,m) -> (n-k,m) for k in 1..m}` has the values n mod (m+1).
//!
//! **Multiples.** Where p·d, (p+1)·d, …, q·d may be taken, n mod d never changes, and ⌊n/d⌋ is a heap from which p to q may be
//! taken. So the laws are those of an interval from p·d to q·d: ⌊⌊n/d⌋ mod (p+q) / p⌋ = ⌊n mod (p+q)d / pd⌋.
//!
//! **All but one.** Of 1 to m without k, and of all numbers without k, the law is that of [`all_but_one`]; where k > m nothing is left out.
//!
//! **Two numbers.** Of any p and q the law is that of [`two_numbers`], with the smaller one first: which it is need not be known,
//! for `min(p,q)` says it.
//!
//! Cost: the comparison of two normal forms. Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your
//! Mathematical Plays, 1982, chapter 4; T. S. Ferguson, On sums of graph games with last player losing, 1974 (misère).

use grundy_automata::linear::Linear;
use grundy_core::{Convention, Theorem};
use grundy_notation::ast::Operator;
use grundy_notation::{Limits, Reader};

use crate::engine::closed_form::{all_but_one, small_gaps, two_numbers};
use crate::game::catalogue;
use crate::rule::ir;
use crate::rule::measure::linear_form;
use crate::rule::spell;
use crate::statement::{Cases, Claim, Spelt, lower};

/// Every multiple of a number from the p-th to the q-th may be taken.
pub(crate) static MULTIPLES: Theorem = Theorem {
    id: "take-multiples",
    statement: "if any of p*d, (p+1)*d, ..., q*d may be taken, the value of n is that of n//d where any number from p to q may be \
                taken",
    chinese: "若可取 p*d、(p+1)*d、……、q*d 中的任意个，则 n 的值是可取 p 到 q 中任意个时 n//d 的值",
    reference: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays, 1982",
};

/// A claim that a theorem makes.
#[derive(Debug, Clone)]
pub(crate) struct Law {
    pub(crate) spelt: Spelt,
    pub(crate) claim: Claim,
    pub(crate) theorem: &'static Theorem,
}

/// What may be taken, where the hypotheses hold.
pub(crate) struct Bounds<'a> {
    taken: Taken<'a>,
    /// The coordinate that is the heap.
    pub(crate) heap: usize,
}

/// What may be taken.
enum Taken<'a> {
    /// Everything from the first to the second, or from there on.
    Interval(&'a ir::Expr, Option<&'a ir::Expr>),
    /// The same, where the second may be less than the first: then there is no move.
    MaybeEmpty(&'a ir::Expr, &'a ir::Expr),
    /// The multiples of a number from the first to the second.
    Multiples(&'a ir::Expr, &'a ir::Expr),
    /// Everything but the first, up to the second or without end.
    AllBut(&'a ir::Expr, Option<&'a ir::Expr>),
    /// One of two numbers. Is the first known to be no greater?
    Two([&'a ir::Expr; 2], bool),
}

/// The least value of a form where every variable is at least `low`; `None` where none is known.
pub(crate) fn least_from(form: &Linear, low: i64) -> Option<i64> {
    least_of(form, |_| low)
}

/// The same where each variable has a bound of its own.
pub(crate) fn least_of(form: &Linear, low: impl Fn(usize) -> i64) -> Option<i64> {
    form.terms().try_fold(
        form.constant_term(),
        |sum, (v, c)| {
            if c >= 0 { sum.checked_add(c.checked_mul(low(v))?) } else { None }
        },
    )
}

/// What the theorem says of a rule of several coordinates, whatever the other ones are.
pub(crate) fn of_rule(rule: &ir::Rule, names: &[String], convention: Convention) -> Vec<Law> {
    if rule.arity < 2 || names.len() != rule.arity {
        return Vec::new();
    }
    bounds(rule, 0, false).map_or_else(Vec::new, |bounds| stated(&bounds, names, convention))
}

/// The claims about a game with these bounds.
pub(crate) fn stated(bounds: &Bounds<'_>, names: &[String], convention: Convention) -> Vec<Law> {
    let n = &names[bounds.heap];
    let (from, to, theorem) = match bounds.taken {
        Taken::Interval(from, to) => (from, to, &small_gaps::INTERVAL),
        Taken::Multiples(from, to) => (from, Some(to), &MULTIPLES),
        Taken::MaybeEmpty(from, to) => {
            let [p, q] = [from, to].map(|number| spell::expr(number, names));
            let residue = format!("{n} % ({})", sum([from, to], names).unwrap_or_else(|| format!("{p}+{q}")));
            let claims = match convention {
                Convention::Normal => {
                    let values = Cases::new("0").but(format!("{residue} // ({p})"), format!("{p} <= {q}"));
                    vec![Spelt::Values(values), Spelt::p_positions(format!("{p} > {q} or {residue} < {p}"))]
                }
                Convention::Misere => {
                    vec![Spelt::p_positions(format!("{p} <= {q} and {p} <= {residue} and {residue} < 2*({p})"))]
                }
            };
            return read(claims, names, &small_gaps::INTERVAL);
        }
        Taken::Two(both, ascend) => {
            let [p, q] = both.map(|number| spell::expr(number, names));
            let round = sum(both, names).unwrap_or_else(|| format!("{p}+{q}"));
            let residue = format!("{n} % ({round})");
            let claims = if convention == Convention::Normal { of_two(&residue, &p, &q, ascend) } else { Vec::new() };
            return read(claims, names, &two_numbers::THEOREM);
        }
        Taken::AllBut(k, to) => {
            let claims = all_but_one(n, k, to, names, convention);
            return read(claims, names, &all_but_one::THEOREM);
        }
    };
    let p = spell::expr(from, names);
    let one = *from == ir::Expr::Constant(1.into());
    let round = |q: &str| to.and_then(|to| sum([from, to], names)).unwrap_or_else(|| format!("{p}+{q}"));
    let (claims, theorem) = match (convention, to.map(|to| spell::expr(to, names))) {
        (Convention::Normal, None) => (
            vec![Spelt::values(format!("{n} // ({p})")), Spelt::p_positions(format!("{n} < {p}"))],
            &small_gaps::AT_LEAST,
        ),
        // automata know what is linear
        (Convention::Misere, None) => (Vec::new(), theorem),
        (Convention::Normal, Some(q)) if one => {
            (vec![Spelt::values(format!("{n} % ({q}+1)")), Spelt::p_positions(format!("{n} % ({q}+1) = 0"))], theorem)
        }
        (Convention::Normal, Some(q)) => (
            vec![
                Spelt::values(format!("{n} % ({}) // ({p})", round(&q))),
                Spelt::p_positions(format!("{n} % ({}) < {p}", round(&q))),
            ],
            &small_gaps::INTERVAL,
        ),
        (Convention::Misere, Some(q)) if one => (vec![Spelt::p_positions(format!("{n} % ({q}+1) = 1"))], theorem),
        (Convention::Misere, Some(q)) => {
            (vec![Spelt::p_positions(format!("{p} <= {n} % ({}) < 2*({p})", round(&q)))], theorem)
        }
    };
    read(claims, names, theorem)
}

/// The sum of two expressions that are linear, as a person writes it: `2*m+7` for `m` and `m+7`.
fn sum(both: [&ir::Expr; 2], names: &[String]) -> Option<String> {
    let [one, other] = both.map(|e| linear_form(e, names.len(), 0));
    let sum = one?.plus(&other?)?;
    let mut terms: Vec<String> = Vec::new();
    for (variable, factor) in sum.terms().filter(|(_, factor)| *factor != 0) {
        let name = names.get(variable)?;
        terms.push(if factor == 1 { name.clone() } else { format!("{factor}*{name}") });
    }
    if sum.constant_term() != 0 || terms.is_empty() {
        terms.push(sum.constant_term().to_string());
    }
    Some(terms.join("+").replace("+-", "-"))
}

/// What is claimed of a heap from which any number but k may be taken, up to `to` if there is an end.
fn all_but_one(n: &str, k: &ir::Expr, to: Option<&ir::Expr>, names: &[String], convention: Convention) -> Vec<Spelt> {
    let value = |r: &str, k: &str| format!("{r} % ({k}) + ({k}) * ({r} // (2*({k})))");
    let spelt = spell::expr(k, names);
    let Some(to) = to else {
        return match convention {
            Convention::Normal => {
                vec![Spelt::values(value(n, &spelt)), Spelt::p_positions(format!("{n} = 0 or {n} = {spelt}"))]
            }
            Convention::Misere => Vec::new(),
        };
    };
    let m = spell::expr(to, names);
    let more = to.clone() + ir::Expr::Constant(1.into());
    let round = sum([&more, k], names).unwrap_or_else(|| format!("{m}+{spelt}+1"));
    let (k, r) = (spelt, format!("{n} % ({round})"));
    let lost = |value: &str, long: String| {
        let nothing_left_out = format!("{k} > {m} and {n} % ({m}+1) = {value}");
        let short = format!("{k} <= {m} and 2*({k}) > {m} and {n} % ({k}) = {value}");
        Spelt::p_positions(format!("{nothing_left_out} or {short} or 2*({k}) <= {m} and ({long})"))
    };
    match convention {
        Convention::Normal => {
            let values = Cases::new(value(&r, &k))
                .but(format!("{n} % ({k})"), format!("2*({k}) > {m}"))
                .but(format!("{n} % ({m}+1)"), format!("{k} > {m}"));
            vec![Spelt::Values(values), lost("0", format!("{r} = 0 or {r} = {k}"))]
        }
        Convention::Misere => vec![lost("1", format!("{} = 1", value(&r, &k)))],
    }
}

/// What is claimed of a heap from which one of two numbers may be taken.
fn of_two(residue: &str, p: &str, q: &str, ascend: bool) -> Vec<Spelt> {
    let (low, high) = match ascend {
        true => (format!("({p})"), q.to_owned()),
        false => (format!("min({p},{q})"), format!("max({p},{q})")),
    };
    let parity = match p {
        "1" => format!("{residue} % 2"),
        _ => format!("{residue} // {low} % 2"),
    };
    let values = Cases::new(format!("2 - {parity}")).but(parity.clone(), format!("{residue} < {high}"));
    vec![Spelt::Values(values), Spelt::p_positions(format!("{residue} < {high} and {parity} = 0"))]
}

/// The claims of a theorem, about coordinates with these names.
fn read(claims: Vec<Spelt>, names: &[String], theorem: &'static Theorem) -> Vec<Law> {
    let mut reader = Reader::new(Limits::default(), catalogue::GAMES);
    let read = |spelt: Spelt| {
        let claim = reader.claim(&spelt.to_string(), names).ok()?;
        Some(Law { spelt: Spelt::of(&claim), claim: lower(&claim, names).ok()?, theorem })
    };
    claims.into_iter().filter_map(read).collect()
}

/// p and q, where the hypotheses hold for all values of the other coordinates from `low` on; `never_empty` says that the
/// range is none of a member otherwise.
pub(crate) fn bounds(rule: &ir::Rule, low: i64, never_empty: bool) -> Option<Bounds<'_>> {
    if let Some(bounds) = listed(rule, low) {
        return Some(bounds);
    }
    let [alternative] = &rule.alternatives[..] else { return None };
    let (heap, set) = taking(rule, alternative)?;
    if let Some((k, to)) = all_but(set, rule.arity, heap, low) {
        return Some(Bounds { taken: Taken::AllBut(k, to), heap });
    }
    let [item] = &set.items[..] else { return None };
    let (from, to) = match item {
        _ if !set.except.is_empty() => return None,
        ir::Item::One(e) => (e, Some(e)),
        ir::Item::Range { from, to, step: ir::Expr::Constant(step) } if *step == 1.into() => (from, to.as_ref()),
        _ => return None,
    };
    let first = linear_form(from, rule.arity, 0)?;
    if first.has(heap) || least_from(&first, low)? < 1 {
        return None;
    }
    // an open range ends at the size of the position, which is no less than the heap; so does one up to the heap
    let last = match to {
        None => return Some(Bounds { taken: Taken::Interval(from, None), heap }),
        Some(to) => linear_form(to, rule.arity, 0)?,
    };
    if last == Linear::variable(heap) {
        return Some(Bounds { taken: Taken::Interval(from, None), heap });
    }
    if last.has(heap) {
        return None;
    }
    let fits = never_empty
        || least_from(&last.minus(&first)?, low).is_some_and(|gap| gap >= 0)
        || first.value() == Some(1) && least_from(&last, low).is_some_and(|to| to >= 0);
    if fits {
        return Some(Bounds { taken: Taken::Interval(from, to), heap });
    }
    let never_negative = least_from(&last, low).is_some_and(|to| to >= 0);
    Some(Bounds { taken: Taken::MaybeEmpty(from, to.filter(|_| never_negative)?), heap })
}

/// The heap of a move that takes from it, by a number of a set, and does nothing else.
fn taking<'r>(rule: &ir::Rule, alternative: &'r ir::Alternative) -> Option<(usize, &'r ir::Set)> {
    let ([entered], [], [part]) = (&alternative.loops[..], &alternative.guards[..], &alternative.parts[..]) else {
        return None;
    };
    if part.game.is_some() || rule.loopy {
        return None;
    }
    Some((taken_from(rule.arity, part)?, &entered.set))
}

/// The number that alone may not be taken, where it is at least 1, and the last that may be; neither depends on the heap.
fn all_but(set: &ir::Set, arity: usize, heap: usize, low: i64) -> Option<(&ir::Expr, Option<&ir::Expr>)> {
    let ([ir::Item::Range { from, to, step }], [except]) = (&set.items[..], &set.except[..]) else { return None };
    let one = ir::Expr::Constant(1.into());
    if *from != one || *step != one {
        return None;
    }
    let ([ir::Item::One(k)], []) = (&except.items[..], &except.except[..]) else { return None };
    let form = linear_form(k, arity, 0)?;
    if form.has(heap) || least_from(&form, low)? < 1 {
        return None;
    }
    let Some(to) = to else { return Some((k, None)) };
    let last = linear_form(to, arity, 0)?;
    if last == Linear::variable(heap) {
        return Some((k, None));
    }
    (!last.has(heap) && least_from(&last, low)? >= 0).then_some((k, Some(to)))
}

/// Numbers that are listed and follow each other, or are the multiples of one number that follow each other.
fn listed(rule: &ir::Rule, low: i64) -> Option<Bounds<'_>> {
    let mut all = Vec::new();
    let mut heaps = Vec::new();
    for alternative in &rule.alternatives {
        let (heap, set) = taking(rule, alternative)?;
        heaps.push(heap);
        for item in &set.items {
            let ir::Item::One(e) = item else { return None };
            let form = linear_form(e, rule.arity, 0)?;
            if form.has(heap) || !set.except.is_empty() {
                return None;
            }
            all.push((least_from(&form, low)?, form, e));
        }
    }
    let heap = *heaps.first()?;
    if all.len() < 2 || heaps.iter().any(|other| *other != heap) {
        return None;
    }
    all.sort_by_key(|(least, ..)| *least);
    let ((least, first, from), (.., to)) = (all.first()?, all.last()?);
    let distance = all[1].1.minus(first)?;
    let even = all.windows(2).all(|pair| pair[1].1.minus(&pair[0].1).is_some_and(|gap| gap == distance));
    let apart = least_from(&distance, low);
    if !even || *least < 1 {
        return None;
    }
    if distance.value() == Some(1) {
        return Some(Bounds { taken: Taken::Interval(from, Some(to)), heap });
    }
    // the first is p times the distance
    if let Some(p) = apart.filter(|&apart| apart >= 1).map(|apart| least / apart)
        && p >= 1
        && distance.scaled(p)? == *first
    {
        return Some(Bounds { taken: Taken::Multiples(from, to), heap });
    }
    let [(_, one, p), (_, other, q)] = &all[..] else { return None };
    let ascend = |low_one: &Linear, high: &Linear| least_from(&high.minus(low_one)?, low).filter(|gap| *gap >= 0);
    let taken = match (ascend(one, other), ascend(other, one)) {
        (Some(_), _) => Taken::Two([p, q], true),
        (None, Some(_)) => Taken::Two([q, p], true),
        (None, None) => Taken::Two([p, q], false),
    };
    Some(Bounds { taken, heap })
}

/// The coordinate h of a part (…, h-k, …) with the loop variable k and all else unchanged.
fn taken_from(arity: usize, part: &ir::Part) -> Option<usize> {
    let variable = |e: &ir::Expr, v: usize| *e == ir::Expr::Variable(v);
    let mut changed = part.coordinates.iter().enumerate().filter(|(v, e)| !variable(e, *v));
    let (heap, e) = changed.next()?;
    let taken = match e {
        ir::Expr::Binary(Operator::Subtract, n, k) => variable(n, heap) && variable(k, arity),
        _ => false,
    };
    (taken && changed.next().is_none()).then_some(heap)
}
