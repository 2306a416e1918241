use std::{fmt, str::FromStr};

/// 32 random bytes that prove a seat, or the name of a bot.
///
/// Who keeps them can come back from anywhere; who loses them can't. They don't show in `Debug`; [`Token::to_hex`] is for
/// keeping them in a file.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; Token::LENGTH]);

impl Token {
    /// How many bytes a token has.
    pub const LENGTH: usize = 32;

    /// A new one, from the system's generator of random numbers.
    ///
    /// # Panics
    ///
    /// If the system has none.
    #[must_use]
    pub fn new() -> Self {
        Self(random())
    }

    /// What is sent to prove it.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// 64 digits, which [`str::parse`] takes back.
    #[must_use]
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }
}

impl Default for Token {
    fn default() -> Self {
        Self::new()
    }
}

impl From<[u8; Token::LENGTH]> for Token {
    fn from(bytes: [u8; Token::LENGTH]) -> Self {
        Self(bytes)
    }
}

impl FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let digits = text.trim().as_bytes();
        if digits.len() != 2 * Self::LENGTH {
            return Err(NoToken);
        }
        let mut bytes = [0; Self::LENGTH];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = 16 * value(pair[0])? + value(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// What was read is no token: those are 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token has 64 hexadecimal digits")]
pub struct NoToken;

/// A random id of 32 characters for a command or a request, so that it can be sent again without harm.
#[must_use]
pub fn new_id() -> String {
    hex(&random::<16>())
}

pub(crate) fn random<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect()
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 16).unwrap_or_default()
}

fn value(digit: u8) -> Result<u8, NoToken> {
    let value = char::from(digit).to_digit(16).ok_or(NoToken)?;
    u8::try_from(value).map_err(|_| NoToken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_comes_back_from_its_digits() {
        let token = Token::new();
        assert_eq!(token.to_hex().parse(), Ok(token.clone()));
        assert_eq!(format!("{}\n", token.to_hex()).parse(), Ok(token));
    }

    #[test]
    fn anything_else_is_no_token() {
        for text in ["", "00", &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(text.parse::<Token>(), Err(NoToken), "{text}");
        }
    }

    #[test]
    fn a_token_isnt_shown() {
        let token = Token::from([7; Token::LENGTH]);
        assert!(!format!("{token:?}").contains('7'));
    }
}
