//! Expressions in the coordinates, with their values on a sample: the vocabulary of formulas and laws.

use grundy_core::number::gcd;

use super::sample::Sample;

/// An expression of the notation and its values; `None` where it has none.
#[derive(Debug, Clone)]
pub(super) struct Term {
    /// As the notation spells it; binds tighter than every operator, or stands alone.
    pub(super) text: String,
    /// At each place of the sample.
    pub(super) at: Vec<Option<i64>>,
    /// Without operators outside brackets.
    pub(super) atomic: bool,
    /// Does it read digits, or a root? What repeats is said without.
    pub(super) deep: bool,
}

impl Term {
    /// The expression for use as an operand.
    pub(super) fn operand(&self) -> String {
        if self.atomic { self.text.clone() } else { format!("({})", self.text) }
    }

    /// The expression, evaluated by a function of the coordinates.
    pub(super) fn new(sample: &Sample, text: String, f: impl Fn(&[i64]) -> Option<i64>) -> Term {
        let at = sample.places.iter().map(|place| f(&place.iter().map(|&n| n as i64).collect::<Vec<_>>())).collect();
        let mut depth = 0;
        let loose = text.chars().any(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0 && "+-*/%".contains(c)
        });
        let deep = UNARY.iter().map(|u| u.0).chain(["phi", "sqrt", "band"]).any(|name| text.contains(name));
        Term { text, at, atomic: !loose, deep }
    }
}

/// `n+d`.
pub(super) fn plus(name: &str, d: i64) -> String {
    match d {
        0 => name.to_owned(),
        d if d > 0 => format!("{name}+{d}"),
        d => format!("{name}-{}", -d),
    }
}

fn floor_root(d: i64, n: i64) -> i64 {
    (d * n * n).max(0).isqrt()
}

fn floor_phi(n: i64) -> i64 {
    (n + (5 * n * n).max(0).isqrt()).div_euclid(2)
}

fn lowfib(n: i64) -> Option<i64> {
    crate::rule::schwenk::smallest_part(2, u64::try_from(n).ok()?)
}

type Unary = (&'static str, fn(i64) -> Option<i64>);

/// Functions of one number, by their names in the notation.
const UNARY: [Unary; 6] = [
    ("bits", |n| u64::try_from(n).ok().map(|n| i64::from(64 - n.leading_zeros()))),
    ("popcount", |n| u64::try_from(n).ok().map(|n| i64::from(n.count_ones()))),
    ("v2", |n| (n != 0).then(|| i64::from(n.trailing_zeros()))),
    ("lowbit", |n| Some(n & -n)),
    ("isqrt", i64::checked_isqrt),
    ("lowfib", lowfib),
];

/// The expressions in one coordinate that formulas are built of, simple ones first.
pub(super) fn of_one(sample: &Sample, at: usize) -> Vec<Term> {
    let name = &sample.names()[at];
    let mut terms = vec![Term::new(sample, name.clone(), |p| Some(p[at]))];
    for d in [0, 1, -1, 2] {
        for (function, f) in UNARY {
            let text = format!("{function}({})", plus(name, d));
            terms.push(Term::new(sample, text, move |p| f(p[at] + d)));
        }
    }
    for d in [0, 1] {
        let argument = plus(name, d);
        let operand = if d == 0 { argument.clone() } else { format!("({argument})") };
        let odd = move |n: i64| (n != 0).then(|| n >> n.trailing_zeros());
        terms.push(Term::new(sample, format!("{operand}//lowbit({argument})"), move |p| odd(p[at] + d)));
        terms.push(Term::new(sample, format!("{operand}//(2*lowbit({argument}))"), move |p| {
            odd(p[at] + d).map(|n| n / 2)
        }));
        terms.push(Term::new(sample, format!("floor(phi*{operand})"), move |p| Some(floor_phi(p[at] + d))));
        terms.push(Term::new(sample, format!("floor(sqrt(2)*{operand})"), move |p| Some(floor_root(2, p[at] + d))));
    }
    terms.push(Term::new(sample, format!("(isqrt(8*{name}+1)-1)//2"), move |p| {
        (8 * p[at] + 1).checked_isqrt().map(|r| (r - 1) / 2)
    }));
    for mask in 1..8i64 {
        terms.push(Term::new(sample, format!("xor({name},{mask})"), move |p| Some(p[at] ^ mask)));
        if mask & (mask + 1) != 0 {
            terms.push(Term::new(sample, format!("band({name},{mask})"), move |p| Some(p[at] & mask)));
        }
    }
    terms
}

/// The expressions in two coordinates.
pub(super) fn of_two(sample: &Sample) -> Vec<Term> {
    let [a, b] = sample.names() else { return Vec::new() };
    let mut terms = Vec::new();
    let mut add = |text: String, f: &dyn Fn(i64, i64) -> Option<i64>| {
        terms.push(Term::new(sample, text, |p| f(p[0], p[1])));
    };
    add(format!("xor({a},{b})"), &|a, b| Some(a ^ b));
    add(format!("{a}+{b}"), &|a, b| Some(a + b));
    add(format!("max({a},{b})"), &|a, b| Some(a.max(b)));
    add(format!("min({a},{b})"), &|a, b| Some(a.min(b)));
    add(format!("abs({a}-{b})"), &|a, b| Some((a - b).abs()));
    add(format!("bor({a},{b})"), &|a, b| Some(a | b));
    add(format!("band({a},{b})"), &|a, b| Some(a & b));
    add(format!("{a}*{b}"), &|a, b| Some(a * b));
    add(format!("gcd({a},{b})"), &|a, b| Some(gcd(a, b)));
    for k in 2..=4i64 {
        add(format!("{a}+{k}*{b}"), &|a, b| Some(a + k * b));
        add(format!("{k}*{a}+{b}"), &|a, b| Some(k * a + b));
    }
    for (p, q) in (1..=4i64).flat_map(|p| (1..=4i64).map(move |q| (p, q))).filter(|(p, q)| p + q > 2) {
        add(format!("xor({},{})", over(a, p), over(b, q)), &|a, b| Some((a / p) ^ (b / q)));
    }
    for (p, q) in (2..=6i64).flat_map(|p| (2..=6i64).map(move |q| (p, q))) {
        add(format!("xor({a}%{p},{b}%{q})"), &|a, b| Some((a % p) ^ (b % q)));
    }
    terms.extend(in_blocks(sample));
    terms
}

/// The values of heaps that are played in blocks of m: the nim-sum of the blocks, and within a block the sum mod m.
fn in_blocks(sample: &Sample) -> impl Iterator<Item = Term> {
    let names = sample.names();
    (2..=6i64).map(move |m| {
        let blocks: Vec<String> = names.iter().map(|name| over(name, m)).collect();
        let text = format!("{m}*xor({})+({})%{m}", blocks.join(","), names.join("+"));
        Term::new(sample, text, move |p| Some(m * p.iter().fold(0, |x, n| x ^ (n / m)) + p.iter().sum::<i64>() % m))
    })
}

/// Steps of both coordinates at once, and of each: the remainder of the smaller one, with the sum mod q below it. The King has
/// `2*(min(a,b)%2)+(a+b)%2`.
pub(super) fn by_steps(sample: &Sample) -> Vec<Term> {
    let [a, b] = sample.names() else { return Vec::new() };
    let moduli = (2..=4i64).flat_map(|p| (2..=4i64).map(move |q| (p, q)));
    let term = |(p, q)| {
        let text = format!("{q}*(min({a},{b})%{p})+({a}+{b})%{q}");
        Term::new(sample, text, |n| Some(q * (n[0].min(n[1]) % p) + (n[0] + n[1]) % q))
    };
    moduli.map(term).collect()
}

fn over(name: &str, p: i64) -> String {
    if p == 1 { name.to_owned() } else { format!("{name}//{p}") }
}

/// Subsets of three or more coordinates, and of the gaps between neighbours: xors and sums.
pub(super) fn of_many(sample: &Sample) -> Vec<Term> {
    let names = sample.names();
    let count = names.len();
    let subsets = || (1u32..1 << count).filter(|s| s.count_ones() > 1);
    let chosen = |s: u32| (0..count).filter(move |i| s >> i & 1 == 1);
    let list = |s: u32| chosen(s).map(|i| names[i].clone()).collect::<Vec<_>>();
    let mut terms = Vec::new();
    for s in subsets() {
        let text = format!("xor({})", list(s).join(","));
        terms.push(Term::new(sample, text, |p| Some(chosen(s).fold(0, |x, i| x ^ p[i]))));
        terms.push(Term::new(sample, list(s).join("+"), |p| Some(chosen(s).map(|i| p[i]).sum())));
        terms.push(Term::new(sample, format!("max({})", list(s).join(",")), |p| chosen(s).map(|i| p[i]).max()));
        terms.push(Term::new(sample, format!("min({})", list(s).join(",")), |p| chosen(s).map(|i| p[i]).min()));
    }
    // every second gap, counted from the right: coins that move to the left
    let gap = |i: usize| if i == 0 { names[0].clone() } else { format!("{}-{}-1", names[i], names[i - 1]) };
    let size = |p: &[i64], i: usize| if i == 0 { p[0] } else { p[i] - p[i - 1] - 1 };
    let gaps: Vec<usize> = (0..count).rev().step_by(2).collect();
    let texts: Vec<String> = gaps.iter().rev().map(|&i| gap(i)).collect();
    if let [one] = &texts[..] {
        terms.push(Term::new(sample, one.clone(), |p| Some(gaps.iter().fold(0, |x, &i| x ^ size(p, i)))));
    } else {
        let text = format!("xor({})", texts.join(","));
        terms.push(Term::new(sample, text, |p| Some(gaps.iter().fold(0, |x, &i| x ^ size(p, i)))));
    }
    // each heap by itself: what is left of it after division, its remainder
    for m in 2..=6i64 {
        for (text, f) in [("%", (|n, m| n % m) as fn(i64, i64) -> i64), ("//", |n, m| n / m)] {
            let all: Vec<String> = names.iter().map(|n| format!("{n}{text}{m}")).collect();
            let text = format!("xor({})", all.join(","));
            terms.push(Term::new(sample, text, move |p| Some(p.iter().fold(0, |x, &n| x ^ f(n, m)))));
        }
    }
    terms.extend(in_blocks(sample));
    terms
}

/// The expressions that laws of P-positions of two coordinates compare.
pub(super) fn compared(sample: &Sample) -> Vec<Term> {
    let [a, b] = sample.names() else { return Vec::new() };
    let mut terms = Vec::new();
    let mut add = |text: String, f: &dyn Fn(i64, i64) -> Option<i64>| {
        terms.push(Term::new(sample, text, |p| f(p[0], p[1])));
    };
    for c in 0..=3i64 {
        add(c.to_string(), &|_, _| Some(c));
    }
    add(a.clone(), &|a, _| Some(a));
    add(b.clone(), &|_, b| Some(b));
    add(format!("min({a},{b})"), &|a, b| Some(a.min(b)));
    add(format!("max({a},{b})"), &|a, b| Some(a.max(b)));
    add(format!("abs({a}-{b})"), &|a, b| Some((a - b).abs()));
    add(format!("xor({a},{b})"), &|a, b| Some(a ^ b));
    add(format!("{a}+{b}"), &|a, b| Some(a + b));
    for low in [true, false] {
        let inner = if low { format!("min({a},{b})") } else { format!("abs({a}-{b})") };
        let of = move |a: i64, b: i64| if low { a.min(b) } else { (a - b).abs() };
        add(format!("floor(phi*{inner})"), &|a, b| Some(floor_phi(of(a, b))));
        add(format!("floor(sqrt(2)*{inner})"), &|a, b| Some(floor_root(2, of(a, b))));
        for k in 2..=3i64 {
            add(format!("{k}*{inner}"), &|a, b| Some(k * of(a, b)));
        }
        add(format!("{inner}+1"), &|a, b| Some(of(a, b) + 1));
        for k in 2..=4i64 {
            add(format!("{inner}//{k}"), &|a, b| Some(of(a, b) / k));
            add(format!("{inner}%{k}"), &|a, b| Some(of(a, b) % k));
        }
    }
    for (at, name) in [a, b].into_iter().enumerate() {
        let of = move |a: i64, b: i64| if at == 0 { a } else { b };
        for d in 1..=2i64 {
            add(format!("{name}+{d}"), &|a, b| Some(of(a, b) + d));
        }
        for k in 2..=4i64 {
            add(format!("{k}*{name}"), &|a, b| Some(k * of(a, b)));
        }
        for k in 2..=6i64 {
            add(format!("{name}//{k}"), &|a, b| Some(of(a, b) / k));
            add(format!("{name}%{k}"), &|a, b| Some(of(a, b) % k));
        }
        for (function, f) in UNARY {
            // 0 has no smallest part: in comparisons it counts as larger than every number
            let empty = move |n: i64| if function == "lowfib" && n == 0 { Some(i64::MAX) } else { f(n) };
            add(format!("{function}({name})"), &|a, b| empty(of(a, b)));
        }
        add(format!("floor(phi*{name})"), &|a, b| Some(floor_phi(of(a, b))));
    }
    terms
}

/// Expressions that take few values and mean something mod 2 or as small numbers.
pub(super) fn residues(sample: &Sample) -> Vec<Term> {
    match sample.names().len() {
        1 => of_one(sample, 0).into_iter().filter(|t| !t.text.starts_with("xor")).collect(),
        2 => {
            let mut all: Vec<Term> = of_two(sample);
            all.extend(of_one(sample, 0).into_iter().take(7));
            all.extend(of_one(sample, 1).into_iter().take(7));
            all
        }
        _ => {
            let mut all = of_many(sample);
            for i in 0..sample.names().len() {
                all.extend(of_one(sample, i).into_iter().take(1));
            }
            all
        }
    }
}
