//! Laws of P-positions: comparisons of two terms, remainders of one, and two such joined by `and` or `or`.
//!
//! Every comparison `s = t`, `s < t`, `s <= t` of two terms, every `t % k in R` and every `t in powers(2)` … is a set of
//! places, kept as bits over the sample. The law is one of them, its opposite, or the union or intersection of two: of
//! those that hold on all P-positions, and of those that hold on nothing else, few are left, so that all pairs can be
//! tried. A few exceptions among the smallest places are allowed, as misère play has them.

use grundy_core::prime::is_prime;
use grundy_notation::{Limits, Reader};

use super::judge::finding;
use super::sample::Sample;
use super::terms::{Term, compared, plus, residues};
use super::{Finding, weight};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::game::catalogue;
use crate::statement::evaluate::holds;
use crate::statement::{Claim, Spelt, Statement, lower};

/// A condition and the places where it holds.
#[derive(Debug, Clone)]
struct Atom {
    text: String,
    weight: u32,
    holds: Vec<u64>,
}

/// So many laws are told at most.
const MOST: usize = 2;
/// So many are judged.
const JUDGED: usize = 10;
/// Pairs are made of so many atoms of each kind.
const JOINED: usize = 600;
/// Laws that say the same are compared at places so many times as large, and up to so much more …
const FARTHER: u64 = 3;
const BEHIND: u64 = 4;
/// … for so many nodes each.
const EVALUATED: u64 = 10_000;
/// So many exceptions among the places …
const EXCEPTIONS: usize = 4;
/// … of at most this sum.
const SMALL: u64 = 6;

/// The simplest laws that agree with the sample.
///
/// # Errors
/// A spent budget.
pub(super) fn find(whole: &Sample, cx: &Context) -> Result<Vec<Finding>> {
    let sample = &*whole.head();
    let count = sample.previous.len();
    let losing = sample.previous.iter().filter(|p| **p).count();
    // what hardly ever happens, or hardly ever fails, says little
    if losing < 5 || count - losing < 5 {
        return few(whole, cx).map(|f| f.into_iter().collect());
    }
    let target = bits(&sample.previous);
    let mut laws: Vec<(u32, String)> = Vec::new();
    let mut above: Vec<Atom> = Vec::new();
    let mut below: Vec<Atom> = Vec::new();
    let mut consider = |holds: Vec<u64>, text: &dyn Fn() -> String| {
        let contains = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(a, b)| a & b == *b);
        let exact = holds == target;
        if exact {
            let text = text();
            laws.push((weight(&text), text));
            return;
        }
        let wrong: u32 = holds.iter().zip(&target).map(|(a, t)| (a ^ t).count_ones()).sum();
        if wrong as usize <= EXCEPTIONS
            && let Some(text) = with_exceptions(&text(), &holds, &target, sample)
        {
            laws.push((weight(&text), text));
        }
        let list = if contains(&holds, &target) {
            &mut above
        } else if contains(&target, &holds) && holds.iter().any(|w| *w != 0) {
            &mut below
        } else {
            return;
        };
        let text = text();
        list.push(Atom { weight: weight(&text), text, holds });
    };
    remainders(sample, cx, &mut |holds, text| consider(holds, text))?;
    let terms = if sample.names().len() == 2 { compared(sample) } else { plain(sample) };
    for (i, s) in terms.iter().enumerate() {
        cx.tick((count * (terms.len() - i)) as u64 / 16)?;
        for t in &terms[i + 1..] {
            comparisons(s, t, &mut |holds, text| consider(holds, text));
        }
    }
    let lightest = |atoms: &mut Vec<Atom>| {
        atoms.sort_by(|x, y| (x.weight, &x.text).cmp(&(y.weight, &y.text)));
        // of equal sets the simplest
        let mut seen = rustc_hash::FxHashSet::default();
        atoms.retain(|a| seen.insert(a.holds.clone()));
        atoms.truncate(JOINED);
    };
    lightest(&mut above);
    lightest(&mut below);
    // two conditions say much: the sample must say more
    let enough = losing.min(count - losing) as u32;
    let best = laws.iter().map(|l| l.0).min().unwrap_or(u32::MAX);
    for (list, word, join) in
        [(&above, "and", (|a, b| a & b) as fn(u64, u64) -> u64), (&below, "or", (|a, b| a | b) as fn(u64, u64) -> u64)]
    {
        for (i, x) in list.iter().enumerate() {
            for y in &list[i + 1..] {
                let weight = x.weight + y.weight + 1;
                if weight > best.min(enough) {
                    break;
                }
                if x.holds.iter().zip(&y.holds).zip(&target).all(|((a, b), t)| join(*a, *b) == *t) {
                    laws.push((weight, format!("{} {word} {}", x.text, y.text)));
                }
            }
            cx.tick(list.len() as u64)?;
        }
    }
    laws.sort();
    laws.dedup();
    let mut found: Vec<Finding> = Vec::new();
    let mut same = 0;
    for (weight, text) in laws.into_iter().take(JUDGED) {
        // a second law is told where neither is proved and neither is simpler
        if found.iter().any(|f| f.evidence.is_proved() || f.weight < weight) || found.len() + same >= MOST {
            break;
        }
        let Some(law) = finding(whole, Spelt::PPositions(text), cx)? else { continue };
        // `n in primes or n <= 1`, `n in primes or n <= 2`: the same set, which is told once, and proved if it can be
        match found.first_mut() {
            Some(told) if say_the_same(whole, told, &law, cx)? => {
                same += 1;
                if law.evidence.is_proved() {
                    *told = law;
                }
            }
            _ => found.push(law),
        }
    }
    Ok(found)
}

/// Do two laws that agree on the sample agree at places behind it as well? `false` where one has no value at one of these.
fn say_the_same(sample: &Sample, one: &Finding, other: &Finding, cx: &Context) -> Result<bool> {
    let (Some(one), Some(other)) = (condition(sample, one), condition(sample, other)) else { return Ok(false) };
    let names = sample.names();
    cx.tick(2 * sample.places.len() as u64)?;
    let shifts = (0..BEHIND.pow(names.len() as u32)).cycle();
    for (place, mut shift) in sample.places.iter().zip(shifts) {
        // these too have all remainders and are near the lines on which the sample has its own
        let mut farther = |n: &u64| {
            let added = shift % BEHIND;
            shift /= BEHIND;
            FARTHER * n + added
        };
        let place: Vec<u64> = place.iter().map(&mut farther).collect();
        let at = |statement: &Statement| holds(statement, &place, names, "", &cx.part(EVALUATED));
        match (at(&one), at(&other)) {
            (Ok(one), Ok(other)) if one == other => {}
            (Err(Error::Stopped(_)), _) | (_, Err(Error::Stopped(_))) => {
                cx.check()?;
                return Ok(false);
            }
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// What a finding says of the P-positions.
fn condition(sample: &Sample, finding: &Finding) -> Option<Statement> {
    let (claim, names) = (finding.claim.as_ref()?, sample.names());
    let read = Reader::new(Limits::default(), catalogue::GAMES).claim(claim, names).ok()?;
    match lower(&read, names).ok()? {
        Claim::Previous(statement) => Some(statement),
        Claim::Value(_) | Claim::Every(..) | Claim::Period { .. } => None,
    }
}

/// The P-positions one by one, if they are few and small.
fn few(sample: &Sample, cx: &Context) -> Result<Option<Finding>> {
    let places: Vec<&Vec<u64>> =
        sample.places.iter().zip(&sample.previous).filter(|(_, p)| **p).map(|(n, _)| n).collect();
    let small = places.iter().all(|n| n.iter().sum::<u64>() <= sample.reach / 4);
    if places.is_empty() || places.len() > 4 || !small {
        return Ok(None);
    }
    let law = listed(&places, sample);
    finding(sample, Spelt::PPositions(law), cx)
}

/// `a = 0 and b = 1 or a = 1 and b = 0`
fn listed(places: &[&Vec<u64>], sample: &Sample) -> String {
    let one = |place: &Vec<u64>| {
        let all: Vec<String> = sample.names().iter().zip(place).map(|(name, n)| format!("{name} = {n}")).collect();
        all.join(" and ")
    };
    places.iter().map(|p| one(p)).collect::<Vec<_>>().join(" or ")
}

fn bits(flags: &[bool]) -> Vec<u64> {
    flags.chunks(64).map(|word| word.iter().enumerate().fold(0, |w, (i, f)| w | u64::from(*f) << i)).collect()
}

fn plain(sample: &Sample) -> Vec<Term> {
    let mut terms: Vec<Term> = (0..=2i64).map(|c| Term::new(sample, c.to_string(), |_| Some(c))).collect();
    terms.extend(residues(sample));
    terms
}

/// Takes a condition: where it holds, and its text.
type Visit<'a> = dyn FnMut(Vec<u64>, &dyn Fn() -> String) + 'a;

/// The comparisons of two terms; where one has no value, nothing holds.
fn comparisons(s: &Term, t: &Term, visit: &mut Visit<'_>) {
    let number = |t: &Term| t.text.bytes().all(|b| b.is_ascii_digit());
    if number(s) && number(t) {
        return;
    }
    // numbers stand on the right
    let (s, t) = if number(s) { (t, s) } else { (s, t) };
    let (mut less, mut equal, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for (x, y) in s.at.chunks(64).zip(t.at.chunks(64)) {
        let (mut l, mut e, mut k) = (0u64, 0u64, 0u64);
        for (i, (x, y)) in x.iter().zip(y).enumerate() {
            if let (Some(x), Some(y)) = (x, y) {
                l |= u64::from(x < y) << i;
                e |= u64::from(x == y) << i;
                k |= 1 << i;
            }
        }
        less.push(l);
        equal.push(e);
        both.push(k);
    }
    let words = |f: fn(u64, u64, u64) -> u64| -> Vec<u64> {
        less.iter().zip(&equal).zip(&both).map(|((l, e), k)| f(*l, *e, *k)).collect()
    };
    type Sign = fn(u64, u64, u64) -> u64;
    let signs: [(&str, Sign); 6] = [
        ("=", |_, e, _| e),
        ("!=", |_, e, k| k & !e),
        ("<", |l, _, _| l),
        (">", |l, e, k| k & !l & !e),
        ("<=", |l, e, _| l | e),
        (">=", |l, _, k| k & !l),
    ];
    for (sign, f) in signs {
        // `<= 1` is said, and not `< 2`
        if number(t) && matches!(sign, "<" | ">=") {
            continue;
        }
        visit(words(f), &|| format!("{} {sign} {}", s.text, t.text));
    }
}

/// Conditions on one term: a small number of it, a remainder, membership in a named set.
fn remainders(sample: &Sample, cx: &Context, visit: &mut Visit<'_>) -> Result<()> {
    let count = sample.previous.len();
    let set = |holds: &dyn Fn(usize) -> bool| -> Vec<u64> { bits(&(0..count).map(holds).collect::<Vec<_>>()) };
    for term in residues(sample) {
        let t = term.operand();
        let value = |i: usize| term.at[i];
        let known = || term.at[..count].iter().flatten();
        // a remainder that comes once says nothing, as `bits(n) % 8` of numbers up to 2047
        let spread = known().max().zip(known().min()).map_or(0, |(most, least)| most - least + 1);
        for k in 2..=12i64 {
            if k as u64 * 4 > sample.reach || k > 2 && k * 2 > spread {
                break;
            }
            cx.tick(count as u64 / 16)?;
            // the remainders that P-positions have, and those that nothing else has
            let mut all = vec![(false, false); k as usize];
            for i in 0..count {
                if let Some(x) = value(i) {
                    let class = &mut all[x.rem_euclid(k) as usize];
                    if sample.previous[i] { class.0 = true } else { class.1 = true }
                }
            }
            let some: Vec<i64> = (0..k).filter(|&r| all[r as usize].0).collect();
            let only: Vec<i64> = (0..k).filter(|&r| all[r as usize] == (true, false)).collect();
            for residues in [some, only] {
                if residues.is_empty() || residues.len() as i64 == k || residues.len() > 6 {
                    continue;
                }
                let text = || match &residues[..] {
                    [r] => format!("{t} % {k} = {r}"),
                    many => {
                        let list: Vec<String> = many.iter().map(i64::to_string).collect();
                        format!("{t} % {k} in {{{}}}", list.join(","))
                    }
                };
                visit(set(&|i| value(i).is_some_and(|x| residues.contains(&x.rem_euclid(k)))), &text);
            }
        }
        cx.tick(count as u64 / 4)?;
        for c in 0..=4i64 {
            visit(set(&|i| value(i) == Some(c)), &|| format!("{} = {c}", term.text));
            if c > 0 {
                visit(set(&|i| value(i).is_some_and(|x| x <= c)), &|| format!("{} <= {c}", term.text));
                visit(set(&|i| value(i).is_some_and(|x| x > c)), &|| format!("{} > {c}", term.text));
            }
        }
        type Member = fn(i64) -> bool;
        let sets: [(&str, Member); 7] = [
            ("powers(2)", |x| x > 0 && x & (x - 1) == 0),
            ("powers(3)", |x| is_power(3, x)),
            ("powers(4)", |x| is_power(4, x)),
            ("squares", |x| x > 0 && x.isqrt().pow(2) == x),
            ("fibs", is_fibonacci),
            ("primes", |x| u64::try_from(x).is_ok_and(is_prime)),
            ("odds", |x| x > 0 && x % 2 == 1),
        ];
        if sample.names().len() > 1 || term.text == sample.names()[0] {
            for d in [0i64, 1, 2, -1] {
                let shifted = plus(&term.text, d);
                for (name, member) in sets {
                    visit(set(&|i| value(i).is_some_and(|x| member(x + d))), &|| format!("{shifted} in {name}"));
                }
                if sample.names().len() > 1 {
                    break;
                }
            }
        }
    }
    Ok(())
}

fn is_power(base: i64, mut x: i64) -> bool {
    while x > 1 && x % base == 0 {
        x /= base;
    }
    x == 1
}

fn is_fibonacci(x: i64) -> bool {
    let (mut a, mut b) = (1, 2);
    while a < x {
        (a, b) = (b, a + b);
    }
    a == x
}

/// The law with its exceptions, if there are few and all are among the smallest places.
fn with_exceptions(law: &str, holds: &[u64], target: &[u64], sample: &Sample) -> Option<String> {
    let at = |words: &[u64], i: usize| words[i / 64] >> (i % 64) & 1 == 1;
    let differ: Vec<usize> = (0..sample.places.len()).filter(|&i| at(holds, i) != at(target, i)).collect();
    let sum = |i: usize| sample.places[i].iter().sum::<u64>();
    if differ.iter().any(|&i| sum(i) > SMALL.min(sample.reach / 4)) {
        return None;
    }
    let more: Vec<&Vec<u64>> = differ.iter().filter(|&&i| at(target, i)).map(|&i| &sample.places[i]).collect();
    let less: Vec<usize> = differ.into_iter().filter(|&i| !at(target, i)).collect();
    if let Some(last) = less.iter().map(|&i| sum(i)).max() {
        // all small P-positions of the law beyond the exceptions
        let size = sample.names().join("+");
        let regular: Vec<&Vec<u64>> =
            (0..sample.places.len()).filter(|&i| sum(i) <= last && at(target, i)).map(|i| &sample.places[i]).collect();
        if regular.len() > EXCEPTIONS {
            return None;
        }
        let text = format!("{law} and {size} > {last}");
        let beyond: Vec<&Vec<u64>> = more.into_iter().filter(|p| p.iter().sum::<u64>() > last).chain(regular).collect();
        return Some(if beyond.is_empty() { text } else { format!("{text} or {}", listed(&beyond, sample)) });
    }
    Some(format!("{law} or {}", listed(&more, sample)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Evidence;
    use crate::guess::Kind;
    use crate::session::Session;
    use crate::words::Words;

    #[test]
    fn laws_that_say_the_same_are_known_from_others() {
        let cx = Context::default();
        let same = |game: &str, [one, other]: [&str; 2]| {
            let question = Session::new().game(game).unwrap();
            let sample = Sample::of(&question, question.game.coordinate_names().len().max(1), Some(40), &cx).unwrap();
            let law = |text: &str| {
                let found = Finding::new(Kind::PPositions, Words::same(text.to_owned()), Evidence::nothing(), 0);
                found.claiming(Spelt::PPositions(text.to_owned()))
            };
            say_the_same(&sample, &law(one), &law(other), &cx).unwrap()
        };
        let pairs = "{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}";
        assert!(same("take[1..3]", ["n in primes or n <= 1", "n in primes or n <= 2"]));
        assert!(!same("take[1..3]", ["n in primes or n <= 1", "n in primes or n <= 1 or n = 100"]));
        assert!(same(pairs, ["xor(a,b) = 1 or xor(a,b) = a%2", "xor(a,b) = 1 or xor(a,b) = b%2"]));
        assert!(!same(pairs, ["xor(a,b) = 1 or xor(a,b) = a%2", "xor(a,b) <= 1"]));
        assert!(!same(pairs, ["a = b", "a = b and a < 30"]));
    }
}
