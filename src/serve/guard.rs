use axum::http::{HeaderMap, header};
use std::net::{IpAddr, SocketAddr};

/// Who may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Whoever is on this machine: the server listens on a loopback address. Names that other sites may point here (DNS
    /// rebinding) are refused.
    Local {
        /// The port, 0 until it is known.
        port: u16,
    },
    /// Whoever knows the token, from anywhere.
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

    pub(super) fn with_port(self, address: SocketAddr) -> Access {
        match self {
            Access::Local { .. } => Access::Local { port: address.port() },
            Access::Token(_) => self,
        }
    }

    /// Whether the page may be read: files that are no secret.
    pub(super) fn may_read(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        match self {
            Access::Token(_) => Ok(()),
            Access::Local { port } => {
                let host = text(headers, header::HOST).unwrap_or_default();
                let (name, given) = match host.rsplit_once(':') {
                    Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
                    _ => (host, Some(80)),
                };
                // An address of this machine is itself; names can be pointed here by anybody.
                let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
                let is_local =
                    name == "localhost" || address.parse().is_ok_and(|address: IpAddr| address.is_loopback());
                if is_local && given == Some(*port) {
                    Ok(())
                } else {
                    Err("the request is for another host: expected 127.0.0.1 or localhost")
                }
            }
        }
    }

    /// Whether the engine may be asked.
    pub(super) fn may_ask(&self, headers: &HeaderMap) -> Result<(), &'static str> {
        self.may_read(headers)?;
        if let Some(origin) = text(headers, header::ORIGIN) {
            let host = text(headers, header::HOST).unwrap_or_default();
            let own = origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
            if !own {
                return Err("the request comes from another site: expected the page of this program");
            }
        }
        let json = text(headers, header::CONTENT_TYPE)
            .is_some_and(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"));
        // What other sites may send without asking first is never JSON.
        if !json {
            return Err("the request's content type is another: expected application/json");
        }
        let Access::Token(token) = self else { return Ok(()) };
        let given =
            text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        // Looks at every byte, whichever differs.
        let different =
            given.bytes().zip(token.bytes()).fold(given.len() ^ token.len(), |sum, (a, b)| sum | usize::from(a ^ b));
        if different == 0 {
            Ok(())
        } else {
            Err("the token is missing or wrong: expected the address that `ardoise serve` printed")
        }
    }
}

/// So many random bytes as text, which nobody can guess.
///
/// # Errors
/// The system has no random numbers.
pub(super) fn secret(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

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
        let local = Access::Local { port: 8317 };
        for (host, read) in [
            ("127.0.0.1:8317", true),
            ("localhost:8317", true),
            ("[::1]:8317", true),
            ("127.0.0.2:8317", true),
            ("192.168.0.2:8317", false),
            ("[::2]:8317", false),
            ("localhost", false),
            ("[::1]", false),
            ("localhost:80", false),
            ("evil.example:8317", false),
            ("127.0.0.1.evil.example:8317", false),
            ("", false),
        ] {
            assert_eq!(local.may_read(&headers(&[(header::HOST, host)])).is_ok(), read, "{host}");
        }
        assert!(Access::Local { port: 80 }.may_read(&headers(&[(header::HOST, "[::1]")])).is_ok());
        assert!(local.may_read(&HeaderMap::new()).is_err());
    }

    #[test]
    fn only_the_page_itself_asks() {
        let local = Access::Local { port: 8317 };
        let ask = |origin: Option<&str>, kind: &str| {
            let mut pairs = vec![(header::HOST, "localhost:8317"), (header::CONTENT_TYPE, kind)];
            pairs.extend(origin.map(|origin| (header::ORIGIN, origin)));
            local.may_ask(&headers(&pairs)).is_ok()
        };
        assert!(ask(None, "application/json"));
        assert!(ask(Some("http://localhost:8317"), "application/json; charset=utf-8"));
        assert!(!ask(Some("http://localhost:8318"), "application/json"));
        assert!(!ask(Some("null"), "application/json"));
        assert!(!ask(Some("https://evil.example"), "application/json"));
        assert!(!ask(None, "text/plain"));
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
