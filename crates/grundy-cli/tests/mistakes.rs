//! The classic mistakes of contest programs, as scripts for `sh`: `stress` finds each of them.
#![cfg(unix)]

use std::fs;
use std::sync::Mutex;
use std::thread;

use crate::common::{Folder, told};

/// A mistake: the game, more arguments, what is wrong, and the program, which finds the heaps as its arguments.
struct Mistake {
    game: &'static str,
    more: &'static [&'static str],
    what: &'static str,
    body: &'static str,
}

const fn mistake(game: &'static str, what: &'static str, body: &'static str) -> Mistake {
    Mistake { game, more: &[], what, body }
}

const fn large(game: &'static str, what: &'static str, body: &'static str) -> Mistake {
    Mistake { game, more: &["--max", "1000000000000"], what, body }
}

/// Says who wins by `$x`: not 0 is a win for the player to move.
const SAY: &str = "[ $x = 0 ] && echo second || echo first";

const MISTAKES: &[Mistake] = &[
    mistake("nim", "sum for xor", "x=0; for n; do x=$((x + n)); done; SAY"),
    mistake("nim", "| for xor", "x=0; for n; do x=$((x | n)); done; SAY"),
    mistake("nim", "& for xor", "x=-1; for n; do x=$((x & n)); done; SAY"),
    mistake("nim", "sum modulo 2", "x=0; for n; do x=$(((x + n) % 2)); done; SAY"),
    mistake("nim", "difference of the first two", "x=$(($1 - ${2:-0})); SAY"),
    mistake("nim", "largest for xor", "x=0; for n; do [ $n -gt $x ] && x=$n; done; SAY"),
    mistake("nim", "first heap only", "x=$1; SAY"),
    mistake("nim", "last heap only", "for n; do x=$n; done; SAY"),
    mistake("nim", "the last heap is left out", "x=0; while [ $# -gt 1 ]; do x=$((x ^ $1)); shift; done; SAY"),
    mistake("nim", "number of heaps, odd or even", "x=$(($# % 2)); [ $1 = 0 ] && [ $# = 1 ] && x=0; SAY"),
    mistake(
        "nim",
        "players in the wrong order",
        "x=0; for n; do x=$((x ^ n)); done; [ $x = 0 ] && echo first || echo second",
    ),
    mistake(
        "nim",
        "loses from xor 1 on",
        "x=0; for n; do x=$((x ^ n)); done; [ $x -le 1 ] && echo second || echo first",
    ),
    mistake("nim", "xor of values cut to a byte", "x=0; for n; do x=$((x ^ n % 256)); done; SAY"),
    mistake(
        "nim",
        "three heaps at most are read",
        "x=0; i=0; for n; do i=$((i + 1)); [ $i -le 3 ] && x=$((x ^ n)); done; SAY",
    ),
    mistake(
        "nim",
        "wrong for equal heaps",
        "x=0; for n; do x=$((x ^ n)); done; [ $# = 2 ] && [ $1 = $2 ] && [ $1 -gt 5 ] && x=1; SAY",
    ),
    mistake("misere nim", "normal play", "x=0; for n; do x=$((x ^ n)); done; SAY"),
    mistake(
        "misere nim",
        "the opposite of normal play",
        "x=0; for n; do x=$((x ^ n)); done; [ $x = 0 ] && echo first || echo second",
    ),
    mistake(
        "misere nim",
        "ones counted with a heap of two",
        "x=0; m=0; for n; do x=$((x ^ n)); [ $n -gt $m ] && m=$n; done; [ $m -le 2 ] && x=$((x == 0)); SAY",
    ),
    mistake("take[1..3]", "n % 3 for n % 4", "x=0; for n; do x=$((x ^ n % 3)); done; SAY"),
    mistake("take[1..3]", "sum for xor", "x=0; for n; do x=$((x + n % 4)); done; SAY"),
    mistake("take[1..3]", "| for xor", "x=0; for n; do x=$((x | n % 4)); done; SAY"),
    mistake("take[1..3]", "sum of all heaps modulo 4", "x=0; for n; do x=$((x + n)); done; x=$((x % 4)); SAY"),
    mistake("take[1..3]", "last heap only", "for n; do x=$((n % 4)); done; SAY"),
    mistake(
        "take[1..3]",
        "xor of the heaps, then modulo 4 plus one",
        "x=0; for n; do x=$((x ^ n)); done; x=$((x % 5)); SAY",
    ),
    mistake("take[1..3]", "last heap of a whole round wins", "x=0; for n; do x=$((x ^ (n + 3) % 4)); done; SAY"),
    mistake("take[1,3,4]", "parity", "x=0; for n; do x=$((x ^ n % 2)); done; SAY"),
    mistake(
        "take[1,3,4]",
        "period 7 begun one late",
        "x=0; for n; do case $(((n + 6) % 7)) in 0|2) g=0;; 1|3) g=1;; 4|6) g=2;; *) g=3;; esac; x=$((x ^ g)); done; SAY",
    ),
    mistake(
        "take[1,3,4]",
        "won if some heap is won",
        "x=0; for n; do case $((n % 7)) in 0|2) ;; *) x=1;; esac; done; SAY",
    ),
    mistake(
        "take[1,3,4]",
        "number of won heaps, odd or even",
        "x=0; for n; do case $((n % 7)) in 0|2) ;; *) x=$((1 - x));; esac; done; SAY",
    ),
    mistake("take[2,3]", "cannot take one is forgotten", "x=0; for n; do x=$((x ^ n % 4)); done; SAY"),
    mistake("take[2,3]", "n % 5 for its values", "x=0; for n; do x=$((x ^ n % 5)); done; SAY"),
    mistake("misere take[1..3]", "normal play", "x=$(($1 % 4)); SAY"),
    mistake("kayles", "Nim", "x=0; for n; do x=$((x ^ n)); done; SAY"),
    mistake("kayles", "one heap is always won, so are two", "x=0; for n; do [ $n -gt 0 ] && x=1; done; SAY"),
    mistake(
        "kayles",
        "a period of 12 from the start",
        "set -- $(for n; do case $((n % 12)) in 0) g=4;; 1|5) g=1;; 2|10) g=2;; 3) g=8;; 4|6|7|9) g=1;; *) g=2;; esac; echo $g; done); x=0; for g; do x=$((x ^ g)); done; SAY",
    ),
    mistake("lasker", "Nim", "x=0; for n; do x=$((x ^ n)); done; SAY"),
    mistake(
        "lasker",
        "3 and 4 exchanged in one place only",
        "x=0; for n; do case $((n % 4)) in 3) n=$((n + 1));; esac; x=$((x ^ n)); done; SAY",
    ),
    mistake("wythoff", "Nim", "x=$(($1 ^ $2)); SAY"),
    mistake(
        "wythoff",
        "golden ratio as 1.6",
        "a=$1; b=$2; [ $a -gt $b ] && a=$2 && b=$1; x=$((a - (b - a) * 16 / 10)); SAY",
    ),
    mistake("wythoff", "order of the heaps", "a=$1; b=$2; x=$((a - (b - a) * 1618034 / 1000000)); SAY"),
    mistake(
        "wythoff",
        "no P-position with a heap above 40",
        "a=$1; b=$2; [ $a -gt $b ] && a=$2 && b=$1; x=$((a - (b - a) * 1618 / 1000 - 0)); [ $b -gt 40 ] && x=1; SAY",
    ),
    mistake(
        "euclid",
        "the ratio 3/2",
        "a=$1; b=$2; [ $a -gt $b ] && a=$2 && b=$1; x=$((b * 2 > a * 3 || a == 0)); SAY",
    ),
    mistake("staircase", "all stairs", "x=0; for n; do x=$((x ^ n)); done; SAY"),
    mistake(
        "staircase",
        "even stairs",
        "x=0; i=0; for n; do [ $((i % 2)) = 1 ] && x=$((x ^ n)); i=$((i + 1)); done; SAY",
    ),
    mistake("nim", "values: sum for xor", "x=0; for n; do x=$((x + n)); done; echo $x"),
    mistake("take[1..3]", "values: n % 3", "x=0; for n; do x=$((x ^ n % 3)); done; echo $x"),
    mistake(
        "kayles",
        "values: first heap and number of heaps",
        "[ $# = 1 ] || { echo $#; exit; }; set -- $1 0 1 2 3 1 4 3 2 1 4 2 6; n=$1; shift; [ $n -gt 11 ] && n=$((n % 12)); shift $n; echo $1",
    ),
    large("nim", "32-bit overflow", "x=0; for n; do x=$((x ^ n & 0xffffffff)); done; SAY"),
    large("nim", "31 bits", "x=0; for n; do x=$((x ^ n & 0x7fffffff)); done; SAY"),
    large(
        "take[1..3]",
        "off by one at large inputs",
        "x=0; for n; do [ $n -ge 1000000 ] && n=$((n + 1)); x=$((x ^ n % 4)); done; SAY",
    ),
    large(
        "take[1,3,4]",
        "a table up to 1000",
        "x=0; for n; do [ $n -gt 1000 ] && n=1000; case $((n % 7)) in 0|2) g=0;; 1|3) g=1;; 4|6) g=2;; *) g=3;; esac; x=$((x ^ g)); done; SAY",
    ),
    large(
        "nim",
        "large numbers as decimals of six digits",
        "x=0; for n; do x=$((x ^ n / 1000000 * 1000000 + n % 1000000 / 10 * 10)); done; SAY",
    ),
];

#[test]
fn every_classic_mistake_is_found() {
    assert!(MISTAKES.len() >= 40);
    let missed = Mutex::new(Vec::new());
    // two halves at a time: each program runs on its own
    thread::scope(|scope| {
        for half in 0..2 {
            let missed = &missed;
            scope.spawn(move || {
                for m in MISTAKES.iter().skip(half).step_by(2) {
                    let folder = Folder::new();
                    let body = m.body.replace("SAY", SAY);
                    fs::write(folder.0.join("program.sh"), format!("read -r line\nset -- $line\n{body}\n")).unwrap();
                    let arguments = ["stress", m.game, "--cmd", "sh program.sh", "--json"];
                    let (code, answer) = told(&folder.grundy(&[&arguments[..], m.more].concat()).output().unwrap());
                    if (code, &answer["kind"]) != (1, &"wrong-answer".into()) {
                        missed.lock().unwrap().push(format!("{}, {}: {answer}", m.game, m.what));
                    }
                }
            });
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{} of {} were not found:\n{}", missed.len(), MISTAKES.len(), missed.join("\n"));
}
