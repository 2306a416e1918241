package undercroft

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// errFactsMissing: an update doesn't follow on what was received before.
var errFactsMissing = errors.New("facts were never sent")

// inbox is what one subscription has received and not handed out yet: all facts, and of everything else the newest.
// Nothing grows but the list of facts that nobody has taken.
type inbox struct {
	// seq facts were received; taken were handed out. seen is the seq of the newest update handed out, -1 before any.
	seq, taken uint64
	seen       int64
	// newest is the newest state, every field set, without facts. It is never changed, only replaced.
	newest *undercroftv1.Update
	// fresh: there is something that wasn't handed out.
	fresh bool
	// facts belong to newest; parts are of a long list of facts, kept until the state after it comes.
	facts, parts []*undercroftv1.Fact
	match        *undercroftv1.Match
	seat         int32
}

// receive takes in a message; whether it brought anything new. What was received before is dropped.
func (in *inbox) receive(message *undercroftv1.Update) (bool, error) {
	since, told := message.GetSince(), uint64(len(message.GetFacts()))
	switch {
	case since > in.seq:
		return false, fmt.Errorf("%w: facts %d to %d: %w", ErrProtocol, in.seq+1, since, errFactsMissing)
	case since+told != message.GetSeq():
		return false, fmt.Errorf("%w: the facts of an update don't add up to its seq", ErrProtocol)
	case message.GetSeq() < in.seq:
		return false, nil
	}
	in.parts = append(in.parts, message.GetFacts()[in.seq-since:]...)
	in.seq = message.GetSeq()
	if message.GetSnapshot() {
		in.match, in.seat = message.GetMatch(), message.GetSeat()
	}
	if message.GetStatus() == undercroftv1.MatchStatus_MATCH_STATUS_UNSPECIFIED {
		if told > 0 || in.newest == nil || len(in.parts) > 0 {
			return false, nil
		}
		return in.learn(withNews(in.newest, message)), nil
	}
	if in.match == nil {
		return false, fmt.Errorf("%w: the first update of a subscription was no snapshot", ErrProtocol)
	}
	return in.learn(message), nil
}

// isOver tells whether the match is, as far as was received.
func (in *inbox) isOver() bool { return in.newest != nil && Over(in.newest) }

// take hands out the newest state with every fact since the last one handed out; no fact is handed out twice.
func (in *inbox) take() *undercroftv1.Update {
	update := proto.CloneOf(in.newest)
	update.Since, update.Facts = in.taken, in.facts
	in.taken, in.facts, in.fresh = update.GetSeq(), nil, false
	in.seen = int64(update.GetSeq())
	return update
}

func (in *inbox) learn(message *undercroftv1.Update) bool {
	state := in.merged(message)
	if len(in.parts) == 0 && in.newest != nil && proto.Equal(state, in.newest) {
		return false
	}
	in.facts = append(in.facts, in.parts...)
	in.newest, in.parts, in.fresh = state, nil, true
	return true
}

// merged gives the whole state as of a message, without its facts: what the message leaves out stands as it was.
func (in *inbox) merged(message *undercroftv1.Update) *undercroftv1.Update {
	state := proto.CloneOf(message)
	state.Subscription, state.Snapshot, state.Facts, state.Since = 0, false, nil, message.GetSeq()
	state.Seat = in.seat
	if before := in.newest; before != nil {
		state.View = or(state.GetView(), before.GetView())
		state.Board = or(state.GetBoard(), before.GetBoard())
		state.Svg = or(state.GetSvg(), before.GetSvg())
		if len(state.GetPresence()) == 0 {
			state.Presence = before.GetPresence()
		}
	}
	in.match = asOf(in.match, message, in.parts)
	state.Match = in.match
	return state
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// asOf gives the match as of a message.
func asOf(match *undercroftv1.Match, message *undercroftv1.Update, facts []*undercroftv1.Fact) *undercroftv1.Match {
	match = proto.CloneOf(match)
	match.Status = message.GetStatus()
	if message.GetOutcome() != nil {
		match.Outcome = message.GetOutcome()
	}
	for _, fact := range facts {
		if seated := fact.GetSeated(); seated != nil {
			sit(match, seated.GetSeat(), seated.GetKind(), seated.GetName())
		} else if left := fact.GetLeft(); left != nil {
			sit(match, left.GetSeat(), undercroftv1.SeatKind_SEAT_KIND_BOT, left.GetStandIn())
		}
	}
	return match
}

func sit(match *undercroftv1.Match, seat int32, kind undercroftv1.SeatKind, name string) {
	for _, info := range match.GetSeats() {
		if info.GetSeat() == seat {
			info.Kind, info.Name = kind, name
		}
	}
}

// withNews gives a state with presence and clocks as in news.
func withNews(state, news *undercroftv1.Update) *undercroftv1.Update {
	state = proto.CloneOf(state)
	state.Presence, state.Clocks = news.GetPresence(), news.GetClocks()
	return state
}
