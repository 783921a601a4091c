//! Certificates of the theorem on returning windows, true and false ones, against a plain computation of the values.

use std::fmt::Write as _;

use grundy_verify::{Budget, Refused, Verdict, digest, verify};

const BUDGET: Budget<'static> = Budget { steps: 2_000_000_000, bytes: 1 << 28, cancel: None };

/// What is taken, must the parts differ, which numbers of heaps may be left.
type Digits = Vec<(usize, bool, Vec<usize>)>;

fn octal(digits: &[usize], unequal: bool) -> Digits {
    let counts = |d: usize| (0..3).filter(|j| d >> j & 1 == 1).collect::<Vec<_>>();
    let all = digits.iter().enumerate().map(|(i, &d)| (i + 1, unequal && d & 4 > 0, counts(d)));
    all.filter(|d| !d.2.is_empty()).collect()
}

fn values(digits: &Digits, size: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    let mut seen = vec![usize::MAX; 1 << 12];
    for n in 0..size {
        for (taken, unequal, counts) in digits.iter().filter(|d| d.0 <= n) {
            let left = n - taken;
            if left == 0 && counts.contains(&0) {
                seen[0] = n;
            }
            if left > 0 && counts.contains(&1) {
                seen[values[left]] = n;
            }
            if counts.contains(&2) {
                for a in (1..=left / 2).filter(|a| !(*unequal && 2 * a == left)) {
                    seen[values[a] ^ values[left - a]] = n;
                }
            }
        }
        values.push(seen.iter().position(|&s| s != n).unwrap());
    }
    values
}

/// The least period with its smallest preperiod, if the last two thirds have it.
fn period_of(values: &[usize]) -> Option<(usize, usize)> {
    let n = values.len();
    (1..n / 4).find_map(|p| {
        let from = (0..n - p).rev().find(|&i| values[i + p] != values[i]).map_or(0, |i| i + 1);
        (from < n / 3).then_some((from, p))
    })
}

#[derive(Clone, Debug)]
struct Claimed {
    preperiod: usize,
    period: usize,
    start: usize,
    window: usize,
    mask: usize,
    position: bool,
    rares: Vec<usize>,
    values: usize,
    largest: usize,
}

fn text(digits: &Digits, c: &Claimed) -> Vec<u8> {
    let mut text = "grundy certificate 1\nconvention normal\nrule code\n".to_owned();
    for (taken, unequal, counts) in digits {
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let word = if *unequal { "unequal" } else { "any" };
        let _ = writeln!(text, "digit {taken} {word} {}", counts.join(" "));
    }
    let _ = writeln!(text, "theorem sparse-window\npreperiod {}\nperiod {}\nsaltus 0", c.preperiod, c.period);
    let _ = writeln!(text, "last-exception {}\nn0 {}", c.preperiod as i64 - 1, c.start);
    let _ = writeln!(text, "proof-period {}\nvalues {}\nlargest {}", c.period, c.values, c.largest);
    let _ = writeln!(text, "mask {} {}", c.mask, if c.position { "position" } else { "plain" });
    if !c.rares.is_empty() {
        let rares: Vec<String> = c.rares.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "rares {}", rares.join(" "));
    }
    let _ = writeln!(text, "window {}", c.window);
    let sum = digest(text.as_bytes());
    let _ = writeln!(text, "digest {sum:016x}");
    text.into_bytes()
}

fn is_valid(digits: &Digits, c: &Claimed) -> bool {
    matches!(verify(&text(digits, c), &BUDGET), Ok(Verdict::Valid(_)))
}

/// A claim as an honest finder would make it, if there is one with a window of at most `most`.
fn claim(digits: &Digits, values: &[usize], (preperiod, period): (usize, usize), most: usize) -> Option<Claimed> {
    let last = digits.last()?.0;
    let splits: Vec<usize> = digits.iter().filter(|d| d.2.contains(&2)).map(|d| d.0).collect();
    let parity = splits.first()? % 2;
    let mut best: Option<Claimed> = None;
    for position in [false, true] {
        if position && (splits.iter().any(|t| t % 2 != parity) || period % 2 == 1) {
            continue;
        }
        for mask in 1..64usize {
            let rare = |n: usize| ((values[n] & mask).count_ones() % 2 == 1) == (position && (n + parity) % 2 == 1);
            let rares: Vec<usize> = (1..values.len()).filter(|&n| rare(n)).collect();
            let top = rares.last().copied().unwrap_or(0);
            let window = (top + last).max(last + 1).max(most);
            let start = preperiod.max(1).max((2 * top + last + 1).saturating_sub(window));
            let end = start + window + period;
            if top > most || end > values.len() {
                continue;
            }
            let largest = *values[..end].iter().max()?;
            let c = Claimed { preperiod, period, start, window, mask, position, rares, values: end, largest };
            if best.as_ref().is_none_or(|b| c.rares.len() < b.rares.len()) {
                best = Some(c);
            }
        }
    }
    best
}

fn games() -> Vec<Digits> {
    let mut all: Vec<Digits> = [
        &[7, 7][..],
        &[0, 7],
        &[1, 3, 7],
        &[4, 5],
        &[1, 5, 6],
        &[3, 5, 6],
        &[0, 2, 6],
        &[1, 0, 5],
        &[0, 5],
        &[5, 1],
        &[3, 4],
    ]
    .iter()
    .map(|digits| octal(digits, false))
    .collect();
    all.push(octal(&[0, 5], true));
    all
}

#[test]
fn true_claims_are_valid_and_changed_ones_are_not() {
    let (mut tried, mut positions) = (0, 0);
    for digits in games() {
        let values = values(&digits, 12_000);
        let Some(seen) = period_of(&values) else { continue };
        let Some(c) = claim(&digits, &values, seen, 400) else { continue };
        if !is_valid(&digits, &c) {
            continue;
        }
        tried += 1;
        positions += usize::from(c.position);
        let refused = |change: &dyn Fn(&mut Claimed)| {
            let mut other = c.clone();
            change(&mut other);
            assert!(!is_valid(&digits, &other), "{digits:?}\n{c:?}\n{other:?}");
        };
        for i in 0..c.rares.len() {
            refused(&|c| {
                c.rares.remove(i);
            });
        }
        let next = (1..c.values).find(|n| !c.rares.contains(n)).unwrap();
        refused(&|c| {
            c.rares.push(next);
            c.rares.sort_unstable();
        });
        // a window that does not reach to the partners of the last rare heap; one that begins too early
        let need = c.rares.last().unwrap_or(&0) + digits.last().unwrap().0;
        refused(&|c| (c.window, c.values) = (need - 1, c.start + need - 1 + c.period));
        if c.preperiod > 1 {
            refused(&|c| (c.start, c.values) = (c.preperiod - 1, c.preperiod - 1 + c.window + c.period));
        }
        refused(&|c| c.position = !c.position);
        refused(&|c| c.period += 1);
        refused(&|c| (c.period, c.values) = (c.period + 1, c.values + 1));
        refused(&|c| (c.period, c.values) = (2 * c.period, c.values + c.period));
        refused(&|c| c.preperiod += 1);
        if c.preperiod > 0 {
            refused(&|c| c.preperiod -= 1);
        }
        refused(&|c| c.start = 0);
        refused(&|c| c.values += 1);
        refused(&|c| c.largest += 1);
        refused(&|c| c.largest -= 1);
        refused(&|c| c.mask = 0);
    }
    assert!(tried >= 6 && positions >= 1, "{tried} {positions}");
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// Whatever is claimed: what is accepted holds for all values that a plain loop computes. Claims are made from short
/// beginnings, where much looks like a period that is none.
fn accepted(rounds: usize, size: usize, random: &mut Random) -> (usize, usize) {
    let (mut valid, mut tempting) = (0, 0);
    for _ in 0..rounds {
        let code: Vec<usize> = (0..1 + random.below(4)).map(|_| random.below(8)).collect();
        let mut digits = octal(&code, random.below(4) == 0);
        if random.below(5) == 0 {
            digits.insert(0, (0, random.below(2) == 0, vec![2]));
        }
        let values = values(&digits, size);
        for _ in 0..6 {
            let short = 30 + random.below(size / 4);
            let Some((preperiod, period)) = period_of(&values[..short]) else { continue };
            let period = period * (1 + random.below(2));
            let Some(mut c) = claim(&digits, &values, (preperiod, period), 1 + random.below(60)) else { continue };
            if random.below(3) == 0 {
                c.window = 1 + random.below(80);
                c.values = c.start + c.window + c.period;
                if c.values > size {
                    continue;
                }
                c.rares.retain(|&r| r < c.values);
                c.largest = *values[..c.values].iter().max().unwrap();
            }
            let holds = |n0: usize, p: usize| (n0..size - p).all(|n| values[n + p] == values[n]);
            let is_true = holds(preperiod, period)
                && (preperiod == 0 || values[preperiod - 1] != values[preperiod - 1 + period])
                && !(1..period).any(|q| period.is_multiple_of(q) && holds(preperiod, q));
            if is_valid(&digits, &c) {
                assert!(is_true, "{digits:?} {c:?}");
                valid += 1;
            } else {
                tempting += usize::from(!is_true);
            }
        }
    }
    (valid, tempting)
}

#[test]
fn nothing_false_is_accepted() {
    let (valid, tempting) = accepted(250, 700, &mut Random(88_172_645_463_325_252));
    assert!(valid > 50 && tempting > 50, "{valid} {tempting}");
}

#[test]
#[ignore = "long: thousands of codes against the plain loop"]
fn nothing_false_is_accepted_of_thousands() {
    let (valid, tempting) = accepted(20_000, 1200, &mut Random(20_261_120));
    assert!(valid > 5000 && tempting > 5000, "{valid} {tempting}");
}

#[test]
fn changed_bytes_and_hostile_numbers_end_at_once() {
    let started = std::time::Instant::now();
    let digits = octal(&[4, 5], false);
    let values = values(&digits, 3000);
    let c = claim(&digits, &values, period_of(&values).unwrap(), 300).unwrap();
    let text = text(&digits, &c);
    assert!(is_valid(&digits, &c), "{c:?}");
    let mut random = Random(7);
    for round in 0..2000 {
        let mut changed = text.clone();
        let at = random.below(text.len());
        match round % 3 {
            0 => changed.insert(at, b'0' + random.below(10) as u8),
            1 => drop(changed.remove(at)),
            _ => changed[at] ^= 1 + random.below(255) as u8,
        }
        assert!(changed == text || !matches!(verify(&changed, &BUDGET), Ok(Verdict::Valid(_))), "at {at}");
    }
    let body = String::from_utf8(text[..text.len() - 24].to_vec()).unwrap();
    let tight = Budget { steps: 1 << 30, bytes: 1 << 26, cancel: None };
    let most = (1u64 << 63) - 1;
    for key in ["period", "proof-period", "preperiod", "n0", "values", "largest", "mask", "rares", "window", "digit"] {
        let Some(line) = body.lines().find(|l| l.starts_with(&format!("{key} "))) else { continue };
        for number in [0, 1, most / 2, most] {
            let new = match key {
                "mask" => format!("mask {number} plain"),
                "digit" => format!("digit {number} any 2"),
                _ => format!("{key} {number}"),
            };
            let changed = body.replace(&format!("{line}\n"), &format!("{new}\n"));
            let sum = digest(changed.as_bytes());
            let result = verify(format!("{changed}digest {sum:016x}\n").as_bytes(), &tight);
            // bits of the mask above all values mean nothing
            assert!(changed == body || key == "mask" || !matches!(result, Ok(Verdict::Valid(_))), "{new}");
        }
    }
    // consistent, and far too large
    let p = 1u64 << 50;
    let head = body.split_once("theorem").unwrap().0;
    let huge = format!(
        "{head}theorem sparse-window\npreperiod 5\nperiod {p}\nsaltus 0\nlast-exception 4\nn0 1000\nproof-period {p}\n\
         values {}\nlargest 9\nmask 1 plain\nwindow 500\n",
        p + 1500
    );
    let sum = digest(huge.as_bytes());
    let refusal = verify(format!("{huge}digest {sum:016x}\n").as_bytes(), &tight).unwrap_err();
    assert_eq!(refusal.kind, Refused::Steps);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
