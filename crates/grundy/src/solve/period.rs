//! Periods of one-heap games.

use std::time::Duration;

use grundy_core::period::{NatPeriod, Period};
use grundy_sequence::code::Code;
use grundy_sequence::period::repetitions;

use crate::answer::{Answer, PeriodFound, ProvedLaw, Reading};
use crate::context::{Budget, Context};
use crate::error::{Diagnostic, Error, Result};
use crate::evidence::{Evidence, Status};
use crate::game::GameQuestion;
use crate::game::learnt::{Learnt, Wish};
use crate::game::open_sum::OpenSum;
use crate::game::slice::MEMBERS;
use crate::game::{Game, Place, Shape};
use crate::guess::learn;
use crate::number::to_u64;
use crate::outcome::Convention;
use crate::period::certify::values_needed;
use crate::period::search::search as prove;
use crate::period::seen::{candidate, ranges, tested_on};
use crate::plan::period::Periods;
use crate::plan::unless_stopped;
use crate::words::Words;

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

/// The last heap that `period` looks at where nothing is said.
const USUAL_LAST: u64 = 1_000_000;
/// The last heap that is looked at in lists with one number left open.
const LISTS: u64 = 400;
/// Values of a set that are looked at, whose largest number needs so many: where nobody says how far, and else.
const LONGEST: u64 = 200_000_000;
const LONGEST_ASKED: u64 = 16_000_000;
/// Sets of more pieces cost more a heap.
const FEW_PIECES: usize = 16;
/// Members of a family of boards are searched for so many nodes, some fifteen seconds.
const MEMBERS_NODES: u64 = 100_000_000;
/// Values that are known not to repeat are worked out for so many nodes.
const SHOWN: u64 = 50_000_000;
/// Testing a repetition beyond the values at hand may cost so many nodes.
pub(super) const TESTED: u64 = 20_000_000_000;

/// The period of the values of a one-heap game.
///
/// It is proved where a closed form or a theorem gives it; otherwise the values are computed, and a repetition of at
/// least four periods that lasts on twice its range, or more where moves divide, is told as checked. When the budget ends, the answer says how far the search came.
///
/// # Errors
/// Misère play, which has no values; games that are not of one heap; faults of the rule.
pub(crate) fn period(question: &GameQuestion, options: &PeriodOptions, cx: &Context) -> Result<Answer<PeriodFound>> {
    question.game.must_end("a period is not looked for")?;
    let game = one_heap(question, "a period")?;
    let answer =
        Answer::new(question.query.clone(), question.convention, vec![Reading::of(game)], PeriodFound::default());
    answer.filled(cx, |answer| {
        if let Some(first) = game.smallest_member().filter(|first| *first > 0) {
            among_members(game, first, options.to, answer, cx)?;
        } else if let Some(told) = game.told_period(cx)? {
            tell(game, told, answer, cx)?;
        } else if let Some(law) = game.law_of_values() {
            // a closed form whose values are periodic says so
            answer.evidence = law.evidence();
        } else {
            search(game, options.to, answer, cx)?;
        }
        // values from a store are compared too: a difference would tell that they are wrong
        if let Some(found) = answer.period.as_ref().filter(|_| answer.evidence.status >= Status::Stored) {
            answer.published = game.published(found);
        }
        Ok(())
    })
}

/// So many values show what a number this large does, if they are no more than that.
fn far_enough(last: u64, longest: u64) -> u64 {
    let needed = last.saturating_mul(4).max(USUAL_LAST);
    if needed <= longest { needed } else { USUAL_LAST }
}

pub(super) fn one_heap<'q>(question: &'q GameQuestion, what: &str) -> Result<&'q Game> {
    if question.convention == Convention::Misere {
        return Err(Diagnostic::input(format!(
            "misère play has no Grundy values, and so {what} says nothing about it"
        ))
        .suggest(format!("table 'misere {}' shows outcomes", question.game.text()))
        .into());
    }
    if question.game.shape() != Shape::Heap {
        let text = question.game.text();
        let help = match question.game.shape() {
            // with one number left open it is one
            Shape::Tuple(_) if question.game.open_sum().is_some() => {
                "a sum with one letter: kayles(n) + nim(3)".to_owned()
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

/// Searches for a proof, then for a repetition; fills the answer.
fn search(game: &Game, to: Option<u64>, answer: &mut Answer<PeriodFound>, cx: &Context) -> Result<()> {
    // boards are dear, and so are lists that are searched one by one
    let to = to.or_else(|| game.is_family().then_some(MEMBERS));
    let to = to.or_else(|| game.open_sum().is_some_and(OpenSum::has_lists).then_some(LISTS));
    let asked = to.unwrap_or(USUAL_LAST).saturating_add(1);
    let periods = game.periods()?;
    // codes that go on without end have no theorem on their periods as a rule, and a long table
    let has_theorem = |p: &Periods<'_>| p.streams || p.certificate.is_some() || game.slice().is_some();
    let engine_proves = periods.as_ref().is_some_and(has_theorem);
    // where only a window of values is kept, a proof costs little, wherever it ends
    let largest = game.largest_taken();
    let pieces = game.subtraction_set().and_then(|set| set.pieces()).map_or(usize::MAX, |pieces| pieces.0.len());
    let kept = periods.is_some();
    let end = match (periods.is_some_and(|p| p.streams), largest) {
        (false, _) => asked,
        (true, Some(largest)) if pieces <= FEW_PIECES => {
            asked.max(far_enough(largest, if to.is_none() { LONGEST } else { LONGEST_ASKED }))
        }
        (true, _) => asked.max(USUAL_LAST),
    };
    // the values of codes that may leave three heaps or more cost the square of the heap each
    let dear = game.knowledge().is_ok_and(|known| known.code().is_some_and(Code::splits_in_three));
    if (!engine_proves || dear) && by_law(game, answer, cx)? {
        return Ok(());
    }
    // where it is decided that there is none, the first values are shown as far as they cost little
    let never = if engine_proves { None } else { unless_stopped(game.learnt().no_repetition(cx))? };
    let short = never.as_ref().map(|_| cx.part(SHOWN)).or_else(|| of_members(&[game], cx));
    let part = short.as_ref().unwrap_or(cx);
    let mut searched = prove(game, end, to.is_none(), part)?;
    // sets without a window, such as the primes, go as far as was asked
    if end > asked && searched.computed == 0 && searched.stopped.is_some() && cx.budget().nodes.is_none() {
        searched = prove(game, asked, to.is_none(), cx)?;
    }
    if let Some(proved) = searched.proved {
        answer.computed_to = values_needed(game, &proved).map(|values| values.saturating_sub(1));
        answer.period = Some(proved.period.into());
        answer.evidence = proved.evidence;
        return Ok(());
    }
    if engine_proves && !dear && by_law(game, answer, cx)? {
        return Ok(());
    }
    answer.stopped = searched.stopped;
    // what is seen among the values stored need not hold for those that were computed without being stored
    let whole = searched.computed == searched.stored;
    let computed = searched.computed.min(asked);
    // the largest number does nothing yet
    let early = largest.is_some_and(|largest| largest >= computed);
    let size = searched.stored.min(asked);
    let mut seen = if whole && !early { repeats(game, size, cx) } else { Ok(Seen::Nothing) };
    if let Err(Error::Stopped(stopped)) = seen {
        answer.stopped.get_or_insert(stopped);
        // where the values are kept, a short look at them tells what they show
        seen = if kept { repeats(game, size, &cx.beyond(LOOK)) } else { Ok(Seen::TooDear) };
    }
    let mut computed = computed;
    let (found, looked) = match seen {
        Ok(Seen::Repetition(period, tested)) => (Some((period, tested)), true),
        Ok(Seen::Nothing) => (None, true),
        Ok(Seen::Unread(heap)) => {
            computed = heap;
            (None, false)
        }
        Ok(Seen::TooDear) | Err(Error::Stopped(_)) => (None, false),
        Err(bad) => return Err(bad),
    };
    // what is proved never to repeat does not, whatever its first values show
    let found = found.filter(|_| never.is_none());
    let seen = found.as_ref().map(|(period, _)| *period);
    let evidence = match seen {
        Some(period) => unless_stopped(game.learnt().repetition(period, cx))?,
        None if engine_proves => unless_stopped(game.learnt().no_repetition(cx))?,
        None => never,
    };
    if let Some(evidence) = evidence {
        settle(game, seen, evidence, answer);
        answer.computed_to = computed.checked_sub(1);
        return Ok(());
    }
    let words = match &found {
        Some((_, tested)) => repeated(*tested, computed),
        None if early => Words::new(
            "the largest number that may be taken is larger than the heaps that were computed",
            "可取的最大的数大于已算出的堆",
        ),
        None if !whole => {
            Words::new("no window of values came back among the values computed", "在已算出的值中没有一段窗口重现")
        }
        None if !looked => {
            Words::new("whether these values repeat was not looked for to the end", "这些值是否重复没有查完")
        }
        None => unrepeated(game),
    };
    answer.computed_to = computed.checked_sub(1);
    answer.evidence = answer.computed_to.map_or_else(Evidence::nothing, |to| Evidence::checked(to, words));
    answer.period = found.map(|(period, _)| NatPeriod::from(period));
    Ok(())
}

/// A budget for families of boards or graphs, each a search of its own, which end by themselves where nobody said any.
pub(super) fn of_members(games: &[&Game], cx: &Context) -> Option<Context> {
    (games.iter().any(|game| game.is_family()) && !cx.is_limited()).then(|| cx.part(MEMBERS_NODES))
}

/// Values that repeat, tested on so many, of which so many were computed for the search.
fn repeated(tested: u64, computed: u64) -> Words {
    if tested <= computed {
        return Words::new(
            "the values repeat as far as they were computed; not proved",
            "在已算出的范围内值是重复的；未证明",
        );
    }
    let last = tested - 1;
    Words::new(
        format!("the values repeat as far as they were computed, and so do those up to {last}; not proved"),
        format!("在已算出的范围内值是重复的，直到 {last} 也是；未证明"),
    )
}

/// Values that do not repeat where they were looked at.
fn unrepeated(game: &Game) -> Words {
    let times = ranges(game);
    let far = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
    Words::new(
        format!("no period repeats four times at the end of these values and still holds {far} as far"),
        format!("没有周期在这些值的末尾重复四次，并且到 {times} 倍范围仍然成立"),
    )
}

/// What repeats among the values of a family of boards or graphs that does not begin at 0, seen on twice its range.
fn among_members(
    game: &Game,
    first: u64,
    to: Option<u64>,
    answer: &mut Answer<PeriodFound>,
    cx: &Context,
) -> Result<()> {
    let short = of_members(&[game], cx);
    let cx = short.as_ref().unwrap_or(cx);
    answer.first = first;
    let mut values = Vec::new();
    for n in first..=to.unwrap_or(MEMBERS) {
        // behind a number that makes no position nothing is said
        if game.place(Place::heap(n)).is_err() {
            break;
        }
        match game.value_at(&Place::heap(n), cx) {
            Ok(value) => {
                let Some(value) = to_u64(&value) else { break };
                values.push(value);
            }
            Err(Error::Stopped(stopped)) => {
                answer.stopped = Some(stopped);
                break;
            }
            Err(bad) => return Err(bad),
        }
    }
    let known = values.len() as u64;
    let found = repetitions(&values).find(|found| tested_on(*found) <= known);
    answer.computed_to = (first + known).checked_sub(1).filter(|_| known > 0);
    let words = match found {
        Some(_) => Words::new(
            format!("the values from n = {first} on repeat as far as they were computed; not proved"),
            format!("从 n = {first} 起，在已算出的范围内值是重复的；未证明"),
        ),
        None => Words::new(
            format!(
                "no period repeats four times at the end of the values from n = {first} on and still holds twice as far"
            ),
            format!("从 n = {first} 起，没有周期在这些值的末尾重复四次，并且到两倍范围仍然成立"),
        ),
    };
    answer.evidence = answer.computed_to.map_or_else(Evidence::nothing, |to| Evidence::checked(to, words));
    answer.period = found.map(|found| Period { preperiod: found.preperiod + first, ..found }.into());
    Ok(())
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

/// The period that follows from a proved formula of the values, if there is one; of any other law of the values it is
/// told that it is proved.
fn by_law(game: &Game, answer: &mut Answer<PeriodFound>, cx: &Context) -> Result<bool> {
    let law = match learn(game, Convention::Normal, 1, Wish::Values, cx) {
        Ok(law) => law,
        // the search for a period tells how far it comes
        Err(Error::Stopped(_)) => return Ok(false),
        Err(bad) => return Err(bad),
    };
    if let Some(told) = game.told_period(cx)? {
        (answer.period, answer.evidence) = (Some(told.0), told.1);
        return Ok(true);
    }
    answer.law = law.map(|law| ProvedLaw {
        text: law.words.english.clone(),
        chinese: law.words.chinese.clone(),
        claim: law.claim.as_ref().map(ToString::to_string),
        evidence: law.evidence.clone(),
    });
    Ok(false)
}

/// What was seen of the values, or that nothing was, is proved by the law that gives them.
fn settle(game: &Game, seen: Option<Period>, evidence: Evidence, answer: &mut Answer<PeriodFound>) {
    if let Some(found) = seen {
        // a smaller one, or one that begins earlier, would have been seen
        game.learnt().keep(Learnt::period(found.into(), evidence.clone()));
        answer.law = None;
        answer.period = Some(found.into());
    }
    answer.stopped = None;
    answer.evidence = evidence;
}

/// What the first values show.
enum Seen {
    /// They repeat so, on as many values as it was tested.
    Repetition(Period, u64),
    /// They do not.
    Nothing,
    /// This heap has a value beyond 64 bits, or makes no position.
    Unread(u64),
    /// The test took too long.
    TooDear,
}

/// How long values that are known are looked at when the budget is spent.
const LOOK: Budget = Budget { time: Some(Duration::from_millis(200)), memory: Some(1 << 24), nodes: Some(1 << 20) };

/// Do the first values repeat?
fn repeats(game: &Game, size: u64, cx: &Context) -> Result<Seen> {
    let bytes = size.saturating_mul(16);
    cx.reserve(bytes)?;
    let mut values = Vec::new();
    for n in 0..size {
        cx.tick(1)?;
        let value = match game.place(Place::heap(n)) {
            Ok(place) => to_u64(&game.value_at(&place, cx)?),
            Err(_) => None,
        };
        let Some(value) = value else {
            cx.release(bytes);
            return Ok(Seen::Unread(n));
        };
        values.push(value);
    }
    let found = cx.trial(TESTED, |part| candidate(game, 0, &values, part))?;
    cx.release(bytes);
    Ok(match found {
        Some(Some((period, tested))) => Seen::Repetition(period, tested),
        Some(None) => Seen::Nothing,
        None => Seen::TooDear,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{ProveOptions, Verdict};
    use crate::context::Budget;
    use crate::period::certificate;
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
        // of many pieces that far is not computed
        let many = ask("take[2,3,5,7,11,13,17,19,23,29,31,37,41,43,47,53,59,61,67,10^7]", None);
        assert_eq!((numbers(&many), many.evidence.is_proved()), (None, false));
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
