//! Positions as they are written.

use super::{Boundary, Draft, Region, Spot};

/// Spots of a position at most.
const MOST: usize = 3000;

/// What a text means. A last boundary, region or part may stand without its end.
pub(super) fn read(text: &str) -> Result<Draft, String> {
    let mut names: Vec<&str> = Vec::new();
    // of each name where it was met: part, region and boundary
    let mut met: Vec<Vec<[usize; 3]>> = Vec::new();
    let (mut draft, mut region, mut boundary): (Draft, Region, Boundary) = Default::default();
    let (mut place, mut count) = ([0; 3], 0);
    let mut rest = text.strip_suffix('!').unwrap_or(text);
    if rest == "-" {
        rest = "";
    }
    while let Some(first) = rest.chars().next() {
        let mut length = 1;
        match first {
            '0' => boundary.push(Spot::Free),
            '1' => boundary.push(Spot::End),
            '2' => boundary.push(Spot::Last),
            c if c.is_ascii_alphabetic() => {
                length += rest[1..].bytes().take_while(|&b| b == b'\'').count();
                let name = &rest[..length];
                let number = names.iter().position(|known| *known == name).unwrap_or(names.len());
                if number == names.len() {
                    names.push(name);
                    met.push(Vec::new());
                }
                met[number].push(place);
                boundary.push(Spot::Twice(number as u32));
            }
            '.' | '}' | ']' => {
                if !boundary.is_empty() {
                    region.push(std::mem::take(&mut boundary));
                }
                place[2] += 1;
                if first != '.' {
                    draft.push(std::mem::take(&mut region));
                    place[1] += 1;
                }
                place[0] += usize::from(first == ']');
            }
            _ => return Err("a position of Sprouts".to_owned()),
        }
        count += 1;
        if count > MOST {
            return Err(format!("a position of at most {MOST} spots"));
        }
        rest = &rest[length..];
    }
    if !boundary.is_empty() {
        region.push(boundary);
    }
    draft.push(region);
    let fits = |met: &Vec<[usize; 3]>| match met.as_slice() {
        [a, b] => a[0] == b[0] && (a[1] != b[1] || a[2] == b[2]),
        met => met.len() == 1,
    };
    if !met.iter().all(fits) {
        return Err("letters that are met twice, on one boundary or in two regions of one part".to_owned());
    }
    let is_alone = |boundary: &Boundary| boundary.len() == 1 || !boundary.contains(&Spot::Free);
    if !draft.iter().flatten().all(is_alone) {
        return Err("spots without ends as boundaries of their own".to_owned());
    }
    Ok(draft)
}
