//! The secret that all processes of a run share: who does not know it can neither join nor end the run.
//!
//! It is never sent. Each side proves that it knows the secret by HMAC-SHA-256 (RFC 2104) over both greetings, which hold
//! 32 random bytes of each side: a proof that was overheard is worth nothing in another meeting. Processes without a
//! secret give the proof of the empty key, so that both kinds speak one language and tell each other apart.

use std::fmt;

use grundy::Diagnostic;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The longest secret, in bytes.
const LONGEST: usize = 256;
/// Bytes of a proof.
pub(super) const PROOF: usize = 32;

/// A word that all processes of a run know. It is not printed, in no form.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Takes a word: at least one character, at most 256 bytes, no blanks.
    ///
    /// # Errors
    /// No such word. The message does not repeat it.
    pub fn new(text: &str) -> Result<Secret, Diagnostic> {
        let help = "a word that is hard to guess, as `openssl rand -hex 16` prints it";
        if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err(Diagnostic::input("a secret is one word without blanks".to_owned()).suggest(help));
        }
        if text.len() > LONGEST {
            return Err(Diagnostic::input(format!("a secret has at most {LONGEST} bytes")).suggest(help));
        }
        Ok(Secret(text.to_owned()))
    }

    #[cfg(test)]
    pub(super) fn is(&self, other: &Secret) -> bool {
        self.0 == other.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What is to be proved: these messages, by who knows the secret.
fn sealed(secret: Option<&Secret>, messages: [&[u8]; 3]) -> Hmac<Sha256> {
    let key = secret.map_or(&[][..], |secret| secret.0.as_bytes());
    let mut seal = Hmac::<Sha256>::new_from_slice(key).expect("keys of HMAC have any length");
    messages.iter().for_each(|message| seal.update(message));
    seal
}

/// The proof that this side knows the secret.
pub(super) fn proof(secret: Option<&Secret>, messages: [&[u8]; 3]) -> [u8; PROOF] {
    sealed(secret, messages).finalize().into_bytes().into()
}

/// Does the other side know it? Takes the same time wherever the first difference is.
pub(super) fn proves(secret: Option<&Secret>, messages: [&[u8]; 3], proof: &[u8]) -> bool {
    sealed(secret, messages).verify_slice(proof).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4231, test case 2.
    #[test]
    fn proofs_are_those_of_the_standard() {
        let secret = Secret::new("Jefe").unwrap();
        let messages: [&[u8]; 3] = [b"what do ya ", b"want ", b"for nothing?"];
        let proof = proof(Some(&secret), messages);
        let hex: String = proof.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert!(proves(Some(&secret), messages, &proof));
        assert!(!proves(None, messages, &proof) && !proves(Some(&secret), messages, &proof[1..]));
    }
}
