use super::*;
use crate::rule::reading::{taken, tidied};

const READ: [&str; 9] = [
    "{n -> n-1; n-p^k for p in primes for k in 1..}",
    "{n -> n-2^a*3^b for a in 0.. for b in 0..}",
    "{n -> n-k*(k+1)//2 for k in 1..}",
    "{n -> n-k*k-k*j-1 for k in 0.. for j in 2.. step 3}",
    "{n -> n-(k+7)%5-1 for k in 1..9; n-3}",
    "{n -> n-p*q for p in primes for q in primes}",
    "{n -> n-k for k in 2..n step 4 if k%3 != 1; n-5 if n >= 20}",
    "{n -> n-5^k-2 for k in 2..}",
    "{n -> n-f for f in fibs; n-s*3 for s in squares}",
];

/// What is taken from the first heaps leaves no other remainder.
#[test]
fn no_remainder_is_left_out() {
    for text in READ {
        let rule = tidied(text);
        let takings = Takings::of(&rule).expect(text);
        let (from_less, taken) = (taken(&rule, 40), taken(&rule, 700));
        // what is taken from the smaller heap is taken from the larger one
        assert!(from_less.iter().all(|k| taken.contains(k)), "{text}");
        for modulus in 1..30 {
            let left = takings.remainders(modulus).expect(text);
            assert!(taken.iter().all(|k| left[(k % modulus) as usize]), "{text} by {modulus}");
        }
    }
    let of = |text: &str, modulus: u64| Takings::of(&tidied(text)).unwrap().remainders(modulus).unwrap();
    assert_eq!(of(READ[0], 6), [false, true, true, true, true, true]);
    assert_eq!(of(READ[2], 3), [true, true, false]);
}

#[test]
fn what_asks_the_heap_is_not_read() {
    for text in [
        "{n -> n-k for k in 1..n//2}",
        "{n -> n-1; n-2 if n%3 = 0}",
        "{n -> n-1 if n < 9; n-2}",
        "{n -> n//2 if n > 0}",
        "{n -> n-k for k in divisors(n)}",
        "{n -> a & n-a for a in 1..}",
        "{n -> n-k^2+1 for k in 2..}",
        "{n -> n-2^k%7-1 for k in 0..}",
        "{n -> n-k*2^k for k in 1..}",
        "{n -> n-popcount(k)-1 for k in 1..}",
        // what is left out grows with the heap
        "{n -> n-1; n-k//1000 for k in {2000} except 1500..}",
        "{n -> n-1; n-k for k in primes except 1500.. step 3}",
        // these fail at a larger heap
        "{n -> n-1; n-k for k in primes if 100//(k-2003) != 7}",
        "{n -> n-k for k in primes if 2^k > 3; n-1}",
        "{n -> n-1; n-k for k in primes if k^400 > 5}",
        "{n -> n-1-a*2^k for a in 0.. for k in 1..}",
        "{n -> n-1-a^k for a in 1.. for k in 1..}",
        "{n -> n-1-a*k^400 for a in 0..1 for k in 1..}",
        "{n -> n-1-2*p^300-2*(j%3) for p in primes for j in 1..3; n-1}",
        "{n -> n-1-2^k-2*(j%3) for k in 1.. for j in 2..3; n-1}",
        "{n -> n-1; n-k for a in 1..3 for k in powers(2000-a)}",
        "{n -> n-1; n-k for a in primes for k in 1..9 step 2003-a}",
        "{n -> n-1; n-k-1 for a in primes for k in 0..(10//(2003-a))}",
    ] {
        assert!(Takings::of(&tidied(text)).is_none(), "{text}");
    }
}
