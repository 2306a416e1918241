//! Messages with a token in them, shown without it: a log is read by many.

use std::fmt;

use crate::v1;

macro_rules! show {
    ($($message:ty: $($field:ident),*;)*) => {$(
        impl fmt::Debug for $message {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter
                    .debug_struct(stringify!($message))
                    $(.field(stringify!($field), &self.$field))*
                    .finish_non_exhaustive()
            }
        }
    )*};
}

show! {
    v1::ActRequest: match_id, action;
    v1::GetRecordRequest: match_id;
    v1::Hello: name, version, games, concurrency;
    v1::JoinMatchRequest: name;
    v1::Subscribe: subscription, match_id, since, wants, connection;
    v1::WatchRequest: match_id, since, wants, connection;
    v1::seat_fill::Mine: name;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_hidden(message: &dyn fmt::Debug) -> bool {
        !format!("{message:?}").contains("90, 90")
    }

    #[test]
    fn no_message_shows_a_token() {
        let token = vec![90; 32];
        assert!(!is_hidden(&token));
        assert!(is_hidden(&v1::ActRequest { seat_token: token.clone(), ..Default::default() }));
        assert!(is_hidden(&v1::GetRecordRequest { seat_token: token.clone(), ..Default::default() }));
        assert!(is_hidden(&v1::Hello { bot_token: token.clone(), ..Default::default() }));
        assert!(is_hidden(&v1::JoinMatchRequest { seat_token: token.clone(), ..Default::default() }));
        assert!(is_hidden(&v1::Subscribe { seat_token: token.clone(), ..Default::default() }));
        assert!(is_hidden(&v1::WatchRequest { seat_token: token.clone(), ..Default::default() }));
        assert!(is_hidden(&v1::seat_fill::Mine { seat_token: token, ..Default::default() }));
    }
}
