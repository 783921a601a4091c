//! The places of a table, one after the other, each asked by itself.

use super::grid::Filled;
use crate::context::{Context, Spent, Stopped};
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::evidence::Evidence;
use crate::game::{Component, Game, Place, Shape};
use crate::number::Nat;
use crate::outcome::{Convention, Outcome};
use crate::plan::misere::Judge;
use crate::plan::reasons::Reasons;
use crate::plan::{Found, as_far_as};
use crate::words::Words;
use grundy_search::MisereSearch;
use grundy_search::genus::Genus;

/// So many nodes may be spent on reading out the cells between two corners: a little for each, but no engine goes on.
fn to_read_out(from: &[u64], to: &[u64]) -> u64 {
    let sides = from.iter().zip(to).map(|(from, to)| (to - from).saturating_add(1));
    let cells = sides.fold(1, u64::saturating_mul);
    cells.saturating_mul(8).saturating_add(1 << 12).min(1 << 22)
}

/// Walks over the places between two corners, and asks each of them.
pub(super) struct Rows<'a> {
    pub(super) game: &'a Game,
    pub(super) convention: Convention,
    pub(super) judge: Judge,
    /// What the cells rest on, but for those that the judge told.
    pub(super) reasons: Reasons<'a>,
    /// Was any place answered?
    pub(super) answered: bool,
    /// Why the first empty cell has no answer.
    pub(super) refused: Option<Diagnostic>,
    /// What is said of the first loony place.
    pub(super) loony: Option<Diagnostic>,
    /// Why the first list that a list of P-positions passes over is no place.
    pub(super) passed_over: Option<Diagnostic>,
}

/// The far corner of a table in misère play may cost so many nodes, where there are cheaper heaps.
const CORNER: u64 = 16_000_000;

impl<'a> Rows<'a> {
    pub(super) fn of(game: &'a Game, convention: Convention) -> Self {
        Rows {
            game,
            convention,
            judge: Judge::new(),
            reasons: Reasons::new(game),
            answered: false,
            refused: None,
            loony: None,
            passed_over: None,
        }
    }

    /// What the cells rest on: all of them, as the weakest is proved.
    ///
    /// # Errors
    /// Reasons that are not at hand.
    pub(super) fn evidence(&self, cx: &Context) -> Result<Evidence> {
        let reasons = if self.answered { self.reasons.evidence(cx)? } else { Evidence::trivial() };
        Ok(if self.convention == Convention::Misere { self.judge.evidence().and(&reasons) } else { reasons })
    }

    /// Reaches everything from all places between the corners at once, so that it is labelled once.
    fn reach(&mut self, from: &[u64], to: &[u64], cx: &Context) -> Result<()> {
        if self.convention == Convention::Misere || !self.game.is_loopy() {
            return Ok(());
        }
        let mut starts = Vec::new();
        let mut at = from.to_vec();
        loop {
            cx.tick(1)?;
            cx.reserve(size_of::<[Component; 1]>() as u64)?;
            match self.game.place_at(&at) {
                Ok(place) => starts.push([Component { game: self.game.clone(), place }]),
                Err(bad) if self.game.is_no_place(&bad) => {}
                Err(bad) => return Err(bad.into()),
            }
            if !advance(&mut at, from, to) {
                break;
            }
        }
        self.game.with_labelled(|labelled| match labelled.reach(starts.iter().map(<[Component; 1]>::as_slice), cx) {
            // no budget ended: which cells are refused, each tells by itself
            Err(Error::Stopped(stopped))
                if labelled.grows() && stopped.limit.is_none() && stopped.spent == Spent::Nodes =>
            {
                Ok(())
            }
            reached => reached,
        })
    }

    /// What a cell is to show; nothing where the rule is refused at a position that is reached from it, or where the place is loony.
    fn or_empty<T>(&mut self, place: &Place, told: Result<T>, cx: &Context) -> Result<Option<T>> {
        match told {
            Ok(told) => Ok(Some(told)),
            Err(Error::Bad(bad)) if bad.kind == ErrorKind::Rule => {
                self.refused.get_or_insert(*bad);
                Ok(None)
            }
            Err(Error::Bad(bad)) if let Some(found) = self.is_loony(place, cx)? => {
                self.reasons.heard(found);
                self.answered = true;
                self.loony.get_or_insert(*bad);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// Why the place is loony, in normal play.
    fn is_loony(&self, place: &Place, cx: &Context) -> Result<Option<Found<()>>> {
        match self.convention {
            Convention::Normal if self.game.may_be_loony() => self.game.loony(place, cx),
            _ => Ok(None),
        }
    }

    pub(super) fn outcome(&mut self, place: &Place, cx: &Context) -> Result<Outcome> {
        if self.convention == Convention::Misere {
            let component = Component { game: self.game.clone(), place: place.clone() };
            return self.judge.sum(&[(component, Nat::ONE)], cx);
        }
        if self.game.is_loopy() {
            return Ok(self.reasons.loopy_value(place, cx)?.outcome());
        }
        if let Some(found) = self.is_loony(place, cx)? {
            self.reasons.heard(found);
            return Ok(Outcome::Next);
        }
        self.reasons.outcome_at(place, cx)
    }

    /// The genus of a place: it needs those of all its options, and of the sums that these are, which the search keeps.
    pub(super) fn genus(&mut self, place: &Place, search: &mut MisereSearch<Component>, cx: &Context) -> Result<Genus> {
        let genus = search.genus(&[Component { game: self.game.clone(), place: place.clone() }], cx)?;
        if !self.answered {
            let how = Words::new(
                "the genus of each place, from those of all its options",
                "由全部后继的亏格算出各局面的亏格",
            );
            self.reasons.heard(Found::new((), Evidence::computed(how), "misère search"));
        }
        Ok(genus)
    }

    /// The search from a far place may take all there is and tell nothing; is it better to begin with small ones? Yes for boards
    /// and graphs, of which no table is laid out, and in misère play where a trial does not find the far corner cheap.
    fn is_searched_from_below(&mut self, corner: &Place, cx: &Context) -> Result<bool> {
        if !self.game.is_loopy() && (self.game.is_family() || self.game.shape() == Shape::Text) {
            return Ok(true);
        }
        if self.convention == Convention::Normal || self.game.knowledge().is_ok_and(|known| known.code().is_none()) {
            return Ok(false);
        }
        let quarter = cx.nodes_left().map_or(CORNER, |left| CORNER.min(left / 4));
        let before = std::mem::replace(&mut self.judge, Judge::new());
        match cx.trial(quarter, |part| self.outcome(corner, part)) {
            Ok(None) => {
                self.judge = before;
                Ok(true)
            }
            // what is wrong there is told when it is asked again
            _ => Ok(false),
        }
    }

    /// One or two coordinates, row by row, the far corner first, so that tables are laid out once; in misère play perhaps from
    /// below. Nothing where `laid_out` has all cells at once up to the corner, or, of one coordinate whose budget is spent, the
    /// first of them, if it is told that these will do.
    pub(super) fn grid<T>(
        &mut self,
        from: &[u64],
        to: &[u64],
        cx: &Context,
        laid_out: &mut dyn FnMut(&Place, bool) -> Option<Found<()>>,
        cell: &mut dyn FnMut(&mut Self, &Place, &Context) -> Result<T>,
        filled: &mut dyn Filled<T>,
    ) -> Result<Option<Stopped>> {
        let corner = self.game.place_at(to).map_err(Error::from);
        if let Ok(corner) = &corner
            && self.is_searched_from_below(corner, cx)?
        {
            return self.walk(from, to, cx, cell, filled);
        }
        let mut stopped = None;
        as_far_as(&mut stopped, self.reach(from, to, cx))?;
        let far = corner.as_ref().ok().cloned();
        let mut at_once = |rows: &mut Self, corner: &Place, partly: bool| {
            let Some(found) = laid_out(corner, partly) else { return false };
            rows.reasons = Reasons::new(rows.game);
            rows.reasons.heard(found);
            rows.answered = true;
            true
        };
        let asked = corner.and_then(|corner| {
            cell(self, &corner, cx)?;
            Ok(corner)
        });
        match asked {
            Ok(corner) if stopped.is_none() => {
                if at_once(self, &corner, false) {
                    return Ok(None);
                }
                if to.len() == 1 {
                    // perhaps there was no time to read them all
                    as_far_as(&mut stopped, cx.check().map_err(Error::from))?;
                }
            }
            Ok(_) => {}
            Err(Error::Stopped(s)) => _ = stopped.get_or_insert(s),
            Err(Error::Bad(bad)) if to.len() == 1 && bad.kind != ErrorKind::Rule && !self.game.is_no_place(&bad) => {
                return Err((*bad).into());
            }
            // a corner that is no place of the game is told below, where the first such place is met
            Err(_) => {}
        }
        // one by one the cells of a fast engine take as long as it took for them
        if let (Some(_), [_], Some(far)) = (&stopped, to, &far)
            && at_once(self, far, true)
        {
            return Ok(stopped);
        }
        // what was computed before the budget was spent is shown: reading it out is no more work than a little
        let reading = stopped.is_some().then(|| cx.reading_out(to_read_out(from, to)));
        let ended = self.walk(from, to, reading.as_ref().unwrap_or(cx), cell, filled)?;
        // without an end there was an answer for every cell all the same
        Ok(ended.map(|ended| stopped.unwrap_or(ended)))
    }

    /// The same from the first cell on, as searches want it that keep what smaller places needed: a spent budget leaves a
    /// table up to where it came. An unfinished row is left out, of one coordinate its end only.
    pub(super) fn walk<T>(
        &mut self,
        from: &[u64],
        to: &[u64],
        cx: &Context,
        cell: &mut dyn FnMut(&mut Self, &Place, &Context) -> Result<T>,
        filled: &mut dyn Filled<T>,
    ) -> Result<Option<Stopped>> {
        let (outer, inner) =
            if let [a, b] = to { (Some((from[0], *a)), (from[1], *b)) } else { (None, (from[0], to[0])) };
        let (first, last) = outer.unwrap_or((0, 0));
        for a in first..=last {
            filled.begin_row();
            for b in inner.0..=inner.1 {
                let numbers = [a, b];
                let place = match self.game.place_at(if outer.is_some() { &numbers[..] } else { &numbers[1..] }) {
                    Ok(place) => place,
                    Err(bad) if self.game.is_no_place(&bad) => {
                        self.refused.get_or_insert(bad);
                        filled.push(None);
                        continue;
                    }
                    Err(bad) => return Err(bad.into()),
                };
                let told = cx.tick(1).map_err(Error::from).and_then(|()| cell(self, &place, cx));
                match self.or_empty(&place, told, cx) {
                    Ok(told) => {
                        self.answered |= told.is_some();
                        filled.push(told);
                    }
                    Err(Error::Stopped(s)) => {
                        if outer.is_some() {
                            filled.drop_row();
                        }
                        return Ok(Some(s));
                    }
                    Err(bad) => return Err(bad),
                }
            }
        }
        Ok(None)
    }

    pub(super) fn previous(
        &mut self,
        from: &[u64],
        to: &[u64],
        cx: &Context,
        found: &mut Vec<Vec<u64>>,
    ) -> Result<Option<Stopped>> {
        match self.reach(from, to, cx) {
            Ok(()) => {}
            Err(Error::Stopped(s)) => return Ok(Some(s)),
            Err(bad) => return Err(bad),
        }
        let mut at = from.to_vec();
        loop {
            let outcome = match self.game.place_at(&at) {
                Ok(place) => {
                    let outcome = cx.tick(1).map_err(Error::from).and_then(|()| self.outcome(&place, cx));
                    let outcome = self.or_empty(&place, outcome, cx);
                    self.answered |= matches!(outcome, Ok(Some(_)));
                    outcome
                }
                Err(bad) if self.game.is_no_place(&bad) => {
                    let is_list = matches!(self.game.shape(), Shape::Row | Shape::Tuple(_));
                    let why = if is_list { &mut self.passed_over } else { &mut self.refused };
                    why.get_or_insert(bad);
                    cx.tick(1).map_err(Error::from).map(|()| None)
                }
                Err(bad) => return Err(bad.into()),
            };
            match outcome {
                Ok(Some(Outcome::Previous)) => found.push(at.clone()),
                Ok(_) => {}
                Err(Error::Stopped(s)) => return Ok(Some(s)),
                Err(bad) => return Err(bad),
            }
            if !advance(&mut at, from, to) {
                return Ok(None);
            }
        }
    }
}

/// The next place in lexicographic order. Is there one?
fn advance(at: &mut [u64], from: &[u64], to: &[u64]) -> bool {
    let Some(i) = (0..at.len()).rev().find(|&i| at[i] < to[i]) else { return false };
    at[i] += 1;
    at[i + 1..].copy_from_slice(&from[i + 1..]);
    true
}

#[cfg(test)]
mod tests {
    use crate::answer::{Answer, Cells, Show, Table};
    use crate::error::{Error, Result};
    use crate::{Context, Outcome, Session, TableOptions};

    fn table(game: &str, to: Vec<u64>, show: Show) -> Result<Answer<Table>> {
        let wanted = TableOptions::default().with_to(to).with_show(show);
        Session::new().game(game).unwrap().table_with(&wanted, &Context::default())
    }

    /// A cell from which positions grow without end is refused, as `solve` refuses it.
    #[test]
    fn cells_that_grow_without_end_are_empty() {
        for show in [Show::Values, Show::Outcomes, Show::Previous] {
            for rule in ["{n -> n+1 loopy}", "misere {n -> n+1; n-1 loopy}", "{(a,b) -> (a+1,b) loopy}"] {
                if show == Show::Values && rule.starts_with("misere") {
                    continue;
                }
                let Err(Error::Bad(refused)) = table(rule, vec![3], show) else { panic!("{rule}") };
                assert!(refused.message.contains("without end"), "{rule}: {refused}");
            }
            let rule = "{n -> 2*n if n > 1; n-1 loopy}";
            let answer = table(rule, vec![4], show).unwrap();
            let refused = answer.refused.as_ref().expect("larger heaps grow");
            assert!(answer.stopped.is_none() && refused.message.contains("`2*n`"), "{refused}");
            let mut session = Session::new();
            let solved: Vec<Option<Outcome>> =
                (0..5).map(|n| session.position(&format!("{rule}({n})")).unwrap().outcome().ok()).collect();
            assert!(solved.contains(&None) && solved.contains(&Some(Outcome::Previous)));
            let shown: Vec<Option<Outcome>> = match &answer.cells {
                Cells::SomeOutcomes(rows) => rows[0].clone(),
                Cells::Previous(places) => {
                    let lost = |n: u64| places.contains(&vec![n]);
                    (0..5).map(|n| if lost(n) { Some(Outcome::Previous) } else { solved[n as usize] }).collect()
                }
                _ => continue,
            };
            assert_eq!(shown, solved, "{show:?}");
        }
    }

    #[test]
    fn lists_that_are_no_places_have_empty_cells() {
        for (game, empty) in
            [("welter", 4), ("antonim", 3), ("silverdollar", 4), ("northcott", 4), ("euclidpositive", 7)]
        {
            let answer = table(game, vec![3], Show::Values).unwrap();
            let Cells::SomeValues(rows) = &answer.cells else { panic!("{game}: {:?}", answer.cells) };
            let mut session = Session::new();
            for (a, row) in rows.iter().enumerate() {
                for (b, value) in row.iter().enumerate() {
                    let text = if game == "northcott" {
                        format!("northcott(({a}, {b}))")
                    } else {
                        format!("{game}({a}, {b})")
                    };
                    let alone = session.position(&text).ok().map(|position| position.solve().unwrap());
                    assert_eq!(value.is_some(), alone.is_some(), "{text}");
                    if let (Some(value), Some(alone)) = (value, alone) {
                        let outcome = Outcome::lost_if(value.is_zero());
                        assert_eq!(alone.outcome, Some(outcome), "{text}");
                    }
                }
            }
            assert_eq!(rows.iter().flatten().filter(|cell| cell.is_none()).count(), empty, "{game}");
            assert!(answer.refused.is_some() && answer.evidence.is_proved(), "{game}");
            assert!(table(game, vec![3], Show::Previous).unwrap().refused.is_none(), "{game}");
        }
    }

    #[test]
    fn a_table_without_any_place_is_refused() {
        let answer = table("thirtyone", vec![31], Show::Previous).unwrap();
        assert_eq!(answer.cells, Cells::Previous([2, 3, 10, 17, 24, 31].map(|total| vec![total]).to_vec()));
        for (game, to) in [("thirtyone", vec![3, 3]), ("euclidpositive", vec![0])] {
            let Err(Error::Bad(fault)) = table(game, to, Show::Previous) else { panic!("{game}") };
            assert!(fault.message.contains(game), "{fault}");
        }
    }
}
