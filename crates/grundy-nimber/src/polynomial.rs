//! The field K of polynomials over GF(2) modulo x^64 + x^4 + x^3 + x + 1, and how nimbers below 2^64 lie in it.
//!
//! All fields of 2^64 elements have the same structure. With f₀² + f₀ = 1 and fⱼ² + fⱼ = f₀f₁…fⱼ₋₁ in K, the nimber
//! 2^i is the product of the fⱼ over the bits j of i ([`TO`]); each equation is linear over the bits of fⱼ, and either of
//! its roots will do. So a nim product is a map, a carry-less product with its remainder, and the map back ([`FROM`]).
//! The maps are tables of 16 KiB each, worked out by the compiler.
//!
//! The same for the bytes: [`AES`] takes nimbers below 2^8 to polynomials modulo x^8 + x^4 + x^3 + x + 1, for which
//! processors have an instruction.

/// A linear map of 64 bits, by the bytes of its argument.
pub(crate) struct Map([[u64; 256]; 8]);

/// From nimbers to polynomials.
pub(crate) static TO: Map = Map::of(&columns());
/// From polynomials to nimbers.
pub(crate) static FROM: Map = Map::of(&inverse(columns()));

impl Map {
    const fn of(columns: &[u64; 64]) -> Map {
        let mut tables = [[0; 256]; 8];
        let mut place = 0;
        while place < 8 {
            let mut byte = 1;
            while byte < 256usize {
                let low = byte.trailing_zeros() as usize;
                tables[place][byte] = tables[place][byte & (byte - 1)] ^ columns[8 * place + low];
                byte += 1;
            }
            place += 1;
        }
        Map(tables)
    }

    #[inline]
    pub(crate) fn apply(&self, number: u64) -> u64 {
        let bytes = number.to_le_bytes();
        (0..8).fold(0, |sum, place| sum ^ self.0[place][usize::from(bytes[place])])
    }
}

/// The remainder of a polynomial of degree below 128, its coefficients from x^64 on in `high`.
#[inline]
pub(crate) const fn remainder(high: u64, low: u64) -> u64 {
    // x^64 is x^4 + x^3 + x + 1; what that lifts over the edge again is folded with the rest
    let high = high ^ high >> 63 ^ high >> 61 ^ high >> 60;
    low ^ high ^ high << 1 ^ high << 3 ^ high << 4
}

/// A product in K, bit by bit: for tables that the compiler works out.
pub(crate) const fn product(a: u64, b: u64) -> u64 {
    let (mut high, mut low, mut bit) = (0, 0, 0);
    while bit < 64 {
        if b >> bit & 1 == 1 {
            low ^= a << bit;
            high ^= (a >> 1) >> (63 - bit);
        }
        bit += 1;
    }
    remainder(high, low)
}

/// The images of the nimbers 1, 2, 4, …
const fn columns() -> [u64; 64] {
    let mut columns = [1; 64];
    let (mut steps, mut right) = (0, 1);
    while steps < 6 {
        // f₀, f₁, …: each doubles the part of the basis that is known
        let root = root(right);
        let known = 1 << steps;
        let mut at = 0;
        while at < known {
            columns[known + at] = product(columns[at], root);
            at += 1;
        }
        right = product(right, root);
        steps += 1;
    }
    columns
}

/// A y with y² + y = c, which is linear over the bits of y.
const fn root(c: u64) -> u64 {
    let mut images = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        images[bit] = product(1 << bit, 1 << bit) ^ 1 << bit;
        bit += 1;
    }
    preimage(&echelon(&images), c)
}

/// Sums of columns with their highest bits all different, by that bit, and which columns they are sums of.
struct Echelon([(u64, u64); 64]);

const fn echelon(columns: &[u64; 64]) -> Echelon {
    let mut rows = [(0, 0); 64];
    let mut at = 0;
    while at < 64 {
        let (mut image, mut of) = (columns[at], 1u64 << at);
        while image != 0 {
            let top = 63 - image.leading_zeros() as usize;
            if rows[top].0 == 0 {
                rows[top] = (image, of);
                break;
            }
            image ^= rows[top].0;
            of ^= rows[top].1;
        }
        at += 1;
    }
    Echelon(rows)
}

const fn preimage(echelon: &Echelon, of: u64) -> u64 {
    let (mut left, mut found) = (of, 0);
    while left != 0 {
        let (image, part) = echelon.0[63 - left.leading_zeros() as usize];
        assert!(image != 0, "the equation has a root");
        left ^= image;
        found ^= part;
    }
    found
}

const fn inverse(columns: [u64; 64]) -> [u64; 64] {
    let echelon = echelon(&columns);
    let mut found = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        found[bit] = preimage(&echelon, 1 << bit);
        bit += 1;
    }
    found
}

/// Nimbers below 2^8 as polynomials modulo x^8 + x^4 + x^3 + x + 1: the images of the powers of 2, the way there and the
/// way back as matrices of 8 by 8 bits, row 0 in the highest byte.
pub(crate) struct Bytes {
    pub(crate) to: u64,
    pub(crate) from: u64,
    /// The image of 2^7.
    pub(crate) half: u8,
}

pub(crate) const AES: Bytes = {
    let mut columns = [1u8; 8];
    let (mut steps, mut right) = (0, 1);
    while steps < 3 {
        let mut root = 0u8;
        while byte_product(root, root) ^ root != right {
            root += 1;
        }
        let known = 1 << steps;
        let mut at = 0;
        while at < known {
            columns[known + at] = byte_product(columns[at], root);
            at += 1;
        }
        right = byte_product(right, root);
        steps += 1;
    }
    let mut back = [0u8; 8];
    let mut number = 1u8;
    while number != 0 {
        // the number whose image is a power of x
        let (mut image, mut bit) = (0, 0);
        while bit < 8 {
            if number >> bit & 1 == 1 {
                image ^= columns[bit];
            }
            bit += 1;
        }
        if image.is_power_of_two() {
            back[image.trailing_zeros() as usize] = number;
        }
        number = number.wrapping_add(1);
    }
    Bytes { to: rows(&columns), from: rows(&back), half: columns[7] }
};

const fn byte_product(a: u8, b: u8) -> u8 {
    let (mut product, mut bit) = (0u16, 0);
    while bit < 8 {
        if b >> bit & 1 == 1 {
            product ^= (a as u16) << bit;
        }
        bit += 1;
    }
    let mut top = 14;
    while top >= 8 {
        if product >> top & 1 == 1 {
            product ^= 0x11b << (top - 8);
        }
        top -= 1;
    }
    product as u8
}

const fn rows(columns: &[u8; 8]) -> u64 {
    let mut matrix = 0;
    let mut place = 0;
    while place < 64 {
        let (row, column) = (place / 8, place % 8);
        matrix |= ((columns[column] >> row & 1) as u64) << (8 * (7 - row) + column);
        place += 1;
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random;

    #[test]
    fn the_maps_are_inverse_and_keep_products() {
        let mut state = 5;
        for _ in 0..2000 {
            let (a, b) = (random(&mut state), random(&mut state));
            assert_eq!(FROM.apply(TO.apply(a)), a);
            let there = FROM.apply(product(TO.apply(a), TO.apply(b)));
            assert_eq!(there, crate::tower::product_64(a, b), "{a} {b}");
        }
    }
}
