//! Values for parameters: `m=1..20,q=4..6`.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use grundy_core::{Diagnostic, Words};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Values where nothing is said.
const USUAL: (u64, u64) = (1, 12);
/// So many choices of values are gone through.
const MOST: u64 = 100_000;

/// Ranges of values by the name of the parameter; others have the values 1 to 12.
///
/// ```
/// let ranges: grundy::Ranges = "m=1..20,q=4".parse()?;
/// assert_eq!(ranges.values(&["q".into(), "m".into()])?.len(), 20);
/// assert_eq!("k=10^5".parse::<grundy::Ranges>()?.single(&["k".into()]), Some(vec![100_000]));
/// assert!("m=5..3".parse::<grundy::Ranges>().is_err());
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranges(Vec<(String, u64, u64)>);

impl Ranges {
    /// The names that have values here.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, ..)| name.clone()).collect()
    }

    fn of(&self, name: &str) -> (u64, u64) {
        self.0.iter().find(|(known, ..)| known == name).map_or(USUAL, |&(_, from, to)| (from, to))
    }

    /// Each name with the first and the last of its values, in the order in which they were given.
    pub fn given(&self) -> impl Iterator<Item = (&str, u64, u64)> {
        self.0.iter().map(|(name, from, to)| (name.as_str(), *from, *to))
    }

    /// All choices of values for these parameters, the first one slowest.
    ///
    /// # Errors
    /// A name that is none of them; more than 100 000 choices.
    pub fn values(&self, parameters: &[String]) -> Result<Vec<Vec<u64>>> {
        if let Some((name, ..)) = self.0.iter().find(|(name, ..)| !parameters.contains(name)) {
            let message = format!("`{name}` is not a parameter of the game");
            return Err(Diagnostic::input(message).suggest(format!("its parameters: {}", parameters.join(", "))));
        }
        let count = parameters.iter().try_fold(1u64, |count, name| {
            let (from, to) = self.of(name);
            count.checked_mul((to - from).checked_add(1)?).filter(|&count| count <= MOST)
        });
        if count.is_none() {
            return Err(Diagnostic::input(format!("more than {MOST} choices of values")).suggest("smaller ranges"));
        }
        let mut all = vec![Vec::new()];
        for name in parameters {
            let (from, to) = self.of(name);
            all = all
                .iter()
                .flat_map(|chosen: &Vec<u64>| (from..=to).map(|n| chosen.iter().copied().chain([n]).collect()))
                .collect();
        }
        Ok(all)
    }

    /// The one choice of values, where each of the parameters has exactly one and was given it.
    #[must_use]
    pub fn single(&self, parameters: &[String]) -> Option<Vec<u64>> {
        let one = |name: &String| self.0.iter().find(|(known, ..)| known == name).filter(|(_, from, to)| from == to);
        parameters.iter().map(|name| one(name).map(|(_, n, _)| *n)).collect()
    }

    /// `m from 1 to 12, q from 4 to 6`
    pub(super) fn words(&self, parameters: &[String]) -> Words {
        let (mut english, mut chinese) = (Vec::new(), Vec::new());
        for name in parameters {
            let (from, to) = self.of(name);
            if from == to {
                english.push(format!("{name} = {from}"));
                chinese.push(format!("{name} = {from}"));
            } else {
                english.push(format!("{name} from {from} to {to}"));
                chinese.push(format!("{name} 从 {from} 到 {to}"));
            }
        }
        Words::new(english.join(", "), chinese.join("，"))
    }

    /// `for each m from 1 to 12 (3 choices of values make no game)`
    pub(super) fn told(&self, parameters: &[String], refused: usize) -> Words {
        let each = self.words(parameters);
        let (english, chinese) = match refused {
            0 => Default::default(),
            1 => (" (1 choice of values makes no game)".to_owned(), "（有 1 种取值不成游戏）".to_owned()),
            many => (format!(" ({many} choices of values make no game)"), format!("（有 {many} 种取值不成游戏）")),
        };
        Words::new(format!("for each {}{english}", each.english), format!("对每个 {}{chinese}，", each.chinese))
    }

    /// The largest value of any of these parameters.
    pub(super) fn largest(&self, parameters: &[String]) -> u64 {
        parameters.iter().map(|name| self.of(name).1).max().unwrap_or(0)
    }
}

/// Ranges that are written in another way, as `m=2,3,5`, `m=1-5`, `m in [1, 5]`: from the least number of each to the largest.
fn meant(text: &str) -> Option<String> {
    let mut all: Vec<(String, Vec<u64>)> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() && (word.is_empty() || word.ends_with(char::is_alphabetic) == c.is_alphabetic()) {
            word.push(c);
            continue;
        }
        match word.parse::<u64>() {
            Ok(n) => all.last_mut()?.1.push(n),
            Err(_) if word.is_empty() || ["in", "to", "from"].contains(&word.as_str()) => {}
            Err(_) if word.chars().all(char::is_alphabetic) => all.push((word.to_lowercase(), Vec::new())),
            Err(_) => return None,
        }
        word.clear();
        match c {
            '^' | '*' | '+' => return None,
            c if c.is_alphanumeric() => word.push(c),
            _ => {}
        }
    }
    let range = |(name, numbers): &(String, Vec<u64>)| {
        let (least, most) = (numbers.iter().min()?, numbers.iter().max()?);
        match () {
            () if *least == 0 => None,
            () if least == most => Some(format!("{name}={least}")),
            () => Some(format!("{name}={least}..{most}")),
        }
    };
    let ranges: Vec<String> = all.iter().map(range).collect::<Option<_>>()?;
    Some(ranges.join(",")).filter(|ranges| !ranges.is_empty())
}

impl FromStr for Ranges {
    type Err = Diagnostic;

    /// `m=1..20,q=4,k=10^5`: numbers from 1 on. A capital is the lower-case letter, as in the texts.
    fn from_str(text: &str) -> Result<Self> {
        let meant = meant(text);
        let fault =
            |message: String| Diagnostic::input(message).suggest(meant.as_deref().unwrap_or("m=1..20,q=4").to_owned());
        let mut all: Vec<(String, u64, u64)> = Vec::new();
        for given in text.split(',').map(str::trim) {
            let unread = || fault(format!("`{given}` gives no values to a parameter"));
            let (name, range) = given.split_once('=').ok_or_else(unread)?;
            let (from, to) = range.split_once("..").unwrap_or((range, range));
            let (from, to) = number(from).zip(number(to)).ok_or_else(unread)?;
            if from == 0 {
                return Err(fault(format!("`{given}`: the values of a parameter are natural numbers from 1 on")));
            }
            if from > to {
                return Err(fault(format!("`{given}` is empty: {from} is above {to}")));
            }
            let name = name.trim().to_lowercase();
            let plain = name.chars().next().is_some_and(char::is_alphabetic)
                && name.chars().all(|c| c.is_alphanumeric() || c == '_');
            if !plain {
                return Err(unread());
            }
            if all.iter().any(|(known, ..)| *known == name) {
                return Err(fault(format!("`{name}` is given values twice")));
            }
            all.push((name, from, to));
        }
        Ok(Ranges(all))
    }
}

/// `12`, `1_000`, `10^5`, `1e5`
fn number(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "");
    let raised = |base: u64, exponent: &str| base.checked_pow(exponent.parse().ok()?);
    match (text.split_once('^'), text.split_once('e')) {
        (Some((base, exponent)), _) => raised(base.parse().ok()?, exponent),
        (None, Some((first, exponent))) => first.parse::<u64>().ok()?.checked_mul(raised(10, exponent)?),
        (None, None) => text.parse().ok(),
    }
}

/// Values of the parameters of one member: `m = 3, q = 5`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Values(Vec<(String, u64)>);

impl Values {
    pub(crate) fn new(names: &[String], values: &[u64]) -> Self {
        Values(names.iter().cloned().zip(values.iter().copied()).collect())
    }

    /// Each name with its value.
    #[must_use]
    pub fn all(&self) -> &[(String, u64)] {
        &self.0
    }

    /// The values alone.
    pub(super) fn numbers(&self) -> Vec<u64> {
        self.0.iter().map(|(_, n)| *n).collect()
    }
}

impl Display for Values {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(|(name, n)| format!("{name} = {n}")).collect();
        f.write_str(&all.join(", "))
    }
}
