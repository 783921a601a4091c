//! A text of the notation with other names in it.

use super::lexer::{Lexer, Token};

/// The text with another text in the place of each name that has one; all between the names stays as it is.
pub fn renamed(text: &str, other: &dyn Fn(&str) -> Option<String>) -> String {
    let mut lexer = Lexer::new(text, 0);
    let (mut all, mut done) = (String::with_capacity(text.len()), 0);
    loop {
        let (token, span) = lexer.next();
        if token == Token::End {
            break;
        }
        if token == Token::Name
            && let Some(name) = text.get(span.start..span.end)
            && let Some(with) = other(name)
        {
            all.push_str(&text[done..span.start]);
            all.push_str(&with);
            done = span.end;
        }
    }
    all.push_str(&text[done..]);
    all
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn only_whole_names_are_replaced() {
        let other = |name: &str| (name == "n").then(|| "(n+1)".to_owned());
        assert_eq!(renamed("min(n, bits(n))//2^v2(n)", &other), "min((n+1), bits((n+1)))//2^v2((n+1))");
        assert_eq!(renamed("n1 + n_2 - 3*n", &other), "n1 + n_2 - 3*(n+1)");
        assert_eq!(renamed("", &other), "");
    }
}
