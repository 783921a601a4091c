//! Letters of a Chinese sentence that have their numbers at its end, `n个石子，每次取1到m个，n=21 m=3`, and heaps that are counted in
//! front and listed at the end, as statements of judges with an input behind them: `m堆石子，…。 5 7 8 9 10`.

use super::{Reader, STOPS, tells_a_rule};

/// The sentence with numbers in the places of its letters; of the letter of a heap without a number some number, and `true`.
pub(super) fn with_size(text: &str) -> (String, bool) {
    let (mut sentence, mut given) = assigned(text);
    let bare = if given.is_empty() { bare(text) } else { None };
    if let Some((said, letter, number)) = bare {
        (sentence, given) = (said, vec![(letter, number)]);
    }
    let all_occur = given.iter().all(|(letter, _)| places(sentence, *letter).next().is_some());
    if given.is_empty() || !all_occur {
        sentence = text;
    }
    let mut read = sentence.to_owned();
    for (letter, number) in given.iter().filter(|_| all_occur) {
        loop {
            let first = places(&read, *letter).next();
            let Some(at) = first else { break };
            read.replace_range(at..=at, number);
        }
    }
    // nothing is said of its size
    for heap in ["一堆石子", "1堆石子"] {
        if let Some(rest) =
            read.strip_prefix("有").unwrap_or(&read).strip_prefix(heap).filter(|rest| rest.starts_with(STOPS))
        {
            return (format!("21个石子{rest}"), true);
        }
    }
    let heap = HEAPS.into_iter().find_map(|heap| read.find(heap));
    if let Some(at) = heap {
        read.replace_range(at..=at, "21");
    }
    (read, heap.is_some())
}

/// Heaps of a letter.
const HEAPS: [&str; 5] = ["n个", "N个", "n颗", "n枚", "n根"];
/// What begins an example.
const EXAMPLES: [&str; 3] = ["例如", "比如", "譬如"];

/// `1堆石子有n个，…。 13`: the number behind the last sentence is that of the only letter, which is a heap. An example before it is
/// none of the rule.
fn bare(text: &str) -> Option<(&str, char, &str)> {
    let text = text.trim_end_matches(STOPS);
    let (said, number) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    let is_behind = said.trim_end_matches(' ').ends_with(['。', '.', '?', '？', '!', '！']);
    if number.is_empty() || !is_behind {
        return None;
    }
    let letter = HEAPS.into_iter().find(|heap| said.contains(heap))?.chars().next()?;
    let is_other = |c: char| matches!(c, 'm' | 'k' | 'n' | 'N') && c != letter;
    let is_only = !said.char_indices().any(|(at, c)| is_other(c) && places(said, c).any(|place| place == at));
    is_only.then(|| (without_example(said).trim_end_matches(STOPS), letter, number))
}

/// The sentence without an example at its end.
fn without_example(text: &str) -> &str {
    let begins = EXAMPLES.iter().filter_map(|word| text.find(word)).min();
    // what follows the example in a sentence of its own may be of the rule
    let ends = |at: &usize| !text[*at..].trim_end_matches(STOPS).contains(['。', '.']);
    let is_clause = |at: &usize| text[..*at].trim_end().ends_with(STOPS);
    // what is left out has no clause of the rule
    let is_no_rule = |at: &usize| !tells_a_rule(&text[*at..]);
    begins.filter(|at| ends(at) && is_clause(at) && is_no_rule(at)).map_or(text, |at| &text[..at])
}

/// The letters that are given a number at the end, and what stands before them.
fn assigned(text: &str) -> (&str, Vec<(char, &str)>) {
    let (mut sentence, mut given) = (text.trim_end_matches(STOPS), Vec::new());
    loop {
        let start = sentence.rfind(STOPS).map_or(0, |at| at + sentence[at..].chars().next().map_or(0, char::len_utf8));
        let clause = sentence[start..].trim_start_matches("其中");
        let one = clause.split_once(['=', '＝']).and_then(|(letter, number)| {
            let mut letters = letter.chars();
            let letter = letters.next().filter(|c| c.is_ascii_alphabetic() && letters.next().is_none())?;
            (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some((letter, number))
        });
        match one {
            Some(one) if start > 0 && given.iter().all(|(letter, _)| *letter != one.0) => given.push(one),
            _ => return (sentence, given),
        }
        sentence = sentence[..start].trim_end_matches(STOPS);
    }
}

/// Where the letter stands alone.
fn places(text: &str, letter: char) -> impl Iterator<Item = usize> + use<'_> {
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(letter)
        .map(|(at, _)| at)
        .filter(move |&at| !is_name(text[..at].chars().next_back()) && !is_name(text[at + 1..].chars().next()))
}

/// `两堆石子，…。4 7`, `m堆石子，…。 5 7 8`: the sizes go behind the number of heaps, which they must be.
pub(super) fn sizes_in_front(text: &str) -> Option<String> {
    let text = text.trim_end_matches(STOPS);
    let is_size = |c: char| c.is_ascii_digit() || c == ' ';
    let (said, sizes) = text.split_at(text.trim_end_matches(is_size).len());
    let sizes: Vec<&str> = sizes.split_whitespace().collect();
    if sizes.len() < 2 || !said.ends_with(STOPS) {
        return None;
    }
    let said = without_example(said.trim_end_matches(STOPS)).trim_end_matches(STOPS);
    let said = said.strip_prefix("有").unwrap_or(said);
    let mut reader = Reader { rest: said };
    let count = match said.strip_prefix(['m', 'n', 'M', 'N']) {
        Some(rest) => {
            reader.rest = rest;
            sizes.len().to_string()
        }
        None => reader.number()?,
    };
    let counted = reader.eat(&["堆石子", "堆石头", "堆火柴", "堆"]) && count.parse() == Ok(sizes.len());
    // `数量任意，可以不同`
    reader.signs();
    while reader.eat(&["数量任意", "数量不限", "可以不同", "数量可以不同", "每堆数量任意"]) {
        reader.signs();
    }
    let follows = !reader.at_number() && !reader.rest.is_empty();
    (counted && follows).then(|| format!("{count}堆石子：{}，{}", sizes.join("、"), reader.rest))
}
