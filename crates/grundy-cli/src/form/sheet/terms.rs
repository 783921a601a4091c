//! The words of the objects in Chinese: what fields are called, and what those hold that have one of a few words.

use grundy_form::explanation::Spoken;

use super::{Block, Span};

/// Says the words of the sheet in its language; what has no Chinese word stands as it is.
pub(super) fn say(sheet: &mut [Block], spoken: Spoken) {
    if spoken == Spoken::English {
        return;
    }
    for block in sheet {
        match block {
            Block::Heading(name) => *name = said(name),
            Block::Item { name, value, .. } => {
                *name = said(name);
                value.iter_mut().flatten().for_each(translate);
            }
            Block::Title(line) | Block::Say(line) => line.iter_mut().for_each(translate),
            Block::Table { head, rows, .. } => {
                head.iter_mut().chain(rows.iter_mut().flatten()).flatten().for_each(translate);
            }
            Block::Code { .. } | Block::Picture(_) => {}
        }
    }
}

fn translate(span: &mut Span) {
    if let Span::Term(name) = span {
        *name = said(name);
    }
}

fn said(name: &str) -> String {
    CHINESE.binary_search_by_key(&name, |row| row.0).map_or(name, |at| CHINESE[at].1).to_owned()
}

/// The words, in order.
const CHINESE: &[(&str, &str)] = &[
    ("acyclic", "无圈"),
    ("answers", "答案"),
    ("birthday", "生日"),
    ("budget", "预算"),
    ("cancelled", "已取消"),
    ("canonical", "规范形"),
    ("checked", "已验证"),
    ("checked_to", "验证至"),
    ("claim", "论断"),
    ("claimed", "论断的值"),
    ("command", "命令"),
    ("compared_to", "比较至"),
    ("complete", "完整"),
    ("component", "分量"),
    ("components", "分量"),
    ("computed_to", "计算至"),
    ("convention", "规则"),
    ("cost", "用时"),
    ("count", "个数"),
    ("counterexample", "反例"),
    ("cycle", "圈"),
    ("draw", "和局"),
    ("edges", "弧"),
    ("edition", "版本"),
    ("engine", "方法"),
    ("equal", "相等"),
    ("error", "错误"),
    ("evidence", "依据"),
    ("exact", "确切"),
    ("excluded", "已排除"),
    ("expected", "应为"),
    ("expr", "式"),
    ("family", "类"),
    ("findings", "发现"),
    ("first_difference", "首次不同"),
    ("first_wrong", "首个错项"),
    ("for", "参数"),
    ("found", "找到"),
    ("from", "从"),
    ("game", "游戏"),
    ("games", "游戏"),
    ("genus", "亏格"),
    ("guess", "猜测"),
    ("heap", "堆"),
    ("heaps", "堆数"),
    ("index", "序号"),
    ("input", "输入"),
    ("kind", "种类"),
    ("labels", "标号"),
    ("last_exception", "最后一个例外"),
    ("limit", "上限"),
    ("longest_win", "最长的胜局"),
    ("loony", "疯狂"),
    ("loopy", "无穷值"),
    ("max", "最大"),
    ("memory", "内存"),
    ("misere", "反常"),
    ("moves", "走法"),
    ("moves_count", "走法数"),
    ("moves_truncated", "走法未列全"),
    ("name", "名称"),
    ("needed", "需要"),
    ("next", "N"),
    ("no", "否"),
    ("no_answer", "无答案"),
    ("nodes", "节点"),
    ("none", "无"),
    ("normal", "正常"),
    ("not_computed", "未计算"),
    ("obstacles", "障碍"),
    ("options_count", "后继数"),
    ("order", "阶"),
    ("outcome", "胜负"),
    ("outcomes", "胜负"),
    ("p_order", "P的个数"),
    ("part", "部分"),
    ("period", "周期"),
    ("phi", "各堆的类"),
    ("position", "局面"),
    ("positions", "局面"),
    ("preperiod", "预周期"),
    ("previous", "P"),
    ("products", "积"),
    ("proved", "已证明"),
    ("query", "问题"),
    ("reached", "达到"),
    ("read", "读作"),
    ("reading", "读法"),
    ("references", "文献"),
    ("refuted", "不成立"),
    ("remoteness", "步数"),
    ("result", "结果"),
    ("rows", "行"),
    ("saltus", "增量"),
    ("seconds", "秒"),
    ("solve", "求解"),
    ("spent", "用尽"),
    ("start", "起点"),
    ("status", "状态"),
    ("step", "步"),
    ("steps", "步骤"),
    ("stopped", "停止"),
    ("suggestion", "建议"),
    ("tame", "驯顺"),
    ("term", "项"),
    ("text", "文字"),
    ("theorems", "定理"),
    ("time", "时间"),
    ("title", "标题"),
    ("to", "到"),
    ("unknown", "未知数"),
    ("unknown_set", "未知数的集合"),
    ("up_to", "至"),
    ("valid", "正确"),
    ("value", "值"),
    ("value_status", "值的状态"),
    ("values", "值"),
    ("vertex", "顶点"),
    ("vertices", "顶点"),
    ("wins", "获胜"),
    ("yes", "是"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_in_order() {
        assert!(CHINESE.windows(2).all(|two| two[0].0 < two[1].0));
        assert_eq!((said("moves"), said("value"), said("+3")), ("走法".into(), "值".into(), "+3".into()));
    }
}
