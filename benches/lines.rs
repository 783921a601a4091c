//! Lines for `grundy solve -`: sums of 1 to 5 components of 20 rules, heaps below 10 000, one line in twenty malformed.
//!
//! The same seed gives the same lines on every machine: `cargo xtask lines 1000000 --seed 1 > lines.txt`, then
//! `grundy solve - < lines.txt`.

/// Rules of one heap, the way people write them: names, codes, sets, braces.
pub(crate) const RULES: [&str; 20] = [
    "nim",
    "kayles",
    "dawson",
    "take[1..3]",
    "take[1,3,4]",
    "take[2,5,7]",
    "take[odds]",
    "take[powers(2)]",
    "take[5..]",
    "0.77",
    "0.137",
    "4.[3]",
    "lasker",
    "aliquot",
    "atleasthalf",
    "atmosthalf",
    "mark",
    "{n -> n-k for k in {1,2,6}}",
    "{n -> n-k for k in (n+1)//2..n if n > 0}",
    "{n -> n//2 | n//3 if n > 0}",
];

/// Heaps are smaller than this.
pub(crate) const LARGEST: u64 = 10_000;

/// An endless, reproducible stream of questions. Xorshift64* (S. Vigna, *An experimental exploration of Marsaglia's
/// xorshift generators, scrambled*, 2016): good enough to mix, small enough to stand here.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    state: u64,
}

impl Lines {
    /// A stream for this seed.
    #[must_use]
    pub(crate) fn new(seed: u64) -> Self {
        // spread the seed, so that seeds 1 and 2 start far apart, and never start from the fixed point 0
        Lines { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) % bound
    }

    /// A position in the grammar.
    fn position(&mut self) -> String {
        let mut line = String::new();
        for i in 0..=self.below(5) {
            if i > 0 {
                line.push_str(" + ");
            }
            let rule = RULES[self.below(RULES.len() as u64) as usize];
            let heap = self.below(LARGEST);
            line.push_str(&format!("{rule}({heap})"));
        }
        line
    }

    /// The same position with one slip of the pen.
    fn malformed(&mut self, line: String) -> String {
        match self.below(6) {
            0 => line.trim_end_matches(')').to_owned(),
            1 => line.replacen('(', "(,", 1),
            2 => format!("{line} +"),
            3 => format!("kaylse{line}"),
            4 => format!("{line})"),
            _ => line.replacen('(', "(-", 1),
        }
    }
}

impl Iterator for Lines {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let line = self.position();
        Some(if self.below(20) == 0 { self.malformed(line) } else { line })
    }
}
