//! Certificates of rows made here, by brute force, and what becomes of them when a number is changed.

use std::fmt::Write as _;

use grundy_verify::{Budget, Verdict, digest, verify};

const BUDGET: Budget<'static> = Budget { steps: 1 << 32, bytes: 1 << 26, cancel: None };

/// Moves that take the first pair once and the second k times, for k = first, first + stride, … up to the last.
type Move = ([usize; 2], [usize; 2], usize, usize, Option<usize>);

const WYTHOFF: [Move; 3] = [([0, 0], [1, 0], 1, 1, None), ([0, 0], [0, 1], 1, 1, None), ([0, 0], [1, 1], 1, 1, None)];

/// Values of the places (a, b) by column, b up to the height.
fn plain(moves: &[Move], columns: usize, height: usize) -> Vec<Vec<u64>> {
    let mut values = vec![vec![0; height + 1]; columns];
    for a in 0..columns {
        for b in 0..=height {
            let mut seen = Vec::new();
            for &(once, times, first, stride, last) in moves {
                for k in (first..=last.unwrap_or(columns + height)).step_by(stride) {
                    let x = a.checked_sub(once[0] + k * times[0]);
                    if let (Some(x), Some(y)) = (x, b.checked_sub(once[1] + k * times[1])) {
                        seen.push(values[x][y]);
                    }
                }
            }
            values[a][b] = (0..).find(|v| !seen.contains(v)).unwrap();
        }
    }
    values
}

fn signed(body: &str) -> Vec<u8> {
    format!("{body}digest {:016x}\n", digest(body.as_bytes())).into_bytes()
}

/// Row, preperiod, period, saltus; where the proof starts, its period and saltus.
struct Claimed {
    row: usize,
    told: [u64; 3],
    proof: [u64; 3],
}

fn certificate(moves: &[Move], height: usize, claimed: &Claimed) -> String {
    let [n0, period, saltus] = claimed.proof;
    let values = plain(moves, (n0 + period) as usize, height).concat();
    let checksum = values.iter().fold(0xcbf2_9ce4_8422_2325, |h: u64, v| {
        let h = (h ^ v).wrapping_mul(0x0100_0000_01b3);
        h ^ (h >> 32)
    });
    let mut text = format!("grundy rows certificate 1\n# a test\nconvention normal\nopen 0\nmost 0 {height}\n");
    for (once, times, first, stride, last) in moves {
        let last = last.map_or(String::new(), |last| format!(" {last}"));
        let [(a, b), (c, d)] = [(once[0], once[1]), (times[0], times[1])];
        let _ = writeln!(text, "move {a} {b} times {c} {d} k {first} {stride}{last}");
    }
    let [from, p, s] = claimed.told;
    let _ = writeln!(text, "theorem rows\nrow {}\npreperiod {from}\nperiod {p}\nsaltus {s}", claimed.row);
    let _ = writeln!(text, "n0 {n0}\nproof-period {period}\nproof-saltus {saltus}");
    let _ = writeln!(text, "largest {}\nvalues {checksum:016x}", values.iter().max().unwrap());
    text
}

fn is_valid(body: &str) -> bool {
    matches!(verify(&signed(body), &BUDGET), Ok(Verdict::Valid(_)))
}

fn claimed(row: usize, told: [u64; 3], proof: [u64; 3]) -> Claimed {
    Claimed { row, told, proof }
}

#[test]
fn rows_that_repeat_are_valid() {
    for (row, from, p) in [(0, 0, 1), (1, 0, 3), (2, 0, 3), (3, 8, 6), (4, 9, 12)] {
        assert!(is_valid(&certificate(&WYTHOFF, 4, &claimed(row, [from, p, p], [40, 12, 12]))), "{row}");
    }
    // limited moves along the row: the values do not grow
    let limited: [Move; 2] = [([0, 0], [1, 0], 1, 1, Some(2)), ([0, 0], [0, 1], 1, 1, None)];
    assert!(is_valid(&certificate(&limited, 2, &claimed(1, [0, 3, 0], [4, 3, 0]))));
    // even numbers: one more in two
    let even: [Move; 1] = [([0, 0], [2, 0], 1, 1, None)];
    assert!(is_valid(&certificate(&even, 0, &claimed(0, [0, 2, 1], [4, 4, 2]))));
}

#[test]
fn each_changed_number_is_found_out() {
    let text = certificate(&WYTHOFF, 4, &claimed(4, [9, 12, 12], [40, 12, 12]));
    assert!(is_valid(&text));
    let mut forged = 0;
    for (i, line) in text.lines().enumerate().skip(3).filter(|(_, line)| !line.starts_with("theorem")) {
        let words: Vec<&str> = line.split(' ').collect();
        for at in 1..words.len() {
            let hexadecimal = words[0] == "values";
            let Ok(number) = u64::from_str_radix(words[at], if hexadecimal { 16 } else { 10 }) else { continue };
            for other in [number.wrapping_add(1), number.wrapping_sub(1), number.wrapping_mul(2)] {
                if other == number || other > 1 << 40 && !hexadecimal {
                    continue;
                }
                let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
                words[at] = if hexadecimal { format!("{other:016x}") } else { other.to_string() };
                let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
                lines[i] = words.join(" ");
                assert!(!is_valid(&format!("{}\n", lines.join("\n"))), "{}", lines[i]);
                forged += 1;
            }
        }
    }
    assert!(forged > 60, "{forged}");
}

#[test]
fn a_proof_that_starts_too_early_proves_nothing() {
    for n0 in 0..30 {
        for period in 1..30 {
            let body = certificate(&WYTHOFF, 4, &claimed(4, [9.min(n0), 12, 12], [n0, period, period]));
            let returned = n0 >= 9 && period.is_multiple_of(12) && is_valid(&body);
            assert_eq!(is_valid(&body), returned, "{n0} {period}");
        }
    }
    // a row whose values grow must see a line itself
    let alone: [Move; 2] = [([0, 0], [1, 0], 1, 1, None), ([0, 1], [0, 0], 0, 1, Some(0))];
    let body = certificate(&alone, 1, &claimed(1, [0, 2, 2], [4, 2, 2]));
    assert!(is_valid(&body), "both rows see themselves");
}

#[test]
fn nonsense_ends() {
    let text = certificate(&WYTHOFF, 4, &claimed(4, [9, 12, 12], [40, 12, 12]));
    for (from, to) in [
        ("move 0 0 times 1 1 k 1 1", "move 0 0 times 1 1 k 1 0"),
        ("move 0 0 times 1 1 k 1 1", "move 0 0 times 1 0 k 1 1 2147483647"),
        ("move 0 0 times 1 1 k 1 1", "move 0 0 times 2147483647 0 k 2147483647 2147483647"),
        ("move 0 0 times 1 1 k 1 1", "move 0 0 times 0 0 k 1 1"),
        ("most 0 4", "most 0 2147483647"),
        ("most 0 4", "most 0"),
        ("open 0", "open 7"),
        ("n0 40", "n0 9223372036854775807"),
        ("proof-period 12", "proof-period 0"),
    ] {
        assert!(text.contains(from));
        assert!(!is_valid(&text.replacen(from, to, 1)), "{to}");
    }
}
