//! Works that are referred to: one a string, or taken apart.
//!
//! A reference is written "authors, title, year", or "authors, title, where in it, year"; several stand with `; ` between
//! them. Authors are recognised by their initials: `R. P. Sprague`.

use serde_json::{Value, json};

/// The works of a reference, one a string.
pub fn works(reference: &str) -> impl Iterator<Item = &str> {
    reference.split("; ").map(str::trim).filter(|work| !work.is_empty())
}

/// Author, title, year and place of each work; what a reference does not say is `null`.
#[must_use]
pub fn sources(works: &[&str]) -> Value {
    works.iter().map(|work| source(work)).collect()
}

fn source(work: &str) -> Value {
    let mut pieces: Vec<&str> = work.split(", ").collect();
    let is_year = |text: &&str| text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit());
    let year = pieces.pop_if(|last| is_year(&&**last)).and_then(|year| year.parse::<u64>().ok());
    let is_author = |text: &&&str| text.split_once(' ').is_some_and(|(first, _)| first.ends_with('.'));
    let authors = pieces.iter().take_while(is_author).count().min(pieces.len().saturating_sub(1));
    let (authors, rest) = pieces.split_at(authors);
    let place = rest.iter().position(|text| {
        ["chapter", "theorem", "section", "volume", "page"].iter().any(|word| text.to_lowercase().starts_with(word))
    });
    let (title, place) = rest.split_at(place.unwrap_or(rest.len()));
    let joined = |pieces: &[&str]| if pieces.is_empty() { Value::Null } else { pieces.join(", ").into() };
    json!({"author": joined(authors), "title": joined(title), "year": year, "where": joined(place)})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_taken_apart() {
        let text = "R. P. Sprague, Über mathematische Kampfspiele, 1935; E. R. Berlekamp, J. H. Conway, R. K. Guy, \
            Winning Ways, chapter 14, 1982; the proof above";
        let found = sources(&works(text).collect::<Vec<_>>());
        assert_eq!(
            found,
            json!([
                {"author": "R. P. Sprague", "title": "Über mathematische Kampfspiele", "year": 1935, "where": null},
                {"author": "E. R. Berlekamp, J. H. Conway, R. K. Guy", "title": "Winning Ways", "year": 1982,
                    "where": "chapter 14"},
                {"author": null, "title": "the proof above", "year": null, "where": null},
            ])
        );
    }
}
