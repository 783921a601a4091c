//! Misère canonical forms: the simplest game that may stand for a position in every misère sum.
//!
//! Two impartial games are *equal* in misère play if they have the same outcome in the company of any game whatever. If a
//! game has the options of a game K and others besides, each of which has K among its options, then it is equal to K:
//! whoever takes one of the others is answered by the move to K. If K is the end, one of the others has to be a P-position,
//! for the end is not. Pruning so wherever it is possible, in all positions, leads to one simplest form: two games are equal
//! exactly if their simplest forms are the same.
//!
//! ```text
//! {0,1,3} = 2      3 has the option 2 = {0,1}
//! {1}     = 0      1 has the option 0, and 1 is a P-position
//! {2}     = 2₊     2 has the option 0, but is an N-position: this is simplest
//! ```
//!
//! So *forms* are numbered sets of forms; equal forms have one number. A sum of forms is worked out option by option and
//! pruned as well. The form of a position says all about its misère play in sums, and may be as large as its game tree.
//!
//! Of the options of a game that can be pruned, those of the greatest birthday go: one of them has K as an option. That
//! bounds the K that are tried.
//!
//! Cost: one look-up for each option of each position and of each sum of forms met.
//!
//! Reference: J. H. Conway, On Numbers and Games, 1976, chapter 12; P. M. Grundy, C. A. B. Smith, Disjunctive games with the
//! last player losing, 1956.

mod temper;
mod written;

use std::rc::Rc;

use grundy_core::{Context, Diagnostic, Error, Result};
use rustc_hash::FxHashMap;

pub use temper::Temper;
pub use written::Written;

use crate::component::{self, Component};
use crate::genus::Genus;
use crate::options::{Options, Sums};
use crate::walk::{Mark, Opened, Step, Walk, walk};

/// A number that stands for a form; options have smaller numbers.
pub type Form = u32;

/// The form of the end.
pub const END: Form = 0;

/// The forms met so far.
#[derive(Debug)]
pub struct Forms<C> {
    components: FxHashMap<C, Mark<Form>>,
    sums: FxHashMap<(Form, Form), Mark<Form>>,
    /// Options, ascending: the number of a form is its place here.
    games: Vec<Rc<[Form]>>,
    numbers: FxHashMap<Rc<[Form]>, Form>,
    birthdays: Vec<u32>,
    /// Is it a P-position of misère play?
    lost: Vec<bool>,
}

/// Bytes for one remembered form or sum, roughly.
const BYTES: u64 = 112;

impl<C: Component> Default for Forms<C> {
    fn default() -> Self {
        Forms::new()
    }
}

impl<C> Forms<C> {
    /// Only the end is known.
    #[must_use]
    pub fn new() -> Self {
        let end: Rc<[Form]> = Rc::default();
        Forms {
            components: FxHashMap::default(),
            sums: FxHashMap::default(),
            games: vec![Rc::clone(&end)],
            numbers: FxHashMap::from_iter([(end, END)]),
            birthdays: vec![0],
            lost: vec![false],
        }
    }

    /// The options of a form, ascending.
    #[must_use]
    pub fn options(&self, form: Form) -> &[Form] {
        &self.games[form as usize]
    }

    /// The longest play.
    #[must_use]
    pub fn birthday(&self, form: Form) -> u32 {
        self.birthdays[form as usize]
    }

    /// Is it a P-position of misère play?
    #[must_use]
    pub fn is_p(&self, form: Form) -> bool {
        self.lost[form as usize]
    }

    /// The form and all that can be reached from it, ascending: options before what has them.
    #[must_use]
    pub fn followers(&self, form: Form) -> Vec<Form> {
        let mut met = vec![false; form as usize + 1];
        let mut waiting = vec![form];
        met[form as usize] = true;
        while let Some(form) = waiting.pop() {
            for &option in self.options(form) {
                if !std::mem::replace(&mut met[option as usize], true) {
                    waiting.push(option);
                }
            }
        }
        (0..).zip(met).filter(|(_, met)| *met).map(|(form, _)| form).collect()
    }

    /// The genus of each of these forms: options before what has them.
    fn genera(&self, followers: &[Form]) -> FxHashMap<Form, Genus> {
        followers.iter().fold(FxHashMap::default(), |mut genera, &form| {
            let genus = Genus::of(self.options(form).iter().filter_map(|option| genera.get(option)));
            genera.insert(form, genus);
            genera
        })
    }

    /// The genus of a form.
    #[must_use]
    pub fn genus(&self, form: Form) -> Genus {
        self.genera(&self.followers(form)).remove(&form).unwrap_or_else(|| Genus::of([]))
    }

    /// The simplest form of the game with these options.
    ///
    /// # Errors
    /// A spent budget.
    pub fn simplest(&mut self, mut options: Vec<Form>, cx: &Context) -> Result<Form> {
        options.sort_unstable();
        options.dedup();
        if let Some(&form) = self.numbers.get(options.as_slice()) {
            return Ok(form);
        }
        if let Some(form) = self.pruned(&options) {
            return Ok(form);
        }
        cx.reserve(BYTES + 4 * options.len() as u64)?;
        let form = Form::try_from(self.games.len()).map_err(|_| Diagnostic::input("too many different forms"))?;
        let birthday = options.iter().map(|&option| self.birthday(option) + 1).max().unwrap_or(0);
        let lost = options.iter().all(|&option| !self.is_p(option));
        let options: Rc<[Form]> = options.into();
        self.numbers.insert(Rc::clone(&options), form);
        self.games.push(options);
        self.birthdays.push(birthday);
        self.lost.push(lost);
        Ok(form)
    }

    /// The form that is left when all options that lead back to it are pruned.
    fn pruned(&self, options: &[Form]) -> Option<Form> {
        let &latest = options.iter().max_by_key(|&&option| self.birthday(option))?;
        let is_left = |&kept: &Form| {
            let own = self.options(kept);
            let all_there = own.iter().all(|option| options.binary_search(option).is_ok());
            let back =
                |other: &Form| own.binary_search(other).is_ok() || self.options(*other).binary_search(&kept).is_ok();
            all_there && options.iter().all(back) && (kept != END || options.iter().any(|&option| self.is_p(option)))
        };
        self.options(latest).iter().copied().find(is_left)
    }

    /// The form of a sum of two forms.
    ///
    /// # Errors
    /// A spent budget.
    pub fn plus(&mut self, a: Form, b: Form, cx: &Context) -> Result<Form> {
        if let Some(form) = self.sum_of((a, b)) {
            return Ok(form);
        }
        walk(&mut Adding { forms: self, cx }, (a.min(b), a.max(b)))?;
        self.sum_of((a, b)).ok_or_else(endless)
    }

    /// The form of a sum, where it is known.
    fn sum_of(&self, (a, b): (Form, Form)) -> Option<Form> {
        match (a.min(b), a.max(b)) {
            (END, form) => Some(form),
            pair => self.sums.get(&pair).and_then(Mark::value).copied(),
        }
    }
}

impl<C: Component> Forms<C> {
    /// The form of a sum of components.
    ///
    /// # Errors
    /// A rule that does not end, or a spent budget (what was finished is kept).
    pub fn form(&mut self, sum: &[C], cx: &Context) -> Result<Form> {
        cx.enter("misère canonical form");
        for component in sum {
            walk(&mut Forming { forms: self, cx }, component.clone())?;
        }
        self.total(sum, cx)
    }

    /// The form of a sum of components whose forms are known.
    fn total(&mut self, sum: &[C], cx: &Context) -> Result<Form> {
        sum.iter().try_fold(END, |total, part| {
            let part = self.known(part).ok_or_else(endless)?;
            self.plus(total, part, cx)
        })
    }

    fn known(&self, component: &C) -> Option<Form> {
        self.components.get(component).and_then(Mark::value).copied()
    }
}

/// Forms are built of forms that were there before.
fn endless() -> Error {
    Diagnostic::rule("a canonical form leads back to itself").into()
}

/// Works out the forms of components.
struct Forming<'a, C> {
    forms: &'a mut Forms<C>,
    cx: &'a Context,
}

impl<C: Component> Walk for Forming<'_, C> {
    type Position = C;
    type Value = Form;
    type Table = FxHashMap<C, Mark<Form>>;
    type Frame = Sums<C>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.forms.components
    }

    fn open(&mut self, component: &C, _: usize) -> Result<Opened<Sums<C>, Form>> {
        self.cx.tick(1)?;
        self.cx.reserve(BYTES)?;
        let options = component::listed(component, self.cx)?;
        self.cx.release(component::BYTES * options.len() as u64);
        Ok(Opened::Frame(Sums::new(options)))
    }

    fn step(&mut self, _: &C, frame: &mut Sums<C>) -> Result<Step<C, Form>> {
        if let Some(missing) = frame.missing(|part| self.forms.known(part)) {
            return Ok(Step::Needs(missing));
        }
        let forms: Result<Vec<Form>> = frame.options().iter().map(|parts| self.forms.total(parts, self.cx)).collect();
        self.forms.simplest(forms?, self.cx).map(Step::Done)
    }

    fn cycle(&mut self, path: &[C]) -> Error {
        path[0].cycle()
    }
}

/// Works out sums of two forms, the smaller number first.
struct Adding<'a, C> {
    forms: &'a mut Forms<C>,
    cx: &'a Context,
}

impl<C> Walk for Adding<'_, C> {
    type Position = (Form, Form);
    type Value = Form;
    type Table = FxHashMap<(Form, Form), Mark<Form>>;
    type Frame = Options<(Form, Form)>;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.forms.sums
    }

    fn open(&mut self, &(a, b): &(Form, Form), _: usize) -> Result<Opened<Self::Frame, Form>> {
        let sorted = |a: Form, b: Form| (a.min(b), a.max(b));
        let of_a = self.forms.options(a).iter().map(|&option| sorted(option, b));
        let of_b = self.forms.options(b).iter().map(|&option| sorted(a, option));
        let options: Vec<(Form, Form)> = of_a.chain(of_b).collect();
        self.cx.tick(1 + options.len() as u64)?;
        self.cx.reserve(BYTES)?;
        Ok(Opened::Frame(Options::new(options)))
    }

    fn step(&mut self, _: &(Form, Form), frame: &mut Self::Frame) -> Result<Step<(Form, Form), Form>> {
        if let Some(missing) = frame.missing(|&pair| self.forms.sum_of(pair)) {
            return Ok(Step::Needs(missing));
        }
        let options = frame.all().iter().filter_map(|&pair| self.forms.sum_of(pair)).collect();
        self.forms.simplest(options, self.cx).map(Step::Done)
    }

    fn cycle(&mut self, _: &[(Form, Form)]) -> Error {
        endless()
    }
}

#[cfg(test)]
mod tests;
