//! What can be read strictly is not touched.

use grundy::game::catalogue::GAMES;
use grundy_notation::Span;
use grundy_notation::lenient::{Asked, Kind, Typed, respell};
use proptest::prelude::*;

use super::{games, queries, reader};

fn asked(kind: Kind) -> Asked<'static> {
    Asked::new(kind, GAMES)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// The strict reader goes first; even where the lenient stage is asked, it leaves strict positions what they are.
    #[test]
    fn strict_positions_keep_their_meaning(query in queries()) {
        let text = query.to_string();
        for respelt in respell(&Typed::of(&text), &asked(Kind::Position)).unwrap_or_default() {
            let again = reader().query(respelt.text());
            prop_assert!(again.as_ref() == Ok(&query), "{} became {}", text, respelt.text());
        }
    }

    #[test]
    fn strict_games_keep_their_meaning(game in games()) {
        let text = game.to_string();
        for respelt in respell(&Typed::of(&text), &asked(Kind::Game)).unwrap_or_default() {
            let again = reader().game(respelt.text());
            prop_assert!(again.as_ref() == Ok(&game), "{} became {}", text, respelt.text());
        }
    }

    /// Whatever is typed, nothing but a fault can come of it, and places stay in the text.
    #[test]
    fn any_text_is_survived(text in "[nk0-9a-zA-Z(){}\\[\\],;:.=<>!&|^+*/ \"-]{0,40}") {
        for kind in [Kind::Position, Kind::Game, Kind::Subject, Kind::Claim] {
            for respelt in respell(&Typed::of(&text), &asked(kind)).unwrap_or_default() {
                for at in 0..=respelt.text().len() {
                    let place = respelt.original(Span::new(at, at + 1));
                    prop_assert!(place.start <= place.end && place.end <= text.len());
                }
            }
        }
    }
}

/// Found by the property: a multiple of a nimber is no board.
#[test]
fn multiples_are_not_boards() {
    for text in ["cram(19**1, ?)", "cram(2*chomp(\"2x3\"))", "chomp(*5, 3**2)"] {
        let respelt = respell(&Typed::of(text), &asked(Kind::Position)).unwrap();
        assert!(respelt.is_empty(), "{text} became {}", respelt[0].text());
    }
    assert_eq!(respell(&Typed::of("cram(5x6, ?)"), &asked(Kind::Position)).unwrap()[0].text(), "cram(\"5x6\", ?)");
}

/// The page asks while somebody types.
#[test]
fn unfinished_texts_are_survived() {
    for text in [
        "{n -> n-k for k in 1..floor(sqrt(n)) if k <= sqrt(n)}(10)",
        "{(a,b) -> (a-d,b), (a,b-d) for d | gcd(a,b)}(4,6)",
        "{n -> ceil(n/2) for d divides n+1 if n is odd}(7)",
        "n > 0 and P => g = floor(phi*n)",
        "win[n] = !win[n-1] || !win[n-3], n = 20",
        "21 stones, take 1 to 3, misère",
    ] {
        for (end, _) in text.char_indices() {
            for kind in [Kind::Position, Kind::Game, Kind::Subject, Kind::Claim] {
                let _ = respell(&Typed::of(&text[..end]), &asked(kind));
            }
        }
    }
}

/// A root that is compared twice is not rounded: in `k <= sqrt(n) <= 2` it is at most 2 up to n = 4, and rounded up to 8.
#[test]
fn roots_that_are_compared_twice_are_left() {
    for condition in ["k <= sqrt(n) <= 2", "k > sqrt(n) = 2"] {
        let text = format!("{{n -> n-k for k in 1.. if {condition}}}(9)");
        for respelt in respell(&Typed::of(&text), &asked(Kind::Position)).unwrap_or_default() {
            assert!(!respelt.text().contains("isqrt"), "{text} became {}", respelt.text());
        }
    }
}
