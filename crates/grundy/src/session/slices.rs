//! From a place with numbers left open to the game that it is: `wythoff(n, 4)` and `nodekayles("path:n")` are games of one
//! heap, `nim(a,b)`, `kayles(a) + nim(b,c)` and `conjunctive(nim(a), nim(b))` of as many coordinates as there are letters.

use grundy_core::Nat;
use grundy_notation::ast::{Primary, Term};
use grundy_notation::claim::Form;

use super::letters::has_letters;
use super::{Result, Session};
use crate::claim::{Coordinate, Subject, Summand};
use crate::game::{Game, GameQuestion, Kind, Shape};
use crate::rule::joined::joined;
use crate::scope::convention;

impl Session {
    /// Reads a place with one number left open. `None`: the text is nothing of that kind.
    pub(super) fn slice(&mut self, text: &str) -> Option<Result<GameQuestion>> {
        self.row(text).or_else(|| self.compound_with_letters(text))
    }

    /// A compound with letters in its components. `None`: the text is nothing of that kind.
    pub(super) fn compound_with_letters(&mut self, text: &str) -> Option<Result<GameQuestion>> {
        let mut query = self.reader.query(text).ok()?;
        let [Term { copies: None, primary: Primary::Game { game, places }, .. }] = &query.position.terms[..] else {
            return None;
        };
        let mark = self.scope.enter(&query.definitions);
        let read = self.scope.game(game, 0).map(|game| {
            let mut variables = Vec::new();
            let components = self.scope.components(places, &mut variables);
            (game, components, variables)
        });
        self.scope.leave(mark);
        let (game, components, variables) = read.ok().filter(|(game, ..)| game.shape() == Shape::Positions)?;
        let game = match components {
            Ok(_) if variables.is_empty() => return None,
            Ok(components) => game.with_components(components, &variables),
            // what is wrong with numbers alone is told by who reads them
            Err(_) if variables.is_empty() => return None,
            Err(fault) => Err(fault),
        };
        query.misere |= self.misere;
        Some(game.map(|game| GameQuestion {
            convention: convention(query.misere),
            game,
            query: query.to_string(),
            variables,
        }))
    }

    fn row(&mut self, text: &str) -> Option<Result<GameQuestion>> {
        let read = self.reader.subject(text).ok()?;
        let letters = matches!(&read.of, Form::Position(position) if has_letters(position));
        let subject = match self.subject(read) {
            Err(fault) if letters => return Some(Err(fault)),
            subject => subject.ok()?,
        };
        if subject.variables.is_empty() {
            return None;
        }
        let game = match &subject.summands[..] {
            [alone] if subject.variables.len() == 1 => sliced(alone, &subject.variables),
            // the letters of a text or a compound stand in the order in which they were met
            [alone] if alone.game.is_family() && alone.copies.is_one() => Some(alone.game.clone()),
            _ => several(&subject),
        };
        let game = game.map_or_else(|| Game::of_open_sum(subject.summands, &subject.variables), Ok);
        Some(game.map(|game| GameQuestion {
            convention: subject.convention,
            game,
            query: subject.query,
            variables: subject.variables,
        }))
    }
}

/// The game of one heap that a component with one variable is; `None`: a letter stands twice, there are copies, or the game is one of
/// rows.
fn sliced(summand: &Summand, variables: &[String]) -> Option<Game> {
    if summand.copies == Nat::ONE { summand.heap(&variables[0]) } else { None }
}

/// The rule of several coordinates that a sum of open places is; `None`: a letter stands twice, numbers stand beside the letters, or
/// the moves of a game are not those of one rule that leaves one part.
fn several(subject: &Subject) -> Option<Game> {
    let mut games = Vec::new();
    let mut met = Vec::new();
    for summand in &subject.summands {
        let own: Option<Vec<usize>> = summand.place.iter().map(Coordinate::variable).collect();
        let own = own.filter(|_| summand.copies == Nat::ONE)?;
        met.extend_from_slice(&own);
        games.push((summand.game.kind().as_rule()?, own));
    }
    met.sort_unstable();
    if met != (0..subject.variables.len()).collect::<Vec<usize>>() {
        return None;
    }
    let rule = joined(&games, subject.variables.clone())?;
    let text = subject.query.trim_start_matches("misere ").to_owned();
    Some(Game::new(text, Shape::Tuple(rule.arity), Kind::Rule(rule)))
}

impl Subject {
    /// Places with one open number as the heap that they are; anything else as it was.
    pub(super) fn into_heap(mut self) -> Subject {
        if self.variables.len() != 1 {
            return self;
        }
        let game = match &self.summands[..] {
            [alone] => sliced(alone, &self.variables),
            _ => None,
        };
        let game = game.map_or_else(|| Game::of_open_sum(self.summands.clone(), &self.variables), Ok);
        if let Ok(game) = game {
            self.summands = vec![Summand { copies: Nat::ONE, game, place: vec![Coordinate::Variable(0)] }];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Cells;
    use crate::claim::{ProveOptions, Verdict};
    use crate::game::Place;
    use crate::guess::GuessOptions;
    use crate::{Context, PeriodOptions, SolveOptions, TableOptions, wythoff};

    fn period(text: &str) -> (Option<(u64, u64, u64)>, bool) {
        let question = Session::new().game(text).unwrap();
        let wanted = PeriodOptions::default().with_to(Some(3000));
        let answer = question.period_with(&wanted, &Context::default()).unwrap();
        let small = |n: &Nat| u64::try_from(n).unwrap();
        let found = answer.period.as_ref().map(|p| (small(&p.preperiod), small(&p.period), small(&p.saltus)));
        (found, answer.evidence.is_proved())
    }

    #[test]
    fn periods_of_rows_are_proved_where_the_state_returns() {
        assert_eq!(period("wythoff(n, 4)"), (Some((9, 12, 12)), true));
        assert_eq!(period("wythoff(3, n)"), (Some((8, 6, 6)), true));
        assert_eq!(period("let w = wythoff; w(x, 0)"), (Some((0, 1, 1)), true));
        assert_eq!(period("kayles(n)"), (Some((71, 12, 0)), true));
        assert_eq!(period("{(a,b) -> (a-k,b) for k in 1..3; (a,b-1)}(n, 3)"), (Some((0, 4, 0)), true));
        assert_eq!(period("{(a,b) -> (a-k,b) | (a,b-k) for k in 1..}(n, 5)"), (Some((0, 8, 8)), true));
        assert_eq!(
            period("{(a,b,c) -> (a-k,b,c) | (a,b-k,c) | (a,b,c-k) for k in 1..}(1, n, 2)"),
            (Some((0, 4, 4)), true)
        );
        // both coordinates are lowered, by numbers that differ little
        assert_eq!(period("wythoff[2](n, 3)"), (Some((36, 4, 4)), true));
        assert_eq!(period("wythoff[3](2, n)"), (Some((9, 15, 15)), true));
        assert_eq!(period("wythoff[5](n, 3)"), (Some((88, 70, 70)), true));
        // the guard depends on the open coordinate: no state argument, but a law of the whole game, where there is one
        assert_eq!(period("{(a,b) -> (a-k,b) for k in 1..3 if a > 5; (a,b-1)}(n, 3)"), (Some((5, 4, 0)), true));
        let (found, proved) = period("{(a,b) -> (a-k,b) for k in 1..3 if a*b > 12; (a,b-1)}(n, 3)");
        assert!(found.is_some() && !proved, "{found:?}");
    }

    #[test]
    fn every_verb_of_heaps_takes_a_row() {
        let mut session = Session::new();
        let cx = Context::default();
        let row = session.game("wythoff(n, 4)").unwrap();
        let table = row.table_with(&TableOptions::default().with_to(vec![8]), &cx).unwrap();
        let heap = |n: u64| wythoff().at([n, 4]).value().unwrap();
        assert_eq!(table.cells, Cells::Values(vec![(0..9).map(heap).collect()].into()));
        let guessed = row.guess_with(&GuessOptions::default(), &cx).unwrap();
        let claim =
            |text: &str| guessed.findings.iter().any(|f| f.claim.as_deref() == Some(text) && f.evidence.is_proved());
        assert!(claim("period 12 from 9 saltus 12"), "{:?}", guessed.findings);
        let judged = |claim: &str| {
            let question = Session::new().claim("wythoff(n, 4)", claim).unwrap();
            question.prove_with(&ProveOptions::default(), &Context::default()).unwrap().result.verdict
        };
        assert_eq!(judged("period 24 from 20 saltus 24"), Verdict::Proved);
        assert!(matches!(judged("period 12 from 8 saltus 12"), Verdict::Refuted(_)));
        let whole = session.game("wythoff").unwrap().guess_with(&GuessOptions::default(), &cx).unwrap();
        assert!(whole.findings.iter().any(|f| f.text.contains("for all a ≥") && f.evidence.is_proved()));
        // what one verb has learnt the others know
        let far = session.position("wythoff(10^18, 5)").unwrap().solve_with(&SolveOptions::default(), &cx).unwrap();
        assert_eq!(
            (far.value.clone(), far.engine.as_str()),
            (Some(Nat::from(1_000_000_000_000_000_002u64)), "repeating rows")
        );
    }

    /// The values from 0 on, or from where the family begins.
    fn values(text: &str, from: u64, to: u64) -> Vec<Nat> {
        let wanted = TableOptions::default().with_from(vec![from]).with_to(vec![to]);
        let table = Session::new().game(text).unwrap().table_with(&wanted, &Context::default()).unwrap();
        let Cells::Values(rows) = table.result.cells else { panic!("{text}") };
        rows.iter().collect()
    }

    #[test]
    fn families_of_boards_and_graphs_are_heaps() {
        assert_eq!(values("nodekayles(\"path:n\")", 0, 60), values("0.137", 0, 60));
        assert_eq!(values("arckayles(\"path:m\")", 0, 40), values("0.07", 0, 40));
        assert_eq!(values("treblecross(n)", 0, 20), values("treblecross(\"n\")", 0, 20));
        assert_eq!(values("cram(\"1xn\")", 1, 30), values("0.07", 1, 30));
        let square = |n: u64| crate::game("nodekayles").unwrap().at_text(&format!("grid:{n}x{n}")).value().unwrap();
        assert_eq!(values("nodekayles(\"grid:nxn\")", 1, 5), (1..6).map(square).collect::<Vec<_>>());
        let game = Session::new().game("misere nodekayles(\"path:n\")").unwrap();
        let wanted = TableOptions::default().with_to(vec![9]).with_show(crate::answer::Show::Outcomes);
        let Cells::Outcomes(rows) = game.table_with(&wanted, &Context::default()).unwrap().result.cells else {
            panic!()
        };
        let path =
            |n: u64| crate::game("nodekayles").unwrap().at_text(&format!("path:{n}")).misere().outcome().unwrap();
        assert_eq!(rows, [(0..10).map(path).collect::<Vec<_>>()]);
        let fault = |text: &str| Session::new().game(text).unwrap_err().to_string();
        for text in ["nodekayles(\"path:5\")", "nodekayles(\"paht:n\")", "nodekayles(\"bipartite:n m\")"] {
            assert!(!fault(text).is_empty(), "{text}");
        }
        assert!(fault("nodekayles(\"paht:n\")").contains("paht"));
    }

    #[test]
    fn compounds_with_letters_are_games() {
        let cx = Context::default();
        let mut session = Session::new();
        let outcomes = |text: &str, to: Vec<u64>| {
            let wanted = TableOptions::default().with_to(to).with_show(crate::answer::Show::Outcomes);
            let table = Session::new().game(text).unwrap().table_with(&wanted, &cx).unwrap();
            let Cells::Outcomes(rows) = table.result.cells else { panic!("{text}") };
            rows
        };
        let mut told = |text: &str| session.position(text).unwrap().outcome().unwrap();
        let alone = outcomes("conjunctive(nim(n), kayles(5))", vec![9]);
        assert_eq!(alone, [(0..10).map(|n| told(&format!("conjunctive(nim({n}), kayles(5))"))).collect::<Vec<_>>()]);
        let misere = outcomes("misere selective(nim(a) + kayles(3), take[1..3](b), 2*nim(a))", vec![4, 4]);
        for (a, row) in misere.iter().enumerate() {
            for (b, &outcome) in row.iter().enumerate() {
                let text = format!("misere selective(nim({a}) + kayles(3), take[1..3]({b}), 2*nim({a}))");
                assert_eq!(outcome, told(&text), "{text}");
            }
        }
        let sum = outcomes("misere conjunctive(nim(n), kayles(3)) + nim(2)", vec![6]);
        let one = |n: u64| told(&format!("misere conjunctive(nim({n}), kayles(3)) + nim(2)"));
        assert_eq!(sum, [(0..7).map(one).collect::<Vec<_>>()]);
        let Cells::Values(rows) = Session::new()
            .game("conjunctive(nim(a), nim(b))")
            .unwrap()
            .table_with(&TableOptions::default().with_to(vec![5, 5]), &cx)
            .unwrap()
            .result
            .cells
        else {
            panic!()
        };
        let values: Vec<Nat> = rows.iter().collect();
        for (at, value) in values.iter().enumerate() {
            let place = session.position(&format!("conjunctive(nim({}), nim({}))", at / 6, at % 6)).unwrap();
            assert_eq!(*value, place.value().unwrap(), "{at}");
        }
        let judged = |claim: &str| {
            let question = Session::new().claim("selective(nim(a), nim(b))", claim).unwrap();
            question.prove_with(&ProveOptions::default().with_to(Some(8)), &Context::default()).unwrap().result.verdict
        };
        assert!(matches!(judged("P: a = b"), Verdict::Refuted(_)));
        let alone = Session::new().claim("conjunctive(nim(3), nim(2)) + nim(1)", "g = 3").unwrap();
        assert_eq!(alone.prove_with(&ProveOptions::default(), &cx).unwrap().result.verdict, Verdict::Proved);
        assert!(!matches!(judged("P: a = 0 and b = 0"), Verdict::Refuted(_)));
        let guessed = Session::new().game("selective(nim(a), nim(b))").unwrap();
        assert!(!guessed.guess_with(&GuessOptions::default(), &cx).unwrap().findings.is_empty());
        let fault = |text: &str| Session::new().game(text).unwrap_err().to_string();
        assert!(fault("conjunctive(nim(3), kayles(5))").contains("position"));
        assert!(!fault("conjunctive(cram(\"2y2\"), nim(a))").is_empty());
    }

    #[test]
    fn letters_in_brackets_beside_a_place_need_numbers() {
        let fault = |text: &str| Session::new().asked_game(text, &[]).unwrap_err();
        let help = |text: &str| fault(text).suggestion.unwrap_or_default();
        assert_eq!(help("moore[k](a, b, c)"), "a number in its place, as in moore[2](a, b, c)");
        assert_eq!(help("wythoff[k](n, 4)"), "a number in its place, as in wythoff[2](n, 4)");
        assert!(help("kotzig[n, {1, 2}](0)").contains("for n=7"));
        assert!(fault("moore[k](a, b, c)").to_string().contains("`k` is a parameter"));
    }

    #[test]
    fn letters_in_brackets_beside_a_place_take_the_numbers_that_are_given() {
        let game = |text: &str, values: &str| Session::new().game_of_places(text, &values.parse().unwrap());
        assert_eq!(game("moore[k](a,b)", "k=3").unwrap().query, "moore[3](a, b)");
        assert_eq!(game("wythoff[k](n,4)", "k=2").unwrap().variables, ["n"]);
        assert!(game("moore[k](a,b)", "k=1..3").is_none() && game("moore[k](a,b)", "m=3").is_none());
        assert!(game("moore[k](a,b)", "k=2,m=3").is_none());
    }

    #[test]
    fn what_has_no_letters_is_refused() {
        let fault = |text: &str| Session::new().game(text).unwrap_err().to_string();
        for text in ["wythoff(4, 7)", "wythoff(n)", "2*wythoff(4, 7)", "nim(a) + graph{x->y; y->z}(x)"] {
            assert!(!fault(text).is_empty(), "{text}");
        }
        assert!(fault("nim(a) + {n -> n-1; n+1 loopy}(b)").contains("left open in a sum"));
    }

    /// The text with the letters of its places replaced by numbers.
    fn placed(text: &str, variables: &[String], numbers: &[u64]) -> String {
        let letter = |c: char| c.is_alphanumeric();
        let mut position = String::new();
        let mut braces = 0;
        for (at, c) in text.char_indices() {
            braces += i32::from(c == '{') - i32::from(c == '}');
            let alone = !text[..at].ends_with(letter) && !text[at + c.len_utf8()..].starts_with(letter);
            match variables.iter().position(|name| *name == c.to_string()).filter(|_| alone && braces == 0) {
                Some(v) => position.push_str(&numbers[v].to_string()),
                None => position.push(c),
            }
        }
        position
    }

    #[test]
    fn numbers_in_a_sum_are_open() {
        let cx = Context::default();
        for text in [
            "nim(a, b, 2)",
            "kayles(a) + kayles(b)",
            "kayles(a, b)",
            "kayles(n, 3)",
            "wythoff(n, n)",
            "2*wythoff(n, 3) + 0.07(m)",
            "welter(1, n)",
            "moore[2](a, b, 3)",
            "staircase(a, b) + grundy(b)",
            "(kayles(a) + *2) + lasker(a, 4)",
            "{n -> n//k for k in {2,primes} if n > 0}(a) + nim(b)",
        ] {
            let mut session = Session::new();
            let game = session.game(text).unwrap();
            let arity = game.variables.len();
            for place in [[0u64, 0], [3, 5], [7, 4], [2, 9], [6, 6]] {
                let position = placed(text, &game.variables, &place);
                let Ok(expected) = session.position(&position) else { continue };
                let place: Place = place[..arity].iter().copied().map(Nat::from).collect();
                let found = game.game.find_value(&place, &cx).unwrap();
                assert_eq!(found.what, expected.value().unwrap(), "{position}");
                assert_eq!(game.game.value_at(&place, &cx).unwrap(), found.what, "{position}");
                let moves = game.game.clone().at(place.to_vec()).moves().unwrap();
                let best = moves.moves.iter().any(crate::Move::wins);
                let usual = !expected.winning_moves().unwrap().moves.is_empty();
                assert_eq!(best, usual, "{position}");
                let misere = game.game.clone().at(place.to_vec()).misere().outcome().unwrap();
                assert_eq!(misere, expected.misere().outcome().unwrap(), "{position}");
            }
        }
    }

    #[test]
    fn every_verb_of_games_takes_a_sum_with_letters() {
        let cx = Context::default();
        let game = Session::new().game("nim(a, b, 2)").unwrap();
        let guessed = game.guess_with(&GuessOptions::default(), &cx).unwrap();
        let proved: Vec<_> = guessed.findings.iter().filter(|f| f.evidence.is_proved()).collect();
        assert!(proved.iter().any(|f| f.claim.as_deref().is_some_and(|c| c.starts_with("P: "))), "{proved:?}");
        let misere = Session::new().game("misere kayles(a) + kayles(b)").unwrap();
        let wanted = TableOptions::default().with_to(vec![7, 7]).with_show(crate::answer::Show::Outcomes);
        let Cells::Outcomes(rows) = misere.table_with(&wanted, &cx).unwrap().result.cells else { panic!() };
        let mut session = Session::new();
        for (a, row) in rows.iter().enumerate() {
            for (b, outcome) in row.iter().enumerate() {
                let position = session.position(&format!("misere kayles({a}, {b})")).unwrap();
                assert_eq!(*outcome, position.outcome().unwrap(), "{a} {b}");
            }
        }
        assert_eq!(period("kayles(n, 3)"), (Some((71, 12, 0)), true));
        assert_eq!(period("kayles(n, n)"), (Some((0, 1, 0)), true));
        assert_eq!(period("take[1..2](n) + take[1..3](n) + nim(5)"), (Some((0, 12, 0)), true));
        assert_eq!(period("3*take[1,3,4](n) + grundy(7)"), (Some((0, 7, 0)), true));
        // one game grows
        assert_eq!(period("nim(n, 5)"), (Some((0, 8, 8)), true));
        assert_eq!(period("nim(n) + take[1..2](n)"), (Some((0, 12, 12)), true));
        assert_eq!(period("lasker(n) + kayles(n, 4)"), (Some((71, 48, 48)), true));
        // two copies cancel, and grow no more
        assert_eq!(period("2*lasker(n) + take[4,7](n)"), (Some((0, 11, 0)), true));
        // a law that automata prove
        assert_eq!(period("nim(n, n) + nim(n)"), (Some((0, 1, 1)), true));
        let judged = |about: &str, claim: &str| {
            let question = Session::new().claim(about, claim).unwrap();
            question.prove_with(&ProveOptions::default(), &Context::default()).unwrap().result.verdict
        };
        assert_eq!(judged("kayles(n, 3)", "period 24 from 72"), Verdict::Proved);
        assert!(matches!(judged("kayles(n) + nim(3)", "period 12 from 70"), Verdict::Refuted(_)));
        assert_eq!(judged("2*lasker(n) + take[4,7](n)", "period 11 from 0"), Verdict::Proved);
        assert_eq!(values("kayles(n, 3)", 0, 30), values("kayles(n) + nim(3)", 0, 30));
        // what makes no place is passed over
        assert_eq!(period("welter(1, n)"), (Some((2, 2, 2)), false));
        let guessed = Session::new().game("nim(n) + welter(n, 4)").unwrap().guess_with(&GuessOptions::default(), &cx);
        assert!(guessed.is_ok(), "{guessed:?}");
        // a number beyond 64 bits, and one that changes nothing yet
        assert_eq!(period("nim(n) + nim(99999999999999999999999)").0, None);
        assert_eq!(period("take[1..1000000](n) + nim(n)").0, None);
        let few = Context::new(crate::Budget { nodes: Some(10), ..crate::Budget::UNLIMITED });
        let question = Session::new().game("take[1..699](n) + take[1..700](n)").unwrap();
        assert!(question.period_with(&PeriodOptions::default(), &few).is_ok_and(|answer| answer.stopped.is_some()));
        // two coins on one square have an empty cell
        let row = Session::new().game("welter(1, n)").unwrap();
        let table = row.table_with(&TableOptions::default().with_to(vec![6]), &cx).unwrap();
        assert!(matches!(table.cells, Cells::SomeValues(_)) && table.refused.is_some(), "{:?}", table.cells);
        let fault = game.emit_with(&crate::emit::EmitOptions::default(), &cx).unwrap_err().to_string();
        assert!(fault.contains("numbers beside letters"), "{fault}");
    }

    /// Values and outcomes of what is read as one game, against those of the positions.
    #[test]
    fn several_letters_are_coordinates() {
        let cx = Context::default();
        for text in [
            "nim(a,b)",
            "nim(a) + take[1..3](b)",
            "wythoff(y,x)",
            "take[primes](a) + {n -> n-k//2 for k in 2..}(b)",
            "{n -> n//k for k in 2.. if n > 0}(a) + nim(b)",
            "{n -> n-p for p in primes; n//2 if n > 0}(b) + {(x,y) -> (x-k,y) | (x,y-k-k%2) for k in 1..}(c,a)",
        ] {
            let mut session = Session::new();
            let game = session.game(text).unwrap();
            let arity = game.variables.len();
            assert_eq!(game.game.shape(), Shape::Tuple(arity), "{text}");
            for place in [[0u64, 0, 0], [3, 5, 2], [7, 4, 6], [1, 9, 3], [8, 8, 1]] {
                let position = placed(text, &game.variables, &place);
                let expected = session.position(&position).unwrap().value().unwrap();
                let place: Place = place[..arity].iter().copied().map(Nat::from).collect();
                assert_eq!(game.game.value_at(&place, &cx).unwrap(), expected, "{position}");
            }
        }
        let misere = Session::new().game("misere nim(a,b)").unwrap();
        let wanted = TableOptions::default().with_to(vec![9, 9]).with_show(crate::answer::Show::Previous);
        let Cells::Previous(lost) = misere.table_with(&wanted, &cx).unwrap().result.cells else { panic!() };
        assert_eq!(lost.len(), 10);
    }
}
