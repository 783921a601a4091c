//! Games of two numbers: one place has two coordinates, several places are a sum.

use super::{Definition, Entry, Group, Parameter};
use crate::game::Place;
use crate::number::Nat;

const NIVASCH: &str = "G. Nivasch, The Sprague–Grundy function of the game Euclid, 2006";

/// Both numbers of `euclidpositive` are at least 1.
fn both_positive(numbers: &[Nat]) -> Option<Place> {
    (numbers.len() == 2 && numbers.iter().all(|n| *n > Nat::ZERO)).then(|| Place::from(numbers))
}

/// `fibonaccinim(n)`: the first move takes 1 to n−1.
fn first_move_not_all(numbers: &[Nat]) -> Option<Place> {
    match numbers {
        [n] if *n == Nat::ZERO => Some(Place::from_iter([Nat::ZERO, Nat::ZERO])),
        [n] => Some(Place::from_iter([n.clone(), n - Nat::ONE])),
        [_, _] => Some(Place::from(numbers)),
        _ => None,
    }
}

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "wythoff",
        english: "Wythoff's game",
        chinese: "威佐夫博弈",
        other_names: &["Wythoff's Nim", "Corner the Queen", "k-Wythoff", "威佐夫游戏", "皇后游戏", "取两堆石子"],
        rule_english: "Take any positive number from one of two heaps, or positive numbers from both that differ by \
            less than k (k = 1 unless given: equal numbers).",
        rule_chinese: "从两堆之一取任意正数个，或从两堆各取正数个且所取之差小于 k（不写 k 时为 1，即取同样多）。",
        group: Group::FixedArity,
        signature: "wythoff[k](a, b)",
        example: "wythoff(4, 7)",
        references: &[
            "W. A. Wythoff, A modification of the game of nim, 1907",
            "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982",
        ],
        definition: Definition::Text {
            parameters: &[Parameter { name: "k", default: Some(1) }],
            text: "{(a,b) -> (a-i,b) | (a,b-i) for i in 1..; (a-i,b-j) for i in 1.. for j in 1.. if abs(i-j) < k}",
        },
        ..Entry::USUAL
    },
    Entry {
        name: "euclid",
        english: "Euclid, to zero",
        chinese: "欧几里得游戏",
        other_names: &["Euclid's game", "欧几里德的游戏", "辗转相减游戏", "取到零的欧几里得游戏"],
        rule_english: "Subtract a positive multiple of one number from the other, which may become zero; with a zero the \
            play is over.",
        rule_chinese: "从一个数中减去另一个数的正整数倍，可以减到零；有一个为零时游戏结束。",
        group: Group::FixedArity,
        signature: "euclid(a, b)",
        example: "euclid(25, 7)",
        references: &[
            "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for it, 1969",
            NIVASCH,
        ],
        definition: Definition::Text {
            parameters: &[],
            text: "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0; (a,b-k*a) for k in 1.. if a > 0}",
        },
        ..Entry::USUAL
    },
    Entry {
        name: "euclidpositive",
        english: "Euclid, entries positive",
        chinese: "正数欧几里得游戏",
        other_names: &["Euclid's game with positive entries", "不到零的欧几里得游戏"],
        rule_english: "Subtract a positive multiple of one number from the other, which must stay positive; with equal \
            numbers the play is over.",
        rule_chinese: "从一个数中减去另一个数的正整数倍，结果必须仍为正；两数相等时游戏结束。",
        group: Group::FixedArity,
        signature: "euclidpositive(a, b)",
        example: "euclidpositive(25, 7)",
        references: &[NIVASCH],
        definition: Definition::Text {
            parameters: &[],
            text: "{(a,b) -> (a-k*b,b) for k in 1.. if b > 0 and a-k*b > 0; (a,b-k*a) for k in 1.. if a > 0 and b-k*a > 0}",
        },
        expand: Some(both_positive),
        ..Entry::USUAL
    },
    Entry {
        name: "fibonaccinim",
        english: "Fibonacci Nim",
        chinese: "斐波那契博弈",
        other_names: &["斐波那契尼姆", "斐波那契取石子"],
        rule_english: "Take at least one and at most q of n; then the other may take at most twice that number; with n \
            alone the first move may not take all.",
        rule_chinese: "从 n 个中取 1 至 q 个，之后对方最多取刚才所取数的两倍；只写 n 时第一步不能取完。",
        group: Group::FixedArity,
        signature: "fibonaccinim(n) or fibonaccinim(n, q)",
        example: "fibonaccinim(13)",
        references: &["M. J. Whinihan, Fibonacci Nim, 1963", "A. J. Schwenk, Take-away games, 1970"],
        definition: Definition::Text { parameters: &[], text: "{(n,q) -> (n-j,2*j) for j in 1..q by (n,q)}" },
        expand: Some(first_move_not_all),
        ..Entry::USUAL
    },
];
