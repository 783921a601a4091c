//! What a move takes in a Chinese sentence: `每次取1到3个`, `每次至多取一半`, `从一堆取任意个或从两堆取同样多个`.

use super::{
    AND, BEFORE, EACH, FIBONACCI, LEAST, LEFT, MAY, MOST, NOT, PLAYERS, Reader, STOPS, THINGS, TO, TURNS, Taken, UNITS,
    VERBS,
};
use crate::series::{KINDS, Numbers};

/// Of two parts of a heap.
const UNEQUAL: &[&str] = &[
    "大小不同的", "大小不等的", "大小不相等的", "数量不同的", "数量不等的", "个数不同的", "个数不等的", "不相等的",
    "不等的", "不同大小的",
];
/// As many from one heap as from the other.
const AS_MANY: &[&str] = &[
    "同样多的", "同样多", "一样多的", "一样多", "相同数量的", "相同数量", "相同数目的", "相同数目", "相同个数的",
    "同样数量的", "同样数量", "相同", "同样",
];

/// A heap becomes two.
const SPLIT: &str = "{n -> a & n-a for a in 1..n-1}";

impl Reader<'_> {
    /// `两人轮流取，`: says whether the verb was said.
    fn turns(&mut self) -> bool {
        self.eat(&["游戏开始由", "游戏由", "由"]);
        self.eat(PLAYERS);
        let start = self.rest;
        let turns = self.eat(TURNS);
        if turns && self.eat(&["进行操作", "操作", "行动"]) {
            self.eat(&["，", ","]);
        } else if turns && self.eat(VERBS) {
            self.eat(THINGS);
            // `轮流取1到3个` has no other verb
            if self.at_number() {
                self.rest = start;
                self.eat(TURNS);
            } else {
                self.signs();
            }
            return true;
        }
        false
    }

    /// `两人轮流取，每次从任意一堆中取1到3个`: what may be taken.
    pub(super) fn moves(&mut self) -> Option<Taken> {
        let said = self.turns();
        if self.eat(&["游戏规定", "规定"]) {
            self.signs();
        }
        let each = self.eat(EACH);
        let ways = self.ways();
        self.eat(MAY);
        if let Some(split) = self.split() {
            return Some(Taken::By(split));
        }
        let from_a_heap = self.one_heap();
        let most = self.eat(MOST);
        self.eat(MAY);
        let before = self.rest;
        let mut least = self.eat(LEAST);
        // `轮流取，每次1到3个` has said it
        let verb = self.eat(VERBS) || said && each && self.at_number();
        if !verb && !most {
            // `至少1个` without a verb is no move
            self.rest = before;
            return None;
        }
        if self.eat(&["任意", "若干"]) {
            return if most || least { None } else { self.any_number(from_a_heap, ways) };
        }
        // `两人轮流取，只能在一堆中取`
        if ways || said && from_a_heap && !most && !least && (self.rest.is_empty() || self.rest.starts_with(STOPS)) {
            return (!ways).then_some(Taken::Any);
        }
        if !most
            && !least
            && let Some(rule) = self.by_rule()
        {
            return Some(Taken::By(rule));
        }
        // `取的石子数不超过…`
        let number_of_stones = self.eat(&["的石子数", "的石子数量", "的数量", "的个数", "的数"]);
        let most = most || number_of_stones && self.eat(&["介于1到", "介于1和", "在1到", "在1和"]);
        least |= self.eat(LEAST);
        let most = most || !least && self.eat(MOST);
        let before = self.rest;
        if !most && !least && self.eat(&["不超过一半", "一半以内", "一半以下"]) {
            self.eat(&["的"]);
            self.eat(THINGS);
            return Some(Taken::By("atmosthalf"));
        }
        self.rest = before;
        if (least || most) && self.eat(&["一半", "半数"]) {
            self.eat(&["的"]);
            self.eat(THINGS);
            return Some(Taken::By(if most { "atmosthalf" } else { "atleasthalf" }));
        }
        if most && self.eat(BEFORE) {
            // what a player has is something else
            if !self.eat(VERBS) && !self.rest.starts_with("的两倍") && !self.rest.starts_with("的2倍") {
                return None;
            }
            self.eat(&["的"]);
            self.eat(&["石子数", "石子", "子数", "数量", "数目", "个数"]);
            self.eat(&["的"]);
            let told = self.eat(&["两倍", "二倍", "2倍"]);
            self.eat(&["之间"]);
            return told.then_some(Taken::By(FIBONACCI));
        }
        if number_of_stones {
            return None;
        }
        let mut low = None;
        if least {
            low = Some(self.number()?);
            self.eat(UNITS);
            let before = self.rest;
            self.eat(&["，", ","]);
            if !self.eat(MOST) {
                self.rest = before;
                self.eat(THINGS);
                return low.map(|low| Taken::Set(vec![format!("{low}..")]));
            }
            self.eat(VERBS);
            // `至少取一个，最多取一半`
            if low.as_deref() == Some("1") && self.eat(&["一半", "半数"]) {
                self.eat(&["的"]);
                self.eat(THINGS);
                return Some(Taken::By("atmosthalf"));
            }
        }
        if least || most {
            let high = self.number()?;
            let range = format!("{}..{high}", low.unwrap_or_else(|| "1".to_owned()));
            self.eat(UNITS);
            self.eat(THINGS);
            return Some(Taken::Set(vec![range]));
        }
        if let Some(kind) = self.kind() {
            return Some(Taken::Set(vec![kind]));
        }
        self.list().map(Taken::Set)
    }

    /// Behind `任意`: any number, and what else may be done; where two `ways` were announced the other one must follow.
    fn any_number(&mut self, from_a_heap: bool, ways: bool) -> Option<Taken> {
        self.eat(&["正数", "正整数", "多", "数量"]);
        self.eat(UNITS);
        self.eat(&["的"]);
        self.eat(THINGS);
        if from_a_heap && self.same_from_both() {
            return Some(Taken::By("wythoff"));
        }
        if self.or_splits()? {
            return Some(Taken::By("lasker"));
        }
        (!ways).then_some(Taken::Any)
    }

    /// `有两种不同的取法，一是`: says whether another way must follow.
    fn ways(&mut self) -> bool {
        let before = self.rest;
        let two = self.eat(&["有两种", "有2种"]);
        self.eat(&["不同的"]);
        let told = two && self.eat(&["取法", "方法", "方式", "走法", "操作"]);
        self.signs();
        let told = told && self.eat(&["一是", "第一种是", "1."]);
        if !told {
            self.rest = before;
        }
        told
    }

    /// `，也可以把一堆分成两堆`, behind any number; `None`: in a way that is no game here.
    fn or_splits(&mut self) -> Option<bool> {
        let before = self.rest;
        self.signs();
        if self.eat(&["二是", "也可以", "或者", "或是", "或"]) {
            self.eat(MAY);
            if let Some(split) = self.split() {
                return (split == SPLIT).then_some(true);
            }
        }
        self.rest = before;
        Some(false)
    }

    /// `从任意一堆中`: says whether it was said.
    fn one_heap(&mut self) -> bool {
        let from = self.eat(&["从", "在"]);
        if from {
            self.eat(&["任意的", "任意", "其中", "某", "任", "同"]);
            if self.eat(&["一堆", "1堆", "堆"]) {
                self.eat(THINGS);
            }
            self.eat(&["里", "中", "内"]);
            self.eat(MAY);
        }
        from
    }

    /// `，或者从两堆中取同样多个`, behind any number from one heap.
    fn same_from_both(&mut self) -> bool {
        let before = self.rest;
        self.signs();
        self.eat(&["二是", "也可以", "或者是", "或者", "或是", "或"]);
        self.eat(MAY);
        self.eat(&["同时"]);
        let both = self.eat(&["从两堆", "在两堆"]);
        self.eat(THINGS);
        self.eat(&["里", "中", "内"]);
        self.eat(&["同时", "各"]);
        let told = both && self.eat(VERBS) && self.eat(AS_MANY);
        if told {
            self.eat(UNITS);
            self.eat(&["的"]);
            self.eat(THINGS);
        } else {
            self.rest = before;
        }
        told
    }

    /// `把一堆分成大小不同的两堆`: the game of it.
    fn split(&mut self) -> Option<&'static str> {
        let before = self.rest;
        self.eat(&["选择", "选", "将", "把"]);
        self.eat(&["任意", "其中", "某"]);
        self.eat(&["一堆", "堆"]);
        self.eat(THINGS);
        self.eat(&["，", ","]);
        let split = self.eat(&["分成", "分为", "拆成", "拆分成"]);
        let unequal = self.eat(UNEQUAL);
        self.eat(&["非空的", "非空"]);
        let told = split && self.eat(&["两堆", "2堆", "两小堆"]);
        self.eat(&["非空"]);
        if told {
            return Some(if unequal { "grundy" } else { SPLIT });
        }
        self.rest = before;
        None
    }

    /// `立方数个`, `当前石子数的真约数个`: a kind of numbers that is told by a rule.
    fn by_rule(&mut self) -> Option<&'static str> {
        let before = self.rest;
        let of_what_is_left = self.eat(LEFT) && self.eat(&["的"]);
        let rule = if of_what_is_left {
            if self.eat(&["真约数", "真因数", "真因子"]) {
                Some("aliquot")
            } else {
                self.eat(&["约数", "因数", "因子"]).then_some("{n -> n-d for d in divisors(n)}")
            }
        } else {
            self.series(|numbers| match numbers {
                Numbers::Formula(_, rule) => Some(rule),
                Numbers::Set(_) | Numbers::Alone(_) => None,
            })
        };
        if rule.is_some() {
            self.eat(UNITS);
            self.eat(THINGS);
        } else {
            self.rest = before;
        }
        rule
    }

    /// Do so many stones stand here, `30个石子`? Behind `取1到4个，` they may be what is there, or one more number to take.
    fn is_a_heap(&mut self) -> bool {
        let before = self.rest;
        let is_heap = self.number().is_some() && self.eat(UNITS) && self.eat(THINGS);
        self.rest = before;
        is_heap
    }

    /// `1、3或4个`, `1到3个`: numbers and ranges.
    pub(super) fn list(&mut self) -> Option<Vec<String>> {
        let mut set = Vec::new();
        loop {
            let number = self.number()?;
            let counted = self.eat(UNITS);
            set.push(if self.eat(TO) { format!("{number}..{}", self.number()?) } else { number });
            let counted = self.eat(UNITS) || counted;
            let before = self.rest;
            if !self.eat(AND) || !self.at_number() {
                self.rest = before;
                break;
            }
            if counted && before.starts_with(['，', ',']) && self.is_a_heap() {
                return None;
            }
        }
        self.eat(THINGS);
        Some(set)
    }

    /// `不能取2个`, `但不能取2个或5个`: what may not be taken, to the end of the clause.
    pub(super) fn exception(&mut self) -> Option<Vec<String>> {
        let before = self.rest;
        self.eat(&["但是", "但"]);
        let told = if self.eat(NOT) && self.eat(VERBS) { self.list() } else { None };
        let ends = self.rest.is_empty() || self.rest.starts_with(STOPS);
        let told = told.filter(|_| ends);
        if told.is_none() {
            self.rest = before;
        }
        told
    }

    /// A kind of numbers that has a name and is wanted.
    fn series<T>(&mut self, wanted: impl Fn(Numbers) -> Option<T>) -> Option<T> {
        KINDS.iter().find_map(|kind| wanted(kind.numbers).filter(|_| self.eat(kind.chinese)))
    }

    /// `质数个`, `2的幂`: a kind of numbers, as a set.
    fn kind(&mut self) -> Option<String> {
        let start = self.rest;
        let named = self.series(|numbers| match numbers {
            Numbers::Set(set) | Numbers::Alone(set) => Some(set.to_owned()),
            Numbers::Formula(..) => None,
        });
        let set = named.or_else(|| {
            let base = self.number()?;
            self.eat(&["的幂次", "的次幂", "的幂", "的方幂", "的若干次幂", "的整数次幂", "的非负整数次幂"])
                .then(|| format!("powers({base})"))
        });
        match set {
            Some(_) => {
                self.eat(UNITS);
                self.eat(THINGS);
            }
            None => self.rest = start,
        }
        set
    }
}
