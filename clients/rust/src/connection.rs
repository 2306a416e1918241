use std::time::Duration;

use crate::token::random;

/// How the connection for seats is, to be shown to a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Connection {
    /// Not needed so far.
    #[default]
    Idle,
    /// The server answers.
    Connected {
        /// Not for the first time.
        again: bool,
    },
    /// Gone; it is tried again by itself.
    Lost {
        /// So long until the next attempt.
        retry_in: Duration,
        /// Attempts since it was lost, from 1.
        attempt: u32,
        /// A few words.
        why: String,
    },
    /// Every seat has ended with the error.
    GivenUp {
        /// A few words.
        why: String,
    },
}

/// How long to wait between attempts: at random between nothing and `first`, doubled with each attempt, never above `most`.
///
/// The random part keeps a thousand clients of one server from coming back in one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// The most for the first attempt.
    pub first: Duration,
    /// The most for any.
    pub most: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { first: Duration::from_millis(400), most: Duration::from_secs(10) }
    }
}

impl Backoff {
    /// How long before an attempt; the first is number 1.
    #[must_use]
    pub fn delay(&self, attempt: u32) -> Duration {
        let doubled = self.first.saturating_mul(2_u32.saturating_pow(attempt.saturating_sub(1)));
        doubled.min(self.most).mul_f64(fraction())
    }

    /// The same for who is patient only for so long: waits are short enough that there are some attempts to the end.
    pub(crate) fn within(self, patience: Duration) -> Self {
        Self { most: self.most.min(patience / 10), ..self }
    }
}

/// At random from [0, 1).
fn fraction() -> f64 {
    f64::from(u32::from_le_bytes(random())) / (f64::from(u32::MAX) + 1.0)
}

/// The attempts since a stream was lost.
#[derive(Debug)]
pub(crate) struct Attempts {
    backoff: Backoff,
    max_wait: Option<Duration>,
    count: u32,
    lost_at: Option<tokio::time::Instant>,
}

impl Attempts {
    pub(crate) fn new(backoff: Backoff, max_wait: Option<Duration>) -> Self {
        Self { backoff, max_wait, count: 0, lost_at: None }
    }

    /// The stream is up.
    pub(crate) fn succeeded(&mut self) {
        self.count = 0;
        self.lost_at = None;
    }

    /// How long to wait before the next attempt, at least `told`, and which it is; nothing if that would be too long.
    pub(crate) fn next(&mut self, told: Duration) -> Option<(Duration, u32)> {
        let now = tokio::time::Instant::now();
        let lost_at = *self.lost_at.get_or_insert(now);
        self.count += 1;
        let delay = told + self.backoff.delay(self.count);
        match self.max_wait {
            Some(most) if now + delay - lost_at > most => None,
            _ => Some((delay, self.count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_have_an_end() {
        let backoff = Backoff { first: Duration::from_secs(1), most: Duration::from_secs(4) };
        for (attempt, most) in [(1, 1), (2, 2), (3, 4), (4, 4), (u32::MAX, 4)] {
            let longest = (0..200).map(|_| backoff.delay(attempt)).max().unwrap_or_default();
            let most = Duration::from_secs(most);
            assert!(longest <= most && longest > most / 2, "attempt {attempt}: {longest:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn patience_has_an_end_if_it_was_given_one() {
        let backoff = Backoff { first: Duration::from_millis(1), most: Duration::from_millis(1) };
        let mut attempts = Attempts::new(backoff, Some(Duration::from_secs(2)));
        let told = Duration::from_millis(900);
        for count in 1..=2 {
            let (delay, attempt) = attempts.next(told).expect("there is time");
            assert_eq!(attempt, count);
            tokio::time::advance(delay).await;
        }
        assert_eq!(attempts.next(told), None);
        attempts.succeeded();
        assert!(attempts.next(told).is_some());
    }
}
