//! The values of options, and the least that is not among them.

/// The set of values of the options, with a round stamp for each.
///
/// Values beyond the slots are left out; that is right as long as a slot stays free. If none does, the set is
/// doubled and the place done again.
#[derive(Debug, Clone)]
pub(super) struct Marks {
    pub(super) stamps: Vec<u32>,
    pub(super) round: u32,
    /// Is there any option?
    pub(super) any: bool,
}

impl Marks {
    pub(super) fn new() -> Self {
        Marks { stamps: vec![0; 64], round: 0, any: false }
    }

    pub(super) fn clear(&mut self) {
        if self.round == u32::MAX {
            self.stamps.fill(0);
            self.round = 0;
        }
        self.round += 1;
        self.any = false;
    }

    #[inline]
    pub(super) fn insert(&mut self, value: u32) {
        if let Some(stamp) = self.stamps.get_mut(value as usize) {
            *stamp = self.round;
        }
    }

    pub(super) fn contains(&self, value: usize) -> bool {
        self.stamps.get(value) == Some(&self.round)
    }

    pub(super) fn contains_zero(&self) -> bool {
        self.contains(0)
    }

    /// `None`: every slot is taken.
    pub(super) fn mex(&self) -> Option<u32> {
        const WIDE: usize = 16;
        let round = self.round;
        let full = |chunk: &&[u32]| chunk.iter().fold(true, |all, &stamp| all & (stamp == round));
        let skipped = self.stamps.chunks_exact(WIDE).take_while(full).count() * WIDE;
        let free = self.stamps[skipped..].iter().position(|&stamp| stamp != round)?;
        Some((skipped + free) as u32)
    }

    pub(super) fn insert_all(&mut self, values: impl Iterator<Item = u32>) {
        let (stamps, round) = (&mut self.stamps[..], self.round);
        values.for_each(|value| {
            if let Some(stamp) = stamps.get_mut(value as usize) {
                *stamp = round;
            }
        });
    }
}
