//! Every method against the memo of everything, on random rules that split.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use grundy_core::testing::Random;
use grundy_core::{Budget, Context, Diagnostic, Error, ErrorKind, NormalPlay, Rules, Visitor};

use super::{Journal, Method, Nimbers};
use crate::Memo;

/// Heaps with a random table of moves: from n to sums of smaller heaps.
#[derive(Debug, Clone)]
struct Table(Vec<Vec<Vec<u16>>>);

impl Table {
    fn random(random: &mut Random, size: u64) -> Table {
        let below = |n: u64, random: &mut Random| random.below(n) as u16;
        let heap = |n: u64, random: &mut Random| {
            let moves = if n == 0 { 0 } else { random.below(2 + n.min(12)) };
            (0..moves).map(|_| (0..random.below(4)).map(|_| below(n, random)).collect()).collect()
        };
        Table((0..size).map(|n| heap(n, random)).collect())
    }
}

impl Rules for Table {
    type Position = u16;

    fn options(&self, &n: &u16, visit: &mut Visitor<'_, u16>) -> ControlFlow<()> {
        self.0[n as usize].iter().try_for_each(|parts| visit(parts))
    }
}

impl NormalPlay for Table {
    fn size(&self, &n: &u16) -> u32 {
        n.into()
    }
}

#[test]
fn all_methods_agree() {
    let (mut random, cx) = (Random::new(20), Context::default());
    for _ in 0..400 {
        let rules = Table::random(&mut random, 40);
        let mut memo = Memo::new(&rules);
        let searches =
            [Method::Couples, Method::Pruning, Method::Proof, Method::Mex].map(|by| Nimbers::new(&rules).by(by));
        let window = Nimbers::new(&rules).with_window_from(0);
        let mut searches: Vec<_> = searches.into_iter().chain([window]).collect();
        for n in (0..40).rev() {
            let expected = memo.value(&n, &cx).unwrap();
            for search in &mut searches {
                assert_eq!(search.value(&n, &cx).unwrap(), expected, "{n} in {rules:?} by {search:?}");
            }
        }
        // one number after the other, where nothing is known yet
        for by in [Method::Couples, Method::Pruning, Method::Proof, Method::Mex] {
            let mut search = Nimbers::new(&rules).by(by);
            let expected = memo.value(&39, &cx).unwrap();
            for number in (0..7).rev() {
                assert_eq!(
                    search.is(&39, number, &cx).unwrap(),
                    number == expected,
                    "{number} in {rules:?} by {search:?}"
                );
            }
        }
    }
}

/// Nim with heaps so large that their values are no bits of a word.
#[derive(Debug)]
struct Nim;

impl Rules for Nim {
    type Position = u32;

    fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        (0..n).try_for_each(|m| visit(&[m]))
    }
}

impl NormalPlay for Nim {}

/// One stone after the other: a long play.
#[derive(Debug)]
struct Long;

impl Rules for Long {
    type Position = u32;

    fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        if n > 0 { visit(&[n - 1]) } else { ControlFlow::Continue(()) }
    }
}

impl NormalPlay for Long {}

#[test]
fn large_values_and_long_plays_are_searched_plainly() {
    let cx = Context::default();
    for method in [Method::Couples, Method::Pruning, Method::Proof, Method::Mex] {
        assert_eq!(Nimbers::new(Nim).by(method).value(&200, &cx).unwrap(), 200);
        assert_eq!(Nimbers::new(Long).by(method).value(&100_001, &cx).unwrap(), 1);
    }
}

#[test]
fn a_quick_question_leaves_the_mex_of_everything_to_others() {
    let (mut random, cx) = (Random::new(24), Context::default());
    for method in [Method::Couples, Method::Pruning, Method::Proof] {
        assert_eq!(Nimbers::new(Nim).by(method).quick_value(&200, &cx).unwrap(), None);
        assert_eq!(Nimbers::new(Long).by(method).quick_value(&100_001, &cx).unwrap(), None);
        assert!(Nimbers::new(Long).by(method).quick_is(&100_001, 1, &cx).unwrap().is_none());
        let rules = Table::random(&mut random, 40);
        let value = Memo::new(&rules).value(&39, &cx).unwrap();
        assert_eq!(Nimbers::new(&rules).by(method).quick_value(&39, &cx).unwrap(), Some(value));
    }
    assert_eq!(Nimbers::new(Nim).by(Method::Mex).quick_value(&3, &cx).unwrap(), None);
}

#[test]
fn rules_that_come_again_find_what_was_learnt() {
    let (mut random, cx) = (Random::new(25), Context::default());
    let rules = Table::random(&mut random, 60);
    let mut search = Nimbers::new(&rules);
    let value = search.value(&59, &cx).unwrap();
    let expansions = search.expansions();
    let learnt = search.into_learnt();
    assert_eq!(learnt.value(&59), Some(value));
    let mut again = Nimbers::resume(&rules, learnt);
    assert_eq!((again.value(&59, &cx).unwrap(), again.expansions()), (value, expansions));
    let mut large = Nimbers::new(Nim);
    large.value(&200, &cx).unwrap();
    assert_eq!(large.into_learnt().value(&200), Some(200));
}

#[test]
fn a_spent_budget_keeps_what_was_found() {
    let mut random = Random::new(7);
    let rules = Table::random(&mut random, 400);
    let mut search = Nimbers::new(&rules);
    let cx = Context::new(Budget { nodes: Some(300), ..Budget::UNLIMITED });
    let mut rounds = 0;
    let value = loop {
        rounds += 1;
        match search.value(&399, &Context::new(Budget { nodes: Some(300 * rounds), ..Budget::UNLIMITED })) {
            Ok(value) => break value,
            Err(Error::Stopped(_)) => _ = search.excluded(&399, &cx),
            Err(bad) => panic!("{bad}"),
        }
    };
    assert_eq!(value, Memo::new(&rules).value(&399, &Context::default()).unwrap());
    // no room for the table: what was overwritten is found again
    let poor = Context::new(Budget { memory: Some(100), ..Budget::UNLIMITED });
    assert_eq!(Nimbers::new(&rules).value(&399, &poor).unwrap(), value);
}

/// Writes down what it is told, until there is no room.
#[derive(Debug)]
struct Book(Arc<Mutex<Vec<(u16, u64)>>>, usize);

impl Journal<u16> for Book {
    fn found(&mut self, &n: &u16, value: u64) -> Result<(), Diagnostic> {
        let mut book = self.0.lock().unwrap();
        if book.len() == self.1 {
            return Err(Diagnostic::new(ErrorKind::Io, "the book is full"));
        }
        book.push((n, value));
        Ok(())
    }
}

/// What a search tells is right and told once, a search that learns it opens nothing, and a full book ends the search with
/// what was found.
#[test]
fn what_is_found_is_told_and_learnt_again() {
    let (mut random, cx) = (Random::new(21), Context::default());
    let mut full = 0;
    for round in 0..100 {
        let rules = Table::random(&mut random, 60);
        let mut memo = Memo::new(&rules);
        for by in [Method::Couples, Method::Pruning, Method::Proof, Method::Mex] {
            let book = Arc::new(Mutex::new(Vec::new()));
            let mut search = Nimbers::new(&rules).by(by);
            search.keep(Box::new(Book(Arc::clone(&book), usize::MAX)));
            let value = search.value(&59, &cx).unwrap();
            let told = book.lock().unwrap().clone();
            let mut positions: Vec<u16> = told.iter().map(|&(n, _)| n).collect();
            positions.sort_unstable();
            assert!(positions.is_sorted_by(|a, b| a < b), "{by:?} tells something twice");
            assert!(
                told.iter().all(|(n, value)| memo.value(n, &cx).unwrap() == *value),
                "{by:?} {told:?} in {rules:?}"
            );
            for next in [Method::Couples, Method::Pruning, Method::Proof, Method::Mex] {
                let (mut later, counted) = (Nimbers::new(&rules).by(next), Context::default());
                told.iter().for_each(|&(n, value)| later.learn(n, value, &counted));
                assert_eq!(later.value(&59, &counted).unwrap(), value, "{next:?} after {by:?} in {rules:?}");
                assert_eq!(counted.nodes(), 0, "{next:?} after {by:?}");
            }
            let room = round % 7;
            let (book, mut search) = (Arc::new(Mutex::new(Vec::new())), Nimbers::new(&rules).by(by));
            search.keep(Box::new(Book(Arc::clone(&book), room)));
            match search.value(&59, &cx) {
                Err(Error::Bad(fault)) => {
                    assert_eq!((fault.kind, book.lock().unwrap().len()), (ErrorKind::Io, room));
                    full += 1;
                }
                found => assert!(found == Ok(value) && told.len() <= room, "{found:?}"),
            }
        }
    }
    assert!(full > 200, "{full}");
}

/// Values that are no bits of a word are told and learnt as well.
#[test]
fn large_values_are_learnt() {
    let [cx, later, fresh] = [(); 3].map(|()| Context::default());
    let mut search = Nimbers::new(Nim);
    for n in 0..200 {
        search.learn(n, n.into(), &cx);
    }
    assert_eq!(search.value(&200, &later).unwrap(), 200);
    assert_eq!(Nimbers::new(Nim).value(&200, &fresh).unwrap(), 200);
    // couples try the values that they can have, then one position is opened
    assert!(later.nodes() * 8 < fresh.nodes(), "{} of {}", later.nodes(), fresh.nodes());
}

/// Whatever the threads, the values are those of one; the next question goes on with what all have learnt.
#[test]
fn threads_agree() {
    let mut random = Random::new(21);
    for round in 0..60 {
        let rules = Table::random(&mut random, 300);
        let threads = 2 + round % 3;
        let mut memo = Memo::new(&rules);
        let mut together = Nimbers::new(&rules).with_threads().alone_for(round as u64 % 7);
        if round % 2 == 0 {
            together = together.with_window_from(0);
        }
        for n in [299, 298, 250, 297] {
            let cx = Context::default().with_threads(threads);
            let expected = memo.value(&n, &cx).unwrap();
            for number in 0..3 {
                assert_eq!(together.is(&n, number, &cx).unwrap(), number == expected, "{n} in {rules:?}");
            }
            assert_eq!(together.value(&n, &cx).unwrap(), expected, "{n} in {rules:?}");
        }
    }
}

/// What helpers found is told the journal as well, once; a budget ends all threads, and little memory only costs time.
#[test]
fn threads_keep_what_is_found() {
    let mut random = Random::new(22);
    for round in 0..20 {
        let rules = Table::random(&mut random, 400);
        let expected = Memo::new(&rules).value(&399, &Context::default()).unwrap();
        let budget = |nodes| Context::new(Budget { nodes: Some(nodes), ..Budget::UNLIMITED }).with_threads(3);
        let kept = Arc::default();
        let mut search = Nimbers::new(&rules).with_threads().alone_for(3);
        search.keep(Box::new(Book(Arc::clone(&kept), usize::MAX)));
        let mut nodes = 300;
        let value = loop {
            nodes += 300;
            match search.value(&399, &budget(nodes)) {
                Ok(value) => break value,
                Err(stopped) => assert!(matches!(stopped, Error::Stopped(_)), "{stopped}"),
            }
        };
        assert_eq!(value, expected, "{round}");
        let mut memo = Memo::new(&rules);
        let mut told: Vec<(u16, u64)> = kept.lock().unwrap().clone();
        assert!(told.iter().all(|(n, value)| memo.value(n, &Context::default()).unwrap() == *value));
        told.sort_unstable();
        assert!(told.windows(2).all(|two| two[0].0 < two[1].0), "a value is told once");
        assert_eq!(told.len(), search.len());
        let poor = Context::new(Budget { memory: Some(100), ..Budget::UNLIMITED }).with_threads(2);
        assert_eq!(Nimbers::new(&rules).with_threads().alone_for(3).value(&399, &poor).unwrap(), expected);
    }
}

/// Heaps of which 1, 3 or 4 are taken: a long play in which many ways lead to each heap.
#[derive(Debug)]
struct Take134;

impl Rules for Take134 {
    type Position = u64;

    fn options(&self, &n: &u64, visit: &mut Visitor<'_, u64>) -> ControlFlow<()> {
        [1, 3, 4].into_iter().filter(|&k| k <= n).try_for_each(|k| visit(&[n - k]))
    }
}

impl NormalPlay for Take134 {}

/// What changes is counted anew a few times, not once for every way that leads to it.
#[test]
fn proof_numbers_of_long_plays_stay_in_their_budget() {
    for n in [100, 300, 590] {
        let cx = Context::new(Budget { nodes: Some(100_000), ..Budget::UNLIMITED });
        let value = Nimbers::new(Take134).by(Method::Proof).value(&n, &cx).unwrap();
        assert_eq!(value, [0, 1, 0, 1, 2, 3, 2][n as usize % 7]);
    }
    let cx = Context::new(Budget { nodes: Some(10_000), ..Budget::UNLIMITED });
    let far = Nimbers::new(Take134).by(Method::Proof).value(&10u64.pow(18), &cx);
    assert!(matches!(far, Err(Error::Stopped(_))), "{far:?}");
}

/// Three positions one after the other, and again the first; beside it a lone one.
#[derive(Debug)]
struct Circle;

impl Rules for Circle {
    type Position = u32;

    fn options(&self, &n: &u32, visit: &mut Visitor<'_, u32>) -> ControlFlow<()> {
        visit(&[(n + 1) % 3])
    }
}

impl NormalPlay for Circle {
    fn size(&self, &n: &u32) -> u32 {
        3 + 5 * n
    }
}

/// The numbers of its couples go round for ever, and so no budget is needed to end this.
#[test]
fn a_play_in_a_circle_is_a_fault() {
    let cx = Context::default();
    for method in [Method::Couples, Method::Pruning, Method::Proof, Method::Mex] {
        let found = Nimbers::new(Circle).by(method).value(&0, &cx);
        assert!(matches!(&found, Err(Error::Bad(_))), "{method:?}: {found:?}");
    }
}
