//! Host files: one `host:port` a line, one line a process; and a line with the secret that they share.
//!
//! ```text
//! secret 2f5c…e1          # what strangers do not know; all copies of the file have the same
//! 10.0.0.1:2101           # process 0
//! 10.0.0.2:2101           # process 1
//! ```

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};

use grundy::{Diagnostic, ErrorKind};

use super::secret::Secret;

/// The longest address with its port: a name has 253 characters at most.
const LONGEST: usize = 260;

/// The addresses of all processes, in the order of their numbers, and what they ask of each other.
#[derive(Debug, Clone)]
pub struct Hosts {
    addresses: Vec<SocketAddr>,
    secret: Option<Secret>,
}

impl Hosts {
    /// Reads the bytes of a host file as [`read`](Hosts::read) reads its text. A byte order mark at the beginning, as
    /// some editors write it, is passed over.
    ///
    /// # Errors
    /// The line with the first bytes that are no UTF-8; the errors of [`read`](Hosts::read).
    pub fn read_bytes(bytes: &[u8], trust: bool) -> Result<Hosts, Diagnostic> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
            let message = format!("host file, line {line}: the byte in column {column} is not UTF-8 text");
            let wide = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
            let help = if wide { "it looks like UTF-16: save it as UTF-8" } else { "save the file as UTF-8" };
            Diagnostic::input(message).suggest(help)
        })?;
        Hosts::read(text, trust)
    }

    /// Reads a host file. Blank lines and what follows `#` are passed over; names are looked up.
    ///
    /// What is sent is not encrypted, whether there is a secret or not: unless `trust` is given, only addresses of this machine
    /// (loopback) and of private networks are taken (RFC 1918, RFC 4193, link-local). An address that stands for all
    /// interfaces is never taken.
    ///
    /// # Errors
    /// A line that is not an address with a port; an address or a secret twice; a public address without `trust`; fewer than two lines.
    ///
    /// ```
    /// use grundy_cluster::distributed::Hosts;
    /// assert_eq!(Hosts::read("127.0.0.1:2101\n127.0.0.1:2102\n", false).unwrap().len(), 2);
    /// assert!(Hosts::read("127.0.0.1:2101\n8.8.8.8:2102\n", false).is_err());
    /// ```
    pub fn read(text: &str, trust: bool) -> Result<Hosts, Diagnostic> {
        let mut addresses: Vec<SocketAddr> = Vec::new();
        let mut secret = None;
        let wrong = |line: usize, why: String| Diagnostic::input(format!("host file, line {line}: {why}"));
        for (line, content) in (1..).zip(text.lines()) {
            let host = content.split('#').next().unwrap_or_default().trim();
            if host.is_empty() {
                continue;
            }
            if let Some(text) = host.strip_prefix("secret").filter(|rest| rest.starts_with([' ', '\t'])) {
                let read = Secret::new(text.trim()).map_err(|fault| wrong(line, fault.message))?;
                if secret.replace(read).is_some() {
                    return Err(
                        wrong(line, "a second secret".to_owned()).suggest("one line `secret …` for all processes")
                    );
                }
                continue;
            }
            if host.len() > LONGEST {
                let begin: String = host.chars().take(40).collect();
                return Err(wrong(line, format!("{begin:?}… is too long for an address")).suggest("10.0.0.1:2101"));
            }
            let found = host.to_socket_addrs().map(|mut all| all.next());
            let address = match found {
                Ok(Some(address)) if address.port() != 0 => address,
                Ok(_) => return Err(wrong(line, format!("{host:?} is not an address")).suggest("10.0.0.1:2101")),
                Err(error) => {
                    let fault = wrong(line, format!("{host:?} is not an address: {error}"));
                    return Err(fault.suggest("one host:port a line, as in 10.0.0.1:2101"));
                }
            };
            let ip = address.ip().to_canonical();
            if ip.is_unspecified() || ip.is_multicast() {
                return Err(wrong(line, format!("{ip} is not the address of one machine")).suggest("10.0.0.1:2101"));
            }
            if !trust && !is_private(ip) {
                let fault = wrong(line, format!("{ip} is an address of the public network"));
                let help = "what the workers send is not encrypted: use a private network, or trust this one";
                return Err(fault.suggest(help));
            }
            if addresses.contains(&address) {
                let fault = wrong(line, format!("{address} stands there twice"));
                return Err(fault.suggest("give each process a port of its own"));
            }
            addresses.push(address);
        }
        if addresses.len() < 2 {
            let fault = Diagnostic::input("the host file names fewer than two processes");
            return Err(fault.suggest("one host:port a line; a single process needs none"));
        }
        Ok(Hosts { addresses, secret })
    }

    /// The same hosts with this secret, whatever the file says.
    #[must_use]
    pub fn with_secret(self, secret: Secret) -> Hosts {
        Hosts { secret: Some(secret), ..self }
    }

    /// Can a program of another machine reach a port of these, and has to know nothing? Then it can join or end a run.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.secret.is_none() && self.addresses.iter().any(|address| !address.ip().to_canonical().is_loopback())
    }

    pub(super) fn secret(&self) -> Option<&Secret> {
        self.secret.as_ref()
    }

    /// How many processes.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there are at least two")]
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// The address of a process.
    ///
    /// # Errors
    /// There is no process of this number.
    pub fn address(&self, process: usize) -> Result<SocketAddr, Diagnostic> {
        self.addresses.get(process).copied().ok_or_else(|| {
            let last = self.len() - 1;
            let fault = format!("there is no process {process} in the host file");
            Diagnostic::new(ErrorKind::Input, fault).suggest(format!("processes 0 to {last}"))
        })
    }

    /// A number that processes with different host files do not share.
    pub(super) fn fingerprint(&self) -> u32 {
        let text: Vec<String> = self.addresses.iter().map(SocketAddr::to_string).collect();
        crc32fast::hash(text.join("\n").as_bytes())
    }
}

fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

/// Addresses on this machine that nobody uses, and that the system gives to nobody by itself: those are above 32767.
#[cfg(test)]
pub(crate) fn free_hosts(processes: usize) -> Hosts {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(97);
    let ports = std::iter::repeat_with(|| 10_000 + first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 20_000);
    let free = ports.map(|port| format!("127.0.0.1:{port}")).filter(|own| std::net::TcpListener::bind(own).is_ok());
    let lines: Vec<String> = free.take(processes).map(|own| format!("{own}\n")).collect();
    Hosts::read(&lines.concat(), false).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_files_are_read() {
        let hosts = Hosts::read("# ours\n10.0.0.1:2101\n\n[::1]:2102 # here\r\n", false).unwrap();
        assert_eq!(hosts.len(), 2);
        assert_eq!(hosts.address(1).unwrap().port(), 2102);
        assert!(hosts.address(2).is_err());
        for (wrong, why) in [
            ("", "fewer than two"),
            ("127.0.0.1:2101", "fewer than two"),
            ("127.0.0.1\n127.0.0.1:2", "line 1"),
            ("127.0.0.1:1\n127.0.0.1:0", "line 2"),
            ("127.0.0.1:1\n127.0.0.1:70000", "line 2"),
            ("127.0.0.1:1\n127.0.0.1:1", "twice"),
            ("0.0.0.0:1\n127.0.0.1:1", "one machine"),
            ("127.0.0.1:1\n93.184.216.34:1", "public"),
            ("127.0.0.1:1\n[2001:db8::1]:1", "public"),
        ] {
            let fault = Hosts::read(wrong, false).unwrap_err();
            assert!(fault.message.contains(why), "{wrong:?}: {fault}");
        }
        assert!(Hosts::read("127.0.0.1:1\n93.184.216.34:1", true).is_ok());
        assert!(Hosts::read("0.0.0.0:1\n127.0.0.1:1", true).is_err());
    }

    #[test]
    fn secrets_are_read_and_never_printed() {
        let two = "127.0.0.1:1\n127.0.0.1:2\n";
        let (open, closed) = (Hosts::read(two, false).unwrap(), format!("{two}secret  hush-hush # not told\n"));
        let closed = Hosts::read(&closed, false).unwrap();
        assert_eq!(open.fingerprint(), closed.fingerprint());
        assert!(open.secret().is_none() && !open.is_open());
        assert!(!format!("{closed:?}").contains("hush"), "{closed:?}");
        assert!(closed.secret().unwrap().is(&Secret::new("hush-hush").unwrap()));
        let far = Hosts::read("10.0.0.1:1\n10.0.0.2:1", false).unwrap();
        assert!(far.is_open() && !far.with_secret(Secret::new("x").unwrap()).is_open());
        for (wrong, why) in [
            ("secret a\nsecret b\n", "line 2: a second"),
            ("secret two words\n", "line 1: a secret is one word"),
            (&format!("secret {}\n", "x".repeat(1 << 20)), "line 1: a secret has"),
            ("secret\n", "line 1: \"secret\" is not an address"),
        ] {
            let fault = Hosts::read(&format!("{wrong}{two}"), false).unwrap_err();
            assert!(fault.message.contains(why) && fault.message.len() < 200, "{fault:?}");
        }
    }

    #[test]
    fn host_files_are_utf_8() {
        let two = "127.0.0.1:1\n127.0.0.1:2\n";
        let marked = Hosts::read_bytes(format!("\u{feff}{two}").as_bytes(), false).unwrap();
        assert_eq!(marked.addresses, Hosts::read_bytes(two.as_bytes(), false).unwrap().addresses);
        let wide: Vec<u8> = format!("\u{feff}{two}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (bytes, place, help) in [
            (&b"127.0.0.1:1\n# h\xf6st\n127.0.0.1:2"[..], "line 2: the byte in column 4", "as UTF-8"),
            (&wide, "line 1: the byte in column 1", "UTF-16"),
            (b"\xef\xbb\xbf\n\n\x80", "line 3: the byte in column 1", "as UTF-8"),
        ] {
            let fault = Hosts::read_bytes(bytes, false).unwrap_err();
            assert!(fault.message.contains(place), "{fault:?}");
            assert!(fault.suggestion.unwrap().contains(help));
            assert_eq!(fault.kind, ErrorKind::Input);
        }
    }
}
