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
//! | `convention misere` | who cannot move wins |
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

use super::text::{Lined, Rule, comments, malformed, number, rule, signed};
use super::{Fault, Meter, Refusal};

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

fn wrong<T>(line: u64, reason: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::False { line, reason: reason.into() })
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
    let mut at = Lined::new(text);
    at.advance()?;
    if at.line != "grundy quotient certificate 1" {
        return at.wrong("`grundy quotient certificate 1`");
    }
    signed(text)?;
    let mut claim = Quotient::default();
    at.advance()?;
    claim.comments = comments(&mut at)?;
    if at.line != "convention misere" {
        return at.wrong("`convention misere`");
    }
    at.advance()?;
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

/// The products are those of a commutative monoid with one 0, generated by the classes, in which P tells all elements apart.
fn is_monoid(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<(), Fault> {
    let Certificate { products, classes, portion, lines, .. } = certificate;
    let order = products.len();
    let row_line = |x: usize| lines[2] + x as u64;
    meter.spend((order * order) as u64)?;
    for (x, row) in products.iter().enumerate() {
        if products[0][x] != x {
            return wrong(row_line(0), format!("the product of 0 and {x} is not {x}"));
        }
        if let Some(y) = (0..x).find(|&y| row[y] != products[y][x]) {
            return wrong(row_line(x), format!("the products of {x} and {y} are not the same"));
        }
    }
    let mut generators = classes.clone();
    generators.sort_unstable();
    generators.dedup();
    // (xy)g = x(yg) for the generators gives it for all products of them
    for &g in &generators {
        meter.spend((order * order) as u64)?;
        for (x, row) in products.iter().enumerate() {
            if let Some(y) = (0..order).find(|&y| products[row[y]][g] != row[products[y][g]]) {
                return wrong(row_line(x), format!("({x} {y}) {g} is not {x} ({y} {g})"));
            }
        }
    }
    let mut made = vec![false; order];
    let mut waiting = vec![0];
    made[0] = true;
    while let Some(x) = waiting.pop() {
        meter.spend(generators.len() as u64)?;
        for &g in &generators {
            let y = products[x][g];
            if !made[y] {
                made[y] = true;
                waiting.push(y);
            }
        }
    }
    if let Some(x) = made.iter().position(|made| !made) {
        return wrong(lines[1], format!("the element {x} is the class of no sum"));
    }
    let mut tests: Vec<(Vec<bool>, usize)> =
        (0..order).map(|x| (products[x].iter().map(|&xz| portion[xz]).collect(), x)).collect();
    tests.sort_unstable();
    if let Some(same) = tests.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return wrong(lines[0], format!("nothing tells the elements {} and {} apart", same[0].1, same[1].1));
    }
    if portion[0] {
        return wrong(lines[0], "the empty sum is won, so the one is not in P");
    }
    Ok(())
}

/// The classes of the options of each component, ascending.
fn targets(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<Vec<Vec<usize>>, Fault> {
    let Certificate { products, classes, kind, lines, .. } = certificate;
    let mut all = Vec::with_capacity(classes.len());
    for (component, &class) in classes.iter().enumerate() {
        let mut found = vec![false; products.len()];
        let mut add = |parts: &[usize]| {
            found[parts.iter().fold(0, |x, &part| products[x][classes[part]])] = true;
        };
        match kind {
            Kind::List(list) => {
                meter.spend(list[component].iter().map(|sum| 1 + sum.len() as u64).sum())?;
                list[component].iter().for_each(|sum| add(sum));
            }
            Kind::Heaps(rule) => each_option(rule, component, meter, &mut add)?,
        }
        let targets: Vec<usize> = (0..found.len()).filter(|&x| found[x]).collect();
        if targets.is_empty() && class != 0 {
            return wrong(lines[1], format!("the component {component} has no options, so its class is 0"));
        }
        meter.reserve(targets.len() as u64 * 8 + 24)?;
        all.push(targets);
    }
    Ok(all)
}

/// The options of a heap of `n`.
fn each_option(rule: &Rule, n: usize, meter: &mut Meter<'_>, visit: &mut dyn FnMut(&[usize])) -> Result<(), Fault> {
    match rule {
        Rule::Take { ranges, tail } => {
            for taken in 1..=n as u64 {
                meter.spend(1 + ranges.len() as u64)?;
                let listed = ranges.iter().any(|&(from, to)| (from..=to).contains(&taken));
                let behind = tail.as_ref().is_some_and(|tail| {
                    taken >= tail.start && tail.residues.binary_search(&(taken % tail.modulus)).is_ok()
                });
                if listed || behind {
                    visit(&[n - taken as usize]);
                }
            }
        }
        Rule::Code(digits) => {
            for digit in digits.iter().take_while(|digit| digit.taken <= n as u64) {
                let total = n - digit.taken as usize;
                for &count in digit.counts.iter().take_while(|&&count| count <= total as u64) {
                    let mut parts = Vec::new();
                    split(total, count as usize, 1, digit.unequal, &mut parts, meter, visit)?;
                }
            }
        }
    }
    Ok(())
}

/// All ways to make `total` of `count` parts, each at least `least`, ascending.
fn split(
    total: usize,
    count: usize,
    least: usize,
    unequal: bool,
    parts: &mut Vec<usize>,
    meter: &mut Meter<'_>,
    visit: &mut dyn FnMut(&[usize]),
) -> Result<(), Fault> {
    meter.spend(1)?;
    if count == 0 {
        if total == 0 {
            visit(parts);
        }
        return Ok(());
    }
    if count == 1 {
        if total >= least {
            parts.push(total);
            visit(parts);
            parts.pop();
        }
        return Ok(());
    }
    for part in least..=total / count {
        parts.push(part);
        split(total - part, count - 1, part + usize::from(unequal), unequal, parts, meter, visit)?;
        parts.pop();
    }
    Ok(())
}

/// (P)
fn between(certificate: &Certificate, targets: &[Vec<usize>], meter: &mut Meter<'_>) -> Result<(), Fault> {
    let Certificate { products, classes, portion, lines, .. } = certificate;
    let mut seen: Vec<(usize, &Vec<usize>)> = classes.iter().copied().zip(targets).collect();
    seen.sort_unstable();
    seen.dedup();
    for (class, targets) in seen {
        meter.spend((products.len() * (1 + targets.len())) as u64)?;
        for row in products.iter().filter(|row| portion[row[class]]) {
            if let Some(&to) = targets.iter().find(|&&to| portion[row[to]]) {
                let reason = format!("a component of class {class} moves from P to P, to {to}, beside {}", row[0]);
                return wrong(lines[1], reason);
            }
        }
    }
    Ok(())
}

/// (N): how many minimal pairs there are.
fn pairs(certificate: &Certificate, targets: &[Vec<usize>], meter: &mut Meter<'_>) -> Result<u64, Fault> {
    let Certificate { products, classes, portion, lines, .. } = certificate;
    let order = products.len();
    type Set = Vec<u64>;
    let set = |elements: &mut dyn Iterator<Item = usize>| {
        let mut set: Set = vec![0; order.div_ceil(64)];
        elements.for_each(|x| set[x / 64] |= 1 << (x % 64));
        set
    };
    let members = |set: &Set| -> Vec<usize> { (0..order).filter(|x| set[x / 64] >> (x % 64) & 1 == 1).collect() };
    let below = |a: &Set, b: &Set| a.iter().zip(b).all(|(a, b)| a & !b == 0);
    let lost = set(&mut (0..order).filter(|&x| portion[x]));
    let mut steps: Vec<(usize, Vec<usize>)> = Vec::new();
    for (&class, targets) in classes.iter().zip(targets).filter(|(_, targets)| !targets.is_empty()) {
        let own = set(&mut targets.iter().copied());
        meter.spend(steps.len() as u64)?;
        let covered = |(other, fewer): &(usize, Vec<usize>)| {
            *other == class && fewer.iter().all(|x| own[x / 64] >> (x % 64) & 1 == 1)
        };
        if !steps.iter().any(covered) {
            steps.retain(|(other, more)| *other != class || !targets.iter().all(|x| more.contains(x)));
            steps.push((class, targets.clone()));
        }
    }
    let mut minimal: Vec<Vec<Set>> = vec![Vec::new(); order];
    let mut waiting: Vec<(usize, Set)> =
        steps.iter().map(|(class, targets)| (*class, set(&mut targets.iter().copied()))).collect();
    while let Some((x, options)) = waiting.pop() {
        meter.spend(1 + (minimal[x].len() * options.len()) as u64)?;
        if minimal[x].iter().any(|known| below(known, &options)) {
            continue;
        }
        if !portion[x] && options.iter().zip(&lost).all(|(a, b)| a & b == 0) {
            return wrong(lines[1], format!("a sum of class {x}, which is not in P, has no option in P"));
        }
        minimal[x].retain(|known| !below(&options, known));
        let mine = members(&options);
        for (class, targets) in &steps {
            meter.spend((mine.len() + targets.len()) as u64)?;
            meter.reserve(options.len() as u64 * 8)?;
            let moved = mine.iter().map(|&t| products[t][*class]);
            let other = targets.iter().map(|&t| products[x][t]);
            waiting.push((products[x][*class], set(&mut moved.chain(other))));
        }
        minimal[x].push(options);
    }
    Ok(minimal.iter().map(|sets| sets.len() as u64).sum())
}

/// The hypotheses of the theorem on repetition, and that nothing smaller would do.
fn repeats(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<(), Fault> {
    let Certificate { classes, kind, claim, lines, .. } = certificate;
    let line = lines[3];
    let Some((n0, p)) = claim.repeats else { return Ok(()) };
    let (c, k) = match kind {
        Kind::List(_) => return wrong(line, "a list does not go on, so nothing repeats"),
        Kind::Heaps(Rule::Take { tail: Some(_), .. }) => return wrong(line, "what may be taken has no end"),
        Kind::Heaps(Rule::Take { ranges, tail: None }) => (1, ranges.last().map_or(0, |&(_, to)| to)),
        Kind::Heaps(Rule::Code(digits)) => {
            if digits.iter().any(|digit| digit.unequal) {
                return wrong(line, "the theorem asks for parts of any sizes");
            }
            let parts = digits.iter().filter_map(|digit| digit.counts.last()).max();
            (parts.map_or(1, |&parts| parts.max(1)), digits.last().map_or(0, |digit| digit.taken))
        }
    };
    let last = classes.len() as u64 - 1;
    let bound = n0.checked_add(p).and_then(|sum| sum.checked_mul(c)).and_then(|all| all.checked_add(k));
    if bound.is_none_or(|bound| bound > last) {
        return wrong(line, format!("the theorem asks for more than the heaps up to {last}"));
    }
    let (n0, p) = (n0 as usize, p as usize);
    let repeats = |from: usize, p: usize| (from..classes.len() - p).all(|n| classes[n] == classes[n + p]);
    meter.spend(classes.len() as u64 * 64)?;
    if !repeats(n0, p) {
        return wrong(line, format!("the classes do not have period {p} from {n0} on"));
    }
    if n0 > 0 && classes[n0 - 1] == classes[n0 - 1 + p] {
        return wrong(line, "the preperiod is smaller");
    }
    let divisors = (1..p).filter(|q| p.is_multiple_of(*q));
    for q in divisors {
        meter.spend(classes.len() as u64)?;
        if repeats(n0, q) {
            return wrong(line, format!("the period is {q}"));
        }
    }
    Ok(())
}
