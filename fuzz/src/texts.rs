//! Texts to read: facts of the corpus, random rules, what people type, slips of the pen, pieces of the grammar in any
//! order, any bytes.

use std::fs;
use std::path::Path;

use crate::generate;
use crate::random::Random;

/// What the language is made of, and what it is not.
const PIECES: &[&str] = &[
    "nim", "take", "kayles", "wythoff", "let", "misere", "graph", "for", "in", "if", "by", "loopy", "except", "step",
    "and", "or", "not", "divides", "exists", "forall", "else", "odds", "powers", "squares", "primes", "divisors",
    "min", "max", "xor", "log2", "isqrt", "bits", "mex", "n", "k", "a", "b", "x", "0", "1", "2", "3", "10", "10^18",
    "1_000", "99999999999999999999", "0.77", "4.[3]", "4!.0", "0.{1,2+}", ".7", "1..", "..", "1..3", "+", "-", "*",
    "//", "%", "^", "&", "|", ";", ",", "->", "=", "!=", "<", "<=", ">", ">=", "(", ")", "[", "]", "{", "}", "?", "!",
    "#", "\n", " ", "\"HT\"", "\"", "→", "≤", "≠", "∈", "⊕", "（", "）", "；", "｜", "＋", "取", "é", "\u{0}",
    "\u{202e}", "𝔫",
];

/// Words and signs that people type and the strict language does not have.
const SPOKEN: &[&str] = &[
    "where", "each", "all", "to", "from", "mod", "otherwise", "is", "prime", "odd", "even", "between", "heaps",
    "piles", "stones", "of", "with", "the", "last", "player", "wins", "loses", "cannot", "move", "reverse", "anti",
    "misère", "misere:", "at most", "any", "number", "or", "and", "game", "set", "bash", "subtract", "≥", "<<", ">>",
    "**", "&&", "||", "!", "==", ":", "=>", "/", "~", ".", "'", "take", "remove", "1 or 2", "three", "10^9+7", "1e9",
    "1,000", "gcd(k,n)", "is_prime(k)", "[1,2,4]", "0<k<=n", "1 <= i < j <= n", "n>>1", "k&(k-1)",
];

/// What people type, and every reader of the front door has its word in one of them.
const TYPED: &[&str] = &[
    "nim 3 4 5, last player loses",
    "three heaps of 3, 4 and 5; the player who cannot move loses",
    "100 stones, take a prime number",
    "a heap of 10, take 1, 2 or 3",
    "heaps 3 5 7, take at most 3",
    "misère nim(1,2,3)",
    "nim misere 1 2 3",
    "reverse kayles 5",
    "anti-nim(3)",
    "{N -> N-1, N-3}(10)",
    "{n -> n-k for 1<=k<=3}(10)",
    "{n -> n-k for odd k}(10)",
    "{n -> n-k for k from 1 to 3 where k != 2}(10)",
    "{n -> n-k for k in [1,2,4]}(10)",
    "{n -> n-k where 0 < k <= n//2, gcd(k,n) = 1}(10)",
    "{n -> n-1 if n mod 2 = 0 otherwise n-2}(10)",
    "{n -> n>>1; n-1}(10)",
    "{n -> n-k for k in 1..n if is_prime(k)}(10)",
    "{n -> n & (n-1)}(10)",
    "{a,b -> (a-k,b),(a,b-k) for 1 <= k}(3,4)",
    "{(a,b) -> (i,j) for 0 <= i < j < b}(3,4)",
    "nim(10^9+7)",
    "(2^5+1)*nim(3) + kayles(2*10^9)",
    "subtraction set {1,3} 10",
    "bash[3] 21",
    "Grundy's game 10",
    "turning corners(3,4)",
    "CF 2004E",
    "LC 292",
    ".77 5 6",
    "let t = take[1..3]; t 5",
    // claims
    "P: a^b = 0",
    "P iff a mod 4 == b mod 4",
    "a xor b",
    "g = a ⊕ b if a <= b else max(a, b)",
    "cold: {a, b} = {floor(phi*k), floor(phi*k)+k}",
    "period 4 saltus 1 from 3",
];

/// A stream of texts.
#[derive(Debug)]
pub struct Texts {
    positions: Vec<String>,
    games: Vec<String>,
}

impl Texts {
    /// Takes the facts of `corpus/` for a start.
    #[must_use]
    pub fn new() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
        let (mut positions, mut games) = (Vec::new(), Vec::new());
        let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        files.sort();
        for path in files {
            for line in fs::read_to_string(path).unwrap_or_default().lines() {
                let value = |name| line.strip_prefix(name).map(|v| v.trim_matches(['\'', '"']).to_owned());
                positions.extend(value("text = "));
                games.extend(value("game = "));
            }
        }
        positions.push("nim(3,5,?)".to_owned());
        // `game = true` says that the text of a fault is read as a game
        games.retain(|game| game != "true");
        Texts { positions, games }
    }

    /// How many facts there are.
    #[must_use]
    pub fn facts(&self) -> usize {
        self.positions.len() + self.games.len()
    }

    /// A position of a fact.
    pub fn position(&self, random: &mut Random) -> String {
        random.pick(&self.positions).clone()
    }

    /// A game of a fact.
    pub fn game(&self, random: &mut Random) -> String {
        random.pick(&self.games).clone()
    }

    fn fact(&self, random: &mut Random) -> String {
        if random.index(self.facts()) < self.games.len() { self.game(random) } else { self.position(random) }
    }

    /// The next text.
    pub fn next(&self, random: &mut Random) -> String {
        match random.index(8) {
            0 => {
                let bytes: Vec<u8> = (0..random.index(60)).map(|_| random.bits() as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            1 => (0..random.index(24)).map(|_| *random.pick(PIECES)).collect(),
            2 => words(random),
            3 => generate::game(random).1.to_string(),
            4 => {
                let game = generate::game(random).1;
                self.slip(format!("{game}({})", random.between(0, 99)), random)
            }
            5 => self.nested(random),
            6 => self.slip((*random.pick(TYPED)).to_owned(), random),
            _ => self.slip(self.fact(random), random),
        }
    }

    /// Changes some places of a text.
    fn slip(&self, text: String, random: &mut Random) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..random.index(4) {
            let at = random.index(letters.len() + 1);
            match random.index(5) {
                0 if at < letters.len() => {
                    letters.remove(at);
                }
                1 if at < letters.len() => {
                    let other = random.index(letters.len());
                    letters.swap(at, other);
                }
                2 => {
                    let end = (at + random.index(8)).min(letters.len());
                    let piece: Vec<char> = letters[at..end].to_vec();
                    letters.splice(at..at, piece);
                }
                3 => {
                    let other: Vec<char> = self.fact(random).chars().collect();
                    letters.splice(at.., other.into_iter().skip(at));
                }
                _ => {
                    letters.splice(at..at, random.pick(PIECES).chars());
                }
            }
        }
        letters.into_iter().collect()
    }

    /// Deep, long and multiplying texts.
    fn nested(&self, random: &mut Random) -> String {
        let depth = random.index(400);
        match random.index(7) {
            0 => format!("{}nim(1){}", "(".repeat(depth), ")".repeat(depth)),
            1 => format!("{}nim(1){}", "2*(".repeat(depth), ")".repeat(depth)),
            2 => format!("{{n -> {}n-1{}}}(5)", "(".repeat(depth), ")".repeat(depth)),
            3 => {
                let mut text = "let b = nim|nim; ".to_owned();
                for i in 0..depth / 8 {
                    text.push_str(&format!("let b{i} = b{}|b{}; ", previous(i), previous(i)));
                }
                format!("{text}b(3)")
            }
            4 => format!("take[{{1..{}}}](5)", "9".repeat(depth.max(1))),
            5 => format!("nim({})", "9".repeat(depth * 30 + 1)),
            _ => format!("{{n -> n-1 if {} n > 0}}(3)", "not ".repeat(depth)),
        }
    }
}

impl Default for Texts {
    fn default() -> Self {
        Texts::new()
    }
}

/// A few words and signs, most of them with blanks between them, sometimes as a rule.
fn words(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.index(8) {
        let list = if random.index(2) == 0 { SPOKEN } else { PIECES };
        let piece: &str = random.pick::<&str>(list);
        text.push_str(piece);
        text.push_str(if random.index(4) == 0 { "" } else { " " });
    }
    match random.index(3) {
        0 => format!("{{n -> {text}}}"),
        1 => format!("{{n -> n-k {text}}}(5)"),
        _ => text,
    }
}

fn previous(i: usize) -> String {
    if i == 0 { String::new() } else { (i - 1).to_string() }
}
