use grundy_core::number::Int;

use super::*;

fn listed<N: Number>(item: Item, size: i64, window: &Window<N>) -> Vec<Int> {
    let set = Set { items: vec![item], except: vec![] };
    let (cx, size) = (Context::default(), N::from_word(size));
    let (mut values, mut seen) = ([N::from_word(0)], Vec::new());
    let scope = Scope { size: &size, cx: &cx };
    let flow = members(&set, 0, &mut values, &scope, window, &mut |values| {
        seen.push(values[0].to_int());
        assert!(contains(&set, &values[0], values, &cx)?);
        Ok(ControlFlow::Continue(()))
    });
    assert!(matches!(flow, Ok(ControlFlow::Continue(()))));
    seen
}

#[test]
fn named_sets_go_up_to_the_size() {
    let number = |n: i64| Expr::Constant(Int::from(n));
    let cases: [(Item, &[i64]); 8] = [
        (Item::Powers(number(3)), &[1, 3, 9, 27]),
        (Item::Powers(number(1)), &[1]),
        (Item::Squares, &[1, 4, 9, 16, 25, 36]),
        (Item::Fibonacci, &[1, 2, 3, 5, 8, 13, 21, 34]),
        (Item::Primes, &[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]),
        (Item::Divisors(number(36)), &[1, 2, 3, 4, 6, 9, 12, 18, 36]),
        (Item::Divisors(number(0)), &[]),
        (Item::Range { from: number(-3), to: Some(number(9)), step: number(5) }, &[-3, 2, 7]),
    ];
    for (item, expected) in cases {
        let expected: Vec<Int> = expected.iter().map(|&n| Int::from(n)).collect();
        assert_eq!(listed::<i64>(item.clone(), 40, &Window::open()), expected, "{item:?}");
        assert_eq!(listed::<Int>(item.clone(), 40, &Window::open()), expected, "{item:?}");
        for low in [0, 2, 5, 7, 8] {
            let window = Window { low: Some(low), high: Some(19), ..Window::<i64>::open() };
            let inside: Vec<Int> =
                expected.iter().filter(|n| window.admits(&i64::try_from(*n).unwrap())).cloned().collect();
            assert_eq!(listed(item.clone(), 40, &window), inside, "{item:?} from {low}");
        }
    }
}

#[test]
fn prime_factors_are_the_primes_that_divide() {
    fn all<N: Number>() {
        let primes = listed(Item::Primes, 400, &Window::<N>::open());
        for n in 1..400i64 {
            for (low, high) in [(None, None), (Some(3), Some(19)), (Some(n / 2), None)] {
                let [low_bound, high_bound] = [low, high].map(|bound: Option<i64>| bound.map(N::from_word));
                let window =
                    Window { low: low_bound, high: high_bound, multiple: Some(N::from_word(n)), ..Window::open() };
                let inside =
                    |p: &Int| low.is_none_or(|low| *p >= low.into()) && high.is_none_or(|high| *p <= high.into());
                let divides = |p: &Int| i64::try_from(p.clone()).is_ok_and(|p| n % p == 0);
                let expected: Vec<Int> = primes.iter().filter(|p| inside(p) && divides(p)).cloned().collect();
                assert_eq!(listed(Item::Primes, 400, &window), expected, "{n}");
            }
        }
    }
    all::<i64>();
    all::<Int>();
}
