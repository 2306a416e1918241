package undercroft

import (
	"context"
	"errors"
	"iter"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// Seat is one seat of one match, followed and played; or a spectator's place.
//
// Its updates are those of the wire, merged: `facts` are number `since` + 1 to `seq`, each told exactly once, and
// everything else is the newest state, whole. Who looks seldom gets the newest state with every fact in between. Let one
// goroutine take the updates, while any others act.
//
// Once nothing comes any more, all methods fail with the reason: *Refused if the server doesn't let us follow,
// ErrTakenOver, ErrClosed, ErrProtocol.
type Seat struct {
	play *play
	*subscription
	// Guarded by play: the seq of the newest legal list that needs no answer any more, -1 before any, and how many facts
	// had been told when the last action was accepted.
	acted    int64
	accepted uint64
}

// Over tells whether a match is over, as of an update.
func Over(update *undercroftv1.Update) bool {
	status := update.GetStatus()
	return status == undercroftv1.MatchStatus_MATCH_STATUS_FINISHED || status == undercroftv1.MatchStatus_MATCH_STATUS_ABORTED
}

// Entries gives the game's journal entries among the facts of an update, JSON.
func Entries(update *undercroftv1.Update) []string {
	var entries []string
	for _, fact := range update.GetFacts() {
		if _, ok := fact.GetFact().(*undercroftv1.Fact_Entry); ok {
			entries = append(entries, fact.GetEntry())
		}
	}
	return entries
}

// Seat follows a match from the seat that a token proves, to play it. Facts after number since are sent (0: all); wants
// may be nil: the view, and no texts.
func (c *Client) Seat(matchID string, token Token, wants *undercroftv1.Wants, since uint64) *Seat {
	return &Seat{play: c.play, subscription: c.play.add(matchID, token, wants, since), acted: -1}
}

// Watch follows a match as somebody who sits nowhere.
func (c *Client) Watch(matchID string, wants *undercroftv1.Wants, since uint64) *Seat {
	return c.Seat(matchID, nil, wants, since)
}

// MatchID is the match's.
func (s *Seat) MatchID() string { return s.matchID }

// Reconnects is how often it was resumed on a new connection.
func (s *Seat) Reconnects() int {
	s.play.mutex.Lock()
	defer s.play.mutex.Unlock()
	return s.resumed
}

// Next gives the next update, and waits for one if there is none; after the end too (chat, a rematch).
func (s *Seat) Next(ctx context.Context) (*undercroftv1.Update, error) {
	return s.next(ctx, func() bool { return s.inbox.fresh })
}

// NextTurn gives the next update in which this seat is to act, or the last one of the match.
//
// A turn that was answered isn't given again. One that wasn't is, without its facts: those are told once.
func (s *Seat) NextTurn(ctx context.Context) (*undercroftv1.Update, error) {
	return s.next(ctx, func() bool {
		newest := s.inbox.newest
		return newest != nil && (Over(newest) ||
			newest.GetLegal() != nil && int64(newest.GetSeq()) > s.acted && newest.GetSeq() >= s.accepted)
	})
}

// Updates gives the updates as they come, and ends after the one in which the match is over, or with an error.
func (s *Seat) Updates(ctx context.Context) iter.Seq2[*undercroftv1.Update, error] {
	return func(yield func(*undercroftv1.Update, error) bool) {
		for {
			update, err := s.Next(ctx)
			if !yield(update, err) || err != nil || Over(update) {
				return
			}
		}
	}
}

// Act plays an action, given by its text, and returns once it is on disk. It answers the legal actions of the newest
// update handed out. *Refused says why it wasn't played.
func (s *Seat) Act(ctx context.Context, text string) error {
	return s.act(ctx, &undercroftv1.Action{Action: &undercroftv1.Action_Text{Text: text}})
}

// ActCode is Act with the action's code.
func (s *Seat) ActCode(ctx context.Context, code int32) error {
	return s.act(ctx, &undercroftv1.Action{Action: &undercroftv1.Action_Code{Code: code}})
}

// Do sends a command of this seat: Say, Mute, OfferDraw, Resign, Abort, Rematch, or an Action with a seq of one's own.
// Its subscription is filled in, and its command id if it has none. If the connection goes before the answer has come,
// the command is sent again and not carried out twice. When ctx ends before that, it may have been carried out.
func (s *Seat) Do(ctx context.Context, command *undercroftv1.PlayCommand) (*undercroftv1.Accepted, error) {
	asked, err := s.play.ask(s.subscription, command)
	if err != nil {
		return nil, err
	}
	select {
	case <-asked.answered:
		return asked.accepted, asked.err
	case <-ctx.Done():
		s.play.forget(asked)
		return nil, ctx.Err()
	}
}

// Close follows no longer. The seat stays ours: Client.Seat with the same token comes back to it.
func (s *Seat) Close() { s.play.remove(s.subscription) }

func (s *Seat) act(ctx context.Context, action *undercroftv1.Action) error {
	seq, err := s.seen(ctx)
	if err != nil {
		return err
	}
	action.Seq = seq
	accepted, err := s.Do(ctx, &undercroftv1.PlayCommand{Command: &undercroftv1.PlayCommand_Act{Act: action}})
	s.play.mutex.Lock()
	defer s.play.mutex.Unlock()
	if err == nil {
		s.accepted = max(s.accepted, accepted.GetSeq())
	}
	if err == nil || isPast(err) {
		s.acted = max(s.acted, int64(seq))
	}
	return err
}

// isPast tells whether an action was refused because its list of legal actions needs no answer any more. What replaced
// it may still be on its way.
func isPast(err error) bool {
	var refused *Refused
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Reason {
	case undercroftv1.Reason_REASON_STALE, undercroftv1.Reason_REASON_NOT_YOUR_TURN,
		undercroftv1.Reason_REASON_MATCH_OVER, undercroftv1.Reason_REASON_TIME_UP:
		return true
	}
	return false
}

// seen is the seq of the newest update handed out; of the newest received, waiting for it, if none was.
func (s *Seat) seen(ctx context.Context) (uint64, error) {
	err := s.wait(ctx, func() bool { return s.inbox.newest != nil })
	if err != nil {
		return 0, err
	}
	s.play.mutex.Lock()
	defer s.play.mutex.Unlock()
	if s.inbox.seen < 0 {
		return s.inbox.newest.GetSeq(), nil
	}
	return uint64(s.inbox.seen), nil
}

func (s *Seat) next(ctx context.Context, ready func() bool) (*undercroftv1.Update, error) {
	if err := s.wait(ctx, ready); err != nil {
		return nil, err
	}
	s.play.mutex.Lock()
	defer s.play.mutex.Unlock()
	return s.inbox.take(), nil
}

// wait waits until something is so, or the subscription has ended without it.
func (s *Seat) wait(ctx context.Context, ready func() bool) error {
	for {
		s.play.mutex.Lock()
		is, err, changed := ready(), s.err, s.changed
		s.play.mutex.Unlock()
		switch {
		case is:
			return nil
		case err != nil:
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
