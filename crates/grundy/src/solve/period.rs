//! Periods of one-heap games.

mod members;
mod search;

use grundy_core::period::NatPeriod;

use crate::answer::{Answer, PeriodFound, Reading};
use crate::context::Context;
use crate::error::{Diagnostic, Result};
use crate::evidence::{Evidence, Status};
use crate::game::{Game, GameQuestion, Shape};
use crate::outcome::Convention;
use crate::period::certify::values_needed;
pub(super) use members::of_members;
use members::{among_members, first_of_all};
pub(super) use search::TESTED;
use search::{family, search};

options! {
    /// What is wanted of [`GameQuestion::period_with`].
    ///
    /// ```
    /// use grundy::{Context, Convention, PeriodOptions, kayles};
    /// let wanted = PeriodOptions::default().with_to(Some(500));
    /// let answer = kayles().under(Convention::Normal).period_with(&wanted, &Context::default())?;
    /// assert!(answer.found() && answer.evidence.is_proved());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy)]
    pub struct PeriodOptions {
        /// The last heap that may be looked at; `None`: 10^6.
        to: Option<u64> = None, with_to;
    }
}

/// The period of the values of a one-heap game.
///
/// It is proved where a closed form or a theorem gives it; otherwise the values are computed, and a repetition of at
/// least four periods that lasts on twice its range, or more where moves divide, is told as checked. When the budget ends, the answer says how far the search came.
///
/// # Errors
/// Misère play, which has no values; games that are not of one heap; faults of the rule.
pub(crate) fn period(question: &GameQuestion, options: &PeriodOptions, cx: &Context) -> Result<Answer<PeriodFound>> {
    question.game.must_end("a period is not looked for")?;
    let game = one_heap(question, PERIOD)?;
    let answer =
        Answer::new(question.query.clone(), question.convention, vec![Reading::of(game)], PeriodFound::default());
    answer.filled(cx, |answer| {
        answer.first = game.smallest_member().unwrap_or(0);
        if let Some(told) = game.told_period(cx)? {
            tell(game, told, answer, cx)?;
        } else if let Some(first) = first_of_all(game, cx)?.filter(|first| *first > 0) {
            among_members(game, first, options.to, answer, cx)?;
        } else if let Some(law) = game.law_of_values() {
            // a closed form whose values are periodic says so
            answer.evidence = law.evidence();
        } else if game.is_family() {
            family(game, options.to, answer, cx)?;
        } else {
            search(game, options.to, answer, cx)?;
        }
        // values from a store are compared too: a difference would tell that they are wrong
        let found = answer.period.as_ref();
        if found.is_none_or(|_| answer.evidence.status >= Status::Stored) {
            answer.published = game.published(found);
        }
        Ok(())
    })
}

/// What `period` asks for.
const PERIOD: &str = "a period";

pub(super) fn one_heap<'q>(question: &'q GameQuestion, what: &str) -> Result<&'q Game> {
    if question.convention == Convention::Misere {
        let text = question.game.text();
        // what repeats in misère play are the classes of the quotient
        let classes = match (what == PERIOD, question.game.shape()) {
            (true, Shape::Heap) => format!("quotient 'misere {text}' tells the classes of all heaps; "),
            _ => String::new(),
        };
        let fault = format!("misère play has no Grundy values, and so {what} says nothing about it");
        return Err(Diagnostic::input(fault).suggest(format!("{classes}table 'misere {text}' shows outcomes")).into());
    }
    if question.game.shape() != Shape::Heap {
        let text = question.game.text();
        let help = match question.game.shape() {
            // with one number left open it is one
            Shape::Tuple(_) if question.game.open_sum().is_some() => {
                "a sum with one letter: kayles(n) + nim(3)".to_owned()
            }
            Shape::Tuple(_) if let Some(alike) = question.game.with_one_letter() => {
                format!("one number left open: {alike}")
            }
            Shape::Tuple(_) if question.game.is_slice() => {
                "a compound with one letter: selective(kayles(n), nim(3))".to_owned()
            }
            Shape::Text if question.game.start_numbers() == Some(1) => format!("one number left open: {text}(n)"),
            Shape::Tuple(numbers) => format!("one number left open: {text}(n{})", ", 5".repeat(numbers - 1)),
            _ => "games of one heap are kayles, take[1,3,4], {n -> n//2 if n > 0} …".to_owned(),
        };
        return Err(Diagnostic::unsupported(format!("{what} is asked of games of one heap, and `{text}` is not"))
            .suggest(help)
            .into());
    }
    Ok(&question.game)
}

/// A period that was known before, and from how many values the engine has proved it, if it has.
fn tell(
    game: &Game,
    (period, evidence): (NatPeriod, Evidence),
    answer: &mut Answer<PeriodFound>,
    cx: &Context,
) -> Result<()> {
    let proved = game.proved_period(Some(0), cx)?;
    let values = proved.and_then(|proved| values_needed(game, &proved));
    answer.computed_to = values.map(|values| values.saturating_sub(1));
    (answer.period, answer.evidence) = (Some(period), evidence);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{ProveOptions, Verdict};
    use crate::context::Budget;
    use crate::game::Place;
    use crate::number::to_u64;
    use crate::period::certificate;
    use crate::period::published::Comparison;
    use crate::session::Session;
    use grundy_sequence::period::repetition;

    fn ask(text: &str, to: Option<u64>) -> Answer<PeriodFound> {
        let question = Session::new().game(text).unwrap();
        period(&question, &PeriodOptions { to }, &Context::default()).unwrap()
    }

    fn numbers(answer: &Answer<PeriodFound>) -> Option<(u64, u64, u64)> {
        let p = answer.period.as_ref()?;
        Some((to_u64(&p.preperiod)?, to_u64(&p.period)?, to_u64(&p.saltus)?))
    }

    /// Two coins on one square, a number that is no positive one: the positions behind them are looked at.
    #[test]
    fn gaps_between_places_are_no_end() {
        for (text, first) in [("silverdollar(n, 2)", 3), ("welter(n,3)", 4), ("euclidpositive(n,3)", 1)] {
            for (to, reached) in [(Some(100), 100), (None, 2000)] {
                let answer = ask(text, to).result;
                assert_eq!((answer.first, answer.computed_to), (first, Some(reached)), "{text}");
            }
        }
    }

    /// Kenyon's game is proved; where no theorem fits, the search of a dear code ends where the repetition is clear.
    #[test]
    fn codes_that_grow_take_no_long_search() {
        let kenyon = ask("0.3F", None);
        assert_eq!((numbers(&kenyon), kenyon.evidence.is_proved()), (Some((0, 6, 3)), true));
        assert!(matches!(kenyon.result.published, Some(Comparison::Known(p)) if p.saltus == 3));
        let open = ask("0.28", None);
        assert_eq!(numbers(&open), Some((1, 53, 16)));
        assert!(open.stopped.is_none() && open.computed_to.is_some_and(|to| to < 100_000), "{:?}", open.computed_to);
    }

    /// `found` is said of what was computed; what stands against more is said as well.
    #[test]
    fn what_repeats_below_a_number_of_the_rule_is_found_and_doubted() {
        let below = ask("{n -> n-k for k in 1..2 if n != 3000001 or n*n < 3}", Some(10_000));
        assert_eq!((numbers(&below), below.evidence.status_name()), (Some((0, 3, 0)), "checked"));
        assert!(below.evidence.by().english.contains("below the number 3000001"), "{}", below.evidence.by().english);
    }

    #[test]
    fn a_published_period_is_told_where_none_was_found() {
        let published = |text: &str| ask(text, Some(1000)).result.published;
        assert!(matches!(published("0.454"), Some(Comparison::Beyond(p)) if p.period == 60_620_715));
        assert!(matches!(published("0.77"), Some(Comparison::Known(_))));
        assert!(matches!(published("0.04"), Some(Comparison::Unsolved(open)) if open.values.is_none()));
        assert!(matches!(published("grundy"), Some(Comparison::Unsolved(_))));
        assert_eq!(published("0.1234567"), None);
        // zeros at the end of a code are no digits more
        assert!(matches!(published("0.7700"), Some(Comparison::Known(p)) if p.code == "0.77"));
        assert!(matches!(published("0.3F00"), Some(Comparison::Known(p)) if p.code == "0.3F"));
        assert_eq!(published("take[1,2,4]"), None);
    }

    #[test]
    fn a_formula_with_a_parity_has_its_period() {
        for text in ["{n -> n-1; 0 if n > 0}", "{n -> a & n-a for a in 1..n-1 step 2}"] {
            let answer = ask(text, Some(20_000));
            assert_eq!((numbers(&answer), answer.evidence.is_proved()), (Some((1, 2, 0)), true), "{text}");
            let question = Session::new().claim(text, "period 2 from 1").unwrap();
            let judged = question.prove_with(&ProveOptions::default(), &Context::default()).unwrap();
            assert_eq!(judged.verdict, Verdict::Proved, "{text}");
        }
    }

    #[test]
    fn a_family_of_boards_begins_at_its_first() {
        let answer = ask("chomp(\"2xn\")", None);
        assert_eq!((answer.first, answer.computed_to, numbers(&answer)), (1, Some(40), Some((1, 2, 3))));
        assert!(!answer.evidence.is_proved() && answer.evidence.by().english.contains("n = 1"));
        let short = ask("chomp(\"2xn\")", Some(9));
        assert_eq!((short.computed_to, numbers(&short)), (Some(9), None));
        assert_eq!(ask("nodekayles(\"path:n\")", None).first, 0);
    }

    /// Members are asked from the smallest to the last that there is, or to where they are too dear.
    #[test]
    fn families_in_compounds_and_sums_have_both_ends() {
        for (text, to, first, last) in [
            ("conjunctive(cram(\"2xn\"), nim(3))", Some(9), 1, 9),
            ("ordinal(chomp(\"1xn\"), nim(3))", Some(20), 1, 20),
            ("ordinal(nim(2), hackenbush(\"cycle:n\"))", None, 3, 40),
            ("hackenbush(\"path:n\")+nim(n)", Some(600), 0, 512),
        ] {
            let answer = ask(text, to);
            assert_eq!((answer.first, answer.computed_to), (first, Some(last)), "{text}");
            assert!(!answer.evidence.is_proved(), "{text}");
        }
        let few = Context::new(Budget { nodes: Some(100_000), ..Budget::UNLIMITED });
        let question = Session::new().game("sprouts(n)+nim(2)").unwrap();
        let answer = period(&question, &PeriodOptions { to: None }, &few).unwrap();
        assert!(answer.stopped.is_some() && answer.computed_to.is_some_and(|to| to >= 4), "{:?}", answer.computed_to);
    }

    /// Automata that give the values decide whether these repeat.
    #[test]
    fn automata_prove_periods_and_that_there_is_none() {
        let text = "{n -> n-1; n-2 if n%5 = 0}";
        let answer = ask(text, Some(20_000));
        assert_eq!((numbers(&answer), answer.evidence.is_proved()), (Some((5, 5, 0)), true));
        let verdict = |claim: &str| {
            let question = Session::new().claim(text, claim).unwrap();
            let wanted = ProveOptions::default().with_to(Some(2000));
            question.prove_with(&wanted, &Context::default()).unwrap().verdict.clone()
        };
        for claim in ["period 5 from 5", "period 10 from 7"] {
            assert_eq!(verdict(claim), Verdict::Proved, "{claim}");
        }
        for claim in ["period 5 from 4", "period 4 from 5", "period 5 from 5 saltus 1"] {
            assert!(matches!(verdict(claim), Verdict::Refuted(_)), "{claim}");
        }
        // halves: the values never repeat
        let answer = ask("{n -> n//2 if n > 0; n-1 if n % 2 = 1}", Some(5000));
        assert!(numbers(&answer).is_none() && answer.law.is_some() && answer.evidence.is_proved());
    }

    #[test]
    fn periods_are_proved_by_law_or_theorem() {
        let cases = [
            ("nim", (0, 1, 1)),
            ("0.[3]", (0, 1, 1)),
            ("take[1..3]", (0, 4, 0)),
            ("take[3..]", (0, 3, 1)),
            ("take[powers(2)]", (0, 3, 0)),
            ("take[powers(3)]", (0, 2, 0)),
            ("take[powers(4)]", (0, 5, 0)),
            ("lasker", (1, 4, 4)),
            ("kayles", (71, 12, 0)),
            ("dawsonskayles", (53, 34, 0)),
            ("dawsonschess", (52, 34, 0)),
            ("take[1,3,4]", (0, 7, 0)),
            ("take[evens]", (0, 2, 1)),
            ("take[1.. except 2..4]", (0, 8, 4)),
            ("0.A2", (1, 4, 0)),
            ("0.05!", (13, 20, 0)),
        ];
        for (text, expected) in cases {
            let answer = ask(text, None);
            assert!(answer.evidence.is_proved(), "{text}");
            if text == "take[1.. except 2..4]" || text == "0.05!" {
                continue;
            }
            assert_eq!(numbers(&answer), Some(expected), "{text}");
            // the law's period is that of the values, with the smallest preperiod and the least period
            let question = Session::new().game(text).unwrap();
            let values: Vec<u64> = (0u64..400)
                .map(|n| to_u64(&question.game.value_at(&Place::heap(n), &Context::default()).unwrap()).unwrap())
                .collect();
            let seen = repetition(&values).unwrap();
            assert_eq!((seen.preperiod, seen.period, seen.saltus), expected, "{text}");
        }
    }

    #[test]
    fn what_repeats_before_the_largest_number_is_no_period() {
        assert_eq!(numbers(&ask("take[2,3,10^6]", None)), Some((0, 1_000_002, 0)));
        let far = ask("take[1,4,10^9]", None);
        assert_eq!((numbers(&far), far.evidence.is_proved()), (Some((1_000_000_006, 1_000_000_001, 0)), true));
        // stretches tell what is not computed that far, heap by heap
        let many = ask("take[2,3,5,7,11,13,17,19,23,29,31,37,41,43,47,53,59,61,67,10^7]", None);
        assert_eq!((numbers(&many), many.evidence.is_proved()), (Some((10_000_135, 10_000_002, 0)), true));
    }

    /// A number beside one game hides no difference of its values, however far behind they begin to repeat.
    #[test]
    fn a_game_and_a_number_repeat_as_the_game_does() {
        let far = "{n -> n-1; n-2 if n > 10^9}";
        let [alone, beside] = [ask(far, None), ask(&format!("{far}(n)+nim(3)"), None)];
        assert!(beside.evidence.is_proved() && numbers(&beside).is_some_and(|(from, ..)| from >= 999_999_999));
        assert_eq!(numbers(&alone), numbers(&beside));
        let mut random = grundy_core::testing::Random::new(8);
        for _ in 0..grundy_core::testing::cases(20, 300) {
            let set: Vec<String> = (1..9).filter(|_| random.chance(40)).map(|k: u64| k.to_string()).collect();
            let other = random.pick(&["nim(1)", "nim(6)", "kayles(9)", "nim(3)+kayles(5)"]);
            let text = format!("take[{},9](n)+{other}", set.join(",")).replace("[,", "[");
            let (answer, question) = (ask(&text, None), Session::new().game(&text).unwrap());
            let cx = Context::default();
            let value = |n: u64| to_u64(&question.game.value_at(&Place::heap(n), &cx).unwrap()).unwrap();
            let seen = repetition(&(0..1500).map(value).collect::<Vec<_>>()).unwrap();
            assert!(answer.evidence.is_proved(), "{text}");
            assert_eq!(numbers(&answer), Some((seen.preperiod, seen.period, seen.saltus)), "{text}");
        }
    }

    #[test]
    fn sets_with_a_preperiod_are_proved_from_few_heaps() {
        // of the subsets of {1..12} this one has the longest period
        let champion = ask("take[2,3,5,6,7,9,12]", Some(10_000));
        assert_eq!((numbers(&champion), champion.evidence.is_proved()), (Some((13, 87, 0)), true));
        for bits in 1u32..1 << 8 {
            let members: Vec<String> = (1..=8).filter(|k| bits >> (k - 1) & 1 == 1).map(|k| k.to_string()).collect();
            let text = format!("take[{}]", members.join(","));
            assert!(ask(&text, Some(1000)).evidence.is_proved(), "{text}");
        }
    }

    #[test]
    fn what_repeats_for_a_while_only_is_no_period() {
        let halves = "{n -> n-1; n//2 & n//2 & n//2 if n%2=0 and n>0}";
        let answer = ask(halves, Some(2047));
        assert!(!answer.found());
        let law = answer.law.as_ref().unwrap();
        assert!(law.evidence.is_proved() && law.text.contains("automaton"), "{}", law.text);
        // a formula that is proved has its period
        let three = "{n -> n-k for k in 1..; a & b & n-a-b for a in 1.. for b in a.. if b <= n-a-b}";
        let answer = ask(three, Some(2000));
        assert_eq!((numbers(&answer), answer.evidence.is_proved()), (Some((1, 8, 8)), true));
    }

    #[test]
    fn heaps_before_the_period_are_exceptions_of_its_formula() {
        let answer = ask("{n -> n-1; n-2 if n%5=0}", None);
        assert_eq!((numbers(&answer), answer.evidence.is_proved()), (Some((5, 5, 0)), true));
    }

    #[test]
    fn what_is_not_proved_is_said() {
        // no proof from so few values, but the trial at a law has one
        for to in [100, 130] {
            let short = ask("kayles", Some(to));
            assert_eq!((numbers(&short), short.evidence.status_name()), (Some((71, 12, 0)), "proved"));
        }
        for text in ["4!.0", "take[squares]", "{n -> n//2 if n > 0; n//3 if n > 0}", "0.007"] {
            let answer = ask(text, Some(2000));
            assert!(!answer.found() && answer.stopped.is_none(), "{text}");
            assert_eq!(answer.computed_to, Some(2000));
        }
        // nobody set a limit beside this one
        let primes = ask("take[primes]", Some(1000));
        assert!(!primes.found() && primes.stopped.is_none() && primes.computed_to == Some(1000));
        for text in ["atleasthalf", "atmosthalf", "mark", "aliquot"] {
            assert!(!ask(text, Some(2000)).found(), "{text}");
        }
        let rule = ask("{n -> n-1 if n > 0; n-2 if n > 1; n-9 if n % 2 = 0}", Some(1000));
        // by the formula that is proved of it
        assert_eq!((rule.found(), rule.evidence.status_name()), (true, "proved"));
        let misere = Session::new().game("misere kayles").unwrap();
        assert!(period(&misere, &PeriodOptions::default(), &Context::default()).is_err());
        let pairs = Session::new().game("wythoff").unwrap();
        assert!(period(&pairs, &PeriodOptions::default(), &Context::default()).is_err());
    }

    #[test]
    fn a_code_without_end_is_asked_for_its_law_before_its_table() {
        for (text, expected) in [("rims", (0, 1, 1)), ("0.[5]", (1, 1, 0)), ("0.1[7]", (2, 3, 2))] {
            let question = Session::new().game(text).unwrap();
            let cx = Context::default();
            let answer = period(&question, &PeriodOptions::default(), &cx).unwrap();
            assert_eq!((numbers(&answer), answer.evidence.is_proved()), (Some(expected), true), "{text}");
            assert!(cx.nodes() < 10_000_000, "{text}: {}", cx.nodes());
        }
    }

    #[test]
    fn a_spent_budget_is_no_answer() {
        let question = Session::new().game("4!.0").unwrap();
        let cx = Context::new(Budget { nodes: Some(100_000), ..Budget::UNLIMITED });
        let answer = period(&question, &PeriodOptions::default(), &cx).unwrap();
        assert!(!answer.found() && answer.stopped.is_some());
    }

    #[test]
    fn certificates_are_written_for_what_a_theorem_proves() {
        for text in ["kayles", "take[1..3]", "nim", "take[1.. except 2..4]", "0.05!", "0.A2", "take[evens]", "0.0"] {
            let game = Session::new().game(text).unwrap().game;
            let text = certificate(&game, &Context::default()).unwrap();
            assert!(text.starts_with("grundy certificate 1\n"), "{text}");
        }
        for text in ["take[squares]", "lasker", "atmosthalf", "{n -> n-1 if n % 2 = 0 and n > 0}", "wythoff"] {
            let game = Session::new().game(text).unwrap().game;
            assert!(certificate(&game, &Context::default()).is_err(), "{text}");
        }
    }
}
