use axum::http::{HeaderMap, HeaderName, header};
use std::net::IpAddr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Clients on this machine: the server listens on a loopback address. Names that other sites may point here (DNS
    /// rebinding) are refused. Any port is accepted: a forwarded one differs from the server's.
    Local,
    /// Clients anywhere that know the token.
    Token(String),
}

impl Access {
    /// Access from other machines, by a token that nobody can guess.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn by_new_token() -> Result<Access, getrandom::Error> {
        secret(16).map(Access::Token)
    }

    /// Whether the page may be read: its files are not secret.
    pub(super) fn may_read(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = text(headers, header::HOST).unwrap_or_default();
        match self {
            Access::Local if !is_loopback(host) => {
                Err("the request is for another host: expected 127.0.0.1 or localhost; a proxy must say so, as by \
                 `proxy_set_header Host localhost;`")
            }
            _ => Ok(()),
        }
    }

    /// Whether the engine may be used.
    pub(super) fn may_ask(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        self.may_read(headers)?;
        if !is_own(headers) {
            return Err(
                "the request comes from another site: expected the page of this program; behind a proxy without HTTPS set \
                 `proxy_set_header Origin \"\";`",
            );
        }
        let json = text(headers, header::CONTENT_TYPE)
            .is_some_and(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"));
        // Requests that other sites may send without a preflight are never JSON.
        if !json {
            return Err("the request's content type is another: expected application/json");
        }
        let Access::Token(token) = self else { return Ok(()) };
        let given =
            text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        // Compares every byte, so that the time does not depend on the first difference.
        let different =
            given.bytes().zip(token.bytes()).fold(given.len() ^ token.len(), |sum, (a, b)| sum | usize::from(a ^ b));
        if different == 0 {
            Ok(())
        } else {
            Err("the token is missing or wrong: expected the address that `ardoise serve` printed")
        }
    }
}

/// Unguessable random bytes as text.
///
/// # Errors
/// The system has no random numbers.
pub(super) fn secret(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a name with its port is this machine's. Addresses are reliable, but other names can be pointed here by
/// anybody.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || address.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Whether a request comes from the page itself, or from no page. Some browsers say whether it comes from the same
/// site, whatever a proxy makes of the host; others send the site's name.
fn is_own(headers: &HeaderMap) -> bool {
    let host = text(headers, header::HOST).unwrap_or_default();
    match (text(headers, FETCH_SITE), text(headers, header::ORIGIN)) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, None) => true,
        (None, Some(origin)) => origin.split_once("://").is_some_and(|(scheme, from)| {
            let port = if scheme == "https" { ":443" } else { ":80" };
            let bare = |host: &str| host.strip_suffix(port).unwrap_or(host).to_ascii_lowercase();
            bare(from) == bare(host)
        }),
    }
}

/// The header in which browsers give the relation to the requesting page.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().expect("a header's value"))).collect()
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for (host, read) in [
            ("127.0.0.1:8317", true),
            ("localhost:8317", true),
            ("LocalHost:8317", true),
            ("[::1]:8317", true),
            ("127.0.0.2:8317", true),
            // A port forwarded by `ssh -L`.
            ("localhost:9000", true),
            ("localhost", true),
            ("[::1]", true),
            ("192.168.0.2:8317", false),
            ("[::2]:8317", false),
            ("evil.example:8317", false),
            ("127.0.0.1.evil.example:8317", false),
            ("localhost.evil.example", false),
            ("evil.example:localhost", false),
            ("", false),
        ] {
            assert_eq!(Access::Local.may_read(&headers(&[(header::HOST, host)])).is_ok(), read, "{host}");
        }
        assert!(Access::Local.may_read(&HeaderMap::new()).is_err());
        let refused = Access::Local.may_read(&headers(&[(header::HOST, "games.example")])).unwrap_err();
        assert!(refused.contains("proxy_set_header Host localhost;"), "{refused}");
    }

    #[test]
    fn only_the_page_itself_asks() {
        let ask = |host: &str, origin: Option<&str>, site: Option<&str>, kind: &str| {
            let mut pairs = vec![(header::HOST, host), (header::CONTENT_TYPE, kind)];
            pairs.extend(origin.map(|origin| (header::ORIGIN, origin)));
            pairs.extend(site.map(|site| (FETCH_SITE, site)));
            Access::Local.may_ask(&headers(&pairs)).is_ok()
        };
        let (own, json) = ("localhost:8317", "application/json");
        assert!(ask(own, None, None, json));
        assert!(!ask(own, None, None, "text/plain"));
        for (origin, asks) in [
            ("http://localhost:8317", true),
            ("http://LOCALHOST:8317", true),
            ("http://localhost:8318", false),
            ("null", false),
            ("https://evil.example", false),
        ] {
            assert_eq!(ask(own, Some(origin), None, "application/json; charset=utf-8"), asks, "{origin}");
        }
        assert!(ask("localhost:80", Some("http://localhost"), None, json));
        assert!(!ask("localhost:80", Some("https://localhost"), None, json));
        // The browser's header counts: a proxy may have given the request another host.
        for (site, asks) in
            [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false), ("", false)]
        {
            assert_eq!(ask("127.0.0.1:8317", Some("https://games.example"), Some(site), json), asks, "{site}");
            assert_eq!(ask(own, Some("http://localhost:8317"), Some(site), json), asks, "{site}");
        }
    }

    #[test]
    fn others_need_the_token() {
        let access = Access::Token("abc".to_owned());
        let ask = |given: &str| {
            let pairs = [
                (header::HOST, "192.168.0.2:8317"),
                (header::CONTENT_TYPE, "application/json"),
                (header::AUTHORIZATION, given),
            ];
            access.may_ask(&headers(&pairs)).is_ok()
        };
        assert!(ask("Bearer abc"));
        for wrong in ["", "abc", "Bearer ", "Bearer ab", "Bearer abcd", "Bearer abd", "Basic abc"] {
            assert!(!ask(wrong), "{wrong}");
        }
        let (one, other) = (Access::by_new_token().unwrap(), Access::by_new_token().unwrap());
        assert!(one != other && matches!(one, Access::Token(token) if token.len() == 32));
    }
}
