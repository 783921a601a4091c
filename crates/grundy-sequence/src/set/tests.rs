use grundy_core::testing::Random;

use super::*;

/// A set as it is defined.
#[derive(Debug, Clone)]
struct Set {
    items: Vec<Item>,
    except: Vec<Set>,
}

#[derive(Debug, Clone)]
enum Item {
    One(u64),
    Run(u64, Option<u64>, u64),
    Odds,
    Evens,
    Powers(u64),
    Divisors(u64),
    Named(Named),
    Nested(Box<Set>),
}

use Item::{Evens, Odds, One, Run};

fn set(items: Vec<Item>, except: Vec<Set>) -> Set {
    Set { items, except }
}

fn made(item: &Item) -> IntSet {
    let run = |from: u64, to: Option<u64>, step: u64| {
        IntSet::progression(&Nat::from(from), to.map(Nat::from).as_ref(), &Nat::from(step))
    };
    match item {
        One(n) => Nat::from(*n).into(),
        Run(from, to, step) => run(*from, *to, *step),
        Odds => run(1, None, 2),
        Evens => run(2, None, 2),
        Item::Powers(base) => IntSet::powers(Nat::from(*base)),
        Item::Divisors(n) => IntSet::divisors(Nat::from(*n)),
        Item::Named(named) => named.clone().into(),
        Item::Nested(set) => make(set),
    }
}

fn make(s: &Set) -> IntSet {
    let base = IntSet::union(s.items.iter().map(made));
    if s.except.is_empty() { base } else { base.except(IntSet::union(s.except.iter().map(make))) }
}

fn random_set(r: &mut Random, depth: u32) -> Set {
    let items = (0..1 + r.below(4))
        .map(|_| match r.below(9) {
            0 | 1 => One(1 + r.below(30)),
            2 | 3 => Run(1 + r.below(20), Some(r.below(60)), 1 + r.below(4)),
            4 => Run(1 + r.below(20), None, 1 + r.below(6)),
            5 => Odds,
            6 => match r.below(4) {
                0 => Item::Named(Named::Squares),
                1 => Item::Named(Named::Primes),
                2 => Item::Named(Named::Fibonacci),
                _ => Item::Powers(3),
            },
            7 => Item::Divisors(r.below(200)),
            _ if depth > 0 => Item::Nested(Box::new(random_set(r, depth - 1))),
            _ => Evens,
        })
        .collect();
    let except = (0..r.below(3)).filter(|_| depth > 0).map(|_| random_set(r, depth - 1)).collect();
    set(items, except)
}

/// Membership straight from the definition.
fn plain(s: &Set, n: u64) -> bool {
    let item = |i: &Item| match i {
        One(k) => *k == n,
        Run(from, to, step) => n >= *from && to.is_none_or(|t| n <= t) && (n - from).is_multiple_of(*step),
        Item::Powers(b) => (0..20).any(|i| b.pow(i) == n),
        Item::Named(Named::Squares) => (1..100).any(|i| i * i == n),
        Item::Named(Named::Fibonacci) => [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610].contains(&n),
        Item::Named(Named::Primes) => n > 1 && (2..n).all(|d| !n.is_multiple_of(d)),
        Item::Named(other) => panic!("{other:?} is not drawn"),
        Odds => !n.is_multiple_of(2),
        Evens => n.is_multiple_of(2),
        Item::Divisors(k) => *k > 0 && k % n == 0,
        Item::Nested(s) => plain(s, n),
    };
    s.items.iter().any(item) && !s.except.iter().any(|e| plain(e, n))
}

#[test]
fn random_sets_have_the_members_of_their_definition() {
    let mut r = Random::new(88_172_645_463_325_252);
    let mut worked_out = 0;
    for _ in 0..1500 {
        let s = random_set(&mut r, 2);
        let made = make(&s);
        let expected: Vec<u64> = (1..400).filter(|&n| plain(&s, n)).collect();
        assert_eq!(made.members_up_to(399).collect::<Vec<_>>(), expected, "{s:?}");
        for n in 1..400u64 {
            assert_eq!(made.contains(&Nat::from(n)), expected.binary_search(&n).is_ok());
        }
        let Some(pieces) = made.pieces() else { continue };
        worked_out += 1;
        for bound in [0u64, 1, 17, 399] {
            let count = expected.iter().filter(|&&n| n <= bound).count();
            assert_eq!(pieces.count_up_to(&Nat::from(bound)), Nat::from(count));
        }
        if let Some(form) = made.eventually_periodic() {
            let start = to_u64(&form.start).unwrap();
            let tail = |n: u64| form.residues.binary_search(&(n % form.period)).is_ok();
            for n in 1..400u64 {
                let has = if n < start { form.below.contains(&Nat::from(n)) } else { tail(n) };
                assert_eq!(has, expected.binary_search(&n).is_ok());
            }
            assert!(start == 1 || tail(start - 1) != plain(&s, start - 1), "start is least");
        } else if let Some(max) = made.max() {
            assert_eq!(Some(max), expected.last().map(|&n| Nat::from(n)));
        }
    }
    assert!(worked_out > 300, "{worked_out}");
}

#[test]
fn huge_ranges_stay_ranges() {
    let billion = make(&set(vec![Run(1, Some(1_000_000_000), 1)], vec![]));
    assert_eq!(billion.pieces().unwrap().0.len(), 1);
    assert_eq!(billion.to_string(), "1..1000000000");
    let seven = set(vec![One(7)], vec![]);
    let holed = make(&set(vec![Run(1, Some(10u64.pow(18)), 1)], vec![seven]));
    assert_eq!(holed.to_string(), "1..6,8..1000000000000000000");
    assert!(!holed.contains(&Nat::from(7u8)));
    assert_eq!(holed.max(), Some(Nat::from(10u8).pow(18)));
}

#[test]
fn sets_print_in_one_way_and_compare_by_members() {
    let odds = make(&set(vec![Odds], vec![]));
    assert_eq!(odds.to_string(), "odds");
    assert_eq!(odds, make(&set(vec![Run(3, None, 2), One(1)], vec![])));
    assert_eq!(odds, make(&set(vec![Run(1, None, 1)], vec![set(vec![Evens], vec![])])));
    assert_ne!(odds, make(&set(vec![Evens], vec![])));
    let all_but = make(&set(vec![Run(1, None, 1)], vec![set(vec![Run(2, Some(4), 1)], vec![])]));
    assert_eq!(all_but.to_string(), "1,5..");
    assert_eq!(make(&set(vec![Run(1, None, 1)], vec![])).to_string(), "1..");
    assert_eq!(make(&set([1, 3, 4].map(One).to_vec(), vec![])).to_string(), "1,3,4");
    let fibs = make(&set(vec![Item::Named(Named::Fibonacci)], vec![set(vec![One(3)], vec![])]));
    assert_eq!(fibs.to_string(), "fibs except 3");
    assert!(!fibs.is_finite());
    let primes = make(&set(vec![Item::Named(Named::Primes), One(1)], vec![]));
    assert_eq!(primes.to_string(), "1,primes");
    assert_eq!(primes.members_up_to(7).collect::<Vec<_>>(), [1, 2, 3, 5, 7]);
}

#[test]
fn zeros_are_left_out() {
    let numbers = |set: IntSet| set.members_up_to(9).collect::<Vec<_>>();
    let run = |from: u64, to: u64, step: u64| IntSet::progression(&from.into(), Some(&to.into()), &step.into());
    assert_eq!(numbers(run(0, 9, 3)), [3, 6, 9]);
    assert_eq!(numbers(run(2, 4, 0)), [2, 3, 4]);
    assert!(run(1, 0, 1).is_empty() && run(0, 2, 3).is_empty() && IntSet::from(Nat::ZERO).is_empty());
    assert_eq!(numbers(IntSet::powers(Nat::ZERO)), [1]);
}

#[test]
fn primes_are_primes() {
    let primes = Named::Primes;
    assert_eq!(primes.members_up_to(1_000_000).count(), 78_498);
    assert!(primes.contains(&Nat::from(1_000_000_007u64)));
    assert!(!primes.contains(&Nat::from(3_215_031_751u64)), "a strong pseudoprime to 2, 3, 5 and 7");
    let squares: Vec<u64> = Named::Squares.members_up_to(30).collect();
    assert_eq!(squares, [1, 4, 9, 16, 25]);
}

#[test]
fn what_a_set_leaves_out_is_not_counted_twice() {
    let numbers = || IntSet::from_iter([8, 24]);
    let with_primes = IntSet::union([IntSet::from(Named::Primes), numbers()]);
    assert_eq!(with_primes.except(IntSet::from(Named::Primes)), numbers());
}
