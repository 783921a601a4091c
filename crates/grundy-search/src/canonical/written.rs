//! Forms as the books write them: sets of options, the simplest last.
//!
//! `3` is the heap of Nim of three, `2₊` the game {2}, whose only option is 2, and `{2₊,3,2,0}` a set. Conway drops braces
//! and commas (2₊320); with them a heap of 12 is told from {1,2}. Where a form is too long for a line its positions get
//! letters:
//!
//! ```text
//! {b,a,3}  with a = {2₊,3,2}, b = {a,2}
//! ```

use rustc_hash::FxHashMap;

use super::{Form, Forms};

/// A form of more characters is written with letters for its positions.
const LINE: u64 = 160;

/// A form as text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The form, with the letters below in it.
    pub form: String,
    /// What the letters stand for; each speaks of earlier ones alone.
    pub letters: Vec<(String, String)>,
}

/// Where a form stands among others: heaps of Nim by size, then all others by birthday and by their options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Heap(u32),
    Other(usize),
}

impl<C> Forms<C> {
    /// A form as text: the same for equal forms, however they were found.
    #[must_use]
    pub fn written(&self, form: Form) -> Written {
        let followers = self.followers(form);
        let ranks = self.ranks(&followers);
        let lengths = self.lengths(&followers, &ranks);
        let mut order: Vec<Form> = followers;
        order.sort_unstable_by_key(|form| ranks[form]);
        let short = lengths[&form] <= LINE;
        let (mut texts, mut letters): (FxHashMap<Form, String>, Vec<(String, String)>) = Default::default();
        for &one in &order {
            let mut options = self.options(one).to_vec();
            options.sort_unstable_by_key(|option| std::cmp::Reverse(ranks[option]));
            let parts: Vec<&str> = options.iter().map(|option| texts[option].as_str()).collect();
            let text = match (ranks[&one], parts.as_slice()) {
                (Rank::Heap(size), _) => size.to_string(),
                (_, [only]) => format!("{only}₊"),
                (_, parts) => format!("{{{}}}", parts.join(",")),
            };
            let is_named = !short && one != form && matches!(ranks[&one], Rank::Other(_)) && options.len() > 1;
            let told = if is_named {
                let name = letter(letters.len());
                letters.push((name.clone(), text));
                name
            } else {
                text
            };
            texts.insert(one, told);
        }
        Written { form: texts.remove(&form).unwrap_or_default(), letters }
    }

    fn ranks(&self, followers: &[Form]) -> FxHashMap<Form, Rank> {
        let mut ranks: FxHashMap<Form, Rank> = FxHashMap::default();
        let mut others: Vec<Form> = Vec::new();
        for &form in followers {
            let options = self.options(form);
            let all_heaps = options.iter().all(|option| matches!(ranks.get(option), Some(Rank::Heap(_))));
            // different heaps below n, n of them
            if all_heaps && options.len() as u32 == self.birthday(form) {
                ranks.insert(form, Rank::Heap(self.birthday(form)));
            } else {
                others.push(form);
            }
        }
        // options have earlier birthdays, so their ranks are known
        others.sort_by_key(|&form| self.birthday(form));
        let mut next = 0;
        for same in others.chunk_by(|&a, &b| self.birthday(a) == self.birthday(b)) {
            let key = |form: Form| {
                let mut options: Vec<Rank> = self.options(form).iter().map(|option| ranks[option]).collect();
                options.sort_unstable_by(|a, b| b.cmp(a));
                options
            };
            let mut same: Vec<(Vec<Rank>, Form)> = same.iter().map(|&form| (key(form), form)).collect();
            same.sort_unstable();
            for (_, form) in same {
                ranks.insert(form, Rank::Other(next));
                next += 1;
            }
        }
        ranks
    }

    /// How long each of these forms is, written out in full.
    fn lengths(&self, followers: &[Form], ranks: &FxHashMap<Form, Rank>) -> FxHashMap<Form, u64> {
        followers.iter().fold(FxHashMap::default(), |mut lengths: FxHashMap<Form, u64>, &form| {
            let length = match ranks[&form] {
                Rank::Heap(size) => size.to_string().len() as u64,
                Rank::Other(_) => self.options(form).iter().fold(1, |sum, o| lengths[o].saturating_add(sum + 1)),
            };
            // beyond a line it does not matter how far
            lengths.insert(form, length.min(LINE + 1));
            lengths
        })
    }
}

/// `a`, `b`, …, `z`, `aa`, `ab`, ….
fn letter(at: usize) -> String {
    let last = char::from(b'a' + (at % 26) as u8);
    match at / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letter(more - 1)),
    }
}
