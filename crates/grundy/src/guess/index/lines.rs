//! Beatty sequences, integer roots, and the counters of triangles and tables.

use grundy_core::number::gcd;
use grundy_nimber::Nimber64;

use super::Terms::{Of, Table, Where};
use super::digital::zeckendorf;
use super::{Entry, entry, with};

/// ⌊(a·n + √(d·n²·s²))/c⌋
fn surd(n: u64, a: u64, s: u64, d: u64, c: u64) -> u64 {
    (a * n + (d * n * n * s * s).isqrt()) / c
}

fn triangle(n: u64) -> u64 {
    ((8 * n + 1).isqrt() - 1) / 2
}

/// The place of n in its row of a triangle.
fn column(n: u64) -> u64 {
    n - triangle(n) * (triangle(n) + 1) / 2
}

fn is_square(n: u64) -> bool {
    n.isqrt().pow(2) == n
}

fn is_triangular(n: u64) -> bool {
    is_square(8 * n + 1)
}

fn is_fibonacci(n: u64) -> bool {
    n == 0 || zeckendorf(n).is_power_of_two()
}

#[rustfmt::skip]
pub(super) const ENTRIES: &[Entry] = &[
    with(201, 1, "lower Wythoff sequence floor(n phi)", "威佐夫下数列 floor(n phi)", "floor(phi*n)", Of(|n| surd(n, 1, 1, 5, 2))),
    with(1950, 1, "upper Wythoff sequence floor(n phi^2)", "威佐夫上数列 floor(n phi^2)", "floor(phi^2*n)", Of(|n| surd(n, 3, 1, 5, 2))),
    with(1951, 0, "floor(n sqrt(2))", "floor(n sqrt(2))", "floor(sqrt(2)*n)", Of(|n| surd(n, 0, 1, 2, 1))),
    with(1952, 1, "floor(n (2 + sqrt(2)))", "floor(n (2 + sqrt(2)))", "floor((2+sqrt(2))*n)", Of(|n| surd(n, 2, 1, 2, 1))),
    with(3151, 1, "floor(n (1 + sqrt(2)))", "floor(n (1 + sqrt(2)))", "floor((1+sqrt(2))*n)", Of(|n| surd(n, 1, 1, 2, 1))),
    with(3152, 1, "floor(n (1 + 1/sqrt(2)))", "floor(n (1 + 1/sqrt(2)))", "floor((2+sqrt(2))*n//2)", Of(|n| surd(n, 2, 1, 2, 2))),
    with(22_838, 1, "floor(n sqrt(3))", "floor(n sqrt(3))", "floor(sqrt(3)*n)", Of(|n| surd(n, 0, 1, 3, 1))),
    with(22_839, 1, "floor(n sqrt(5))", "floor(n sqrt(5))", "floor(sqrt(5)*n)", Of(|n| surd(n, 0, 1, 5, 1))),
    entry(5206, 0, "Hofstadter's G: floor((n + 1)(sqrt(5) - 1)/2)", "Hofstadter 的 G：floor((n + 1)(sqrt(5) - 1)/2)", Of(|n| ((5 * (n + 1) * (n + 1)).isqrt() - (n + 1)) / 2)),
    with(196, 0, "floor(sqrt(n))", "floor(sqrt(n))", "isqrt(n)", Of(u64::isqrt)),
    entry(3059, 1, "k appears 2k - 1 times", "k 出现 2k - 1 次", Of(|n| (n - 1).isqrt() + 1)),
    entry(194, 0, "n appears 2n times", "n 出现 2n 次", Of(|n| (4 * n).isqrt().div_ceil(2))),
    entry(2024, 1, "k appears k times", "k 出现 k 次", Of(|n| (8 * n).isqrt().div_ceil(2))),
    with(3056, 0, "n appears n + 1 times", "n 出现 n + 1 次", "(isqrt(8*n+1)-1)//2", Of(triangle)),
    entry(2262, 0, "triangle with rows 0, 1, …, n", "各行为 0, 1, …, n 的三角", Of(column)),
    entry(2260, 1, "triangle with rows 1, 2, …, n", "各行为 1, 2, …, n 的三角", Of(|n| column(n - 1) + 1)),
    entry(25_581, 0, "triangle with rows n, n - 1, …, 0", "各行为 n, n - 1, …, 0 的三角", Of(|n| triangle(n) - column(n))),
    entry(4736, 1, "triangle with rows n, n - 1, …, 1", "各行为 n, n - 1, …, 1 的三角", Of(|n| triangle(n - 1) - column(n - 1) + 1)),
    entry(10_052, 0, "1 at squares, else 0", "平方数处为 1，否则为 0", Of(|n| u64::from(is_square(n)))),
    entry(10_054, 0, "1 at triangular numbers, else 0", "三角形数处为 1，否则为 0", Of(|n| u64::from(is_triangular(n)))),
    entry(10_056, 0, "1 at Fibonacci numbers, else 0", "Fibonacci 数处为 1，否则为 0", Of(|n| u64::from(is_fibonacci(n)))),
    entry(37, 1, "numbers that are not squares", "非平方数", Where(1, |n| !is_square(n))),
    entry(14_132, 1, "numbers that are not triangular", "非三角形数", Where(1, |n| !is_triangular(n))),
    entry(1690, 1, "numbers that are not Fibonacci numbers", "非 Fibonacci 数", Where(1, |n| !is_fibonacci(n))),
    entry(57_716, 0, "numbers that are not powers of 2", "不是 2 的幂的数", Where(0, |n| !n.is_power_of_two())),
    entry(3987, 0, "table of nim-sums: n xor k", "尼姆和的表：n xor k", Table(0, |x, y| x ^ y)),
    entry(4198, 0, "table of n and k, bit by bit", "n 与 k 按位与的表", Table(0, |x, y| x & y)),
    entry(3986, 0, "table of n or k, bit by bit", "n 与 k 按位或的表", Table(0, |x, y| x | y)),
    entry(51_775, 0, "table of nim-products", "尼姆积的表", Table(0, |x, y| (Nimber64(x) * Nimber64(y)).0)),
    entry(3989, 1, "table of gcd(n, k)", "gcd(n, k) 的表", Table(1, gcd)),
    entry(3990, 1, "table of lcm(n, k)", "lcm(n, k) 的表", Table(1, |x, y| x / gcd(x, y) * y)),
    entry(3991, 1, "multiplication table", "乘法表", Table(1, |x, y| x * y)),
    entry(4247, 0, "multiplication table from 0", "从 0 起的乘法表", Table(0, |x, y| x * y)),
    entry(4197, 0, "table of min(n, k)", "min(n, k) 的表", Table(0, u64::min)),
    entry(3984, 0, "table of max(n, k)", "max(n, k) 的表", Table(0, u64::max)),
    entry(49_581, 0, "table of |n - k|", "|n - k| 的表", Table(0, u64::abs_diff)),
];
