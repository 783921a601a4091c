//! Why a proof did not go through, in Chinese: patterns of the English sentences, of which one may stand inside another.

use grundy_core::by_pattern;

/// The obstacle in Chinese, where its pattern is known.
///
/// ```
/// let told = grundy_rules::words::obstacle_in_chinese("`a*b` is not automatic: a product of two variables has no automaton");
/// assert_eq!(told.as_deref(), Some("`a*b` 不能用自动机判定：两个变量的积没有自动机"));
/// ```
///
/// Cost: the patterns times the length of the sentence.
#[must_use]
pub fn obstacle_in_chinese(message: &str) -> Option<String> {
    by_pattern(PATTERNS, message, &part).or_else(|| super::fault_in_chinese(message))
}

/// What stands in a sentence: a sentence of its own, a numeration system, or a piece of the notation.
fn part(text: &str) -> String {
    let system = text.strip_prefix("Ostrowski ").map(|a| format!("{a} 的奥斯特洛夫斯基记数法"));
    let base = || text.strip_prefix("base ").map(|base| format!("{base} 进制"));
    let named = || TERMS.iter().find(|(english, _)| *english == text).map(|(_, chinese)| (*chinese).to_owned());
    let sentence = || obstacle_in_chinese(text).filter(|_| text.contains(' '));
    system.or_else(base).or_else(named).or_else(sentence).unwrap_or_else(|| text.to_owned())
}

#[rustfmt::skip]
const TERMS: &[(&str, &str)] = &[
    ("Zeckendorf", "齐肯多夫记数法"),
    ("step", "步长"),
    ("the measure", "度量"),
    ("the claim", "论断"),
    ("a set", "集合"),
    ("a variable", "变量"),
    ("a linear term", "线性项"),
    ("a count of digits", "数位的计数"),
    ("divides", "整除"),
    ("floor", "取整"),
    ("product", "积"),
    ("projection", "投影"),
    ("relation", "关系"),
    ("signature", "标志"),
    ("row of cells", "一行格子"),
    ("distinction of cases", "情形区分"),
    ("distinction of moves", "走法区分"),
];

/// Longer sentences stand before those that they begin with.
#[rustfmt::skip]
const PATTERNS: &[(&str, &str)] = &[
    ("`{}` is not automatic: {}", "`{0}` 不能用自动机判定：{1}"),
    ("automata are built for numbers and coefficients of 64 bits only, and one is larger", "自动机只适用于 64 位以内的数与系数，而这里有更大的"),
    ("the measure is not automatic: {}", "度量不能用自动机判定：{0}"),
    ("the claim is not automatic: {}", "论断不能用自动机判定：{0}"),
    ("a set is not automatic: {}", "集合不能用自动机判定：{0}"),
    ("a variable is not automatic: {}", "变量不能用自动机判定：{0}"),
    ("a count of digits is not automatic: {}", "数位的计数不能用自动机判定：{0}"),
    ("the values of `{}` have no automaton: {}", "`{0}` 的值没有自动机：{1}"),
    ("no proof by automata: {}", "自动机不能证明：{0}"),
    ("no certificate: {}", "没有证书：{0}"),
    ("an alphabet of more than {} symbols", "字母表超过 {0} 个符号"),
    ("a {} of more than {} states", "{0}的自动机超过 {1} 个状态"),
    ("the rule is not proved to end by a measure", "没有度量能证明这条规则终会结束"),
    ("`{}` is not proved to end by a measure", "没有度量能证明 `{0}` 终会结束"),
    ("a proof by automata needs a rule that is proved to end", "用自动机证明时，规则须已证明终会结束"),
    ("sums of values need base 2, which cannot say the claim", "值的和要用 2 进制，而论断不能用 2 进制表达"),
    ("the counterexample has numbers beyond 62 bits", "反例中的数超过 62 位"),
    ("the equation of the claim fails at a position with numbers of 2^64 or more: the claim is wrong there or at a position that can be reached from it", "论断的方程在含有 2^64 以上的数的局面处不成立：论断在那里或从那里可到达的局面有误"),
    ("the equation of the claim fails near ({}): the claim is wrong there or at a position that can be reached from it", "论断的方程在 ({0}) 附近不成立：论断在那里或从那里可到达的局面有误"),
    ("a number beyond 64 bits", "一个数超过 64 位"),
    ("a coefficient beyond 2^20", "系数超过 2^20"),
    ("it has no rule in the notation", "它没有用记法写出的规则"),
    ("none was found that could be proved", "没有找到可以证明的"),
    ("the P-positions of a rule that splits need its values", "会分堆的规则，其 P 局面要由值得出"),
    ("no numeration system was given", "没有给出记数法"),
    ("the set is automatic in no base", "这个集合在任何进制下都没有自动机"),
    ("the difference of such counts has no automaton", "这种计数的差没有自动机"),
    ("a count of digits is compared with too large a number", "数位的计数与太大的数比较"),
    ("a remainder by so large a number is not taken apart", "除数太大，余数不予分解"),
    ("a step must be a constant of at least 1", "步长须是不小于 1 的常数"),
    ("powers of a variable have no automaton", "变量的幂没有自动机"),
    ("the divisors of a variable have no automaton", "变量的因数没有自动机"),
    ("it is not bound here", "它在这里没有值"),
    ("a product of two variables has no automaton", "两个变量的积没有自动机"),
    ("a power with a variable has no automaton", "含变量的幂没有自动机"),
    ("division by a variable has no automaton", "除以变量没有自动机"),
    ("division by zero", "除以零"),
    ("a function without arguments", "函数没有参数"),
    ("the argument may be negative", "参数可能为负"),
    ("an argument may be negative", "参数可能为负"),
    ("it has no automaton", "它没有自动机"),
    ("a function in it has no value at some positions", "其中有函数在某些局面处没有值"),
    ("a part is handed over to another game", "有一部分交给另一个游戏"),
    ("its coefficients are not natural", "它的系数不是自然数"),
    ("these powers have no automaton in {}", "这些幂在{0}下没有自动机"),
    ("it needs Zeckendorf's system, not {}", "它要用齐肯多夫记数法，而不是{0}"),
    ("it needs the Zeckendorf system", "它要用齐肯多夫记数法"),
    ("it needs an Ostrowski system, not {}", "它要用奥斯特洛夫斯基记数法，而不是{0}"),
    ("it needs base 2, not {}", "它要用 2 进制，而不是{0}"),
    ("it needs base 2", "它要用 2 进制"),
    ("floor of a multiple of {} needs the numeration system of that root", "对 {0} 的倍数取整，要用这个根的记数法"),
    ("it does not fall with every move", "它并非每步都减小"),
    ("its condition has a quantifier that products cannot check", "它的条件含有乘积自动机不能检验的量词"),
    ("it is not among the coordinates", "它不是坐标"),
    ("the set is given in {}, not in {}", "集合以{0}给出，而不是{1}"),
    ("it has {} coordinates in {}", "它在{1}下有 {0} 个坐标"),
    ("its digits 1 would have to be counted in the states", "须在状态中数它的 1"),
    ("divisibility by a variable has no automaton", "被变量整除没有自动机"),
    ("it is not a set of {} numbers: its words are invalid or leading zeros matter", "它不是 {0} 个数的集合：有不合法的字，或前导零有影响"),
    ("a move to several components needs values, not outcomes", "走到几个分量的着法要用值，而不是胜负"),
    ("all components cancel in pairs", "所有分量成对抵消"),
    ("the budget of `{}` is spent ({}), in the engine “{}”; needed: {}", "`{0}` 预算已用完（{1}），所用引擎为“{2}”；需要：{3}"),
    ("the budget of `{}` is spent ({}), in the engine “{}”", "`{0}` 预算已用完（{1}），所用引擎为“{2}”"),
    ("the budget of `{}` is spent ({})", "`{0}` 预算已用完（{1}）"),
    ("too much for the engine “{}”; needed: {}", "太大，引擎“{0}”无法处理；需要：{1}"),
    ("too much for the engine “{}”", "太大，引擎“{0}”无法处理"),
    ("too much", "太大"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_inside_a_sentence() {
        let told = obstacle_in_chinese("`fibs` is not automatic: it needs Zeckendorf's system, not base 2");
        assert_eq!(told.as_deref(), Some("`fibs` 不能用自动机判定：它要用齐肯多夫记数法，而不是2 进制"));
        let told = obstacle_in_chinese("a distinction of moves of more than 64 states");
        assert_eq!(told.as_deref(), Some("走法区分的自动机超过 64 个状态"));
        assert_eq!(obstacle_in_chinese("something else"), None);
    }
}
