use std::{net::IpAddr, time::Duration};

use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Error as TransportError};

use crate::{Client, Error, connection::Backoff};

/// A peer that is gone is noticed within 7 s.
const PING_EVERY: Duration = Duration::from_secs(5);
const PING_TIMEOUT: Duration = Duration::from_secs(2);

/// A client to be: where the server is, how to reach it, how patient to be.
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    target: String,
    authorities: Option<Vec<u8>>,
    plain_text: bool,
    patience: Duration,
    max_wait: Option<Duration>,
    backoff: Backoff,
}

impl Builder {
    pub(crate) fn new(target: String) -> Self {
        Self {
            target,
            authorities: None,
            plain_text: false,
            patience: Duration::from_secs(10),
            max_wait: None,
            backoff: Backoff::default(),
        }
    }

    /// Speak TLS, and trust the authorities in this PEM text instead of the system's.
    pub fn authorities(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.authorities = Some(pem.into());
        self
    }

    /// Speak plain text to another machine too: everybody in between reads seat tokens.
    pub fn plain_text(mut self) -> Self {
        self.plain_text = true;
        self
    }

    /// How long a unary call is made again while the server is away; 10 s unless told otherwise.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// How long a lost stream is tried again before its seats, or its bot, end with an error; for ever unless told
    /// otherwise.
    pub fn max_wait(mut self, max_wait: Duration) -> Self {
        self.max_wait = Some(max_wait);
        self
    }

    /// How long to wait between attempts.
    pub fn backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = backoff;
        self
    }

    /// The client. Nothing is sent before it is needed. To be called from a Tokio runtime.
    pub fn connect(self) -> Result<Client, Error> {
        let endpoint = self
            .endpoint()
            .map_err(|error| Error::Usage(format!("{} can't be connected to: {}", self.target, whole(&error))))?;
        let channel = endpoint
            .connect_timeout(Duration::from_secs(10))
            .http2_keep_alive_interval(PING_EVERY)
            .keep_alive_timeout(PING_TIMEOUT)
            .keep_alive_while_idle(true)
            .connect_lazy();
        Ok(Client::new(channel, self.patience, self.backoff, self.max_wait))
    }

    fn endpoint(&self) -> Result<Endpoint, TransportError> {
        let plain_text = self.authorities.is_none() && (self.plain_text || is_loopback(&self.target));
        if plain_text {
            return Endpoint::from_shared(format!("http://{}", self.target));
        }
        let tls = match &self.authorities {
            Some(pem) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)),
            None => ClientTlsConfig::new().with_native_roots(),
        };
        Endpoint::from_shared(format!("https://{}", self.target))?.tls_config(tls)
    }
}

/// Whether a `host:port` is this machine.
fn is_loopback(target: &str) -> bool {
    let host = target.rsplit_once(':').map_or(target, |(host, _)| host);
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// An error with those that caused it.
fn whole(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_spoken_to_in_plain_text_unasked() {
        for here in ["127.0.0.1:7070", "127.8.9.1:1", "[::1]:7070", "localhost:7070"] {
            assert!(is_loopback(here), "{here}");
        }
        for elsewhere in ["10.0.0.1:7070", "example.org:7070", "localhost.example.org:1", "[::2]:7070", "127.evil:1"] {
            assert!(!is_loopback(elsewhere), "{elsewhere}");
        }
    }

    #[tokio::test]
    async fn an_address_that_is_none_is_told() {
        let error = Client::connect("not an address").expect_err("it is none");
        assert!(matches!(error, Error::Usage(_)), "{error}");
    }
}
