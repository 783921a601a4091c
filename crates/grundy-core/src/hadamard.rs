//! The Walsh–Hadamard transform: it turns sums over pairs of numbers with a given xor into products.
//!
//! Entry m of the transform of f is Σ (−1)^|x ∧ m| f(x), where |y| is the number of ones of y. The transform of the transform is f
//! times the number of entries.

/// One step: a and b of the two halves of a block become a + b and a − b. The blocks of 2, 4, 8, … entries one after the other make
/// the transform.
///
/// ```
/// use grundy_core::hadamard::butterfly;
///
/// let transform = |table: &mut [i64]| {
///     let mut block = 2;
///     while block <= table.len() {
///         table.chunks_exact_mut(block).for_each(butterfly);
///         block *= 2;
///     }
/// };
/// // two heaps of 0 to 3 have the xor 0 in four ways, as every other
/// let mut ways = [1i64; 4];
/// transform(&mut ways);
/// ways.iter_mut().for_each(|way| *way *= *way);
/// transform(&mut ways);
/// assert_eq!(ways.map(|way| way / 4), [4; 4]);
/// ```
pub fn butterfly<T>(block: &mut [T])
where
    T: Copy + std::ops::Add<Output = T> + std::ops::Sub<Output = T>,
{
    let (low, high) = block.split_at_mut(block.len() / 2);
    for (a, b) in low.iter_mut().zip(high) {
        (*a, *b) = (*a + *b, *a - *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_is_the_definition() {
        let table: Vec<i64> = (0..32).map(|x| x * x % 23 - 5).collect();
        let mut transform = table.clone();
        for block in [2, 4, 8, 16, 32] {
            transform.chunks_exact_mut(block).for_each(butterfly);
        }
        for (mask, &sum) in transform.iter().enumerate() {
            let sign = |x: usize| if (x & mask).count_ones().is_multiple_of(2) { 1 } else { -1 };
            assert_eq!(sum, (0..32).map(|x| sign(x) * table[x]).sum::<i64>(), "{mask}");
        }
    }
}
