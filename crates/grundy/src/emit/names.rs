//! Names of variables in printed programs: those of the rule, as far as every language allows them.

use crate::rule::ir::Rule;

/// What one of the languages keeps for itself.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "abstract", "alignas", "alignof", "and", "and_eq", "as", "asm", "assert", "async", "auto", "await", "become",
    "bitand", "bitor", "bool", "boolean", "box", "break", "byte", "case", "catch", "char", "char16_t", "char32_t",
    "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval",
    "constexpr", "constinit", "continue", "crate", "decltype", "def", "default", "del", "delete", "do", "double",
    "dyn", "dynamic_cast", "elif", "else", "enum", "except", "exec", "explicit", "export", "extends", "extern",
    "false", "final", "finally", "float", "fn", "for", "friend", "from", "gen", "global", "goto", "if", "impl",
    "implements", "import", "in", "inline", "instanceof", "int", "interface", "is", "lambda", "let", "long",
    "loop", "macro", "match", "mod", "move", "mut", "mutable", "namespace", "native", "new", "noexcept", "nonlocal",
    "not", "not_eq", "null", "nullptr", "operator", "or", "or_eq", "override", "package", "pass", "permits", "priv",
    "private", "protected", "pub", "public", "raise", "record", "ref", "register", "reinterpret_cast", "requires",
    "restrict", "return", "sealed", "self", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "strictfp", "struct", "super", "switch", "synchronized", "template", "this", "thread_local", "throw", "throws",
    "trait", "transient", "true", "try", "type", "typedef", "typeid", "typename", "typeof", "union", "unsafe",
    "unsigned", "unsized", "use", "using", "var", "virtual", "void", "volatile", "wchar_t", "where", "while", "with",
    "xor_eq", "yield",
];

/// What the printed programs use themselves, or a library of a language that they include.
#[rustfmt::skip]
const OWN: &[&str] = &[
    "above", "abs", "add_move", "at", "below", "bit_length", "by_numbers", "diagonal", "dict", "div", "element", "entries", "first_wins", "first_wins_sum",
    "floor_div", "floor_mod", "free", "g", "gcd", "grundy", "heaps", "high", "in_order", "is_fibonacci", "is_power", "is_prime",
    "is_square", "isqrt", "j0", "j1", "jn", "key", "known", "large", "later_prime", "len", "linux", "list", "log", "log2_floor", "long_",
    "low", "lowfib", "lowschwenk", "main", "malloc", "mark", "mark_value", "marks", "math", "max", "memo", "memory", "min", "misere_value", "most", "moves",
    "next_prime", "nim_product", "note_value", "now", "places", "popcount", "pow", "power", "print", "quotient", "range", "rest",
    "rest_1", "rest_2", "rest_3", "room", "seen", "set", "sg", "slot", "small", "some", "sorted", "sqrt", "state", "std", "steps",
    "str", "sum", "sys", "time", "times", "times_root", "total", "tuple", "unix", "v", "v2", "values", "vector", "winning_moves", "wins", "xor", "y0",
    "y1", "yn",
];

/// Names of the coordinates that all the languages allow.
pub(super) fn parameters(rule: &Rule) -> Vec<String> {
    let mut params: Vec<String> = Vec::new();
    for (i, name) in rule.names.iter().enumerate() {
        params.push(safe(name, i, &params));
    }
    params
}

/// A name that all the languages allow.
pub(super) fn safe(name: &str, number: usize, taken: &[String]) -> String {
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_lowercase());
    let mut name = if plain { name.to_owned() } else { format!("x{number}") };
    // the functions of other games, tables and memos are called so
    if name.starts_with("grundy_") {
        name.insert_str(0, "x_");
    }
    while KEYWORDS.contains(&name.as_str()) || OWN.contains(&name.as_str()) || taken.contains(&name) {
        name.push('_');
    }
    name
}
