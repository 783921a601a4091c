use super::*;
use crate::rule::ir::{Expr, Item, Set};
use crate::testing::Random;

fn number(n: i64) -> Expr {
    Expr::Constant(Int::from(n))
}

fn run(from: i64, to: Option<i64>, step: i64) -> Item {
    Item::Range { from: number(from), to: to.map(number), step: number(step) }
}

fn set(items: Vec<Item>, except: Vec<Set>) -> Set {
    Set { items, except }
}

fn make(s: &Set) -> IntSet {
    IntSet::from_set(s).expect("a good set")
}

fn random_set(r: &mut Random, depth: u32) -> Set {
    let items = (0..1 + r.below(4))
        .map(|_| match r.below(9) {
            0 | 1 => Item::One(number(1 + r.below(30) as i64)),
            2 | 3 => run(1 + r.below(20) as i64, Some(r.below(60) as i64), 1 + r.below(4) as i64),
            4 => run(1 + r.below(20) as i64, None, 1 + r.below(6) as i64),
            5 => Item::Odds,
            6 => [Item::Squares, Item::Primes, Item::Fibonacci, Item::Powers(number(3))][r.below(4) as usize].clone(),
            7 => Item::Divisors(number(r.below(200) as i64)),
            _ if depth > 0 => Item::Nested(Box::new(random_set(r, depth - 1))),
            _ => Item::Evens,
        })
        .collect();
    let except = (0..r.below(3)).filter(|_| depth > 0).map(|_| random_set(r, depth - 1)).collect();
    set(items, except)
}

/// Membership straight from the definition.
fn plain(s: &Set, n: i64) -> bool {
    let value = |e: &Expr| i64::try_from(constant(e).unwrap()).unwrap();
    let item = |i: &Item| match i {
        Item::One(e) => value(e) == n,
        Item::Range { from, to, step } => {
            n >= value(from) && to.as_ref().is_none_or(|t| n <= value(t)) && (n - value(from)) % value(step) == 0
        }
        Item::Powers(b) => (0..20).any(|i| value(b).pow(i) == n),
        Item::Squares => (1..100).any(|i| i * i == n),
        Item::Fibonacci => [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610].contains(&n),
        Item::Primes => n > 1 && (2..n).all(|d| n % d != 0),
        Item::Odds => n % 2 == 1,
        Item::Evens => n % 2 == 0,
        Item::Divisors(e) => value(e) > 0 && value(e) % n == 0,
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
        let expected: Vec<u64> = (1..400).filter(|&n| plain(&s, n as i64)).collect();
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
            assert!(start == 1 || tail(start - 1) != plain(&s, start as i64 - 1), "start is least");
        } else if let Some(max) = made.max() {
            assert_eq!(Some(max), expected.last().map(|&n| Nat::from(n)));
        }
    }
    assert!(worked_out > 300, "{worked_out}");
}

#[test]
fn huge_ranges_stay_ranges() {
    let billion = make(&set(vec![run(1, Some(1_000_000_000), 1)], vec![]));
    assert_eq!(billion.pieces().unwrap().0.len(), 1);
    assert_eq!(billion.to_string(), "1..1000000000");
    let seven = set(vec![Item::One(number(7))], vec![]);
    let holed = make(&set(vec![run(1, Some(10i64.pow(18)), 1)], vec![seven]));
    assert_eq!(holed.to_string(), "1..6,8..1000000000000000000");
    assert!(!holed.contains(&Nat::from(7u8)));
    assert_eq!(holed.max(), Some(Nat::from(10u8).pow(18)));
}

#[test]
fn sets_print_in_one_way_and_compare_by_members() {
    let odds = make(&set(vec![Item::Odds], vec![]));
    assert_eq!(odds.to_string(), "odds");
    assert_eq!(odds, make(&set(vec![run(3, None, 2), Item::One(number(1))], vec![])));
    assert_eq!(odds, make(&set(vec![run(1, None, 1)], vec![set(vec![Item::Evens], vec![])])));
    assert_ne!(odds, make(&set(vec![Item::Evens], vec![])));
    let all_but = make(&set(vec![run(1, None, 1)], vec![set(vec![run(2, Some(4), 1)], vec![])]));
    assert_eq!(all_but.to_string(), "1,5..");
    assert_eq!(make(&set(vec![run(1, None, 1)], vec![])).to_string(), "1..");
    assert_eq!(make(&set([1, 3, 4].map(|n| Item::One(number(n))).to_vec(), vec![])).to_string(), "1,3,4");
    let fibs = make(&set(vec![Item::Fibonacci], vec![set(vec![Item::One(number(3))], vec![])]));
    assert_eq!(fibs.to_string(), "fibs except 3");
    assert!(!fibs.is_finite());
    let primes = make(&set(vec![Item::Primes, Item::One(number(1))], vec![]));
    assert_eq!(primes.to_string(), "primes,1");
    assert_eq!(primes.members_up_to(7).collect::<Vec<_>>(), [1, 2, 3, 5, 7]);
}

#[test]
fn numbers_below_one_are_refused() {
    for bad in [Item::One(number(0)), run(0, None, 1), run(-3, Some(2), 1), run(1, None, 0), Item::Powers(number(0))] {
        assert_eq!(IntSet::from_set(&set(vec![bad], vec![])).unwrap_err().kind, ErrorKind::Input);
    }
    assert!(make(&set(vec![run(1, Some(0), 1)], vec![])).is_empty());
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
