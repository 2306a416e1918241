package undercroft

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// calls makes unary calls, and makes them again while the server is away or makes us wait, for patience in all. All of
// ours may be made twice, by their request ids and tokens.
type calls struct {
	patience time.Duration
	backoff  Backoff
}

func (c *calls) intercept(
	ctx context.Context, method string, request, reply any, connection *grpc.ClientConn, invoke grpc.UnaryInvoker,
	options ...grpc.CallOption,
) error {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	var before error
	for attempt := 1; ; attempt++ {
		err := errorOf(invoke(ctx, method, request, reply, connection, options...))
		if err == nil || !isTransient(ctx, err) {
			return err
		}
		if ctx.Err() != nil && before != nil {
			return before // the patience has run out, and what was said before tells more
		}
		before = err
		wait := c.backoff.delay(attempt) + waitTold(err)
		if end, ok := ctx.Deadline(); ok && time.Now().Add(wait).After(end) || !sleep(ctx, wait) {
			return err
		}
	}
}

// isTransient tells whether the same call may succeed: no connection, dropped by a busy server before it began, or
// asked to wait.
func isTransient(ctx context.Context, err error) bool {
	var refused *Refused
	if errors.As(err, &refused) && refused.Reason == undercroftv1.Reason_REASON_RATE_LIMITED {
		return true
	}
	switch status.Code(err) {
	case codes.Unavailable:
		return true
	case codes.Canceled, codes.DeadlineExceeded:
		return ctx.Err() == nil || errors.Is(ctx.Err(), context.DeadlineExceeded)
	}
	return false
}

// Joined is a seat that was taken.
type Joined struct {
	// Match is what everybody may know of it.
	Match *undercroftv1.Match
	// Seat is its number, from 0.
	Seat int32
	// Token proves the seat; keep it to come back.
	Token Token
}

// Join takes the seat that a join code opens, under a name of 1 to 40 characters.
func (c *Client) Join(ctx context.Context, code, name string) (*Joined, error) {
	token := NewToken()
	joined, err := c.Matches.JoinMatch(ctx, &undercroftv1.JoinMatchRequest{Code: code, SeatToken: token, Name: name})
	if err != nil {
		return nil, err
	}
	return &Joined{joined.GetMatch(), joined.GetSeat(), token}, nil
}
