use super::*;

/// Every end, each compared whole.
fn plain(words: &[u8], wanted: &[u8]) -> Option<usize> {
    (wanted.len() + 1..=words.len()).find(|&end| words[end - wanted.len()..end] == *wanted)
}

#[test]
fn windows_that_are_nearly_periodic_are_found_where_they_stand() {
    // a run of the period 16 with one word changed, as long as the whole search
    let base = |n: usize| (0..n).map(|i| (i / 8 % 2) as u8);
    for (m, changed, again) in [(3000, 1700, Some(8900)), (3000, 2999, None), (600, 0, Some(4000)), (5, 2, None)] {
        let mut wanted: Vec<u8> = base(m).collect();
        wanted[changed] = 7;
        let mut words: Vec<u8> = base(12_000).collect();
        if let Some(at) = again {
            words[at] = 7;
        }
        let expected = plain(&words, &wanted);
        assert_eq!(expected.is_some(), again.is_some());
        assert_eq!(find_window(&words, &wanted), expected);
        // by sums alone, from any end
        for from in [m + 1, m + 2, words.len() - 1, words.len()] {
            assert_eq!(find_by_sums(&words, &wanted, from), expected.filter(|&end| end >= from));
        }
    }
    assert_eq!(find_by_sums(&[1u8, 2], &[1], 3), None);
}

#[test]
fn agreement_in_vain_is_counted_and_given_up() {
    let wanted: Vec<u8> = (0..4000u32).map(|i| (i == 3990) as u8).collect();
    let words = vec![0u8; 20_000];
    let mut agreed = 0;
    assert!(!agrees(&words[..4000], &wanted, &mut agreed));
    // all pieces but the last
    assert_eq!(agreed, 3990 / PIECE * PIECE);
    assert_eq!(find_window(&words, &wanted), None);
}
