//! Tables of genera.

use crate::answer::{Answer, Cells, Show, Table};
use crate::number::Nat;
use crate::outcome::Outcome;
use crate::session::Session;
use crate::{Budget, Context, TableOptions};

fn genera(game: &str, to: u64, cx: &Context) -> Answer<Table> {
    let wanted = TableOptions::default().with_to(vec![to]).with_show(Show::Genus);
    Session::new().game(game).unwrap().table_with(&wanted, cx).unwrap()
}

/// The k-th term is the heap of Nim that makes a P-position of the place and k heaps of 2, by plain search.
#[test]
fn terms_make_p_positions() {
    let cx = Context::default();
    for game in ["0.77", "0.123", "4.7", "take[1,3,4]", "{n -> n//2 if n > 0; n-3}", "0.26"] {
        let answer = genera(game, 8, &cx);
        let Cells::Genera(rows) = &answer.cells else { panic!("{game}") };
        assert!(answer.evidence.is_proved());
        let mut session = Session::new();
        for (n, genus) in rows[0].iter().enumerate() {
            let genus = genus.as_ref().unwrap();
            assert_eq!(session.position(&format!("{game}({n})")).unwrap().value().unwrap(), Nat::from(genus.value()));
            for k in 0..4 {
                let twos = " + nim(2)".repeat(k);
                for heap in 0..6 {
                    let text = format!("misere {game}({n}){twos} + nim({heap})");
                    let outcome = session.position(&text).unwrap().outcome().unwrap();
                    assert_eq!(outcome == Outcome::Previous, genus.term(k) == heap, "{text}: {genus}");
                }
            }
        }
    }
}

#[test]
fn a_spent_budget_leaves_the_first_genera() {
    let cx = Context::new(Budget { nodes: Some(5_000), ..Budget::UNLIMITED });
    let answer = genera("misere 0.07", 60, &cx);
    let Cells::Genera(rows) = &answer.cells else { panic!() };
    assert!(answer.stopped.is_some() && rows[0].len() > 4 && rows[0].len() < 60);
}

/// One by one they are asked elsewhere; here they come from the engine, with a period behind them or without.
#[test]
fn tables_of_one_heap_have_the_values_of_each() {
    let games = [
        "take[1,3,4]", "take[2,5..]", "take[3..]", "take[primes]", "take[powers(2)]", "kayles", "0.106", "4!.0",
        "0.3[7]",
    ];
    for text in games {
        let mut session = Session::new();
        let game = session.game(text).unwrap();
        for (from, to) in [(0, 40), (7, 300), (250, 251)] {
            let wanted = TableOptions::default().with_from(vec![from]).with_to(vec![to]);
            let answer = game.table_with(&wanted, &Context::default()).unwrap();
            let Cells::Values(values) = &answer.cells else { panic!("{text}") };
            let each = (from..=to).map(|n| Session::new().position(&format!("{text}({n})")).unwrap().value().unwrap());
            assert!(values.iter().eq(each) && answer.evidence.is_proved(), "{text} {from} {to}");
        }
    }
}

/// A few outcomes far out are told by what answers for single places: all rows before them would take hours.
#[test]
fn outcomes_far_out_are_asked_place_by_place() {
    for (game, diagonal) in
        [("wythoff", Outcome::Next), ("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..3}", Outcome::Previous)]
    {
        for far in [300_000, 1_000_000_000_000] {
            let wanted = TableOptions::default().with_from(vec![far, far]).with_to(vec![far + 3, far + 3]);
            let wanted = wanted.with_show(Show::Outcomes);
            let cx = Context::new(Budget { nodes: Some(10_000_000), ..Budget::UNLIMITED });
            let answer = Session::new().game(game).unwrap().table_with(&wanted, &cx).unwrap();
            let Cells::Outcomes(rows) = &answer.cells else { panic!("{game} {far}") };
            let on_diagonal: Vec<Outcome> = rows.iter().enumerate().map(|(i, row)| row[i]).collect();
            assert_eq!(on_diagonal, [diagonal; 4], "{game} {far}");
            assert!(answer.evidence.is_proved());
        }
    }
}

/// A node of Sprouts costs fifty of Cram: nodes alone do not say how long a row takes.
#[test]
fn a_row_without_an_end_has_a_clock() {
    let part = super::usual(&Context::default());
    assert!(part.nodes_left().is_some() && part.time_left().is_some());
}

/// Misère play of rulers is searched; what is told has the outcomes of a table that was asked for so far.
#[test]
fn a_row_ends_early_where_nobody_said_how_far_it_goes() {
    let game = Session::new().game("misere ruler(n)").unwrap();
    let (cx, outcomes) = (Context::default(), |answer: &Answer<Table>| match &answer.cells {
        Cells::Outcomes(rows) => rows[0].clone(),
        cells => panic!("{cells:?}"),
    });
    let wanted = TableOptions::default().with_show(Show::Outcomes);
    let early = game.table_with(&wanted, &cx).unwrap();
    let to = early.to[0];
    assert!(early.ends_early && early.is_complete() && (8..99).contains(&to), "{to}");
    assert_eq!((outcomes(&early).len() as u64, early.evidence.is_proved()), (to + 1, true));
    let whole = game.table_with(&wanted.clone().with_to(vec![to]), &cx).unwrap();
    assert_eq!((outcomes(&whole), whole.ends_early), (outcomes(&early), false));
    // who sets a budget is told that it is spent
    let few = Context::new(Budget { nodes: Some(10_000), ..Budget::UNLIMITED });
    let stopped = game.table_with(&wanted, &few).unwrap();
    assert!(!stopped.ends_early && !stopped.is_complete() && stopped.to == [99]);
    // what is no search is told as far as ever
    let heaps = Session::new().game("kayles").unwrap().table_with(&TableOptions::default(), &cx).unwrap();
    assert_eq!((heaps.to[0], heaps.ends_early), (99, false));
}

/// An ordinal sum keeps no values: its reasons are heard as its cells are told, and not asked for again when the budget is spent.
#[test]
fn tables_of_ordinal_sums_have_the_values_of_each() {
    for text in ["ordinal(turtles(n), nim(2))", "ordinal(kayles(n), nim(2))", "ordinal(chomp(\"1xn\"), kayles(4))"] {
        let game = Session::new().game(text).unwrap();
        let wanted = TableOptions::default().with_from(vec![1]).with_to(vec![12]);
        let answer = game.table_with(&wanted, &Context::default()).unwrap();
        let Cells::Values(values) = &answer.cells else { panic!("{text}: {:?}", answer.cells) };
        let told: Vec<Nat> = values.iter().collect();
        let alone = |n: u64| {
            let at = text.replace("1xn", &format!("1x{n}")).replace("(n)", &format!("({n})"));
            Session::new().position(&at).unwrap().value().unwrap()
        };
        assert_eq!(told, (1..=12).map(alone).collect::<Vec<_>>(), "{text}");
        assert!(
            answer.evidence.is_proved() && answer.evidence.theorems.iter().any(|t| t.id == "ordinal-sum"),
            "{text}"
        );
    }
}

/// Loony places have no value, and whoever moves wins; two of them do not cancel.
#[test]
fn loony_places_have_empty_cells() {
    const CHAIN: &str = "nimstring(\"edges:0-1,1-n,n-g\")";
    let table = |text: &str, show: Show| {
        let wanted = TableOptions::default().with_to(vec![4]).with_show(show);
        Session::new().game(text).unwrap().table_with(&wanted, &Context::default()).unwrap()
    };
    for (text, first) in [(CHAIN.to_owned(), 0), (format!("{CHAIN}+nim(1)"), 1), (format!("2*{CHAIN}+nim(n)"), 0)] {
        let answer = table(&text, Show::Values);
        let Cells::SomeValues(rows) = &answer.cells else { panic!("{text}: {:?}", answer.cells) };
        assert_eq!(rows[0], [Some(Nat::from(first as u64)), None, None, None, None], "{text}");
        let loony = answer.loony.as_ref().expect("a loony place");
        assert!(loony.message.contains("edges:0-1,1-2,2-g") && answer.evidence.is_proved(), "{text}: {loony}");
        let answer = table(&text, Show::Outcomes);
        let Cells::SomeOutcomes(rows) = &answer.cells else { panic!("{text}: {:?}", answer.cells) };
        assert_eq!(rows[0][2..], [Some(Outcome::Next); 3], "{text}");
        for n in [0, 2] {
            let at = text.replace("-n", &format!("-{n}")).replace("n-g", &format!("{n}-g"));
            let alone = Session::new().position(&at.replace("(n)", &format!("({n})"))).unwrap().outcome().unwrap();
            assert_eq!(rows[0][n], Some(alone), "{text}");
        }
    }
    // where all are loony the table says so
    let answer = table("nimstring(\"edges:0-n,0-g\")", Show::Values);
    assert!(answer.loony.is_some() && answer.evidence.is_proved());
}

/// The laws of compounds are those of players who move in turns, in families as in single positions.
#[test]
fn components_whose_moves_keep_the_turn_are_refused_in_families_too() {
    for (text, letters) in [
        ("selective(nimstring(\"1xn\"), nim(m))", 2),
        ("continued(nimstring(\"1xn\"), nim(2))", 1),
        ("ordinal(nimstring(\"1xn\"), nim(2))", 1),
        ("selective(nimstring(\"1xn\")+nim(1), nim(2))+nim(m)", 2),
    ] {
        let wanted = TableOptions::default().with_from(vec![1; letters]).with_to(vec![2; letters]);
        let why = match Session::new().game(text) {
            Ok(game) => game.table_with(&wanted, &Context::default()).unwrap_err().to_string(),
            Err(why) => why.to_string(),
        };
        assert!(why.contains("may keep the turn"), "{text}: {why}");
    }
}

/// A member of a family whose moves keep the turn is judged in misère play as it is alone.
#[test]
fn families_whose_moves_keep_the_turn_have_tables_of_misere_play() {
    let wanted = TableOptions::default().with_to(vec![3]).with_show(Show::Outcomes);
    let game = Session::new().game("misere nimstring(\"1xn\")").unwrap();
    let answer = game.table_with(&wanted, &Context::default()).unwrap();
    let Cells::SomeOutcomes(rows) = &answer.cells else { panic!("{:?}", answer.cells) };
    for (n, told) in rows[0].iter().enumerate() {
        let alone = Session::new().position(&format!("misere nimstring(\"1x{n}\")"));
        assert_eq!(*told, alone.ok().map(|position| position.outcome().unwrap()), "{n}");
    }
    assert!(rows[0][0].is_none() && rows[0].len() == 4);
}
