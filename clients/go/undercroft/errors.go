package undercroft

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

var (
	// ErrTakenOver: another connection has the seat, or serves the bot. Coming back would take it over in turn, so
	// nobody does it unasked.
	ErrTakenOver = errors.New("another connection has taken over")
	// ErrClosed: the seat or the client was closed here, or the server has ended the subscription.
	ErrClosed = errors.New("nothing comes any more: it was closed")
	// ErrProtocol: the server sent what it must not send, as facts that don't follow on.
	ErrProtocol = errors.New("the server doesn't keep to the protocol")
)

// domain is that of the ErrorInfo in a status (refusal.proto).
const domain = "undercroft"

// Refused is what the server says no with.
type Refused struct {
	// Reason is what to switch on. One that this version doesn't know is REASON_UNSPECIFIED.
	Reason undercroftv1.Reason
	// Message is a sentence for a person.
	Message string
	// Details are facts for a program; the comments of the reasons name them.
	Details map[string]string

	status *status.Status
}

// Error is the message.
func (r *Refused) Error() string { return r.Message }

// GRPCStatus is the status that a unary call was refused with, so that [status.FromError] finds it.
func (r *Refused) GRPCStatus() *status.Status {
	if r.status == nil {
		return status.New(codes.Unknown, r.Message)
	}
	return r.status
}

// Legal are the texts of the legal actions, after ILLEGAL_ACTION and INVALID_ACTION.
func (r *Refused) Legal() []string { return r.list("legal") }

// Nearest are names that were perhaps meant, after UNKNOWN_GAME, UNKNOWN_BOT and BAD_OPTION.
func (r *Refused) Nearest() []string { return r.list("nearest") }

// RetryAfter is how long to wait, after RATE_LIMITED; else 0.
func (r *Refused) RetryAfter() time.Duration {
	seconds, err := strconv.ParseFloat(r.Details["seconds"], 64)
	if err != nil || !(seconds > 0 && seconds < 1e6) {
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}

func (r *Refused) list(key string) []string {
	var names []string
	if json.Unmarshal([]byte(r.Details[key]), &names) != nil {
		return nil
	}
	return names
}

func refusedBy(refusal *undercroftv1.Refusal) *Refused {
	return &Refused{Reason: known(refusal.GetReason()), Message: refusal.GetMessage(), Details: refusal.GetDetails()}
}

func known(reason undercroftv1.Reason) undercroftv1.Reason {
	if _, ok := undercroftv1.Reason_name[int32(reason)]; !ok {
		return undercroftv1.Reason_REASON_UNSPECIFIED
	}
	return reason
}

// errorOf gives *Refused for a status that carries a reason of ours, and any other error as it is.
func errorOf(err error) error {
	if err == nil {
		return nil
	}
	of, ok := status.FromError(err)
	if !ok {
		return err
	}
	for _, detail := range of.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok && info.GetDomain() == domain {
			reason := undercroftv1.Reason_value["REASON_"+info.GetReason()]
			return &Refused{undercroftv1.Reason(reason), of.Message(), info.GetMetadata(), of}
		}
	}
	return err
}

// passing tells the refusals of a stream that may not meet the next attempt.
var passing = map[undercroftv1.Reason]bool{
	undercroftv1.Reason_REASON_SHUTTING_DOWN:       true,
	undercroftv1.Reason_REASON_STORAGE_UNAVAILABLE: true,
	undercroftv1.Reason_REASON_RATE_LIMITED:        true,
	undercroftv1.Reason_REASON_INTERNAL:            true,
}

// isHopeless tells whether another attempt at a stream would end as this one did.
func isHopeless(err error) bool {
	var refused *Refused
	if errors.As(err, &refused) {
		return !passing[refused.Reason]
	}
	if errors.Is(err, ErrTakenOver) {
		return true
	}
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied, codes.Unimplemented, codes.InvalidArgument, codes.NotFound,
		codes.FailedPrecondition:
		return true
	}
	return false
}

// going is why a connection ends that the server has said goodbye on: connect again after wait.
type going struct{ wait time.Duration }

func (g *going) Error() string { return fmt.Sprintf("the server is going, for %v at least", g.wait) }

// waitTold is how long the server said to wait; nothing if it didn't.
func waitTold(err error) time.Duration {
	var goodbye *going
	if errors.As(err, &goodbye) {
		return goodbye.wait
	}
	var refused *Refused
	if errors.As(err, &refused) {
		return refused.RetryAfter()
	}
	return 0
}
