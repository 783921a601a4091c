//! What stands in a misère sum: forms, trees of options, and large components, each by its number.
//!
//! ```text
//! number     0 …          forms       simplest, of plays of at most SMALL moves
//!            TREES …      trees       the options of a component of longer play, as sums
//!                         large       components whose options were not listed yet
//! ```

use std::rc::Rc;

use grundy_core::{Context, Diagnostic, Result};
use rustc_hash::FxHashMap;

use crate::canonical::{END, Form, Forms};
use crate::component::{BYTES, Component};

/// A sum in canonical form: numbers of parts, sorted.
pub type Sum = Box<[u32]>;

/// Numbers from here on are those of trees and large components, smaller ones those of forms.
const TREES: u32 = 1 << 31;
/// Plays of at most so many moves have forms, and their sums have: forms of longer plays may be as large as the game tree.
const SMALL: u32 = 8;

/// A component that is no form.
#[derive(Debug)]
struct Tree<C> {
    /// `None`: a large component that was not opened.
    options: Option<Rc<[Sum]>>,
    large: Option<C>,
    size: u32,
}

/// The parts met so far.
#[derive(Debug)]
pub(super) struct Parts<C> {
    forms: Forms<C>,
    trees: Vec<Tree<C>>,
    numbers: FxHashMap<Rc<[Sum]>, u32>,
}

impl<C: Component> Parts<C> {
    pub(super) fn new() -> Self {
        Parts { forms: Forms::new(), trees: Vec::new(), numbers: FxHashMap::default() }
    }

    fn tree(&self, part: u32) -> Option<&Tree<C>> {
        self.trees.get(part.checked_sub(TREES)? as usize)
    }

    fn add(&mut self, tree: Tree<C>) -> Result<u32> {
        let number = u32::try_from(self.trees.len()).ok().and_then(|number| number.checked_add(TREES));
        let number = number.ok_or_else(|| Diagnostic::input("too many different components"))?;
        self.trees.push(tree);
        Ok(number)
    }

    /// A large component.
    pub(super) fn add_large(&mut self, component: &C) -> Result<u32> {
        self.add(Tree { options: None, large: Some(component.clone()), size: component.size() })
    }

    pub(super) fn is_large(&self, part: u32) -> bool {
        self.tree(part).is_some_and(|tree| tree.options.is_none())
    }

    /// The large component, if it was not opened.
    pub(super) fn large(&self, part: u32) -> Option<C> {
        self.tree(part).and_then(|tree| tree.large.clone())
    }

    /// Keeps the options of a large component.
    pub(super) fn open(&mut self, part: u32, options: Vec<Sum>, cx: &Context) -> Result<Rc<[Sum]>> {
        cx.reserve(24 * options.len() as u64)?;
        let options: Rc<[Sum]> = Rc::from(options);
        let tree = &mut self.trees[(part - TREES) as usize];
        tree.large = None;
        tree.options = Some(Rc::clone(&options));
        Ok(options)
    }

    /// The component with these options, which are sorted: a form, or a tree.
    pub(super) fn of_options(&mut self, options: Vec<Sum>, size: u32, cx: &Context) -> Result<Sum> {
        let form = |sum: &Sum| match **sum {
            [] => Some(END),
            [form] if form < TREES && self.forms.birthday(form) < SMALL => Some(form),
            _ => None,
        };
        let number = if let Some(forms) = options.iter().map(form).collect::<Option<Vec<Form>>>() {
            self.forms.simplest(forms, cx)?
        } else if let Some(&number) = self.numbers.get(options.as_slice()) {
            number
        } else {
            cx.reserve(BYTES + 24 * options.len() as u64)?;
            let options: Rc<[Sum]> = Rc::from(options);
            let number = self.add(Tree { options: Some(Rc::clone(&options)), large: None, size })?;
            self.numbers.insert(options, number);
            number
        };
        Ok(if number == END { Sum::default() } else { Sum::from([number]) })
    }

    /// The options of a part; `None`: a large component that was not opened.
    pub(super) fn options(&self, part: u32) -> Option<Rc<[Sum]>> {
        if part >= TREES {
            return self.tree(part).and_then(|tree| tree.options.clone());
        }
        let sum = |&form: &Form| if form == END { Sum::default() } else { Sum::from([form]) };
        Some(self.forms.options(part).iter().map(sum).collect())
    }

    /// Is the sum a P-position, if it is the end or one form?
    pub(super) fn lost(&self, sum: &[u32]) -> Option<bool> {
        match sum {
            [] => Some(false),
            &[form] if form < TREES => Some(self.forms.is_p(form)),
            _ => None,
        }
    }

    /// How large a sum is.
    pub(super) fn size_of(&self, sum: &[u32]) -> u32 {
        let of = |&part: &u32| self.tree(part).map_or_else(|| self.forms.birthday(part), |tree| tree.size);
        sum.iter().map(of).fold(0, u32::saturating_add)
    }

    /// Sorts, and adds up forms of few moves together, the shortest first.
    pub(super) fn reduce(&mut self, mut parts: Vec<u32>, cx: &Context) -> Result<Sum> {
        parts.sort_unstable();
        loop {
            let forms = parts.partition_point(|&part| part < TREES);
            let (mut left, mut total) = (Vec::with_capacity(parts.len()), END);
            let mut added = false;
            parts[..forms].sort_by_key(|&form| self.forms.birthday(form));
            for &form in &parts[..forms] {
                if self.forms.birthday(total) + self.forms.birthday(form) > SMALL {
                    left.push(total);
                    total = form;
                } else {
                    added |= total != END;
                    total = self.forms.plus(total, form, cx)?;
                }
            }
            left.push(total);
            left.retain(|&form| form != END);
            left.sort_unstable();
            left.extend_from_slice(&parts[forms..]);
            parts = left;
            if !added {
                return Ok(parts.into_boxed_slice());
            }
        }
    }
}
