//! What would have been needed, in Chinese: patterns of the English words, which engines write in many places. Words that fit
//! no pattern stay as they are: most are a number with its unit.

use crate::words::by_pattern;

/// `about 12 nodes` → `约 12 个节点`.
pub(super) fn in_chinese(needed: &str) -> String {
    by_pattern(PATTERNS, needed, &amount).unwrap_or_else(|| needed.to_owned())
}

/// A number that may be a bound.
fn amount(number: &str) -> String {
    number.strip_prefix("more than ").map_or_else(|| number.to_owned(), |least| format!("超过 {least}"))
}

/// Longer ones stand before those that they begin with.
#[rustfmt::skip]
const PATTERNS: &[(&str, &str)] = &[
    ("about {} nodes", "约 {0} 个节点"),
    ("about {} steps, with numbers of about {} decimal digits", "约 {0} 步，数有约 {1} 位十进制数字"),
    ("about {} steps", "约 {0} 步"),
    ("numbers of about {} decimal digits", "约 {0} 位十进制数字的数"),
    ("at least {} bytes for the values up to heap {}", "至少 {0} 字节，用于不超过 {1} 的各堆的值"),
    ("about {} bytes for a table up to {}", "约 {0} 字节，用于直到 {1} 的表"),
    ("{} bytes", "{0} 字节"),
    ("a table up to {}, which has more than 2^32 cells", "直到 {0} 的表，它超过 2^32 格"),
    ("a table of the values up to {}", "不超过 {0} 的值的表"),
    ("a table of {} values", "{0} 个值的表"),
    ("a search of more than {} options, or a table of {} places", "超过 {0} 个后继的搜索，或 {1} 个局面的表"),
    ("more than {} options of one position, or a table of {} places", "一个局面超过 {0} 个后继，或 {1} 个局面的表"),
    ("a search of more than {} options", "超过 {0} 个后继的搜索"),
    ("more than {} options of one position", "一个局面超过 {0} 个后继"),
    ("a search over {} copies", "对 {0} 份的搜索"),
    ("a search of about {} positions", "约 {0} 个局面的搜索"),
    ("a list of {} moves of one component", "一个分量的 {0} 种走法的列表"),
    ("a list of {} moves", "{0} 种走法的列表"),
    ("a list of {} options of one component", "一个分量的 {0} 个后继的列表"),
    ("a component with more than {} options", "后继超过 {0} 个的分量"),
    ("a walk over more than {} sums", "走遍超过 {0} 个和"),
    ("a row of {} numbers", "{0} 个数的一行"),
    ("a line of more than {} MiB", "超过 {0} MiB 的一行"),
    ("a graph with the heap of Nim {}", "含大小为 {0} 的尼姆堆的图"),
    ("a vertex for each of more than 2^32 places", "超过 2^32 个局面，各占一个顶点"),
    ("the graph of a sum of {} components", "{0} 个分量之和的图"),
    ("the form of {} copies", "{0} 份的标准形"),
    ("the classes of all heaps up to {}", "不超过 {0} 的所有堆的类"),
    ("the options of {} one by one", "逐一查看 {0} 的后继"),
    ("the values of the heaps up to {} and beyond", "直到 {0} 以及更大各堆的值"),
    ("the values of {} coins", "{0} 枚硬币的值"),
    ("the values of more than {} heaps; `to` searches further", "超过 {0} 个堆的值；用 `to` 可以找得更远"),
    ("a search for the values of {} moves; within a budget of time or nodes it is begun", "搜索 {0} 种走法的值；给出时间或节点预算就会开始"),
    ("the values of {} heaps at once, to decide the next", "同时有 {0} 个堆的值，才能确定下一个"),
    ("the values of about {} heaps; no period was found in the first {} values", "约 {0} 个堆的值；在前 {1} 个值中没有找到周期"),
    ("the values of about {} heaps; no period is proved by the first {} values (a search for one looks further)", "约 {0} 个堆的值；前 {1} 个值不能证明周期（专门的搜索看得更远）"),
    ("the values of about {} heaps; no theorem on periods covers this code", "约 {0} 个堆的值；没有周期定理涵盖这个代码"),
    ("the values of the smaller heaps", "更小各堆的值"),
    ("the options of the heaps that it may become, at least {}", "它可变成的各堆的后继，至少 {0} 个"),
    ("a list of all options of a heap, at least {}", "一个堆的全部后继的列表，至少 {0} 个"),
    ("the values of about {} heaps", "约 {0} 个堆的值"),
    ("the values of {} places, one by one: no period is known that helps", "逐一算出 {0} 个局面的值：没有可用的周期"),
    ("the values of {} places, one by one", "逐一算出 {0} 个局面的值"),
    ("there may be numbers beyond those that were tried", "可能还有没有试过的数"),
    ("a trial of numbers beyond {}", "试大于 {0} 的数"),
    ("time to write {} cells", "写出 {0} 格的时间"),
    ("more for the text of the certificate", "更多内存，用于证书的文字"),
    ("more for the terms of the b-file", "更多内存，用于 b 文件的各项"),
    ("values of more than 16 bits", "超过 16 位的值"),
    ("more than {} reachable heaps", "超过 {0} 个可到达的堆"),
    ("more than {} values stored", "超过 {0} 个存储的值"),
    ("{} values stored", "{0} 个存储的值"),
    ("more than {} positions that can be reached", "超过 {0} 个可到达的局面"),
    ("{} positions, tried one by one", "逐一试 {0} 个局面"),
    ("more than {} components", "超过 {0} 个分量"),
    ("more than {} vertices", "超过 {0} 个顶点"),
    ("more than {} places", "超过 {0} 个局面"),
    ("more than {} positions", "超过 {0} 个局面"),
    ("places up to {}, more than a short trial reaches; `to {}` works them out", "直到 {0} 的局面，短时间的试算达不到；`to {1}` 会计算"),
    ("places up to {}", "直到 {0} 的局面"),
    ("{} patterns of signs", "{0} 种符号组合"),
    ("{} cells", "{0} 格"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_said_in_chinese() {
        let told = in_chinese("a search of more than 20 options, or a table of more than 2^64 places");
        assert_eq!(told, "超过 20 个后继的搜索，或 超过 2^64 个局面的表");
        assert_eq!(in_chinese("a list of 7 moves of one component"), "一个分量的 7 种走法的列表");
        assert_eq!(in_chinese("10^18"), "10^18");
    }

    #[test]
    fn no_pattern_hides_a_later_one() {
        for (english, chinese) in PATTERNS {
            let filled = |text: &str, place: &dyn Fn(usize) -> String| {
                (0..3).fold(text.to_owned(), |said, n| said.replacen(&place(n), &n.to_string(), 1))
            };
            let said = filled(english, &|_| "{}".to_owned());
            assert_eq!(in_chinese(&said), filled(chinese, &|n| format!("{{{n}}}")), "{english}");
        }
    }
}
