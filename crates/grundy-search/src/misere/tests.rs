use grundy_core::{Convention, Rules, Visitor};
use std::ops::ControlFlow;

use super::*;
use crate::Memo;

/// A heap of which at most so many may be taken, or which is split into two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Heap {
    most: u32,
    size: u32,
}

fn options(heap: Heap) -> Vec<Vec<Heap>> {
    let of = |size| Heap { size, ..heap };
    let takes = (1..=heap.most.min(heap.size)).map(|k| vec![of(heap.size - k)]);
    takes.chain((1..heap.size).map(|a| vec![of(a), of(heap.size - a)])).collect()
}

impl Component for Heap {
    fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        options(*self).iter().try_for_each(|parts| visit(parts))
    }

    fn cycle(&self) -> Error {
        Diagnostic::rule("no play of heaps is endless").into()
    }
}

#[derive(Debug)]
struct Heaps;

impl Rules for Heaps {
    type Position = Heap;
    fn options(&self, &heap: &Heap, visit: &mut Visitor<'_, Heap>) -> ControlFlow<()> {
        options(heap).iter().try_for_each(|parts| visit(parts))
    }
}

#[test]
fn trees_and_multisets_agree() {
    let cx = Context::default();
    let (mut trees, mut memo) = (MisereSearch::new(), Memo::new(&Heaps));
    for sizes in (0..6).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c]))) {
        let most = [1, 3, 1];
        let sum: Vec<Heap> = sizes.iter().zip(most).map(|(&size, most)| Heap { most, size }).collect();
        let expected = memo.outcome(&sum, Convention::Misere, &cx).unwrap();
        assert_eq!(trees.outcome(&sum, &cx).unwrap(), expected, "{sum:?}");
    }
    assert!(!trees.is_empty());
}

/// A heap that tells its size, so that large ones are opened late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Sized(Heap);

impl Component for Sized {
    fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        options(self.0).iter().try_for_each(|parts| visit(&parts.iter().copied().map(Sized).collect::<Vec<_>>()))
    }

    fn cycle(&self) -> Error {
        Diagnostic::rule("no play of heaps is endless").into()
    }

    fn size(&self) -> u32 {
        self.0.size
    }
}

#[test]
fn large_components_are_opened_late_and_agree() {
    let (cx, mut memo, mut lost) = (Context::default(), Memo::new(&Heaps), 0);
    for (a, b) in (0..=LARGE + 5).flat_map(|a| (0..=a.min(9)).map(move |b| (a, b))) {
        for most in [1, 2, 3] {
            let sum = [Heap { most, size: a }, Heap { most: 2, size: b }];
            let expected = memo.outcome(&sum, Convention::Misere, &cx).unwrap();
            lost += u32::from(expected == Outcome::Previous);
            // one that knows nothing yet
            assert_eq!(MisereSearch::new().outcome(&sum.map(Sized), &cx).unwrap(), expected, "{sum:?}");
        }
    }
    assert!(lost > 40, "{lost}");
}

/// A heap that may stay as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Endless;

impl Component for Endless {
    fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        visit(&[Endless])
    }

    fn cycle(&self) -> Error {
        Diagnostic::rule("a heap leads back to itself").into()
    }

    fn size(&self) -> u32 {
        LARGE + 1
    }
}

#[test]
fn endless_play_of_large_components_is_told() {
    let error = MisereSearch::new().outcome(&[Endless], &Context::default()).unwrap_err();
    assert!(error.to_string().contains("back to itself"), "{error}");
}
