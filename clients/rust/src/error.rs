use std::{collections::HashMap, time::Duration};

use tonic::Code;
use tonic_types::StatusExt;

use crate::v1::{self, Reason};

/// The domain of the `ErrorInfo` in a refused call's status.
const DOMAIN: &str = "undercroft";

/// What can go wrong.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The server refused, and says why.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Another connection has taken the seat, or the bot's name. To come back would be to take it in turn, so nobody does
    /// it unasked.
    #[error("{0}")]
    TakenOver(String),
    /// The server couldn't be reached for as long as the caller was ready to wait.
    #[error("{0}")]
    ConnectionLost(String),
    /// A call ended with a gRPC status that names no reason.
    #[error("{code:?}: {message}")]
    CallFailed {
        /// The status.
        code: Code,
        /// What it says.
        message: String,
    },
    /// The server sent what it must not send, as facts that don't follow on.
    #[error("{0}")]
    Protocol(String),
    /// The arguments are of no use: an address that is none, a command too long to be sent.
    #[error("{0}")]
    Usage(String),
    /// The client was closed.
    #[error("the client is closed")]
    Closed,
}

impl Error {
    /// Why the server refused, if it did.
    #[must_use]
    pub fn refused(&self) -> Option<&Refused> {
        match self {
            Self::Refused(refused) => Some(refused),
            _ => None,
        }
    }

    /// Whether another attempt to open a stream would end as this one did.
    pub(crate) fn is_hopeless(&self) -> bool {
        match self {
            Self::Refused(refused) => !matches!(
                refused.reason,
                Reason::ShuttingDown | Reason::StorageUnavailable | Reason::RateLimited | Reason::Internal
            ),
            Self::CallFailed { code, .. } => matches!(
                code,
                Code::Unauthenticated
                    | Code::PermissionDenied
                    | Code::Unimplemented
                    | Code::InvalidArgument
                    | Code::NotFound
                    | Code::FailedPrecondition
            ),
            Self::TakenOver(_) | Self::Usage(_) | Self::Closed => true,
            Self::ConnectionLost(_) | Self::Protocol(_) => false,
        }
    }
}

impl From<tonic::Status> for Error {
    fn from(status: tonic::Status) -> Self {
        match status.get_details_error_info() {
            Some(info) if info.domain == DOMAIN => Self::Refused(Refused {
                reason: Reason::from_str_name(&format!("REASON_{}", info.reason)).unwrap_or(Reason::Unspecified),
                message: status.message().to_owned(),
                details: info.metadata,
            }),
            _ => Self::CallFailed { code: status.code(), message: status.message().to_owned() },
        }
    }
}

/// A refusal. Switch on [`reason`](Refused::reason); the message is a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Refused {
    /// Why; [`Reason::Unspecified`] is one that only a newer client knows.
    pub reason: Reason,
    /// A sentence for a person, in English.
    pub message: String,
    /// Facts for a program, as `refusal.proto` says for each reason.
    pub details: HashMap<String, String>,
}

impl Refused {
    /// Texts of the legal actions, after [`Reason::IllegalAction`] and [`Reason::InvalidAction`].
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.names("legal")
    }

    /// Names that were perhaps meant, after an unknown game, bot or option.
    #[must_use]
    pub fn nearest(&self) -> Vec<String> {
        self.names("nearest")
    }

    /// How long to wait, after [`Reason::RateLimited`]; else zero.
    #[must_use]
    pub fn retry_after(&self) -> Duration {
        let seconds = self.details.get("seconds").and_then(|text| text.parse().ok()).unwrap_or(0.0);
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    /// The seq of the newest list of legal actions, after [`Reason::Stale`]; else 0.
    #[must_use]
    pub fn newest_seq(&self) -> u64 {
        self.details.get("seq").and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    fn names(&self, key: &str) -> Vec<String> {
        self.details.get(key).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}

impl From<v1::Refusal> for Refused {
    fn from(refusal: v1::Refusal) -> Self {
        Self { reason: refusal.reason(), message: refusal.message, details: refusal.details }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tonic::Status;
    use tonic_types::ErrorDetails;

    fn status(reason: &str, domain: &str) -> Status {
        let details = HashMap::from([("legal".to_owned(), r#"["a", "b"]"#.to_owned())]);
        Status::with_error_details(
            Code::FailedPrecondition,
            "no",
            ErrorDetails::with_error_info(reason, domain, details),
        )
    }

    #[test]
    fn a_status_with_a_reason_of_ours_is_a_refusal() {
        let error = Error::from(status("ILLEGAL_ACTION", DOMAIN));
        let refused = error.refused().expect("it has a reason");
        assert_eq!(refused.reason, Reason::IllegalAction);
        assert_eq!(refused.to_string(), "no");
        assert_eq!(refused.legal(), ["a", "b"]);
    }

    #[test]
    fn a_reason_from_a_newer_server_is_unspecified() {
        let error = Error::from(status("FULL_MOON", DOMAIN));
        assert_eq!(error.refused().map(|refused| refused.reason), Some(Reason::Unspecified));
    }

    #[test]
    fn a_reason_of_somebody_else_is_none_of_ours() {
        let error = Error::from(status("ILLEGAL_ACTION", "elsewhere"));
        assert!(matches!(error, Error::CallFailed { code: Code::FailedPrecondition, .. }));
    }

    #[test]
    fn details_that_make_no_sense_are_passed_over() {
        let details = [("seconds", "-1"), ("legal", "{"), ("seq", "x")];
        let details = details.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
        let refused = Refused { reason: Reason::Stale, message: String::new(), details };
        assert_eq!(refused.retry_after(), Duration::ZERO);
        assert_eq!(refused.newest_seq(), 0);
        assert!(refused.legal().is_empty());
    }
}
