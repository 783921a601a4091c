//! Tables of genera.
//!
//! The genus of a place needs those of all its options, and of the sums that these are: the search keeps them, and goes from
//! small places to large ones, so that a spent budget leaves a table up to where it came.

use grundy_search::MisereSearch;

use crate::answer::{Answer, Cells, Table};
use crate::context::Context;
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::game::{Component, Game};
use crate::words::Words;

/// Writes the genera of the places of a table into the answer, row by row.
///
/// # Errors
/// Games whose play need not end; faults of the rule other than at single places.
pub(super) fn genera(game: &Game, answer: &mut Answer<Table>, cx: &Context) -> Result<()> {
    game.must_end("the genus")?;
    let Table { from, to, .. } = answer.result.clone();
    let one = to.len() == 1;
    let (first, last) = if one { (0, 0) } else { (from[0], to[0]) };
    let inner = to.len() - 1;
    let (mut search, mut rows) = (MisereSearch::new(), Vec::new());
    let mut refused: Option<Diagnostic> = None;
    'rows: for a in first..=last {
        let mut row = Vec::new();
        for b in from[inner]..=to[inner] {
            let numbers = if one { vec![b] } else { vec![a, b] };
            let place = match game.place_at(&numbers) {
                Ok(place) => place,
                Err(bad) if game.is_no_place(&bad) => {
                    refused.get_or_insert(bad);
                    row.push(None);
                    continue;
                }
                Err(bad) => return Err(bad.into()),
            };
            let genus = search.genus(&[Component { game: game.clone(), place }], cx);
            match genus {
                Ok(genus) => row.push(Some(genus)),
                Err(Error::Bad(bad)) if bad.kind == ErrorKind::Rule => {
                    refused.get_or_insert(*bad);
                    row.push(None);
                }
                Err(Error::Stopped(stopped)) => {
                    answer.stopped = Some(stopped);
                    // of two coordinates a row that is not whole is left out
                    rows.extend(one.then_some(row));
                    break 'rows;
                }
                Err(bad) => return Err(bad),
            }
        }
        rows.push(row);
    }
    if let Some(refused) = &refused
        && rows.iter().flatten().all(Option::is_none)
    {
        return Err(refused.clone().into());
    }
    if rows.iter().any(|row| !row.is_empty()) {
        answer.evidence = Evidence::computed(Words::new(
            "the genus of each place, from those of all its options",
            "由全部后继的亏格算出各局面的亏格",
        ));
    }
    answer.cells = Cells::Genera(rows);
    answer.refused = refused;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Show;
    use crate::number::Nat;
    use crate::outcome::Outcome;
    use crate::session::Session;
    use crate::{Budget, TableOptions};

    fn table(game: &str, to: u64, cx: &Context) -> Answer<Table> {
        let wanted = TableOptions::default().with_to(vec![to]).with_show(Show::Genus);
        Session::new().game(game).unwrap().table_with(&wanted, cx).unwrap()
    }

    /// The k-th term is the heap of Nim that makes a P-position of the place and k heaps of 2, by plain search.
    #[test]
    fn terms_make_p_positions() {
        let cx = Context::default();
        for game in ["0.77", "0.123", "4.7", "take[1,3,4]", "{n -> n//2 if n > 0; n-3}", "0.26"] {
            let answer = table(game, 8, &cx);
            let Cells::Genera(rows) = &answer.cells else { panic!("{game}") };
            assert!(answer.evidence.is_proved());
            let mut session = Session::new();
            for (n, genus) in rows[0].iter().enumerate() {
                let genus = genus.as_ref().unwrap();
                assert_eq!(
                    session.position(&format!("{game}({n})")).unwrap().value().unwrap(),
                    Nat::from(genus.value())
                );
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
        let answer = table("misere 0.07", 60, &cx);
        let Cells::Genera(rows) = &answer.cells else { panic!() };
        assert!(answer.stopped.is_some() && rows[0].len() > 4 && rows[0].len() < 60);
    }
}
