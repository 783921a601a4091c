//! Frames of a [`walk`](crate::walk): options that were listed, and how far they were looked at.

use crate::walk::Step;

/// Options that are positions themselves.
#[derive(Debug)]
pub struct Options<P> {
    options: Vec<P>,
    next: usize,
}

impl<P: Clone> Options<P> {
    /// The options in the order in which they are looked at.
    #[must_use]
    pub fn new(options: Vec<P>) -> Self {
        Options { options, next: 0 }
    }

    /// All options.
    #[must_use]
    pub fn all(&self) -> &[P] {
        &self.options
    }

    /// An option that is not yet worked out, if all are wanted and there is one.
    pub fn missing<V>(&mut self, known: impl Fn(&P) -> Option<V>) -> Option<P> {
        let rest = &self.options[self.next..];
        self.next += rest.iter().take_while(|option| known(option).is_some()).count();
        self.options.get(self.next).cloned()
    }

    /// Is the position lost for the player to move? `lost` tells the same of options; once a P-position is found, no other
    /// option is looked at. A position without options is lost or not as `end` says: true in normal play, false in misère
    /// play.
    pub fn outcome(&mut self, end: bool, lost: impl Fn(&P) -> Option<bool>) -> Step<P, bool> {
        if self.options.is_empty() {
            return Step::Done(end);
        }
        while let Some(option) = self.options.get(self.next) {
            match lost(option) {
                Some(true) => return Step::Done(false),
                Some(false) => self.next += 1,
                None => return Step::Needs(option.clone()),
            }
        }
        Step::Done(true)
    }
}

/// Options that are sums, all of whose parts are wanted.
#[derive(Debug)]
pub struct Sums<P> {
    options: Vec<Vec<P>>,
    next: usize,
}

impl<P: Clone> Sums<P> {
    /// The options, each as its parts.
    #[must_use]
    pub fn new(options: Vec<Vec<P>>) -> Self {
        Sums { options, next: 0 }
    }

    /// A part that is not yet worked out, if there is one.
    pub fn missing<V>(&mut self, known: impl Fn(&P) -> Option<V>) -> Option<P> {
        while let Some(parts) = self.options.get(self.next) {
            if let Some(missing) = parts.iter().find(|part| known(part).is_none()) {
                return Some(missing.clone());
            }
            self.next += 1;
        }
        None
    }

    /// All options.
    #[must_use]
    pub fn options(&self) -> &[Vec<P>] {
        &self.options
    }
}
