//! The order of places in a box: row by row, or by the sum of the coordinates.

use smallvec::SmallVec;

pub(super) fn strides(extents: &SmallVec<[i64; 2]>) -> SmallVec<[i64; 2]> {
    let mut strides = extents.clone();
    let mut stride = 1;
    for (s, extent) in strides.iter_mut().zip(extents).rev() {
        *s = stride;
        stride *= extent;
    }
    strides
}

pub(super) fn next_in_box(place: &mut [i64], extents: &[i64]) -> bool {
    for (c, extent) in place.iter_mut().zip(extents).rev() {
        *c += 1;
        if *c < *extent {
            return true;
        }
        *c = 0;
    }
    false
}

/// The lexicographically first place of this sum in the box.
pub(super) fn first_of_sum(place: &mut [i64], extents: &[i64], sum: i64) -> bool {
    let mut rest = sum;
    for (c, extent) in place.iter_mut().zip(extents).rev() {
        *c = rest.min(extent - 1);
        rest -= *c;
    }
    rest == 0
}

/// The next place of the same sum in the box, lexicographically.
pub(super) fn next_of_sum(place: &mut [i64], extents: &[i64]) -> bool {
    let mut behind = 0;
    for i in (0..place.len()).rev() {
        if behind > 0 && place[i] + 1 < extents[i] {
            place[i] += 1;
            return first_of_sum(&mut place[i + 1..], &extents[i + 1..], behind - 1);
        }
        behind += place[i];
    }
    false
}
