//! The known name nearest to a misspelt one.
//!
//! Nearness is the number of single-letter insertions, deletions, replacements and swaps of neighbours that turn one
//! word into the other: `kaylse` is one swap away from `kayles`. A third of the letters may be wrong, at least one; more
//! than half of a name must be right.
//!
//! Cost: two words are compared in O(length²) steps, but only after a comparison of their sets of letters, which
//! rules out nearly all candidates in a few instructions. (R. Lowrance and R. A. Wagner, *An Extension of the
//! String-to-String Correction Problem*, 1975; each letter is edited once.)

/// The longest word that is compared; longer ones are no names of ours.
const LONGEST: usize = 40;

/// The candidate nearest to `word`, if one is near; the first of several. Capitals and full-width letters make no difference.
///
/// A third of the letters may be wrong, at least one; a swap of neighbours is one mistake. Linear in the number of candidates; words
/// of more than 40 letters are not compared.
///
/// ```
/// use grundy_notation::nearest;
/// assert_eq!(nearest("kaylse", ["nim", "kayles"]), Some("kayles"));
/// assert_eq!(nearest("elephant", ["nim", "kayles"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut buffer = ['\0'; LONGEST];
    let letters = folded(word, &mut buffer)?;
    let mask = mask(letters);
    let mut allowed = (letters.len() / 3).max(1);
    let mut best = None;
    for candidate in candidates {
        if candidate.is_ascii() && letters.len().abs_diff(candidate.len()) > allowed {
            continue;
        }
        let mut other = ['\0'; LONGEST];
        let Some(other) = folded(candidate, &mut other) else { continue };
        // One edit changes the set of letters in at most two places.
        let apart = (mask ^ self::mask(other)).count_ones() as usize;
        if letters.len().abs_diff(other.len()) > allowed || apart > 2 * allowed || other.len() <= 2 * allowed {
            continue;
        }
        let distance = distance(letters, other);
        if distance == 0 {
            return Some(candidate);
        }
        if distance < allowed || distance == allowed && best.is_none() {
            allowed = distance;
            best = Some(candidate);
        }
    }
    best
}

/// Lower case, full-width letters as plain ones; `None` if too long.
fn folded<'b>(word: &str, buffer: &'b mut [char; LONGEST]) -> Option<&'b [char]> {
    let mut length = 0;
    for c in word.chars() {
        let c = match c {
            '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
            c => c,
        };
        *buffer.get_mut(length)? = c.to_ascii_lowercase();
        length += 1;
    }
    Some(&buffer[..length])
}

fn mask(letters: &[char]) -> u64 {
    letters.iter().fold(0, |mask, &c| mask | 1 << (u32::from(c) % 64))
}

/// Edits between two words of at most [`LONGEST`] letters.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = [0usize; LONGEST + 1];
    let mut row = [0usize; LONGEST + 1];
    for (j, cell) in row.iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        let previous = row;
        row[0] = i;
        for j in 1..=b.len() {
            let replaced = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(previous[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = previous;
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_found() {
        let known = ["kayles", "nim", "take", "wythoff", "powers", "odds"];
        assert_eq!(nearest("kaylse", known), Some("kayles"));
        assert_eq!(nearest("wythof", known), Some("wythoff"));
        assert_eq!(nearest("Nim", known), Some("nim"));
        assert_eq!(nearest("ｎｉｍ", known), Some("nim"));
        assert_eq!(nearest("ods", known), Some("odds"));
        assert_eq!(nearest("elephant", known), None);
        assert_eq!(nearest("x", ["n"]), None);
        assert_eq!(nearest(&"k".repeat(1000), known), None);
        assert_eq!(nearest("威佐夫游戏", ["取石子", "威佐夫博弈"]), None);
        assert_eq!(nearest("威佐夫博奕", ["取石子", "威佐夫博弈"]), Some("威佐夫博弈"));
    }

    #[test]
    fn distance_agrees_with_its_recursive_definition() {
        fn plain(a: &[char], b: &[char]) -> usize {
            if a.is_empty() || b.is_empty() {
                return a.len() + b.len();
            }
            let (x, y) = (a.len() - 1, b.len() - 1);
            let mut best = plain(&a[..x], &b[..y]) + usize::from(a[x] != b[y]);
            best = best.min(plain(&a[..x], b) + 1).min(plain(a, &b[..y]) + 1);
            if x > 0 && y > 0 && a[x] == b[y - 1] && a[x - 1] == b[y] {
                best = best.min(plain(&a[..x - 1], &b[..y - 1]) + 1);
            }
            best
        }
        let words: Vec<Vec<char>> =
            (0..200u32).map(|i| (0..i % 6).map(|j| char::from(b'a' + ((i * 7) >> j & 1) as u8)).collect()).collect();
        for a in &words {
            for b in words.iter().take(40) {
                assert_eq!(distance(a, b), plain(a, b), "{a:?} {b:?}");
            }
        }
    }
}
