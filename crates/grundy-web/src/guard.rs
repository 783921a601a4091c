//! Who may ask: names, origins, and what every answer carries.
//!
//! A page of somebody else's that a browser shows can send requests to this machine. It cannot choose the headers `Host`,
//! `Origin` and `Sec-Fetch-Site`: they tell it apart from ours. `Host` must be a name of the loopback with our port, or one
//! that was said beforehand, so that a foreign name which was bound to this machine (DNS rebinding) is refused.

use std::net::IpAddr;

use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Uri};

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader(pub(crate) IpAddr);

/// Headers of every answer.
static HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds the headers of every answer.
pub(crate) fn protect(headers: &mut HeaderMap) {
    for (name, value) in &HEADERS {
        headers.insert(name.clone(), HeaderValue::from_static(value));
    }
}

/// The names by which the server may be called.
#[derive(Debug)]
pub(crate) struct Names {
    port: u16,
    others: Vec<String>,
}

impl Names {
    pub(crate) fn new(port: u16, others: &[String]) -> Names {
        Names { port, others: others.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// May a request with these headers be answered? `Err`: why not.
    pub(crate) fn admit(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = only(headers, &header::HOST).ok_or("the header Host is missing, or there are two of it")?;
        if !self.is_ours(host) {
            return Err("this server is not called by that name; `--host NAME` adds one");
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, &header::ORIGIN).ok_or("there are two headers Origin")?;
            let there = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if !there.is_some_and(|there| there.eq_ignore_ascii_case(host)) {
                return Err("this page is of another origin");
            }
        }
        let word = |name: &'static str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        match word("sec-fetch-site") {
            None | Some("same-origin" | "none") => Ok(()),
            // a link on another page leads here: a page is opened, and nothing else
            Some(_)
                if *method == Method::GET
                    && !uri.path().starts_with("/api/")
                    && word("sec-fetch-mode") == Some("navigate")
                    && word("sec-fetch-dest") == Some("document") =>
            {
                Ok(())
            }
            Some(_) => Err("another site asks for this"),
        }
    }

    fn is_ours(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (host.as_str(), None),
        };
        if self.others.iter().any(|other| *other == name || *other == host) {
            return true;
        }
        let port = port.map_or(Some(80), |port| port.parse::<u16>().ok());
        ["localhost", "127.0.0.1", "[::1]"].contains(&name) && port == Some(self.port)
    }
}

/// The value of a header that stands once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let one = all.next()?;
    if all.next().is_some() { None } else { one.to_str().ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(headers: &[(&'static str, &'static str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        let names = Names::new(4780, &["Play.Example".to_owned()]);
        names.admit(&Method::GET, &Uri::from_static("/play"), &map).is_ok()
    }

    #[test]
    fn names_of_ours_are_admitted() {
        for host in ["localhost:4780", "127.0.0.1:4780", "[::1]:4780", "play.example", "PLAY.example:8080"] {
            assert!(admitted(&[("host", host)]), "{host}");
        }
    }

    #[test]
    fn foreign_names_and_origins_are_not() {
        for host in [
            "evil.example:4780", "localhost:4781", "localhost", "127.0.0.1.evil.example:4780", "", "[::2]:4780",
            "x]:4780",
        ] {
            assert!(!admitted(&[("host", host)]), "{host}");
        }
        assert!(!admitted(&[]) && !admitted(&[("host", "localhost:4780"), ("host", "localhost:4780")]));
        let ours = ("host", "localhost:4780");
        assert!(admitted(&[ours, ("origin", "http://localhost:4780")]));
        for origin in ["http://evil.example", "null", "http://localhost:80", "http://localhost:4780.evil.example"] {
            assert!(!admitted(&[ours, ("origin", origin)]), "{origin}");
        }
        assert!(admitted(&[ours, ("sec-fetch-site", "same-origin")]));
        assert!(!admitted(&[ours, ("sec-fetch-site", "cross-site")]));
        assert!(!admitted(&[ours, ("sec-fetch-site", "same-site"), ("sec-fetch-mode", "cors")]));
        let link = [ours, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert!(admitted(&[&link[..], &[("sec-fetch-dest", "document")]].concat()));
        assert!(!admitted(&[&link[..], &[("sec-fetch-dest", "iframe")]].concat()));
    }
}
