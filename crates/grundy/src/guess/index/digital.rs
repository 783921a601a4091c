//! Binary and other digits: ruler function, digit sums, Gray code, automatic sequences.

use super::Terms::{Of, Where};
use super::{Entry, entry, with};

fn odd_part(n: u64) -> u64 {
    if n == 0 { 0 } else { n >> n.trailing_zeros() }
}

fn length(n: u64) -> u64 {
    u64::from(64 - n.leading_zeros())
}

/// The exponent of p in n ≥ 1.
pub(super) fn order(mut n: u64, p: u64) -> u64 {
    let mut e = 0;
    while n > 0 && n.is_multiple_of(p) {
        n /= p;
        e += 1;
    }
    e
}

fn digit_sum(mut n: u64, base: u64) -> u64 {
    let mut sum = 0;
    while n > 0 {
        sum += n % base;
        n /= base;
    }
    sum
}

fn all_digits(mut n: u64, base: u64, fine: fn(u64) -> bool) -> bool {
    while n > 0 {
        if !fine(n % base) {
            return false;
        }
        n /= base;
    }
    true
}

fn reversed(mut n: u64, base: u64) -> u64 {
    let mut r = 0;
    while n > 0 {
        r = r * base + n % base;
        n /= base;
    }
    r
}

/// The digits of n in a base, read in base ten.
fn written(n: u64, base: u64) -> u64 {
    if n == 0 { 0 } else { written(n / base, base).saturating_mul(10).saturating_add(n % base) }
}

fn length_in(n: u64, base: u64) -> u64 {
    if n < base { 1 } else { 1 + length_in(n / base, base) }
}

/// The Zeckendorf representation of n, a bit for 1, 2, 3, 5, …
pub(super) fn zeckendorf(mut n: u64) -> u64 {
    let mut fibonacci = vec![1u64, 2];
    while fibonacci[fibonacci.len() - 1] <= n {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let mut bits = 0;
    for (i, f) in fibonacci.iter().enumerate().rev() {
        if *f <= n {
            n -= f;
            bits |= 1 << i;
        }
    }
    bits
}

fn gray_inverse(mut n: u64) -> u64 {
    let mut x = 0;
    while n > 0 {
        x ^= n;
        n >>= 1;
    }
    x
}

fn stern(n: u64) -> u64 {
    let (mut a, mut b) = (1, 0);
    let mut n = n;
    while n > 0 {
        if n.is_multiple_of(2) {
            a += b;
        } else {
            b += a;
        }
        n /= 2;
    }
    b
}

/// Number of pairs 11 in binary.
fn pairs(n: u64) -> u64 {
    u64::from((n & (n >> 1)).count_ones())
}

/// Is n a sum of distinct Fibonacci numbers in so many ways?
fn fibonacci_partitions(n: u64) -> u64 {
    fn ways(n: u64, fibonacci: &[u64]) -> u64 {
        let Some((last, rest)) = fibonacci.split_last() else { return u64::from(n == 0) };
        if fibonacci.iter().sum::<u64>() < n {
            return 0;
        }
        ways(n, rest) + n.checked_sub(*last).map_or(0, |n| ways(n, rest))
    }
    let mut fibonacci = vec![1u64, 2];
    while fibonacci[fibonacci.len() - 1] <= n {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    ways(n, &fibonacci)
}

fn spread(n: u64) -> u64 {
    (0..32).fold(0, |s, i| s | (n >> i & 1) << (2 * i))
}

fn reversed_palindrome(n: u64, base: u64) -> bool {
    reversed(n, base) == n
}

#[rustfmt::skip]
pub(super) const ENTRIES: &[Entry] = &[
    with(7814, 1, "the ruler function: exponent of 2 in n", "尺规函数：n 中 2 的指数", "v2(n)", Of(|n| n.trailing_zeros().into())),
    with(1511, 1, "the ruler function: exponent of 2 in 2n", "尺规函数：2n 中 2 的指数", "v2(n)+1", Of(|n| (n.trailing_zeros() + 1).into())),
    with(6519, 1, "highest power of 2 dividing n", "整除 n 的 2 的最大幂", "lowbit(n)", Of(|n| n & n.wrapping_neg())),
    with(265, 1, "odd part of n", "n 的奇数部分", "n//lowbit(n)", Of(odd_part)),
    with(3602, 1, "Kimberling's paraphrases: (odd part of n + 1)/2", "Kimberling 释义数列：(n 的奇数部分 + 1)/2", "(n//lowbit(n)+1)//2", Of(|n| odd_part(n).div_ceil(2))),
    with(25_480, 0, "a(2n) = n, a(2n+1) = a(n)", "a(2n) = n，a(2n+1) = a(n)", "(n+1)//(2*lowbit(n+1))", Of(|n| odd_part(n + 1) / 2)),
    entry(38_712, 1, "n xor (n - 1)", "n xor (n - 1)", Of(|n| n ^ (n - 1))),
    entry(7949, 1, "exponent of 3 in n", "n 中 3 的指数", Of(|n| order(n, 3))),
    entry(51_064, 1, "exponent of 3 in 3n", "3n 中 3 的指数", Of(|n| order(n, 3) + 1)),
    entry(112_765, 1, "exponent of 5 in n", "n 中 5 的指数", Of(|n| order(n, 5))),
    entry(38_500, 1, "highest power of 3 dividing n", "整除 n 的 3 的最大幂", Of(|n| 3u64.pow(order(n, 3) as u32))),
    entry(38_502, 1, "n without its factors 3", "n 除去因子 3", Of(|n| n / 3u64.pow(order(n, 3) as u32))),
    with(120, 0, "number of ones in binary", "二进制中 1 的个数", "popcount(n)", Of(|n| n.count_ones().into())),
    entry(23_416, 0, "number of zeros in binary", "二进制中 0 的个数", Of(|n| if n == 0 { 1 } else { (n.count_zeros() - n.leading_zeros()).into() })),
    with(523, 1, "floor(log2(n))", "floor(log2(n))", "log2(n)", Of(|n| n.ilog2().into())),
    entry(70_939, 0, "length of n in binary (1 for 0)", "n 的二进制位数（0 为 1）", Of(|n| length(n).max(1))),
    with(29_837, 1, "ceiling(log2(n))", "ceiling(log2(n))", "bits(n-1)", Of(|n| length(n - 1))),
    with(10_060, 0, "the Thue-Morse sequence", "Thue-Morse 数列", "popcount(n)%2", Of(|n| u64::from(n.count_ones()) % 2)),
    with(10_059, 0, "the complement of the Thue-Morse sequence", "Thue-Morse 数列的补", "(popcount(n)+1)%2", Of(|n| u64::from(n.count_ones() + 1) % 2)),
    entry(1969, 1, "evil numbers: an even number of ones in binary", "恶数：二进制中有偶数个 1", Where(0, |n| n.count_ones() % 2 == 0)),
    entry(69, 1, "odious numbers: an odd number of ones in binary", "可恶数：二进制中有奇数个 1", Where(0, |n| n.count_ones() % 2 == 1)),
    entry(35_263, 1, "the period-doubling sequence: 1 if the exponent of 2 is even", "倍周期数列：2 的指数为偶数时为 1", Of(|n| u64::from(n.trailing_zeros() % 2 == 0))),
    entry(96_268, 0, "the period-doubling sequence: exponent of 2 in n + 1, mod 2", "倍周期数列：n + 1 中 2 的指数模 2", Of(|n| u64::from((n + 1).trailing_zeros() % 2))),
    entry(3159, 1, "numbers whose exponent of 2 is even", "2 的指数为偶数的数", Where(1, |n| n.trailing_zeros() % 2 == 0)),
    entry(36_554, 1, "numbers whose exponent of 2 is odd", "2 的指数为奇数的数", Where(1, |n| n.trailing_zeros() % 2 == 1)),
    entry(7417, 1, "numbers whose exponent of 3 is even", "3 的指数为偶数的数", Where(1, |n| order(n, 3).is_multiple_of(2))),
    entry(14_577, 0, "the paper-folding sequence", "折纸数列", Of(|n| u64::from(odd_part(n + 1) % 4 == 1))),
    entry(14_707, 0, "the complement of the paper-folding sequence", "折纸数列的补", Of(|n| u64::from(odd_part(n + 1) % 4 == 3))),
    entry(20_987, 0, "the Rudin-Shapiro sequence in 0 and 1: number of 11 in binary, mod 2", "0 与 1 表示的 Rudin-Shapiro 数列：二进制中 11 的个数模 2", Of(|n| pairs(n) % 2)),
    entry(14_081, 0, "number of 11 in binary", "二进制中 11 的个数", Of(pairs)),
    with(5811, 0, "number of runs in binary: ones in the Gray code of n", "二进制中的段数：n 的格雷码中 1 的个数", "popcount(xor(n,n//2))", Of(|n| (n ^ (n >> 1)).count_ones().into())),
    with(3188, 0, "Gray code", "格雷码", "xor(n,n//2)", Of(|n| n ^ (n >> 1))),
    entry(6068, 0, "inverse of the Gray code", "格雷码的逆", Of(gray_inverse)),
    entry(30_101, 0, "reversal of n in binary", "n 的二进制倒写", Of(|n| reversed(n, 2))),
    entry(53_644, 0, "highest power of 2 that is at most n", "不超过 n 的 2 的最大幂", Of(|n| if n == 0 { 0 } else { 1 << n.ilog2() })),
    entry(53_645, 1, "n without its leading binary digit", "n 去掉二进制首位", Of(|n| n - (1 << n.ilog2()))),
    with(62_383, 0, "smallest power of 2 above n", "大于 n 的 2 的最小幂", "2^bits(n)", Of(|n| 1 << length(n))),
    with(5187, 0, "2n less the number of ones in binary", "2n 减去 n 的二进制中 1 的个数", "2*n-popcount(n)", Of(|n| 2 * n - u64::from(n.count_ones()))),
    with(11_371, 0, "exponent of 2 in n!", "n! 中 2 的指数", "n-popcount(n)", Of(|n| n - u64::from(n.count_ones()))),
    entry(54_861, 0, "exponent of 3 in n!", "n! 中 3 的指数", Of(|n| (1..=n).map(|k| order(k, 3)).sum())),
    entry(27_868, 0, "zeros at the end of n!", "n! 末尾 0 的个数", Of(|n| (1..=n).map(|k| order(k, 5)).sum())),
    with(48_724, 0, "n xor 2n", "n xor 2n", "xor(n,2*n)", Of(|n| n ^ (2 * n))),
    with(48_725, 0, "n xor 4n", "n xor 4n", "xor(n,4*n)", Of(|n| n ^ (4 * n))),
    entry(35_327, 0, "n with its binary digits complemented", "n 的二进制各位取反", Of(|n| if n == 0 { 1 } else { n ^ ((1 << length(n)) - 1) })),
    entry(6257, 0, "the Josephus problem: every second is removed", "约瑟夫问题：隔一个去一个", Of(|n| if n == 0 { 0 } else { 2 * (n - (1 << n.ilog2())) + 1 })),
    entry(2487, 0, "Stern's diatomic sequence", "Stern 双原子数列", Of(stern)),
    entry(36_987, 0, "1 at 2^k - 1, else 0", "2^k - 1 处为 1，否则为 0", Of(|n| u64::from((n + 1).is_power_of_two()))),
    entry(209_229, 0, "1 at powers of 2, else 0", "2 的幂处为 1，否则为 0", Of(|n| u64::from(n.is_power_of_two()))),
    entry(3714, 0, "fibbinary numbers: no 11 in binary", "fibbinary 数：二进制中没有 11", Where(0, |n| n & (n >> 1) == 0)),
    entry(695, 0, "Moser-de Bruijn sequence: sums of distinct powers of 4", "Moser-de Bruijn 数列：4 的不同幂之和", Of(spread)),
    entry(5836, 1, "numbers without the digit 2 in base 3", "三进制中没有数字 2 的数", Where(0, |n| all_digits(n, 3, |d| d != 2))),
    entry(32_924, 1, "numbers without the digit 0 in base 3", "三进制中没有数字 0 的数", Where(1, |n| all_digits(n, 3, |d| d != 0))),
    entry(53_735, 0, "sum of the digits in base 3", "三进制数字和", Of(|n| digit_sum(n, 3))),
    entry(53_737, 0, "sum of the digits in base 4", "四进制数字和", Of(|n| digit_sum(n, 4))),
    entry(53_824, 0, "sum of the digits in base 5", "五进制数字和", Of(|n| digit_sum(n, 5))),
    entry(7953, 0, "sum of the digits in base 10", "十进制数字和", Of(|n| digit_sum(n, 10))),
    entry(55_642, 0, "number of digits in base 10", "十进制位数", Of(|n| length_in(n, 10))),
    entry(81_604, 0, "number of digits in base 3", "三进制位数", Of(|n| length_in(n, 3))),
    entry(62_153, 1, "floor(log3(n))", "floor(log3(n))", Of(|n| length_in(n, 3) - 1)),
    entry(4086, 0, "n read backwards", "n 的倒写", Of(|n| reversed(n, 10))),
    entry(2113, 1, "palindromes", "回文数", Where(0, |n| reversed_palindrome(n, 10))),
    entry(6995, 1, "palindromes in binary", "二进制回文数", Where(0, |n| reversed_palindrome(n, 2))),
    entry(7088, 0, "n written in binary", "n 的二进制写法", Of(|n| written(n, 2))),
    entry(7089, 0, "n written in base 3", "n 的三进制写法", Of(|n| written(n, 3))),
    entry(7895, 0, "number of terms in the Zeckendorf representation", "Zeckendorf 表示的项数", Of(|n| zeckendorf(n).count_ones().into())),
    entry(119, 0, "number of representations as sums of distinct Fibonacci numbers", "写成不同 Fibonacci 数之和的方式数", Of(fibonacci_partitions)),
    entry(3849, 0, "the infinite Fibonacci word 0 1 0 0 1 …", "无穷 Fibonacci 字 0 1 0 0 1 …", Of(|n| zeckendorf(n) & 1)),
    entry(5614, 0, "the infinite Fibonacci word 1 0 1 1 0 …", "无穷 Fibonacci 字 1 0 1 1 0 …", Of(|n| 1 - (zeckendorf(n) & 1))),
];
