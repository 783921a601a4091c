//! Boards and graphs with letters in place of numbers, and what is said of games whose places are no numbers.

use grundy_core::Diagnostic;
use grundy_notation::Span;
use grundy_notation::ast::{self, Primary};

use super::Result;
use crate::game::open_text::OpenText;
use crate::game::{Game, Shape};
use crate::scope::capital_letter;

/// Places of boards or graphs whose texts have letters in place of numbers, or for which a letter stands, with the letters.
pub(super) fn of_text(game: &Game, place: &ast::Place) -> Result<OpenText> {
    match place {
        ast::Place::Text(written, span) => {
            // what means a place as it stands has no number open
            let Err(fault) = game.read_place(written) else { return Ok(OpenText::closed(written)) };
            let inside = |within: Span| Span::new(span.start + 1 + within.start, span.start + 1 + within.end);
            let open = OpenText::read_for(game, written);
            open.ok_or_else(|| match capital_letter(game, written) {
                Some(capital) => capital.at(*span),
                None => Diagnostic { span: Some(fault.span.map_or(*span, inside)), ..fault },
            })
        }
        // a number stands for a start position: `treblecross(n)`
        ast::Place::Coordinate(ast::Coordinate::Name(name)) if game.reads_numbers() => Ok(OpenText::letter(&name.text)),
        ast::Place::Coordinate(ast::Coordinate::Number(n, span)) if game.reads_numbers() => {
            game.read_place(&n.to_string()).map_err(|fault| fault.at(*span))?;
            Ok(OpenText::closed(&n.to_string()))
        }
        _ => Err(no_numbers(game)),
    }
}

/// Has one of the texts of a sum letters in place of numbers?
pub(super) fn has_letters(position: &ast::Position) -> bool {
    position.terms.iter().any(|term| match &term.primary {
        Primary::Group(inner) => has_letters(inner),
        Primary::Nimber(_) => false,
        Primary::Game { places, .. } => {
            places.iter().any(|place| match place {
                // a capital letter is told to be none
                ast::Place::Text(text, _) => OpenText::read(&text.to_ascii_lowercase()).is_some(),
                ast::Place::Position(inner) => has_letters(inner),
                _ => false,
            })
        }
    })
}

/// Refuses texts with something named behind them: `geography("path:n", start=0)`.
pub(super) fn must_be_unnamed(game: &Game, places: &[ast::Place]) -> Result<()> {
    let named = places.iter().find_map(|place| match place {
        ast::Place::Named(name, _) => Some(name),
        _ => None,
    });
    named.map_or(Ok(()), |name| {
        let message = format!("tables and claims about `{}` with `{}=` are not supported", game.text(), name.text);
        Err(Diagnostic::unsupported(message).at(name.span).suggest("`solve` answers for each position"))
    })
}

/// Of a game whose places are no numbers.
pub(super) fn no_numbers(game: &Game) -> Diagnostic {
    Diagnostic::unsupported("claims are made about games with numbers as coordinates").suggest(one_place(game))
}

/// Where claims are not made, single places are answered.
fn one_place(game: &Game) -> String {
    match game.shape() {
        Shape::Vertex => "`solve` answers for each vertex".to_owned(),
        Shape::Text
            if game.start_numbers() == Some(2) && OpenText::read("axb").is_some_and(|open| open.has_places(game)) =>
        {
            format!("rows and columns left open: {}(\"axb\")", game.text())
        }
        Shape::Text if game.reads_numbers() => format!("one number left open: {}(n)", game.text()),
        _ => "`solve` answers for each position".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::{Cells, Show};
    use crate::claim::{ProveOptions, Verdict};
    use crate::{Context, Nat, PeriodOptions, Session, TableOptions};

    /// The numbers of a table, row by row, with `None` where there is no position.
    fn table(text: &str, from: u64, to: u64) -> Vec<Option<Nat>> {
        let game = Session::new().game(text).unwrap();
        let wanted = TableOptions::default().with_from(vec![from]).with_to(vec![to]);
        match game.table_with(&wanted, &Context::default()).unwrap().result.cells {
            Cells::Values(rows) => rows.iter().map(Some).collect(),
            Cells::SomeValues(rows) => rows.into_iter().flatten().collect(),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn value(text: &str) -> Nat {
        Session::new().position(text).unwrap().value().unwrap()
    }

    #[test]
    fn rows_and_columns_may_both_be_open() {
        let cells = (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b)));
        let cram = cells.clone().map(|(a, b)| Some(value(&format!("cram(\"{a}x{b}\")"))));
        assert_eq!(table("cram(\"axb\")", 1, 4), cram.collect::<Vec<_>>());
        let grids = cells.map(|(a, b)| Some(value(&format!("nodekayles(\"grid:{b}x{a}\")"))));
        assert_eq!(table("nodekayles(\"grid:mxn\")", 1, 4), {
            let grids: Vec<_> = grids.collect();
            (0..4).flat_map(|m| (0..4).map(move |n| (m, n))).map(|(m, n)| grids[4 * n + m].clone()).collect::<Vec<_>>()
        });
    }

    #[test]
    fn boards_with_letters_stand_in_sums() {
        for (text, first) in [
            ("turtles(n) + nim(3)", 0),
            ("cram(\"2xn\") + cram(\"2x3\")", 1),
            ("2*cram(\"2xn\") + kayles(n)", 1),
            ("conjunctive(cram(\"2xn\"), cram(\"1x4\") + nim(n))", 1),
            ("nodekayles(\"cycle:n\", \"path:n\") + *2", 3),
            ("conjunctive(cram(\"2xn\"), nim(3)) + nim(1)", 1),
            ("conjunctive(nim(2), nim(3)) + kayles(n)", 0),
            ("ordinal(conjunctive(nim(n), nim(2)), kayles(3))", 0),
            ("ordinal(kayles(n), nim(2)) + 3*nim(n)", 0),
        ] {
            let expected = (first..=first + 5).map(|n| {
                let at = text.replace("(n)", &format!("({n})")).replace("xn", &format!("x{n}"));
                Some(value(&at.replace(":n", &format!(":{n}"))))
            });
            assert_eq!(table(text, first, first + 5), expected.collect::<Vec<_>>(), "{text}");
        }
    }

    /// A bar of one row is worth one less than its length.
    #[test]
    fn one_row_of_chomp_is_a_smaller_heap() {
        let cells = |text: &str| table(text, 1, 5).into_iter().map(Option::unwrap).collect::<Vec<Nat>>();
        let values = |text: &str| (1..=5).map(|n| value(&text.replace("xn", &format!("x{n}")))).collect::<Vec<Nat>>();
        for text in ["chomp(\"1xn\")", "conjunctive(chomp(\"1xn\"), nim(3))"] {
            assert_eq!(cells(text), values(text), "{text}");
        }
        for text in ["chomp(\"1xn\")", "chomp(\"1xn\")+chomp(\"1xn\")+*1", "chomp(\"1xn\")+nim(2)+nim(1)"] {
            let wanted = TableOptions::default().with_from(vec![1]).with_to(vec![5]).with_show(Show::Outcomes);
            let game = Session::new().game(&format!("misere {text}")).unwrap();
            let found = match game.table_with(&wanted, &Context::default()).unwrap().result.cells {
                Cells::Outcomes(rows) => rows.concat(),
                other => panic!("{text}: {other:?}"),
            };
            let told = |n: u64| {
                let text = text.replace("xn", &format!("x{n}"));
                Session::new().position(&format!("misere {text}")).unwrap().outcome().unwrap()
            };
            assert_eq!(found, (1..=5).map(told).collect::<Vec<_>>(), "{text}");
        }
    }

    /// A letter that is none, or stands where a number is wanted, is told.
    #[test]
    fn letters_that_are_not_read_are_told() {
        let help = |fault: crate::Diagnostic| (fault.message, fault.suggestion.unwrap_or_default());
        let position = |text: &str| help(Session::new().position(text).unwrap_err());
        let game = |text: &str| help(Session::new().game(text).unwrap_err());
        for (told, help) in [(position("cram(\"2xN\")"), "\"2xn\""), (game("cram(\"2xN\")"), "cram(\"2xn\")")] {
            assert!(told.0.contains("`N` is a capital letter") && told.1 == help, "{told:?}");
        }
        for told in [position("turtles(N)"), game("turtles(N)")] {
            assert!(told.0.contains("`N` is a capital letter") && told.1 == "n", "{told:?}");
        }
        let told = position("turtles(n)");
        assert!(told.1.starts_with("turtles(4); `table`") && !told.1.contains('?'), "{told:?}");
        let told = position("cram(axb)");
        assert!(told.0.contains("`a` stands for a number") && told.1.starts_with("\"4x4\"; `table`"), "{told:?}");
        let told = position("geography(\"path:n\", start=0)");
        assert_eq!((told.0.contains("stands for a number"), &*told.1), (true, "geography(\"path:4\", start=0)"));
        assert!(game("geography(\"path:n\", start=0)").0.contains("with `start=` are not supported"));
        let told = position("cram(\"axq");
        assert!(told.0.contains("no closing quotation mark"), "{told:?}");
        for (typed, read) in
            [("cram(axb)", "cram(\"axb\")"), ("chomp(nxn)", "chomp(\"nxn\")"), ("cram(nx2)", "cram(\"nx2\")")]
        {
            assert_eq!(Session::new().game(typed).unwrap().query, read);
        }
    }

    #[test]
    fn what_has_two_letters_has_no_period() {
        let question = Session::new().game("cram(\"axb\")").unwrap();
        let fault = question.period_with(&PeriodOptions::default(), &Context::default()).unwrap_err().to_string();
        assert!(fault.contains("cram(\"nxn\")"), "{fault}");
    }

    #[test]
    fn claims_and_periods_of_boards_with_letters() {
        let judged = |about: &str, claim: &str| {
            let question = Session::new().claim(about, claim).unwrap();
            question.prove_with(&ProveOptions::default().with_to(Some(8)), &Context::default()).unwrap().result.verdict
        };
        assert_eq!(judged("2*cram(\"2xn\")", "P"), Verdict::Proved);
        assert_eq!(judged("turtles(a) + turtles(b)", "P: a = b"), Verdict::Proved);
        assert!(matches!(judged("turtles(n) + nim(3)", "P: n = 3"), Verdict::Refuted(_)));
        assert!(matches!(judged("chomp(\"axb\")", "P: a = b"), Verdict::Refuted(_)));
        assert!(!matches!(judged("chomp(\"axb\")", "P: a = 1 and b = 1"), Verdict::Refuted(_)));
        assert_eq!(judged("cram(\"2x3\")", "g = 1"), Verdict::Proved);
        let question = Session::new().game("cram(\"1xn\") + kayles(n)").unwrap();
        let answer = question.period_with(&PeriodOptions::default(), &Context::default()).unwrap();
        let period = answer.period.as_ref().map(|p| p.period.clone());
        assert_eq!((period, answer.evidence.is_proved()), (Some(Nat::from(204u64)), true));
        // what cancels has no member 0 either
        let question = Session::new().game("2*cram(\"2xn\")").unwrap();
        let answer = question.period_with(&PeriodOptions::default(), &Context::default()).unwrap();
        assert!(answer.evidence.is_proved() && answer.period.as_ref().is_some_and(|p| p.period.is_one()));
    }
}
