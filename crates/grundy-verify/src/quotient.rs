//! Misère quotients: a finite commutative monoid Q with a part P and the class Φ of each component, checked again.
//!
//! A certificate says: two sums of these components whose classes have the same product have the same misère outcome in
//! every company, and a sum is a P-position exactly if the product is in P. It is the misère quotient if
//!
//! * (R) for x ≠ y some z has exactly one of xz, yz in P, and the classes generate Q;
//! * (E) components without options have class 1, which is not in P;
//! * (P) for x in Q and a component h, if xΦ(h) is in P, no xΦ(o) with o an option of h is;
//! * (N) each sum with options whose class is not in P has an option whose class is in P
//!
//! (T. E. Plambeck 2005; by induction on options). For (N) a sum is the pair of its class and the set of the classes of its
//! options. A component makes (x, T) to (xΦ(h), TΦ(h) ∪ xT_h); of the pairs with one x those with ⊆-minimal sets suffice.
//! The empty sum, where it begins, has no options: it is not tested, and hides nothing.
//!
//! # The format
//! | line | meaning |
//! |---|---|
//! | `grundy quotient certificate 1` | format and version |
//! | `# text` | any number of comments |
//! | `convention misere` | a player who cannot move wins |
//! | `rule take`, `rule code` | components are the heaps 0, 1, 2, … of a rule as in certificates of periods |
//! | `rule list`, then `options 0 1+1 -` | components are numbered from 0; a line for each: its options, sums of earlier ones, `-` the empty sum |
//! | `order 6` | how many elements Q has; they are called 0, 1, …, and 0 is the one |
//! | `portion 1 4` | the elements of P, ascending; may be missing |
//! | `classes 0 1 2 3` | the class of each component |
//! | `products 0 1 2 3 4 5` | a line for each element: its products with all |
//! | `repeats 71 12` | (optional, not for lists) the classes have this preperiod and least period, and Q is the quotient of all heaps |
//! | `digest 0123456789abcdef` | checksum of all bytes above |
//!
//! **Repetition** (T. E. Plambeck, A. N. Siegel 2008). Let moves leave at most c parts, of any sizes, and take at most k; let the
//! conditions hold for the heaps up to M ≥ c(n₀ + p) + k, and Φ(n + p) = Φ(n) for n₀ ≤ n ≤ M − p. An option of a heap n > M has a
//! part above n₀ + p, which can be made p smaller, and one of n − p a part above n₀, which can be made p larger: n and n − p
//! have the same classes of options. So the quotient is that of all heaps, and the classes repeat for ever.
//!
//! Cost: order² for each generator; options of all components; pairs times components.

mod conditions;

use conditions::{between, is_monoid, pairs, repeats, targets};

use super::text::{Lined, Rule, malformed, number, rule};
use super::{Fault, Meter, Refusal, wrong};

/// The first bytes of the format.
pub(crate) const HEAD: &[u8] = b"grundy quotient certificate ";

/// More elements are not read.
const ORDER: u64 = 1 << 13;

/// What such a certificate proves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Quotient {
    /// The comments, for people: they were not checked.
    pub comments: Vec<String>,
    /// The rule that was checked, in the words of the certificate.
    pub rule: Vec<String>,
    /// How many elements Q has, and P.
    pub order: u64,
    /// The elements of P.
    pub portion: u64,
    /// How many components were checked.
    pub components: u64,
    /// Preperiod and period of the classes, where the quotient is that of all heaps.
    pub repeats: Option<(u64, u64)>,
    /// So many minimal pairs carry (N).
    pub pairs: u64,
}

/// Options as sums of components.
type Options = Vec<Vec<usize>>;

#[derive(Debug)]
enum Kind {
    Heaps(Rule),
    List(Vec<Options>),
}

#[derive(Debug)]
struct Certificate {
    claim: Quotient,
    kind: Kind,
    portion: Vec<bool>,
    classes: Vec<usize>,
    products: Vec<Vec<usize>>,
    /// The lines of the portion, the classes, the first row of products, the repetition.
    lines: [u64; 4],
}

/// Reads and checks a certificate.
pub(crate) fn verify(text: &[u8], meter: &mut Meter<'_>) -> Result<Quotient, Fault> {
    let mut certificate = read(text, meter)?;
    is_monoid(&certificate, meter)?;
    let targets = targets(&certificate, meter)?;
    between(&certificate, &targets, meter)?;
    certificate.claim.pairs = pairs(&certificate, &targets, meter)?;
    repeats(&certificate, meter)?;
    Ok(certificate.claim)
}

fn read(text: &[u8], meter: &mut Meter<'_>) -> Result<Certificate, Refusal> {
    let (mut at, comments) = Lined::open(text, "grundy quotient certificate 1")?;
    let mut claim = Quotient { comments, ..Quotient::default() };
    at.must_be("convention misere")?;
    let kind = if at.line == "rule list" {
        at.advance()?;
        claim.rule.push("list".to_owned());
        let mut all: Vec<Options> = Vec::new();
        while at.line == "options" || at.behind("options").is_some() {
            let words = at.behind("options").map_or(Some(Vec::new()), |words| options(words, all.len()));
            let Some(options) = words else { return at.wrong("options, each a sum of earlier components") };
            all.push(options);
            at.advance()?;
        }
        Kind::List(all)
    } else {
        Kind::Heaps(rule(&mut at, &mut claim.rule)?)
    };
    let (order, line) = at.number("order")?;
    if order == 0 || order > ORDER {
        return Err(malformed(line, "an order from 1 to 8192"));
    }
    claim.order = order;
    meter.reserve(order * order * 16 + text.len() as u64 * 8)?;
    let elements = |words: &str, most: u64| -> Option<Vec<usize>> {
        let element = |word| number(word).filter(|&n| n < most).map(|n| n as usize);
        words.split(' ').map(element).collect()
    };
    let mut portion = vec![false; order as usize];
    let mut lines = [at.number, 0, 0, 0];
    if let Some(words) = at.behind("portion") {
        let found = elements(words, order).filter(|found| found.is_sorted_by(|a, b| a < b));
        let Some(found) = found else { return at.wrong("elements, ascending") };
        claim.portion = found.len() as u64;
        found.into_iter().for_each(|x| portion[x] = true);
        at.advance()?;
    }
    lines[1] = at.number;
    let Some(classes) = at.behind("classes").and_then(|words| elements(words, order)) else {
        return at.wrong("`classes` and an element for each component");
    };
    claim.components = classes.len() as u64;
    if let Kind::List(all) = &kind
        && all.len() != classes.len()
    {
        return at.wrong("a class for each component of the list");
    }
    at.advance()?;
    lines[2] = at.number;
    let mut products = Vec::new();
    while let Some(words) = at.behind("products") {
        let row = elements(words, order).filter(|row| row.len() as u64 == order && (products.len() as u64) < order);
        let Some(row) = row else { return at.wrong("a product for each element") };
        products.push(row);
        at.advance()?;
    }
    if products.len() as u64 != order {
        return at.wrong("a line of products for each element");
    }
    lines[3] = at.number;
    if let Some(words) = at.behind("repeats") {
        let both = words.split_once(' ').and_then(|(n0, p)| Some((number(n0)?, number(p)?)));
        let Some((n0, p)) = both.filter(|(_, p)| *p > 0) else { return at.wrong("a preperiod and a period") };
        claim.repeats = Some((n0, p));
        at.advance()?;
    }
    if at.behind("digest").is_none() || !at.rest.is_empty() {
        return at.wrong("the digest, and nothing behind it");
    }
    Ok(Certificate { claim, kind, portion, classes, products, lines })
}

/// `0 1+1 -`: sums of components below `most`.
fn options(words: &str, most: usize) -> Option<Options> {
    let part = |word: &str| number(word).and_then(|n| usize::try_from(n).ok()).filter(|&n| n < most);
    let sum = |word: &str| if word == "-" { Some(Vec::new()) } else { word.split('+').map(part).collect() };
    words.split(' ').map(sum).collect()
}
