//! Of several statements that are true the simplest is told.

/// The weight of a root.
const IRRATIONAL: u32 = 6;

/// How simple a law is: its words, numbers and signs, larger numbers counting more.
pub fn weight(law: &str) -> u32 {
    let mut weight = 0;
    let mut rest = law.chars().peekable();
    while let Some(c) = rest.next() {
        if c.is_ascii_digit() {
            let mut digits = 1;
            while rest.next_if(char::is_ascii_digit).is_some() {
                digits += 1;
            }
            weight += digits;
        } else if c.is_alphabetic() {
            let mut word = String::from(c);
            while let Some(c) = rest.next_if(|c| c.is_alphanumeric()) {
                word.push(c);
            }
            // a root is said where nothing rational says the same
            weight += match word.as_str() {
                "phi" | "sqrt" => IRRATIONAL,
                // that a number is a power of two is said so, and not by its lowest bit
                "powers" => 0,
                _ => 1,
            };
        } else if !c.is_whitespace() && !"(),{}".contains(c) {
            weight += 1;
        }
    }
    weight
}
