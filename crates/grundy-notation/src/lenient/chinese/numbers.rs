//! Numbers in Chinese words: `二十一` is 21.

/// What numbers in words are written with.
pub(super) const WORDS: &str = "零一二三四五六七八九两十百千";

/// `十五`, `二十一`, `一百零五`; `None`: two numbers side by side, or none.
pub(super) fn worked_out(words: &str) -> Option<u32> {
    let (mut total, mut digit, mut least) = (0, None::<u32>, u32::MAX);
    for letter in words.chars() {
        let unit = match letter {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => {
                let value = if letter == '两' { 2 } else { WORDS.chars().position(|c| c == letter)? as u32 };
                if digit.is_some_and(|before| before > 0) {
                    return None;
                }
                digit = Some(value);
                continue;
            }
        };
        // units become smaller, and only ten may stand alone
        let times = digit.take().or((unit == 10 && total == 0).then_some(1)).filter(|&times| times > 0)?;
        if unit >= least {
            return None;
        }
        (total, least) = (total + times * unit, unit);
    }
    // `一百五` is 150
    let is_told = least == 10 || least == u32::MAX || words.contains('零') || digit.is_none();
    (is_told && !words.is_empty()).then_some(total + digit.unwrap_or(0))
}

/// The number in words with which a text begins, and what stands behind it.
#[must_use]
pub fn number_at(text: &str) -> Option<(u32, &str)> {
    let behind = text.trim_start_matches(|c| WORDS.contains(c));
    Some((worked_out(&text[..text.len() - behind.len()])?, behind))
}

#[cfg(test)]
mod tests {
    use super::worked_out;

    #[test]
    fn numbers_in_words() {
        for (words, number) in [
            ("零", Some(0)),
            ("三", Some(3)),
            ("两", Some(2)),
            ("十", Some(10)),
            ("十五", Some(15)),
            ("二十", Some(20)),
            ("二十一", Some(21)),
            ("一百", Some(100)),
            ("一百零五", Some(105)),
            ("三百二十一", Some(321)),
            ("一千零一", Some(1001)),
            // two numbers, or half of one
            ("三五", None),
            ("一百五", None),
            ("十百", None),
            ("百", None),
            ("", None),
        ] {
            assert_eq!(worked_out(words), number, "{words}");
        }
    }
}
