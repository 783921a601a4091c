//! Games of Project Euler that are no game of a name.

use super::{Problem, USUAL};
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["Project Euler 391"],
        title: "Hopping Game",
        game: "{k -> k+1 if popcount(k+1) <= 2; k+2 if popcount(k+1)+popcount(k+2) <= 2 by 7-k}",
        example: "{k -> k+1 if popcount(k+1) <= 2; k+2 if popcount(k+1)+popcount(k+2) <= 2 by 7-k}(0)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "The counter is the number of ones in the binary numbers 1 to k; a move adds at most n to it, here 2, and lands on such a number again. The largest winning first move is asked: here to 2, so M(2) = 2.",
        chinese: "计数器是 1 至 k 的二进制表示中 1 的总个数；每步至多加 n（此处为 2），并再次落在这样的数上。求最大的必胜第一步：此处到 2，故 M(2) = 2。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 899"],
        title: "DistribuNim I",
        game: "{(a,b) -> (a-k,b-min(a,b)+k) for k in 0..min(a,b) if a > k and b > min(a,b)-k and min(a,b) > 0}",
        example: "{(a,b) -> (a-k,b-min(a,b)+k) for k in 0..min(a,b) if a > k and b > min(a,b)-k and min(a,b) > 0}(3, 3)",
        outcome: Previous,
        english: "Take from both piles together as many stones as the smaller one has, and leave neither empty. The positions that the first player loses are counted.",
        chinese: "从两堆共取走较小堆的石子数，且两堆都不能取空；求先手必败的局面数。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 933"],
        title: "Paper Cutting",
        game: "{(a,b) -> (i,j) & (a-i,j) & (i,b-j) & (a-i,b-j) for i in 1..a-1 for j in 1..b-1}",
        example: "{(a,b) -> (i,j) & (a-i,j) & (i,b-j) & (a-i,b-j) for i in 1..a-1 for j in 1..b-1}(5, 3)",
        outcome: Next,
        guess: false,
        english: "Cut a rectangle across and along into four rectangles. The winning first moves are counted, mirror images apart: 5 by 3 has 4.",
        chinese: "把长方形横竖各剪一刀，分成四块；求必胜的第一步的个数，镜像也分别计算：5×3 有 4 个。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 953"],
        title: "Factorisation Nim",
        game: "nim",
        example: "nim(2, 5, 7)",
        outcome: Previous,
        english: "Nim whose piles are the prime factors of n, each as often as it divides n: 70 is 2, 5 and 7.",
        chinese: "尼姆游戏，各堆是 n 的素因数（计重数）：70 即 2、5、7。",
        ..USUAL
    },
    Problem {
        numbers: &["Project Euler 961"],
        title: "Removing Digits",
        game: "{n -> n//10^(i+1)*10^i+n%10^i for i in 0..17 if n >= 10^i}",
        example: "{n -> n//10^(i+1)*10^i+n%10^i for i in 0..17 if n >= 10^i}(105)",
        outcome: Next,
        guess: false,
        emit: false,
        english: "Strike a digit of the number, with the zeros that then lead; who strikes the last digit that is not 0 wins. The numbers below N that the first player wins are counted.",
        chinese: "划去一个数字，再去掉前导零；划去最后一个非零数字者胜。求小于 N 的先手必胜的数的个数。",
        ..USUAL
    },
];
