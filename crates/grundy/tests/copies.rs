//! Copies of a part: `n//2 times 2`, `2*kayles(n-1)`.

use grundy::{Convention, Session};

fn values(rule: &str) -> Vec<u64> {
    let question = Session::new().game(rule).unwrap_or_else(|fault| panic!("{rule}: {fault}"));
    (0..30u64).map(|n| u64::try_from(&question.game.value(n).unwrap()).unwrap()).collect()
}

#[test]
fn copies_are_parts() {
    for (rule, plain) in [
        ("{n -> n-1 times 1}", "{n -> n-1}"),
        ("{n -> n-2 times 3}", "{n -> n-2 & n-2 & n-2}"),
        ("{n -> n-1; n//2 times 2 if n > 0}", "{n -> n-1; n//2 & n//2 if n > 0}"),
        ("{n -> n-1; n-2 times 0 if n > 1}", "{n -> n-1; nim(0) if n > 1}"),
        ("{n -> 2*kayles(n-1); n-3}", "{n -> kayles(n-1) & kayles(n-1); n-3}"),
        ("{n -> kayles(n-1) times 3 & n-1}", "{n -> kayles(n-1) & kayles(n-1) & kayles(n-1) & n-1}"),
        // a number that the position decides, and one that a loop does
        (
            "{n -> n//2 times n % 3 if n > 0}",
            "{n -> n//2 if n % 3 = 1; n//2 & n//2 if n % 3 = 2; nim(0) if n % 3 = 0 and n > 0}",
        ),
        ("{n -> n-2 times k for k in 0..2 if n > 1}", "{n -> nim(0) | n-2 | n-2 & n-2 if n > 1}"),
    ] {
        assert_eq!(values(rule), values(plain), "{rule}");
    }
    let tuple = Session::new().game("{(a,b) -> 2*(a-1,b-1) ; (a-1,b)}").unwrap().game;
    let plain = Session::new().game("{(a,b) -> (a-1,b-1) & (a-1,b-1); (a-1,b)}").unwrap().game;
    for place in [[3u64, 4], [6, 6], [5, 1]] {
        assert_eq!(tuple.value(place).unwrap(), plain.value(place).unwrap(), "{place:?}");
    }
}

#[test]
fn in_misere_play_pairs_do_not_cancel() {
    let outcome = |text: &str| Session::new().position(text).unwrap().under(Convention::Misere).outcome().unwrap();
    for n in 0..9 {
        let (rule, plain) = ("{n -> n-1; n//2 times 2 if n > 0}", "{n -> n-1; n//2 & n//2 if n > 0}");
        assert_eq!(outcome(&format!("{rule}({n})")), outcome(&format!("{plain}({n})")), "{n}");
    }
}

#[test]
fn copies_without_a_bound_are_refused() {
    for rule in ["{n -> n//2 times n if n > 0}", "{n -> n-1 times 10^9}", "{n -> n-1 times -1}"] {
        assert!(Session::new().game(rule).is_err(), "{rule}");
    }
    // a product stays one
    assert_eq!(values("{n -> 2*(n//4) if n > 0}"), values("{n -> n//4*2 if n > 0}"));
    let game = Session::new().asked_game("{n -> n-1; n//2 times k if n % 2 = 0 and n > 0}", &[]).unwrap();
    let grundy::parametric::Asked::Parametric(game) = game else { panic!() };
    for k in 1..5 {
        let member = game.member(&[k]).unwrap().game;
        let parts = vec!["n//2"; k as usize].join(" & ");
        let plain = Session::new().game(&format!("{{n -> n-1; {parts} if n % 2 = 0 and n > 0}}")).unwrap().game;
        for n in 0..20u64 {
            assert_eq!(member.value(n).unwrap(), plain.value(n).unwrap(), "{k} {n}");
        }
    }
}
