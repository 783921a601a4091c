//! How many numbers end in the same bits: the tree of all tails of a set of distinct numbers, lowest bit first.
//!
//! ```text
//! {1, 4, 6}        all: 3
//!                 /      \        bit 0
//!        …0: 4, 6          …1: 1
//!       /        \                bit 1
//!   …00: 4     …10: 6
//! ```
//!
//! A branch ends where one number is left, so there are no more nodes than the numbers have bits.

use dashu_int::ops::BitTest;
use grundy_core::Nat;

/// No node: no number has this tail.
const NONE: usize = usize::MAX;

/// All numbers with one tail.
#[derive(Debug)]
struct Node {
    /// How many there are.
    count: usize,
    /// One of them.
    one: usize,
    /// Those with 0 and with 1 in front of the tail; [`NONE`] twice where only one number is left.
    longer: [usize; 2],
}

/// The tails of distinct numbers.
#[derive(Debug)]
pub(super) struct Tails<'a> {
    numbers: &'a [Nat],
    nodes: Vec<Node>,
}

/// A tail that grows bit by bit.
#[derive(Debug, Clone, Copy)]
enum Tail {
    /// Several numbers have it: those of a node.
    Node(usize),
    /// This number alone has it.
    Alone(usize),
    /// No number has it.
    Nobody,
}

impl<'a> Tails<'a> {
    pub(super) fn of(numbers: &'a [Nat]) -> Self {
        let mut tails = Tails { numbers, nodes: Vec::with_capacity(2 * numbers.len()) };
        tails.grow();
        tails
    }

    /// Splits the numbers by bit after bit; no recursion, for numbers may have many bits.
    fn grow(&mut self) {
        let mut order: Vec<usize> = (0..self.numbers.len()).collect();
        let mut open = Vec::new();
        if let Some(&one) = order.first() {
            self.nodes.push(Node { count: order.len(), one, longer: [NONE; 2] });
            open.push((0, 0..order.len(), 0));
        }
        while let Some((node, range, bit)) = open.pop() {
            if range.len() < 2 {
                continue;
            }
            let numbers = self.numbers;
            let start = range.start;
            order[range.clone()].sort_unstable_by_key(|&i| numbers[i].bit(bit));
            let ones = start + order[range.clone()].partition_point(|&i| !numbers[i].bit(bit));
            for (set, part) in
                [start..ones, ones..range.end].into_iter().enumerate().filter(|(_, part)| !part.is_empty())
            {
                self.nodes[node].longer[set] = self.nodes.len();
                self.nodes.push(Node { count: part.len(), one: order[part.start], longer: [NONE; 2] });
                open.push((self.nodes.len() - 1, part, bit + 1));
            }
        }
    }

    fn empty(&self) -> Tail {
        self.at(if self.nodes.is_empty() { NONE } else { 0 })
    }

    fn at(&self, node: usize) -> Tail {
        match self.nodes.get(node) {
            None => Tail::Nobody,
            Some(Node { count: 1, one, .. }) => Tail::Alone(*one),
            Some(_) => Tail::Node(node),
        }
    }

    fn count(&self, tail: Tail) -> usize {
        match tail {
            Tail::Node(node) => self.nodes[node].count,
            Tail::Alone(_) => 1,
            Tail::Nobody => 0,
        }
    }

    /// The tail with one more bit in front.
    fn longer(&self, tail: Tail, bit: usize, set: bool) -> Tail {
        match tail {
            Tail::Node(node) => self.at(self.nodes[node].longer[usize::from(set)]),
            Tail::Alone(one) if self.numbers[one].bit(bit) == set => tail,
            Tail::Alone(_) | Tail::Nobody => Tail::Nobody,
        }
    }

    /// Where the number with this index has to go for Welter's function of all numbers to change by `change`, which is not 0.
    ///
    /// The function is the xor of the numbers and, in bit i, the parity of the pairs that agree in their lowest i bits.
    /// So bit i of the new number x follows from its lower bits: those who agree with x in them come, those who agreed
    /// with the old number leave. The others are distinct from x: it differs from the last of them where nobody is left.
    pub(super) fn exchanged(&self, index: usize, change: &Nat) -> Nat {
        let old = &self.numbers[index];
        let mut new = old ^ change;
        let (mut left, mut come) = (self.empty(), self.empty());
        // does x still agree with the old number?
        let mut same = true;
        for bit in 0.. {
            let gone = self.count(left) - 1;
            let met = self.count(come) - usize::from(same);
            if gone == 0 && met == 0 && !same {
                break;
            }
            let set = old.bit(bit) ^ change.bit(bit) ^ ((gone + met) % 2 == 1);
            if set {
                new.set_bit(bit);
            } else {
                new.clear_bit(bit);
            }
            same &= set == old.bit(bit);
            left = self.longer(left, bit, old.bit(bit));
            come = self.longer(come, bit, set);
        }
        new
    }
}
