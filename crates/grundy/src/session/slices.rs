//! From a place with numbers left open to the game that it is: `wythoff(n, 4)` and `nodekayles("path:n")` are games of one
//! heap, `nim(a,b)` and `kayles(a) + nim(b,c)` of as many coordinates as there are letters.

use grundy_core::{Diagnostic, Nat};

use super::{Result, Session};
use crate::claim::{Coordinate, Subject, Summand};
use crate::game::{Game, GameQuestion, Kind, Place, Shape};
use crate::notation::ast::{self, Primary, Term};
use crate::rule::joined::joined;
use crate::scope::convention;

impl Session {
    /// Reads a place with one number left open. `None`: the text is nothing of that kind.
    pub(super) fn slice(&mut self, text: &str) -> Option<Result<GameQuestion>> {
        self.row(text).or_else(|| self.family_of_texts(text))
    }

    fn row(&mut self, text: &str) -> Option<Result<GameQuestion>> {
        let subject = self.strict_subject(text).ok()?;
        if subject.variables.len() > 1 {
            return several(&subject).map(|game| {
                let Subject { convention, query, variables, .. } = subject;
                Ok(GameQuestion { convention, game: game?, query, variables })
            });
        }
        if subject.variables.is_empty() {
            return None;
        }
        let [summand] = &subject.summands[..] else { return Some(Err(not_alone().suggest(EXAMPLE))) };
        Some(sliced(summand, &subject.variables).map(|game| GameQuestion {
            convention: subject.convention,
            game,
            query: subject.query,
            variables: subject.variables,
        }))
    }

    /// A board or graph whose text has a letter in place of a number.
    fn family_of_texts(&mut self, text: &str) -> Option<Result<GameQuestion>> {
        let mut query = self.reader.query(text).ok()?;
        let [Term { copies: None, primary: Primary::Game { game, places }, .. }] = &query.position.terms[..] else {
            return None;
        };
        let [ast::Place::Text(written, span)] = &places[..] else { return None };
        let mark = self.scope.enter(&query.definitions);
        let game = self.scope.game(game, 0);
        self.scope.leave(mark);
        let game = game.ok()?;
        // what means a place as it stands has no number open
        let fault = game.read_place(written).err()?;
        let (parts, name) = open_number(written)?;
        if !(0..MEMBERS).any(|n| game.read_place(&parts.join(&n.to_string())).is_ok()) {
            return Some(Err(Diagnostic { span: Some(*span), ..fault }));
        }
        query.misere |= self.misere;
        Some(Ok(GameQuestion {
            convention: convention(query.misere),
            game: game.with_text(parts, &name),
            query: query.to_string(),
            variables: vec![name],
        }))
    }
}

/// One of the first numbers makes a place of a family.
const MEMBERS: u64 = 20;

/// The parts of a text around the one letter that stands for a number, once or more often: `grid:3xn`.
fn open_number(text: &str) -> Option<(Vec<String>, String)> {
    let letters: Vec<char> = text.chars().collect();
    // x stands between two numbers
    let is_word = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|&c| c.is_alphabetic() && c != 'x');
    let is_open = |&at: &usize| {
        letters[at].is_ascii_lowercase() && is_word(Some(at)) && !is_word(at.checked_sub(1)) && !is_word(Some(at + 1))
    };
    let open: Vec<usize> = (0..letters.len()).filter(is_open).collect();
    let name = letters[*open.first()?];
    if open.iter().any(|&at| letters[at] != name) {
        return None;
    }
    let mut parts = vec![String::new()];
    for (at, letter) in letters.iter().enumerate() {
        match parts.last_mut() {
            Some(last) if !open.contains(&at) => last.push(*letter),
            _ => parts.push(String::new()),
        }
    }
    Some((parts, name.to_string()))
}

/// The game of one heap that a component with one variable is.
///
/// # Errors
/// A variable that stands twice, copies, rows of any length.
fn sliced(summand: &Summand, variables: &[String]) -> Result<Game> {
    let open: Vec<usize> = summand.open().collect();
    let fault = match (summand.game.shape(), &open[..]) {
        (Shape::Heap, [0]) if summand.copies == Nat::ONE => return Ok(summand.game.clone()),
        (Shape::Tuple(n), [open]) if summand.copies == Nat::ONE && summand.place.len() == n => {
            let given: Place = summand.place.iter().map(|c| c.number().cloned().unwrap_or_default()).collect();
            return Ok(summand.game.sliced(given, *open, &variables[0]));
        }
        (Shape::Heap | Shape::Tuple(_), [_, _, ..]) => {
            Diagnostic::input(format!("`{}` stands for one coordinate, and all others are numbers", variables[0]))
        }
        (Shape::Heap | Shape::Tuple(_), _) => not_alone(),
        _ => Diagnostic::unsupported(format!("no coordinate of `{}` can be left open", summand.game.text())),
    };
    Err(fault.suggest(EXAMPLE))
}

/// The game of several coordinates that a sum of open places is; `None`: a letter stands twice, or numbers stand beside the
/// letters.
///
/// # Errors
/// A game whose moves are not those of one rule that leaves one part.
fn several(subject: &Subject) -> Option<Result<Game>> {
    let mut games = Vec::new();
    let mut met = Vec::new();
    for summand in &subject.summands {
        let own: Option<Vec<usize>> = summand.place.iter().map(Coordinate::variable).collect();
        let own = own.filter(|_| summand.copies == Nat::ONE)?;
        met.extend_from_slice(&own);
        games.push((&summand.game, own));
    }
    met.sort_unstable();
    if met != (0..subject.variables.len()).collect::<Vec<usize>>() {
        return None;
    }
    let mut moves = Vec::new();
    for (game, own) in games {
        // each game alone first, so that the one that is no such rule is named
        let one = game.kind().as_rule().map(|rule| (rule, own));
        match one.filter(|one| joined(std::slice::from_ref(one), subject.variables.clone()).is_some()) {
            Some(one) => moves.push(one),
            None => {
                let message = format!(
                    "`{}` has no letters: its moves leave several parts, or a set in a loop ends at the size of the position",
                    game.text()
                );
                return Some(
                    Err(Diagnostic::unsupported(message).suggest(format!("without letters: {}", game.text()))),
                );
            }
        }
    }
    let rule = joined(&moves, subject.variables.clone())?;
    let text = subject.query.trim_start_matches("misere ").to_owned();
    Some(Ok(Game::new(text, Shape::Tuple(rule.arity), Kind::Rule(rule))))
}

/// What is written with one number open.
const EXAMPLE: &str = "one coordinate is open: wythoff(n, 4)";

fn not_alone() -> Diagnostic {
    Diagnostic::input("one place with one open coordinate is asked about, without copies and sums")
}

impl Summand {
    /// The coordinates that are variables.
    fn open(&self) -> impl Iterator<Item = usize> {
        self.place.iter().enumerate().filter(|(_, c)| c.number().is_none()).map(|(i, _)| i)
    }
}

impl Subject {
    /// A lone place with one open coordinate as the heap that it is; anything else as it was.
    pub(super) fn into_heap(mut self) -> Subject {
        if let ([summand], [_]) = (&mut self.summands[..], &self.variables[..])
            && let Shape::Tuple(_) = summand.game.shape()
            && let Ok(game) = sliced(summand, &self.variables)
        {
            *summand = Summand { copies: Nat::ONE, game, place: vec![Coordinate::Variable(0)] };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Cells;
    use crate::claim::{ProveOptions, Verdict};
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
        // the guard depends on the open coordinate: no state argument, so it is seen and not proved
        let (found, proved) = period("{(a,b) -> (a-k,b) for k in 1..3 if a > 5; (a,b-1)}(n, 3)");
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
        for text in ["nodekayles(\"path:5\")", "nodekayles(\"paht:n\")", "nodekayles(\"bipartite:n,m\")"] {
            assert!(!fault(text).is_empty(), "{text}");
        }
        assert!(fault("nodekayles(\"paht:n\")").contains("paht"));
    }

    #[test]
    fn what_is_no_row_is_refused() {
        let fault = |text: &str| Session::new().game(text).unwrap_err().to_string();
        for text in [
            "wythoff(n, n)",
            "kayles(a, b)",
            "kayles(n, 3)",
            "2*wythoff(n, 3)",
            "welter(1, n)",
            "wythoff(4, 7)",
            "wythoff(n)",
        ] {
            assert!(!fault(text).is_empty(), "{text}");
        }
        assert!(fault("wythoff(n, n)").contains("one coordinate"));
        assert!(fault("welter(1, n)").contains("welter"));
        assert!(fault("nim(a) + kayles(b)").contains("`kayles` has no letters"));
        // the primes end at the size of the position, which is another one in a sum
        assert!(fault("{n -> n//k for k in {2,primes} if n > 0}(a) + nim(b)").contains("has no letters"));
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
                let mut position = text.to_owned();
                for (name, n) in game.variables.iter().zip(place) {
                    // the letters of a rule in braces are others
                    let at = position.rfind(&format!("({name}")).map(|at| at + 1);
                    let at = at.or_else(|| position.rfind(&format!(",{name})")).map(|at| at + 1)).unwrap();
                    position.replace_range(at..=at, &n.to_string());
                }
                let expected = session.position(&position).unwrap().value().unwrap();
                let place: Place = place[..arity].iter().copied().map(Nat::from).collect();
                assert_eq!(game.game.value_at(&place, &cx).unwrap(), expected, "{position}");
            }
        }
        let misere = Session::new().game("misere nim(a,b)").unwrap();
        let wanted = TableOptions::default().with_to(vec![9, 9]).with_show(crate::answer::Show::Previous);
        let Cells::Previous(lost) = misere.table_with(&wanted, &cx).unwrap().result.cells else { panic!() };
        assert_eq!(lost.len(), 10);
        for text in ["kayles(a,b)", "nim(a,a)", "nim(a,b,2)", "2*nim(a,b)"] {
            assert!(Session::new().game(text).is_err(), "{text}");
        }
    }
}
