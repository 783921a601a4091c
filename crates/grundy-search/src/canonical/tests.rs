//! Forms against the books' list, against counts by another method, and against plain search.

use grundy_core::testing::Random;
use grundy_core::{Convention, Outcome, Rules, Visitor};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

use super::*;
use crate::Memo;

/// A position as the tree of its options.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Tree(Vec<Tree>);

impl Component for Tree {
    fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        self.0.iter().try_for_each(|option| visit(std::slice::from_ref(option)))
    }

    fn cycle(&self) -> Error {
        endless()
    }
}

#[derive(Debug)]
struct Trees;

impl Rules for Trees {
    type Position = Tree;
    fn options(&self, tree: &Tree, visit: &mut Visitor<'_, Tree>) -> ControlFlow<()> {
        tree.0.iter().try_for_each(|option| visit(std::slice::from_ref(option)))
    }
}

fn heap(size: usize) -> Tree {
    Tree((0..size).map(heap).collect())
}

/// Kayles as its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Pins(u32);

impl Component for Pins {
    fn each_option(&self, _: &Context, visit: &mut dyn FnMut(&[Self]) -> Result<()>) -> Result<()> {
        (1..=2.min(self.0))
            .try_for_each(|k| (0..=self.0 - k).try_for_each(|left| visit(&[Pins(left), Pins(self.0 - k - left)])))
    }

    fn cycle(&self) -> Error {
        endless()
    }
}

/// A tree of at most so many levels; each option is new or a heap of Nim.
fn tree(random: &mut Random, levels: u64) -> Tree {
    let options = (0..random.below(4)).map(|_| match levels {
        0 => heap(0),
        _ if random.below(3) == 0 => heap(random.below(4) as usize),
        _ => tree(random, levels - 1),
    });
    let mut options: Vec<Tree> = options.collect();
    options.sort_unstable();
    options.dedup();
    Tree(options)
}

/// All forms that are born by a day, in the order in which they were found.
fn born_by(day: u32, forms: &mut Forms<Tree>) -> Vec<Form> {
    let cx = Context::default();
    (0..day).fold(vec![END], |born, _| {
        let subsets = 0_u32..1 << born.len();
        let all: FxHashSet<Form> = subsets
            .map(|set| {
                let options = born.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, &form)| form);
                forms.simplest(options.collect(), &cx).unwrap()
            })
            .collect();
        let mut all: Vec<Form> = all.into_iter().collect();
        all.sort_unstable();
        all
    })
}

/// Conway's list of the simplest games of length 4 at most.
#[test]
fn the_games_born_by_day_four_are_those_of_the_books() {
    let mut forms = Forms::new();
    let counts: Vec<usize> = (0..5).map(|day| born_by(day, &mut forms).len()).collect();
    assert_eq!(counts, [1, 2, 3, 5, 22]);
    let mut told: Vec<String> =
        born_by(4, &mut forms).iter().map(|&form| forms.written(form).form.replace(['{', '}', ','], "")).collect();
    let mut listed: Vec<&str> =
        "0 1 2 3 4 2₊ 3₊ 32 2₊₊ 2₊0 2₊1 2₊2 2₊20 2₊21 2₊210 2₊3 2₊30 2₊31 2₊32 2₊320 2₊321 2₊3210".split(' ').collect();
    told.sort_unstable();
    listed.sort_unstable();
    assert_eq!(told, listed);
}

/// 4171780 games are born by day 5: of the sets of the 22 games those that no game can be pruned to. Counted with sets as
/// bits, by the definition alone.
#[test]
fn the_games_born_by_day_five_are_counted() {
    let mut forms = Forms::new();
    let born = born_by(4, &mut forms);
    let at = |form: &Form| born.binary_search(form).unwrap();
    let options: Vec<u32> =
        born.iter().map(|&form| forms.options(form).iter().fold(0, |set, option| set | 1 << at(option))).collect();
    let lost = born.iter().enumerate().fold(0, |set, (i, &form)| set | u32::from(forms.is_p(form)) << i);
    // the games from which one can move to a game
    let before: Vec<u32> =
        (0..22).map(|to| (0..22).fold(0, |set, from| set | (options[from] >> to & 1) << from)).collect();
    let is_pruned = |set: u32| {
        (0..22).any(|kept| {
            let (own, back) = (options[kept], before[kept]);
            own & !set == 0 && own != set && set & !own & !back == 0 && (own != 0 || set & lost != 0)
        })
    };
    assert_eq!((0_u32..1 << 22).filter(|&set| !is_pruned(set)).count(), 4_171_780);
}

/// A form may take the place of its position in every sum, and forms that differ are told apart by some game.
#[test]
fn forms_stand_for_their_positions() {
    let (cx, mut random, mut forms, mut memo) = (Context::default(), Random::new(7), Forms::new(), Memo::new(&Trees));
    fn tree_of(forms: &Forms<Tree>, form: Form) -> Tree {
        Tree(forms.options(form).iter().map(|&option| tree_of(forms, option)).collect())
    }
    let mut pruned = 0;
    for _ in 0..2_000 {
        let (tree, other, company) = (tree(&mut random, 3), tree(&mut random, 2), tree(&mut random, 3));
        let sum = [tree.clone(), other.clone()];
        let form = forms.form(&sum, &cx).unwrap();
        let simple = tree_of(&forms, form);
        pruned += u32::from(simple != tree);
        let with = |position: &[Tree]| [position, std::slice::from_ref(&company)].concat();
        for (plain, simple) in [(with(&sum), with(std::slice::from_ref(&simple))), (sum.to_vec(), vec![simple.clone()])]
        {
            let plain = memo.outcome(&plain, Convention::Misere, &cx).unwrap();
            assert_eq!(memo.outcome(&simple, Convention::Misere, &cx).unwrap(), plain, "{tree:?} + {other:?}");
        }
        let lost = memo.outcome(&sum, Convention::Misere, &cx).unwrap() == Outcome::Previous;
        assert_eq!(forms.is_p(form), lost);
    }
    assert!(pruned > 500, "{pruned}");
    let born = born_by(3, &mut forms);
    let companies = born_by(4, &mut forms);
    for (i, &a) in born.iter().enumerate() {
        for &b in &born[..i] {
            let mut differs = |company: &Form| {
                let with = |form: Form, forms: &mut Forms<Tree>| {
                    let sum = forms.plus(form, *company, &cx).unwrap();
                    forms.is_p(sum)
                };
                with(a, &mut forms) != with(b, &mut forms)
            };
            assert!(companies.iter().any(&mut differs), "{a} {b}");
        }
    }
}

/// The genus of a form is that of its position, and restive and tame forms behave beside Nim as is said of them.
#[test]
fn tempers_tell_the_outcome_beside_nim() {
    let (cx, mut random, mut forms) = (Context::default(), Random::new(11), Forms::new());
    let mut met = [0; 4];
    let heaps: Vec<Form> = (0..8).map(|size| forms.form(&[heap(size)], &cx).unwrap()).collect();
    for _ in 0..3_000 {
        let tree = tree(&mut random, 4);
        let form = forms.form(std::slice::from_ref(&tree), &cx).unwrap();
        let genus = forms.genus(form);
        assert_eq!(genus, crate::MisereSearch::new().genus(&[tree], &cx).unwrap());
        let temper = forms.temper(form);
        met[temper as usize] += 1;
        for _ in 0..10 {
            let sizes: Vec<u32> = (0..random.below(3)).map(|_| random.below(8) as u32).collect();
            let mut sum = form;
            for &size in &sizes {
                sum = forms.plus(sum, heaps[size as usize], &cx).unwrap();
            }
            let (value, first) = (genus.value(), genus.term(0));
            let nim = |own: u32| sizes.iter().fold(own, |sum, size| sum ^ size);
            let expected = match temper {
                Temper::Tame => {
                    // the position of Nim with this genus: small heaps alone only where it is 0^120 or 1^031
                    let fickle = value <= 1 && first == value ^ 1 && sizes.iter().all(|&size| size <= 1);
                    (nim(value) == 0) != fickle
                }
                Temper::Restive => {
                    let is_near = |&size: &u32| size <= 1 || size == first || size == first ^ 1;
                    nim(if sizes.iter().all(is_near) { first } else { value }) == 0
                }
                Temper::Restless | Temper::Wild => continue,
            };
            assert_eq!(forms.is_p(sum), expected, "{genus} {temper:?} {sizes:?}");
        }
    }
    assert!(met.iter().all(|&n| n > 0), "{met:?}");
}

/// Kayles: heap 5 is 2₂321 in the books, with 2₂ = 2 + 2 = {3,2}.
#[test]
fn kayles_has_the_forms_of_the_books() {
    let (cx, mut forms, mut search) = (Context::default(), Forms::new(), crate::MisereSearch::new());
    let mut told = Vec::new();
    for n in 0..13 {
        let form = forms.form(&[Pins(n)], &cx).unwrap();
        assert_eq!(forms.genus(form), search.genus(&[Pins(n)], &cx).unwrap());
        told.push(forms.written(form).form);
    }
    assert_eq!(told[..7], ["0", "1", "2", "3", "1", "{{3,2},3,2,1}", "3"]);
    assert_eq!(told[8], "{{3,2},3,2}");
    // a long one has letters
    let form = forms.form(&[Pins(9)], &cx).unwrap();
    let written = forms.written(form);
    assert_eq!(written.letters[0], ("a".to_owned(), "{3,2}".to_owned()));
    assert!(written.form.contains("b,2,0}"), "{}", written.form);
}
