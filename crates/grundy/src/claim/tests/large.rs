//! Claims with numbers too large for automata.

use super::found;

#[test]
fn what_follows_from_a_law_with_large_numbers_is_proved() {
    for (game, claim) in [
        ("take[3..10^9]", "n % (10^9+3) < 3 => P"),
        ("take[3..10^9]", "g = n % (3+10^9) // 3"),
        ("take[3..10^9]", "n >= 3 and n < 1000000003 => N"),
        ("take[3..10^9]", "P => n < 3 or n >= 10^9+3"),
        ("take[10^9..2*10^9]", "P: n % (3*10^9) < 10^9"),
        ("take[1..10^30]", "P: (10^30+1) divides n"),
        ("take[1..10^30]", "n <= 10^30 => g = n"),
        ("take[10^9..]", "g = n // 10^9"),
        ("take[1..10^9 except 10^8]", "P: n % (10^9+10^8+1) = 0 or n % (10^9+10^8+1) = 10^8"),
        ("misere take[1..10^30]", "P: n % (10^30+1) = 1"),
        ("misere take[3..10^9]", "P: 3 <= n % (10^9+3) and n % (10^9+3) < 6"),
        ("misere take[3..10^9]", "n = 3 => P"),
    ] {
        assert_eq!(found(game, claim), "proved", "{game}: {claim}");
    }
    for (game, claim) in [
        ("take[3..10^9]", "n % (10^9+3) < 4 => P"),
        ("take[3..10^9]", "P: n < 3"),
        ("take[3..10^9]", "P: n % (10^9+2) < 3"),
        ("take[1..10^30]", "n <= 10^30+1 => g = n"),
        ("misere take[3..10^9]", "P: n % (10^9+3) < 3"),
    ] {
        assert_ne!(found(game, claim), "proved", "{game}: {claim}");
    }
}
