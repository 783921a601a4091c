//! The word somebody may have meant.

/// The candidate with the fewest letters wrong, if it is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.to_lowercase().chars().take(40).collect();
    let allowed = (letters.len() / 3).max(1);
    let ranked = candidates.into_iter().map(|c| (distance(&letters, &c.chars().collect::<Vec<char>>()), c));
    // a short word has neighbours everywhere, so something of it must be left
    ranked.filter(|(d, _)| *d <= allowed && *d < letters.len()).min_by_key(|(d, _)| *d).map(|(_, c)| c)
}

/// Letters to insert, delete, replace or swap with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood() {
        assert_eq!(nearest("kaylse", ["nim", "kayles"]), Some("kayles"));
        assert_eq!(nearest("wytoff", ["nim", "wythoff"]), Some("wythoff"));
        assert_eq!(nearest("威佐夫游戏", ["取石子", "威佐夫博弈"]), None);
        assert_eq!(nearest("威佐夫博奕", ["取石子", "威佐夫博弈"]), Some("威佐夫博弈"));
        assert_eq!(nearest("xyz", ["nim", "take"]), None);
        assert_eq!(nearest("x", ["n"]), None);
    }
}
