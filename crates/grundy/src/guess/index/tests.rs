use super::*;
use crate::session::Session;

fn terms(number: u32, count: usize) -> Vec<u64> {
    ENTRIES.iter().find(|e| e.number == number).unwrap_or_else(|| panic!("A{number:06}")).first(count)
}

#[test]
fn the_index_is_large_and_without_repetition() {
    assert!(ENTRIES.len() >= 200, "{}", ENTRIES.len());
    assert!(ENTRIES.windows(2).all(|w| w[0].number < w[1].number));
    for entry in &*ENTRIES {
        let first = entry.first(40);
        // factorials and the like leave 64 bits early
        assert!(first.len() >= 16 && !entry.name.is_empty(), "{}: {}", entry.label(), first.len());
        assert_eq!(entry.first(20), first[..first.len().min(20)], "{}", entry.label());
    }
    for of in [|entry: &Entry| entry.name, |entry: &Entry| entry.chinese] {
        let names: std::collections::HashSet<&str> = ENTRIES.iter().map(of).collect();
        assert_eq!(names.len(), ENTRIES.len());
    }
}

/// A formula is the same in both languages.
#[test]
fn names_are_known_in_chinese() {
    for entry in &*ENTRIES {
        let is_chinese = entry.chinese.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert!(is_chinese || entry.name == entry.chinese.replace('，', ", "), "{}: {}", entry.label(), entry.chinese);
        let words = entry.name.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 3);
        let functions = ["floor", "ceiling", "sqrt"];
        assert!(is_chinese || words.into_iter().all(|word| functions.contains(&word)), "{}", entry.name);
    }
}

#[test]
fn no_two_entries_have_the_same_terms() {
    let mut seen: std::collections::HashMap<Vec<u64>, String> = std::collections::HashMap::new();
    for entry in &*ENTRIES {
        let key = [vec![entry.from], entry.first(60)].concat();
        if let Some(other) = seen.insert(key, entry.label()) {
            panic!("{} has the terms of {other}", entry.label());
        }
    }
}

#[test]
fn formulas_say_what_is_computed() {
    for entry in &*ENTRIES {
        let Some(formula) = entry.formula else { continue };
        let question = Session::new().claim("nim(n)", &format!("g = {formula}")).unwrap_or_else(|d| panic!("{d}"));
        let crate::claim::Claim::Value(cases) = &question.claim else { panic!("{formula}") };
        for (n, term) in (entry.from..).zip(entry.first(18)) {
            let value = crate::claim::value_of(cases, n, &Context::default()).unwrap();
            assert_eq!(value, crate::number::Int::from(term), "{} at {n}", entry.label());
        }
    }
}

/// Definitions in other words than those of the index.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of definitions")]
fn terms_agree_with_other_definitions() {
    // multiplicative functions by counting
    for (n, (d, (s, t))) in (1u64..60).zip(terms(5, 59).into_iter().zip(terms(203, 59).into_iter().zip(terms(10, 59))))
    {
        assert_eq!(d, (1..=n).filter(|k| n % k == 0).count() as u64);
        assert_eq!(s, (1..=n).filter(|k| n % k == 0).sum::<u64>());
        let gcd = |a: u64, b: u64| (1..=a.max(b)).rev().find(|k| a.is_multiple_of(*k) && b.is_multiple_of(*k)).unwrap();
        assert_eq!(t, (1..=n).filter(|k| gcd(n, *k) == 1).count() as u64);
    }
    // Wythoff's pairs by the least number not used
    let (lower, upper) = (terms(201, 60), terms(1950, 60));
    let mut used = std::collections::BTreeSet::new();
    for k in 1..=60u64 {
        let least = (1..).find(|n| !used.contains(n)).unwrap();
        assert_eq!((lower[k as usize - 1], upper[k as usize - 1]), (least, least + k));
        used.extend([least, least + k]);
    }
    // the sieve of Eratosthenes
    let mut sieve = vec![true; 600];
    for p in 2..600usize {
        (2 * p..600).step_by(p).for_each(|n| sieve[n] = false);
    }
    let primes: Vec<u64> = (2..600).filter(|n| sieve[*n]).map(|n| n as u64).collect();
    assert_eq!(terms(40, 90), primes[..90]);
    // Thue and Morse: write the complement behind
    let mut word = vec![0u64];
    while word.len() < 64 {
        word.extend(word.clone().iter().map(|x| 1 - x));
    }
    assert_eq!(terms(10_060, 64), word);
    // the Fibonacci word by its morphism
    let mut word = vec![0u64];
    while word.len() < 80 {
        word = word.iter().flat_map(|x| if *x == 0 { vec![0, 1] } else { vec![0] }).collect();
    }
    assert_eq!(terms(3849, 80), word[..80]);
    // partitions by Euler's pentagonal recurrence
    let mut euler: Vec<i64> = vec![1];
    for n in 1..60i64 {
        let term = |k: i64| {
            let (a, b) = (n - k * (3 * k - 1) / 2, n - k * (3 * k + 1) / 2);
            let at = |i: i64| if i < 0 { 0 } else { euler[i as usize] };
            (if k % 2 == 1 { 1 } else { -1 }) * (at(a) + at(b))
        };
        let next = (1..=n).map(term).sum();
        euler.push(next);
    }
    assert_eq!(terms(41, 60), euler.iter().map(|t| *t as u64).collect::<Vec<_>>());
    // Catalan numbers by convolution
    let mut catalan = vec![1u64];
    for n in 0..25usize {
        catalan.push((0..=n).map(|i| catalan[i] * catalan[n - i]).sum());
    }
    assert_eq!(terms(108, 26), catalan);
    // Josephus by playing
    for (n, last) in (1..40u64).zip(terms(6257, 40).into_iter().skip(1)) {
        let mut ring: std::collections::VecDeque<u64> = (1..=n).collect();
        while ring.len() > 1 {
            ring.rotate_left(1);
            ring.pop_front();
        }
        assert_eq!(ring[0], last);
    }
    // Stern by its recursion, Gray by neighbours that differ in one bit
    let stern = terms(2487, 80);
    assert!(
        (1..40).all(|n| stern[2 * n] == stern[n] && (2 * n + 1 >= 80 || stern[2 * n + 1] == stern[n] + stern[n + 1]))
    );
    let gray = terms(3188, 80);
    assert!(gray.windows(2).all(|w| (w[0] ^ w[1]).count_ones() == 1));
    assert!(terms(6068, 80).iter().zip(0u64..).all(|(x, n)| x ^ (x >> 1) == n));
    // derangements and involutions by their other recurrences; Bell numbers by binomials
    let derangements = terms(166, 18);
    assert!((1..18u64).all(|n| {
        let before = n * derangements[n as usize - 1];
        derangements[n as usize] == if n % 2 == 0 { before + 1 } else { before - 1 }
    }));
    let bell = terms(110, 18);
    for n in 0..17usize {
        let mut binomial = 1u64;
        let mut sum = 0;
        for (k, b) in bell.iter().enumerate().take(n + 1) {
            sum += binomial * b;
            binomial = binomial * (n - k) as u64 / (k as u64 + 1);
        }
        assert_eq!(bell[n + 1], sum);
    }
    // Golomb: n appears a(n) times
    let golomb = terms(1462, 100);
    assert!((1..15u64).all(|n| golomb.iter().filter(|t| **t == n).count() as u64 == golomb[n as usize - 1]));
    // Kolakoski: its run lengths are itself
    let kolakoski = terms(2, 100);
    let runs: Vec<u64> = kolakoski.chunk_by(|a, b| a == b).map(|r| r.len() as u64).collect();
    assert_eq!(runs[..runs.len() - 1], kolakoski[..runs.len() - 1]);
    // Kayles by its rule
    let mut kayles = vec![0u64; 60];
    for n in 1..60usize {
        let mut seen = std::collections::BTreeSet::new();
        for taken in 1..=2 {
            for left in 0..=n.saturating_sub(taken) {
                if n >= taken {
                    seen.insert(kayles[left] ^ kayles[n - taken - left]);
                }
            }
        }
        kayles[n] = (0..).find(|v| !seen.contains(v)).unwrap();
    }
    assert_eq!(terms(2186, 60), kayles);
    // well-known single terms
    for (number, index, term) in [
        (45, 50, 12_586_269_025),
        (984, 10, 184_756),
        (1006, 10, 2188),
        (720, 100, 25),
        (217, 99, 4950),
        (5185, 10, 6),
        (4001, 16, 8),
    ] {
        let entry = ENTRIES.iter().find(|e| e.number == number).unwrap();
        assert_eq!(entry.first(120)[(index - entry.from) as usize], term, "A{number:06}");
    }
}
