//! What the vertices of a graph are called in its file.

use std::borrow::Cow;
use std::collections::HashMap;

/// Names of the vertices 0 … n−1.
#[derive(Debug)]
pub enum Names {
    /// The numbers themselves. Those that no arc mentions are vertices only if they stand alone on a line.
    Dense {
        /// One above the largest.
        vertices: usize,
        /// Those that stand alone on a line, ascending.
        lone: Vec<u32>,
    },
    /// Numbers, ascending.
    Numbers(Vec<u64>),
    /// Words in the order of first mention.
    Words {
        /// The names.
        names: Vec<String>,
        /// Where each one is.
        places: HashMap<String, u32>,
    },
}

impl Names {
    /// Numbers below `vertices`.
    pub(super) fn dense(vertices: usize, mut lone: Vec<u32>) -> Names {
        lone.sort_unstable();
        lone.dedup();
        Names::Dense { vertices, lone }
    }

    /// Numbers in any order, with repetitions.
    pub(super) fn numbers(mut all: Vec<u64>) -> Names {
        all.sort_unstable();
        all.dedup();
        all.shrink_to_fit();
        Names::Numbers(all)
    }

    /// Different words.
    #[must_use]
    pub fn words(names: Vec<String>) -> Names {
        let places = names.iter().cloned().zip(0..).collect();
        Names::Words { names, places }
    }

    /// How many numbers the vertices have, with those that are not mentioned.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Names::Dense { vertices, .. } => *vertices,
            Names::Numbers(numbers) => numbers.len(),
            Names::Words { names, .. } => names.len(),
        }
    }

    /// Is there no vertex?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertex with this number in the file.
    pub(super) fn number(&self, n: u64) -> Option<u32> {
        match self {
            Names::Dense { vertices, .. } => u32::try_from(n).ok().filter(|&v| (v as usize) < *vertices),
            Names::Numbers(numbers) => numbers.binary_search(&n).ok().and_then(|v| u32::try_from(v).ok()),
            Names::Words { .. } => None,
        }
    }

    /// The name of a vertex.
    pub fn name(&self, v: u32) -> Cow<'_, str> {
        match self {
            Names::Dense { .. } => Cow::Owned(v.to_string()),
            Names::Numbers(numbers) => Cow::Owned(numbers.get(v as usize).map(u64::to_string).unwrap_or_default()),
            Names::Words { names, .. } => Cow::Borrowed(names.get(v as usize).map_or("", String::as_str)),
        }
    }

    /// The number that names a vertex, unless words do.
    #[must_use]
    pub fn as_number(&self, v: u32) -> Option<u64> {
        match self {
            Names::Dense { .. } => Some(u64::from(v)),
            Names::Numbers(numbers) => numbers.get(v as usize).copied(),
            Names::Words { .. } => None,
        }
    }

    /// The vertex with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        match self {
            Names::Words { places, .. } => places.get(name).copied(),
            _ => name.parse().ok().and_then(|n| self.number(n)),
        }
    }

    /// The name of a vertex as `--start` reads it among others: in parentheses where it has commas of its own.
    #[must_use]
    pub fn token(&self, v: u32) -> Cow<'_, str> {
        let name = self.name(v);
        let mut depth = 0usize;
        let open = name.chars().any(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        });
        if open { Cow::Owned(format!("({name})")) } else { name }
    }

    /// Tokens as `--start` reads them.
    pub fn tokens(&self, tokens: impl IntoIterator<Item = u32>) -> String {
        tokens.into_iter().map(|v| self.token(v)).collect::<Vec<_>>().join(", ")
    }
}
