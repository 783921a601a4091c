//! The words of Chinese sentences.

use super::FIBONACCI;

/// What heaps are made of.
pub(super) const THINGS: &[&str] = &[
    "小石子", "石子", "石头", "石块", "棋子", "火柴棍", "火柴", "硬币", "筹码", "小球", "物品", "糖果", "苹果", "豆子",
    "珠子", "弹珠", "玻璃球", "木棍", "小棒", "卡片",
];

/// What they are counted in.
pub(super) const UNITS: &[&str] = &["个", "枚", "颗", "根", "粒", "块"];

/// Who plays, and when.
pub(super) const PLAYERS: &[&str] = &[
    "两名玩家", "两个玩家", "两位玩家", "两个人", "甲乙两人", "甲乙双方", "甲乙", "甲和乙", "两人", "二人", "双方",
    "玩家", "Alice和Bob", "alice和bob", "Alice 和 Bob", "Alice与Bob", "A和B", "小明和小红", "小明和小刚",
];
pub(super) const TURNS: &[&str] = &["轮流", "交替", "依次"];
pub(super) const EACH: &[&str] = &[
    "每人每次", "每个人每次", "每个玩家每次", "每名玩家每次", "每人每回合", "每一次", "每次操作", "每次", "每个回合",
    "每回合", "每一轮", "每轮", "每一步", "每步", "一次",
];
pub(super) const MAY: &[&str] = &["可以选择", "可以", "只能", "必须", "可", "能"];

/// What a move does, the longest first.
pub(super) const VERBS: &[&str] = &["取走", "取出", "取", "拿走", "拿出", "拿"];

/// What a move may not do.
pub(super) const NOT: &[&str] = &["不可以", "不允许", "不能", "不可", "不许", "不得"];

/// Does the text tell how the play ends, or what a move may not do? Then it is passed over by nobody.
pub(super) fn tells_a_rule(text: &str) -> bool {
    const ENDS: [&str; 6] = ["最后", "取完", "取光", "拿完", "拿光", "只能"];
    [&ENDS, NOT, MOST, LEAST].into_iter().flatten().any(|word| text.contains(word))
}

/// Signs and blanks between clauses.
pub(super) const STOPS: &[char] = &['，', ',', '。', '.', '；', ';', '：', ':', ' ', '\t', '？', '?'];

/// Up to so many, and so many at least.
pub(super) const MOST: &[&str] = &["最多", "至多", "不超过", "不能超过", "不得超过", "不多于"];
pub(super) const LEAST: &[&str] = &["最少", "至少", "不少于"];

/// What was taken before.
pub(super) const BEFORE: &[&str] = &[
    "对手上一次", "对手上次", "对手刚才", "对手刚刚", "对手刚", "对方上一次", "对方上次", "对方刚才", "对方刚刚",
    "对方刚", "上一次", "上次", "前一次", "上一个人", "前一个人", "上一个玩家", "上一步",
];

/// What lies there now.
pub(super) const LEFT: &[&str] =
    &["当前石子数", "剩余石子数", "剩下石子数", "当前的石子数", "剩余的石子数", "现有石子数", "石子总数", "n", "N"];

/// So many heaps of one size are listed.
pub(super) const MOST_HEAPS: usize = 1000;

/// Between two ends of a range.
pub(super) const TO: &[&str] = &["到", "至", "~", "～", "-", "－", "–", "—"];

/// Between the numbers of a list.
pub(super) const AND: &[&str] = &["、", "或者", "或", "和", "与", "，", ","];

/// Names that may stand in front of a sentence, and what it must tell then: the game of no moves, and that of a move.
pub(super) const NAMES: &[(&[&str], &str)] = &[
    (&["巴什博弈", "巴什游戏"], "take"),
    (&["威佐夫博弈", "威佐夫游戏"], "wythoff"),
    (&["斐波那契博弈", "斐波那契游戏"], FIBONACCI),
    (&["尼姆博弈", "尼姆游戏", "Nim游戏", "nim游戏", "Nim博弈", "nim博弈"], "nim"),
    (&["取石子游戏", "取石子"], ""),
];
