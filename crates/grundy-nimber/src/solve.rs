//! Equations of the second degree.

use crate::Nimber;

/// All x with a·x² + b·x + c = 0, ascending: none, one or two, unless all three are 0 (then every x is one, and `None`
/// comes back). Also `None` where the solutions are not below 2^128.
///
/// x² + x = c has the solutions x and x + 1, in the field of c if the highest bit of that field is not set in c, else in
/// the next one. With y = (a/b)·x the general equation becomes y² + y = ac/b²; without b it has one solution, a square
/// root.
///
/// ```
/// use grundy_nimber::{Nimber, quadratic};
/// let one = Nimber::ONE;
/// assert_eq!(quadratic(one, one, one), Some(vec![Nimber(2), Nimber(3)]));
/// ```
#[must_use]
pub fn quadratic(a: Nimber, b: Nimber, c: Nimber) -> Option<Vec<Nimber>> {
    if a == Nimber::ZERO {
        return match (b == Nimber::ZERO, c == Nimber::ZERO) {
            (true, true) => None,
            (true, false) => Some(Vec::new()),
            _ => Some(vec![(c / b)?]),
        };
    }
    if b == Nimber::ZERO {
        return Some(vec![(c / a)?.square_root()]);
    }
    let y = root((a * c / b.square())?)?;
    let scale = (b / a)?;
    let mut roots = vec![scale * y, scale * (y + Nimber::ONE)];
    roots.sort_unstable();
    Some(roots)
}

/// An x with x² + x = c, which is linear over the bits of x: by elimination.
fn root(c: Nimber) -> Option<Nimber> {
    let mut width = c.width();
    if c.0 >> (width - 1) & 1 == 1 {
        width = width.checked_mul(2).filter(|&width| width <= 128)?;
    }
    // images with their highest bits different, and what they are images of
    let mut images: Vec<(u128, u128)> = Vec::new();
    let reduced = |images: &[(u128, u128)], mut image: u128, mut of: u128| {
        for (other, what) in images {
            if image ^ other < image {
                (image, of) = (image ^ other, of ^ what);
            }
        }
        (image, of)
    };
    for bit in 0..width {
        let x = Nimber(1 << bit);
        let (image, of) = reduced(&images, (x.square() + x).0, x.0);
        if image != 0 {
            let at = images.partition_point(|(other, _)| *other > image);
            images.insert(at, (image, of));
        }
    }
    let (left, of) = reduced(&images, c.0, 0);
    (left == 0).then_some(Nimber(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_all_there_are() {
        for number in 0..16u128.pow(3) {
            let [a, b, c] = [number % 16, number / 16 % 16, number / 256].map(Nimber);
            let zero = |x: u128| a * Nimber(x).square() + b * Nimber(x) + c == Nimber::ZERO;
            let plain: Vec<Nimber> = (0..256).filter(|x| zero(*x)).map(Nimber).collect();
            match quadratic(a, b, c) {
                Some(found) => assert_eq!(found, plain, "{a} {b} {c}"),
                None => assert!([a, b, c] == [Nimber::ZERO; 3]),
            }
        }
        for c in [1u128 << 63, (1 << 63) - 5, (1 << 127) - 1, 77 << 90] {
            let roots = quadratic(Nimber::ONE, Nimber::ONE, Nimber(c)).unwrap();
            assert!(roots.len() == 2 && roots.iter().all(|x| x.square() + *x == Nimber(c)), "{c}");
        }
        assert_eq!(quadratic(Nimber::ONE, Nimber::ONE, Nimber(1 << 127)), None);
    }
}
