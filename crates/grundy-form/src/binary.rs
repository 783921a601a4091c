//! Binary digits of numbers of any size.

use grundy::Nat;

/// Binary digits of `value`, highest first, filled with zeros to `width`.
#[must_use]
pub fn binary(value: &Nat, width: usize) -> Vec<bool> {
    let bytes = value.to_le_bytes();
    (0..width).rev().map(|bit| bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)).collect()
}

/// The number of binary digits of `value`; 0 for zero.
#[must_use]
pub fn bit_length(value: &Nat) -> usize {
    let bytes = value.to_le_bytes();
    let top = bytes.iter().rposition(|&byte| byte != 0);
    top.map_or(0, |at| at * 8 + 8 - bytes[at].leading_zeros() as usize)
}

/// Binary digits that the largest of the values needs, at least one.
pub fn binary_width<'a>(values: impl IntoIterator<Item = &'a Nat>) -> usize {
    values.into_iter().map(bit_length).max().unwrap_or(0).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_large_numbers() {
        for n in [0u32, 1, 5, 255, 256, 1 << 20] {
            let text: String = binary(&Nat::from(n), 24).into_iter().map(|b| if b { '1' } else { '0' }).collect();
            assert_eq!(text, format!("{n:024b}"));
            assert_eq!(bit_length(&Nat::from(n)), 32 - n.leading_zeros() as usize);
        }
        assert_eq!(bit_length(&Nat::from(2u8).pow(100)), 101);
    }
}
