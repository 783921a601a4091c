//! Colours: a road from dark violet over green to yellow along which the brightness grows evenly, so that it can be
//! read without telling red from green and on a grey print (after viridis by S. van der Walt and N. Smith, 2015, CC0).
//! Zero is white: P-positions are holes in the picture.

use super::scene::Colour;

/// Behind everything. Not transparent: the picture can be read on a dark page as well.
pub(crate) const PAPER: Colour = Colour(252, 252, 251);
/// P-positions.
pub(crate) const ZERO: Colour = Colour(255, 255, 255);
/// N-positions where only the outcome is known.
pub(crate) const NEXT: Colour = Colour(59, 82, 139);
/// Draws.
pub(crate) const DRAW: Colour = Colour(170, 170, 170);
/// Titles.
pub(crate) const INK: Colour = Colour(34, 34, 34);
/// Axes and their numbers.
pub(crate) const FAINT: Colour = Colour(95, 95, 95);
/// Frames and ticks.
pub(crate) const EDGE: Colour = Colour(150, 150, 150);
/// Lines behind the points.
pub(crate) const LINE: Colour = Colour(232, 232, 230);
/// Points.
pub(crate) const POINT: Colour = Colour(38, 84, 138);
/// Behind the preperiod.
pub(crate) const BEFORE: Colour = Colour(236, 234, 228);
/// Behind the first period, and lines at its ends.
pub(crate) const PERIOD: Colour = Colour(253, 231, 205);
/// What the period is marked with.
pub(crate) const MARK: Colour = Colour(200, 80, 0);

/// Stations of the road, evenly spaced.
const ROAD: [Colour; 9] = [
    Colour(68, 1, 84),
    Colour(71, 45, 123),
    Colour(59, 82, 139),
    Colour(44, 114, 142),
    Colour(33, 145, 140),
    Colour(39, 173, 129),
    Colour(92, 200, 99),
    Colour(170, 220, 50),
    Colour(253, 231, 37),
];

/// The colour `part` of the way between two, `part` from 0 to 1.
pub(crate) fn mix(from: Colour, to: Colour, part: f64) -> Colour {
    let one = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round().clamp(0.0, 255.0) as u8;
    Colour(one(from.0, to.0), one(from.1, to.1), one(from.2, to.2))
}

/// The colour at a place of the road from 0 to 1. Its bright end is left out: it is too near to the white of zero.
fn road(place: f64) -> Colour {
    let place = place.clamp(0.0, 1.0) * 0.94 * (ROAD.len() - 1) as f64;
    let at = (place as usize).min(ROAD.len() - 2);
    mix(ROAD[at], ROAD[at + 1], place - at as f64)
}

/// Which colour a value has.
///
/// Half of the road is shared out evenly over the values, half by how often they occur: where a few small values make
/// up most of the picture, they are still told apart.
#[derive(Debug, Clone)]
pub(crate) struct Palette {
    most: u64,
    /// Colour k − 1 belongs to the index k.
    pub(crate) colours: Vec<Colour>,
}

/// More colours than this nobody tells apart, and an index is one byte.
const MOST: u64 = 253;

impl Palette {
    /// For these values.
    pub(crate) fn new(values: impl Iterator<Item = u64> + Clone) -> Palette {
        let most = values.clone().max().unwrap_or(0);
        let steps = most.min(MOST);
        let mut palette = Palette { most, colours: vec![ZERO; steps as usize + 1] };
        let mut counts = vec![0u64; palette.colours.len()];
        for value in values {
            counts[usize::from(palette.index(value)) - 1] += 1;
        }
        // middles of the stretches that the values take, from the first to the last
        let middle = |seen: &mut u64, count: &u64| {
            *seen += 2 * count;
            Some(*seen - count)
        };
        let middles: Vec<u64> = counts.iter().skip(1).scan(0, middle).collect();
        let (first, last) = (middles.first().copied().unwrap_or(0), middles.last().copied().unwrap_or(0));
        for (k, (colour, middle)) in palette.colours.iter_mut().skip(1).zip(&middles).enumerate() {
            let even = if steps < 2 { 0.45 } else { k as f64 / (steps - 1) as f64 };
            let often = if last == first { even } else { (middle - first) as f64 / (last - first) as f64 };
            *colour = road(f64::midpoint(even, often));
        }
        palette
    }

    /// The index of a value's colour, from 1.
    pub(crate) fn index(&self, value: u64) -> u8 {
        let step = match value.min(self.most) {
            0 => 0,
            v if self.most <= MOST => v,
            v => 1 + (u128::from(v - 1) * u128::from(MOST - 1) / u128::from(self.most - 1)) as u64,
        };
        step as u8 + 1
    }

    /// The largest value.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }
}

/// Does dark text stand out on this colour better than white?
pub(crate) fn is_bright(colour: Colour) -> bool {
    299 * u32::from(colour.0) + 587 * u32::from(colour.1) + 114 * u32::from(colour.2) > 130_000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brightness(c: Colour) -> u32 {
        299 * u32::from(c.0) + 587 * u32::from(c.1) + 114 * u32::from(c.2)
    }

    #[test]
    fn brightness_grows_and_zero_is_white() {
        for most in [0, 1, 2, 9, 253, 254, 1000, u64::MAX] {
            let palette = Palette::new([0, most.min(1), most.min(1), most].into_iter());
            assert_eq!(palette.colours[0], ZERO);
            let rest: Vec<u32> = palette.colours[1..].iter().map(|c| brightness(*c)).collect();
            // up to the rounding of the three parts
            assert!(rest.windows(2).all(|w| w[0] <= w[1] + 1000), "{most}");
            assert_eq!(palette.index(0), 1);
            assert_eq!(usize::from(palette.index(most)), palette.colours.len());
            let at = |part: u64| palette.index(most / 8 * part);
            assert!((1..8).all(|part| at(part) <= at(part + 1)));
        }
    }
}
