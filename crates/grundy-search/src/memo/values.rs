//! Grundy values of components: the mex over the options of the xor of their parts.

use grundy_core::mex::MexSet;
use grundy_core::{Context, Error, Result, Rules};

use super::{Component, Id, Memo};
use crate::walk::{Mark, Opened, Status, Step, Table, Walk, walk};

/// The question, the set whose mex is taken, and the budget.
struct Values<'a, 'r, R: Rules> {
    memo: &'a mut Memo<'r, R>,
    seen: MexSet,
    cx: &'a Context,
}

/// The number of the option and of its part to look at next.
#[derive(Default)]
struct Frame {
    option: usize,
    part: usize,
}

impl<R: Rules> Memo<'_, R> {
    pub(super) fn value_of(&mut self, root: Id, cx: &Context) -> Result<u64> {
        if let Mark::Done(value) = self.components[root as usize].value {
            return Ok(value);
        }
        walk(&mut Values { memo: self, seen: MexSet::new(), cx }, root)?;
        match self.components[root as usize].value {
            Mark::Done(value) => Ok(value),
            Mark::Unknown | Mark::Open => Err(self.cycle(root)),
        }
    }
}

impl<P> Table<Id, u64> for Vec<Component<P>> {
    fn status(&self, &id: &Id) -> Status {
        self[id as usize].value.status()
    }

    fn mark(&mut self, id: Id, mark: Mark<u64>) {
        self[id as usize].value = mark;
    }
}

impl<R: Rules> Walk for Values<'_, '_, R> {
    type Position = Id;
    type Value = u64;
    type Table = Vec<Component<R::Position>>;
    type Frame = Frame;
    type Error = Error;

    fn table(&mut self) -> &mut Self::Table {
        &mut self.memo.components
    }

    fn open(&mut self, &id: &Id, _: usize) -> Result<Opened<Frame, u64>> {
        self.memo.generate(id, self.cx)?;
        Ok(Opened::Frame(Frame::default()))
    }

    fn step(&mut self, &id: &Id, frame: &mut Frame) -> Result<Step<Id, u64>> {
        let components = &self.memo.components;
        let options = self.memo.options(id);
        while let Some(parts) = options.get(frame.option) {
            while let Some(&part) = parts.get(frame.part) {
                if components[part as usize].value.value().is_none() {
                    return Ok(Step::Needs(part));
                }
                frame.part += 1;
            }
            (frame.option, frame.part) = (frame.option + 1, 0);
        }
        self.seen.clear();
        for parts in options {
            let values = parts.iter().filter_map(|&part| components[part as usize].value.value());
            let value = values.fold(0, |total, value| total ^ value);
            // the mex is at most the number of options
            if value <= options.len() as u64 {
                self.seen.insert(value as u32);
            }
        }
        Ok(Step::Done(u64::from(self.seen.mex())))
    }

    fn cycle(&mut self, path: &[Id]) -> Error {
        self.memo.cycle(path[0])
    }
}
