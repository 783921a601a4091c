//! Who wins a compound in normal play, by which moves, and why.

use grundy_core::{
    Context, Convention, Evidence, Nat, Outcome, Result, evidence::SPRAGUE_GRUNDY, locked, number::to_usize,
};

use super::super::options::{Options, Parts};
use super::{Compound, Scale, ordinal, outcome};
use crate::game::{Component, Game, Place};
use crate::words::Words;

/// An outcome with its reasons.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    /// Who wins.
    pub(crate) outcome: Outcome,
    /// The theorem with its hypotheses checked, or the search; and what the classes rest on.
    pub(crate) evidence: Evidence,
    /// How it was found, in words.
    pub(crate) engine: &'static str,
    /// The Grundy value, where the law gives it.
    pub(crate) value: Option<Nat>,
    /// The scale of the law and where each component stands on it; `None`: it plays no part.
    pub(crate) classes: Option<(Scale, Vec<Option<Nat>>)>,
}

impl Compound {
    /// The outcome in normal play.
    ///
    /// # Errors
    /// A component that need not end; a spent budget.
    pub(crate) fn judge(&self, place: &Place, cx: &Context) -> Result<Judged> {
        let number = place.first().and_then(to_usize).unwrap_or(usize::MAX);
        if let Some(known) = locked(self.outcomes.lock()).get(&number) {
            return Ok(known.clone());
        }
        let judged = self.judge_anew(place, cx)?;
        cx.reserve(400)?;
        locked(self.outcomes.lock()).insert(number, judged.clone());
        Ok(judged)
    }

    fn judge_anew(&self, place: &Place, cx: &Context) -> Result<Judged> {
        if self.is_over(place, cx)? {
            return Ok(Judged {
                outcome: Outcome::Previous,
                evidence: Evidence::computed(Words::new(
                    "the play is over by the rules: there is no move",
                    "按规则对局已结束：无路可走",
                )),
                engine: "the rules",
                value: Some(Nat::ZERO),
                classes: None,
            });
        }
        let sums = self.sums(place);
        if let Some(value) = self.value_by_law(place, cx)? {
            return Ok(Judged {
                outcome: outcome(value == Nat::ZERO),
                evidence: self.value_evidence(place, cx)?,
                engine: "law of ordinal sums",
                value: Some(value),
                classes: None,
            });
        }
        let Some(law) = self.play.law(self, &sums, cx)? else {
            let outcome = self.search(place, Convention::Normal, cx)?;
            return Ok(Judged { outcome, ..self.by_search(Convention::Normal) });
        };
        let mut evidence = Evidence::theorem(law.theorem());
        let mut seen = super::Seen::new();
        let mut classes = Vec::with_capacity(sums.len());
        for sum in &sums {
            if !self.turn().first_ends && super::sum::is_over(sum, cx)? {
                classes.push(None);
                continue;
            }
            let (class, why) = self.find_class(law.scale(), sum, cx)?;
            law.see(&mut seen, &class);
            evidence.add(&why);
            classes.push(Some(class));
        }
        Ok(Judged {
            outcome: outcome(law.is_previous(&seen)),
            evidence,
            engine: match law.scale() {
                Scale::Remoteness => "remoteness of the components",
                Scale::Suspense => "suspense of the components",
                Scale::Foreclosed => "foreclosed values of the components",
                Scale::Outcome | Scale::Ending => "outcomes of the components",
                Scale::Value => "values of the components",
            },
            value: None,
            classes: Some((law.scale(), classes)),
        })
    }

    /// An answer by search; its outcome is filled in by who asked.
    fn by_search(&self, convention: Convention) -> Judged {
        let searched = self.searched(convention);
        Judged {
            outcome: Outcome::Previous,
            evidence: Evidence::computed(Words::new(
                format!("search of all {searched} positions of the compound that matter"),
                format!("搜索了复合中全部 {searched} 个有关局面"),
            )),
            engine: "search of the compound",
            value: None,
            classes: None,
        }
    }

    /// What a value by the law of ordinal sums rests on.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn value_evidence(&self, place: &Place, cx: &Context) -> Result<Evidence> {
        let sums = self.sums(place);
        let mut evidence = Evidence::theorem(&ordinal::THEOREM);
        let Some((last, front)) = sums.split_last() else { return Ok(evidence) };
        // of a component in front the values of the options were computed, and not its own
        for sum in front {
            if sum.len() > 1 {
                evidence.add(&Evidence::theorem(&SPRAGUE_GRUNDY));
            }
            sum.iter().filter_map(|component| component.game.law()).for_each(|law| evidence.add(&law.evidence()));
            if !matches!(&**sum, [heap] if heap.game.is_nim()) {
                evidence.add(&Evidence::computed(Words::new(
                    "the values of all options of the components in front",
                    "前面各分量的全部后继的值",
                )));
            }
        }
        evidence.add(&super::sum::find_value(last, cx)?.1);
        Ok(evidence)
    }

    /// The moves that win in normal play.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn winning(&self, game: &Game, place: &Place, limit: usize, cx: &Context) -> Result<Options> {
        if self.judge(place, cx)?.outcome == Outcome::Previous {
            return Ok(Options::default());
        }
        if let Some(options) = self.options_by_law(game, place, &Nat::ZERO, limit, cx)? {
            return Ok(options);
        }
        match self.play.law(self, &self.sums(place), cx)? {
            Some(law) => self.product(game, place, Some(&*law), limit, cx),
            None => self.searched_moves(game, place, Convention::Normal, limit, cx),
        }
    }

    /// The moves that win by search.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn searched_moves(
        &self,
        game: &Game,
        place: &Place,
        convention: Convention,
        limit: usize,
        cx: &Context,
    ) -> Result<Options> {
        let mut wins: Vec<Parts> = Vec::new();
        for parts in game.every_option(place, cx)? {
            if let [left] = parts.as_slice()
                && self.search(&left.place, convention, cx)? == Outcome::Previous
            {
                wins.push(parts);
            }
        }
        Ok(Options::of(wins, limit))
    }

    /// All moves: counted, the first ones listed.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn moves(&self, game: &Game, place: &Place, limit: usize, cx: &Context) -> Result<Options> {
        if !self.turn().cuts {
            return self.product(game, place, None, limit, cx);
        }
        let row = self.row(place);
        let mut found = Options::default();
        let mut all: Vec<Parts> = Vec::new();
        for at in 0..row.len() {
            let (count, options) = super::sum::first_options(&self.sum(row[at]), limit, cx)?;
            found.add(Some(count));
            for option in options {
                let mut left = row[..at].to_vec();
                left.push(self.number(option));
                all.push(vec![Component { game: game.clone(), place: self.place(&left) }]);
            }
        }
        found.first = Options::of(all, limit).first;
        Ok(found)
    }

    /// The misère outcome by search: who makes the last move loses.
    ///
    /// # Errors
    /// A spent budget.
    pub(crate) fn misere(&self, place: &Place, cx: &Context) -> Result<(Outcome, Evidence)> {
        let outcome = self.search(place, Convention::Misere, cx)?;
        Ok((outcome, self.by_search(Convention::Misere).evidence))
    }
}
