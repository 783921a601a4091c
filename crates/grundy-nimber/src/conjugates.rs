//! Conjugates: a, a², a⁴, … are the roots of one polynomial over the field of two elements.

use crate::Nimber;

impl Nimber {
    /// a, a², a⁴, …, each once: as many as the degree of a.
    pub fn conjugates(self) -> impl Iterator<Item = Nimber> {
        let next = move |last: &Nimber| Some(last.square()).filter(|next| *next != self);
        std::iter::successors(Some(self), next)
    }

    /// The sum of a, a², a⁴, …, `width` of them: the trace of the field of 2^width elements, 0 or 1.
    ///
    /// It is the highest bit: `None` where the number does not lie in that field, or there is none of that width.
    ///
    /// ```
    /// use grundy_nimber::Nimber;
    /// assert_eq!(Nimber(9).trace(4), Some(true));
    /// assert_eq!(Nimber(9).trace(8), Some(false));
    /// assert_eq!(Nimber(9).trace(2), None);
    /// ```
    #[must_use]
    pub fn trace(self, width: u32) -> Option<bool> {
        let there = width.is_power_of_two() && (self.width()..=128).contains(&width);
        there.then(|| self.0 >> (width - 1) & 1 == 1)
    }

    /// The polynomial of least degree over the field of two elements whose root the number is: its coefficients, that of 1
    /// first, the last one 1.
    ///
    /// ```
    /// use grundy_nimber::Nimber;
    /// assert_eq!(Nimber(2).minimal_polynomial(), [true, true, true]); // x² + x + 1
    /// ```
    #[must_use]
    pub fn minimal_polynomial(self) -> Vec<bool> {
        let mut polynomial = vec![Nimber::ONE];
        for root in self.conjugates() {
            polynomial.push(Nimber::ZERO);
            // times x + root, from the highest coefficient down
            for at in (0..polynomial.len()).rev() {
                let lower = if at == 0 { Nimber::ZERO } else { polynomial[at - 1] };
                polynomial[at] = lower + polynomial[at] * root;
            }
        }
        polynomial.into_iter().map(|coefficient| coefficient == Nimber::ONE).collect()
    }

    /// The least number whose powers are all numbers other than 0 of the field of 2^width elements; `None` where there is
    /// no field of that width below 2^128.
    ///
    /// ```
    /// use grundy_nimber::Nimber;
    /// assert_eq!(Nimber::primitive(4), Some(Nimber(4)));
    /// ```
    #[must_use]
    pub fn primitive(width: u32) -> Option<Nimber> {
        if !width.is_power_of_two() || width > 128 {
            return None;
        }
        let whole = u128::MAX >> (128 - width);
        // what lies in a smaller field has a smaller order
        (1u128 << (width / 2)..=whole).map(Nimber).find(|number| number.order() == Some(whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random;

    #[test]
    fn polynomials_have_their_number_for_a_root() {
        let mut state = 4;
        for round in 0..200 {
            let width = 1u32 << (round % 8);
            let whole = u128::from(random(&mut state)) << 64 | u128::from(random(&mut state));
            let number = Nimber(whole >> (128 - width));
            let polynomial = number.minimal_polynomial();
            let value = polynomial.iter().rev().fold(Nimber::ZERO, |sum, c| sum * number + Nimber((*c).into()));
            assert_eq!(value, Nimber::ZERO, "{number}");
            assert_eq!(polynomial.last(), Some(&true));
            assert_eq!(polynomial.len(), 1 + number.conjugates().count());
            let trace = (0..width).fold((Nimber::ZERO, number), |(sum, at), _| (sum + at, at.square())).0;
            assert_eq!(number.trace(width).map(u128::from), Some(trace.0));
        }
        // no smaller degree: the polynomials of the 16 smallest numbers, by trying all
        for number in (0..16).map(Nimber) {
            let polynomial = number.minimal_polynomial();
            let least = (2u32..32).find(|bits| {
                let value = (0..5).rev().fold(Nimber::ZERO, |sum, i| sum * number + Nimber((bits >> i & 1).into()));
                value == Nimber::ZERO
            });
            let bits = polynomial.iter().rev().fold(0, |bits, c| bits << 1 | u32::from(*c));
            assert_eq!(Some(bits), least, "{number}");
        }
    }

    #[test]
    fn primitive_numbers_generate_their_field() {
        for width in [1, 2, 4, 8, 16, 32, 64, 128] {
            let least = Nimber::primitive(width).unwrap();
            assert_eq!(least.order(), Some(u128::MAX >> (128 - width)), "{width}");
            assert_eq!(least.width(), width);
        }
        assert_eq!((Nimber::primitive(3), Nimber::primitive(0), Nimber::primitive(256)), (None, None, None));
    }
}
