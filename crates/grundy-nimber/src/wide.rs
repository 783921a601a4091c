//! Nimbers of any size.

use std::fmt;
use std::ops::{Add, Mul};
use std::str::FromStr;

use crate::Nimber;
use crate::product::product_64;

/// A nimber of any size, under nim addition and multiplication: words of 64 bits, the lowest first, none of them
/// needless.
///
/// A product of numbers of n words costs n² products of 64 bits.
///
/// ```
/// use grundy_nimber::Wide;
/// let f: Wide = "340282366920938463463374607431768211456".parse().unwrap(); // 2^128
/// let half: Wide = "170141183460469231731687303715884105728".parse().unwrap();
/// assert_eq!(&f * &f, &f + &half);
/// assert_eq!(&f * &f.inverse().unwrap(), Wide::from(1));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "Vec<u64>", from = "Vec<u64>")
)]
pub struct Wide(Vec<u64>);

impl Wide {
    /// The words, the lowest first; none for 0.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// The least power of two w with the number below 2^w: the number lies in the field of 2^w elements.
    #[must_use]
    pub fn width(&self) -> usize {
        let top = self.0.last().map_or(0, |word| 64 - word.leading_zeros() as usize);
        (64 * self.0.len().saturating_sub(1) + top).next_power_of_two()
    }

    /// The number times itself.
    #[must_use]
    pub fn square(&self) -> Wide {
        self * self
    }

    /// The only number whose square is this.
    #[must_use]
    pub fn square_root(&self) -> Wide {
        Wide::from(square_root(&self.filled()))
    }

    /// 1 divided by the number; 0 has no inverse.
    #[must_use]
    pub fn inverse(&self) -> Option<Wide> {
        (!self.0.is_empty()).then(|| Wide::from(inverse(&self.filled())))
    }

    /// As many words as the field has.
    fn filled(&self) -> Vec<u64> {
        let mut words = self.0.clone();
        words.resize(words.len().next_power_of_two(), 0);
        words
    }
}

/// The number 2^(64n − 1) of n words: half of the next power in the tower.
fn half(words: usize) -> Vec<u64> {
    let mut half = vec![0; words];
    if let Some(top) = half.last_mut() {
        *top = 1 << 63;
    }
    half
}

fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The product by halves ([`tower`](crate::tower)); both have the same number of words, a power of two.
fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    if let ([a], [b]) = (a, b) {
        return vec![product_64(*a, *b)];
    }
    let middle = a.len() / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at(middle), b.split_at(middle));
    let below = product(a0, b0);
    let cross = sum(&product(&sum(a1, a0), &sum(b1, b0)), &below);
    let mut whole = sum(&below, &product(&product(a1, b1), &half(middle)));
    whole.extend(cross);
    whole
}

/// 1/a = (a₁F + a₀ + a₁)/N with the norm N = a₀² + a₀a₁ + a₁²(F/2), which lies in the smaller field.
fn inverse(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![Nimber((*a).into()).inverse().unwrap_or_default().0 as u64];
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    let norm = sum(&product(&sum(a0, a1), a0), &product(&product(a1, a1), &half(a1.len())));
    let norm = inverse(&norm);
    let mut whole = product(&sum(a0, a1), &norm);
    whole.extend(product(a1, &norm));
    whole
}

/// The square of b₁F + b₀ is b₁²F + b₁²(F/2) + b₀².
fn square_root(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![Nimber((*a).into()).square_root().0 as u64];
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    let mut whole = square_root(&sum(a0, &product(a1, &half(a1.len()))));
    whole.extend(square_root(a1));
    whole
}

/// From words, the lowest first.
impl From<Vec<u64>> for Wide {
    fn from(mut words: Vec<u64>) -> Wide {
        while words.last() == Some(&0) {
            words.pop();
        }
        Wide(words)
    }
}

impl From<Wide> for Vec<u64> {
    fn from(number: Wide) -> Vec<u64> {
        number.0
    }
}

impl From<u128> for Wide {
    fn from(number: u128) -> Wide {
        Wide::from(vec![number as u64, (number >> 64) as u64])
    }
}

impl From<Nimber> for Wide {
    fn from(number: Nimber) -> Wide {
        Wide::from(number.0)
    }
}

impl Add for &Wide {
    type Output = Wide;

    fn add(self, other: &Wide) -> Wide {
        let (long, short) = if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let mut words = long.0.clone();
        for (word, more) in words.iter_mut().zip(&short.0) {
            *word ^= more;
        }
        Wide::from(words)
    }
}

impl Mul for &Wide {
    type Output = Wide;

    fn mul(self, other: &Wide) -> Wide {
        let words = self.0.len().max(other.0.len()).next_power_of_two();
        let [a, b] = [self, other].map(|number| {
            let mut filled = number.0.clone();
            filled.resize(words, 0);
            filled
        });
        Wide::from(product(&a, &b))
    }
}

/// In decimal digits.
impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const GROUP: u128 = 10u128.pow(19);
        let mut left = self.0.clone();
        let mut groups = Vec::new();
        while !left.is_empty() {
            let mut rest = 0u128;
            for word in left.iter_mut().rev() {
                let whole = rest << 64 | u128::from(*word);
                *word = (whole / GROUP) as u64;
                rest = whole % GROUP;
            }
            groups.push(rest);
            while left.last() == Some(&0) {
                left.pop();
            }
        }
        let mut text = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            text.push_str(&format!("{group:019}"));
        }
        f.pad_integral(true, "", &text)
    }
}

/// Text that is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotDecimal;

impl fmt::Display for NotDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a nimber is written in decimal digits")
    }
}

impl std::error::Error for NotDecimal {}

/// From decimal digits.
impl FromStr for Wide {
    type Err = NotDecimal;

    fn from_str(digits: &str) -> Result<Wide, NotDecimal> {
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(NotDecimal);
        }
        let mut words: Vec<u64> = Vec::new();
        for group in digits.as_bytes().chunks(19) {
            let mut rest = group.iter().fold(0, |number, digit| 10 * number + u128::from(digit - b'0'));
            let scale = 10u128.pow(group.len() as u32);
            for word in &mut words {
                let whole = u128::from(*word) * scale + rest;
                *word = whole as u64;
                rest = whole >> 64;
            }
            words.push(rest as u64);
        }
        Ok(Wide::from(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random;

    #[test]
    fn it_is_a_field_in_which_the_smaller_ones_lie() {
        let mut state = 21;
        for round in 0..60 {
            let mut draw = || Wide::from((0..1 + round % 9).map(|_| random(&mut state)).collect::<Vec<_>>());
            let (a, b, c) = (draw(), draw(), draw());
            assert_eq!(&a * &b, &b * &a);
            assert_eq!(&a * &(&b * &c), &(&a * &b) * &c);
            assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
            assert_eq!(a.inverse().map(|inverse| &a * &inverse), Some(Wide::from(1)));
            assert_eq!(a.square_root().square(), a);
            assert!((&a * &b).width() <= a.width().max(b.width()));
            assert_eq!(a.to_string().parse(), Ok(a));
            let [x, y] = [0; 2].map(|_| Nimber(u128::from(random(&mut state)) << 64 | u128::from(random(&mut state))));
            assert_eq!(&Wide::from(x) * &Wide::from(y), Wide::from(x * y));
        }
        let nothing = Wide::default();
        assert_eq!((nothing.inverse(), nothing.square_root(), nothing.width()), (None, Wide::default(), 1));
    }

    #[test]
    fn digits_are_read_and_written() {
        for text in
            ["0", "9", "18446744073709551616", "10000000000000000000", "100000000000000000000000000000000000001"]
        {
            assert_eq!(text.parse::<Wide>().map(|n| n.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(u128::MAX.to_string().parse(), Ok(Wide::from(u128::MAX)));
        for text in ["", "-1", "1 2", "0x5"] {
            assert_eq!(text.parse::<Wide>(), Err(NotDecimal));
        }
        let mut words = vec![0; 5];
        words[4] = 1 << 44;
        let power = "2037035976334486086268445688409378161051468393665936250636140449354381299763336706183397376";
        assert_eq!(Wide::from(words).to_string(), power);
    }
}
