//! Sets of numbers, rows of coins and paths, written as the bits of a number.

use super::{Problem, USUAL};
use crate::outcome::Outcome::{Next, Previous};

pub(super) const PROBLEMS: &[Problem] = &[
    Problem {
        numbers: &["AtCoder arc137_c"],
        title: "Distinct Numbers",
        game: "{m -> m-2^log2(m)+2^j for j in 0..log2(m)-1 if m > 0 and m//2^j%2 = 0}",
        example: "{m -> m-2^log2(m)+2^j for j in 0..log2(m)-1 if m > 0 and m//2^j%2 = 0}(20)",
        outcome: Next,
        english: "The largest number becomes a smaller one that is not there; the numbers are bits of m, counted from 0.",
        chinese: "把最大的数换成一个更小的、还没有的数；各数是 m 的二进制位，从 0 数起。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 317D"],
        title: "Game with Powers",
        game: "{m -> m-band(m,2^(e-1)*((2^(e*(30//e))-1)//(2^e-1))) for e in 1..30 if m//2^(e-1)%2 = 1}",
        example: "{m -> m-band(m,2^(e-1)*((2^(e*(30//e))-1)//(2^e-1))) for e in 1..30 if m//2^(e-1)%2 = 1}(7, 1, 1, 1, 1, 1)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Choosing x takes away x and its powers. Each number that is no power of a smaller one is a heap: bit e - 1 is its power e, and a choice of e takes the multiples of e away.",
        chinese: "选 x 就去掉 x 及其各次幂：每个不是更小的数之幂的数是一堆，第 e - 1 位表示其 e 次幂，选 e 就去掉 e 的倍数。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 4642"],
        title: "Fliping game",
        game: "{b -> xor(b,(2^(j+1)-1)*((2^(3*i+3)-1)//7)) for i in 0..2 for j in 0..2 if b//2^(3*i+j)%2 = 1}",
        example: "{b -> xor(b,(2^(j+1)-1)*((2^(3*i+3)-1)//7)) for i in 0..2 for j in 0..2 if b//2^(3*i+j)%2 = 1}(27)",
        outcome: Next,
        english: "Choose a coin with 1 and turn the rectangle from it to the last corner, here of a board of 3 by 3: bit 3i + j is i rows up and j columns left of that corner. Only the coin in the corner decides: 1 wins.",
        chinese: "选一枚为 1 的硬币，翻转从它到右下角的矩形；此处棋盘 3×3，第 3i + j 位在右下角向上 i 行、向左 j 列。只看右下角：为 1 则先手胜。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 5963"],
        title: "朋友",
        game: "{b -> xor(b,2^(i+1)-1) for i in 0..19 if b//2^i%2 = 1}",
        example: "{b -> xor(b,2^(i+1)-1) for i in 0..19 if b//2^i%2 = 1}(3, 1)",
        outcome: Previous,
        english: "Choose a vertex whose edge to its parent is 1 and flip all edges from there to the root. Here every branch at the root is a path, bit 0 its edge at the root. The first player wins where an odd number of edges at the root is 1.",
        chinese: "选一个到父亲的边为 1 的点，把它到根的边全部翻转。此处根的每个分支是一条链，第 0 位是根上的边。根上为 1 的边有奇数条时先手胜。",
        ..USUAL
    },
    Problem {
        numbers: &["Codeforces 346A", "Codeforces 347C"],
        title: "Alice and Bob",
        game: "{m -> m+2^(i-j) for i in 2..9 for j in 1..i-1 if m//2^i%2 = 1 and m//2^j%2 = 1 and m//2^(i-j)%2 = 0 by 1024-m}",
        example: "{m -> m+2^(i-j) for i in 2..9 for j in 1..i-1 if m//2^i%2 = 1 and m//2^j%2 = 1 and m//2^(i-j)%2 = 0 by 1024-m}(224)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Add the difference of two numbers to the set. The numbers, here up to 9, are bits of m. The play takes max//gcd - n moves.",
        chinese: "把集合中两数之差加入集合；各数（此处不超过 9）是 m 的二进制位。共走 max//gcd - n 步。",
        ..USUAL
    },
    Problem {
        numbers: &["HDU 5512"],
        title: "Pagodas",
        game: "{m -> m+2^i for i in 1..8 for j in 1..8 if m//2^i%2 = 0 and m//2^j%2 = 1 and (j < i and m//2^(max(i-j,0))%2 = 1 or i+j <= 8 and m//2^(i+j)%2 = 1) by 512-m}",
        example: "{m -> m+2^i for i in 1..8 for j in 1..8 if m//2^i%2 = 0 and m//2^j%2 = 1 and (j < i and m//2^(max(i-j,0))%2 = 1 or i+j <= 8 and m//2^(i+j)%2 = 1) by 512-m}(320)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Rebuild a pagoda whose number is the sum or the difference of two that stand. The numbers 1 to n, here 8, are bits of m. The play takes n//gcd(a,b) - 2 moves.",
        chinese: "重建一座塔，其编号是两座已有的塔的编号之和或差；编号 1 至 n（此处为 8）是 m 的二进制位。共走 n//gcd(a,b) - 2 步。",
        ..USUAL
    },
    Problem {
        numbers: &["AtCoder arc131_c"],
        title: "Zero XOR",
        game: "{m -> m-2^i for i in 1..7 if m//2^i%2 = 1 and i != popcount(band(m,170))%2+popcount(band(m,204))%2*2+popcount(band(m,240))%2*4; 0 for i in 1..7 if m//2^i%2 = 1 and i = popcount(band(m,170))%2+popcount(band(m,204))%2*2+popcount(band(m,240))%2*4}",
        example: "{m -> m-2^i for i in 1..7 if m//2^i%2 = 1 and i != popcount(band(m,170))%2+popcount(band(m,204))%2*2+popcount(band(m,240))%2*4; 0 for i in 1..7 if m//2^i%2 = 1 and i = popcount(band(m,170))%2+popcount(band(m,204))%2*2+popcount(band(m,240))%2*4}(6)",
        outcome: Previous,
        guess: false,
        emit: false,
        english: "Erase a number; who makes the xor of the others 0 wins. The numbers, here up to 7, are bits of m.",
        chinese: "擦去一个数，使其余各数异或为 0 者胜；各数（此处不超过 7）是 m 的二进制位。",
        ..USUAL
    },
];
