//! Licence expressions: is there a choice that takes only licences we accept?
//!
//! `(MIT OR Apache-2.0) AND Unicode-3.0` is satisfiable, `MIT AND GPL-3.0` is not. The old spelling `MIT/Apache-2.0`
//! means OR. SPDX specification 2.3, annex D: `WITH` binds tightest, then `AND`, then `OR`.

/// Licences that let us distribute under MIT OR Apache-2.0.
pub(crate) const ACCEPTED: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "CC0-1.0",
    "Unlicense",
    "BSL-1.0",
    "0BSD",
];

/// Can the expression be satisfied by accepted licences? An expression that cannot be read cannot.
pub(crate) fn satisfiable(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut parser = Parser { words: spaced.split_whitespace().collect(), at: 0 };
    let result = parser.any();
    result == Some(true) && parser.at == parser.words.len()
}

struct Parser<'a> {
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Parser<'a> {
    fn eat(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at).is_some_and(|w| w.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn identifier(&mut self) -> Option<&'a str> {
        let word = *self.words.get(self.at)?;
        let is_operator = ["(", ")", "OR", "AND", "WITH"].iter().any(|o| word.eq_ignore_ascii_case(o));
        self.at += 1;
        (!is_operator).then_some(word)
    }

    fn any(&mut self) -> Option<bool> {
        let mut result = self.all()?;
        while self.eat("OR") {
            result |= self.all()?;
        }
        Some(result)
    }

    fn all(&mut self) -> Option<bool> {
        let mut result = self.one()?;
        while self.eat("AND") {
            result &= self.one()?;
        }
        Some(result)
    }

    fn one(&mut self) -> Option<bool> {
        if self.eat("(") {
            let result = self.any()?;
            return self.eat(")").then_some(result);
        }
        let mut licence = self.identifier()?.to_owned();
        if self.eat("WITH") {
            licence = format!("{licence} WITH {}", self.identifier()?);
        }
        Some(ACCEPTED.contains(&licence.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::satisfiable;

    #[test]
    fn one_accepted_choice_is_enough() {
        for expression in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
            "MIT AND (GPL-2.0 OR (BSD-3-Clause AND ISC))",
            "GPL-2.0 AND MIT OR Zlib",
        ] {
            assert!(satisfiable(expression), "{expression}");
        }
    }

    #[test]
    fn every_part_of_a_conjunction_counts() {
        for expression in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND LGPL-2.1",
            "GPL-3.0 WITH LLVM-exception",
            "MIT WITH Classpath-exception-2.0",
            "MIT OR",
            "(MIT",
            "MIT)",
            "MIT Apache-2.0",
            "OR MIT",
        ] {
            assert!(!satisfiable(expression), "{expression}");
        }
    }
}
