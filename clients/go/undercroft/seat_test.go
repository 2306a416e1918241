package undercroft_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

var (
	running  = undercroftv1.MatchStatus_MATCH_STATUS_RUNNING
	finished = undercroftv1.MatchStatus_MATCH_STATUS_FINISHED
	dropped  = status.Error(codes.Unavailable, "dropped by the test")
)

// told makes an update of the facts after since, by their names.
func told(since uint64, entries ...string) *undercroftv1.Update {
	update := &undercroftv1.Update{Since: since, Seq: since + uint64(len(entries)), Status: running}
	for _, entry := range entries {
		update.Facts = append(update.Facts, &undercroftv1.Fact{Fact: &undercroftv1.Fact_Entry{Entry: entry}})
	}
	return update
}

// turn is an update in which the reader is to act.
func turn(since uint64, entries ...string) *undercroftv1.Update {
	update := told(since, entries...)
	update.Legal = &undercroftv1.LegalActions{Codes: []int32{1, 2}, Texts: []string{"left", "right"}}
	return update
}

func TestAnUnansweredActionIsSentAgainUnderItsIDAndNoFactIsLostOrToldTwice(t *testing.T) {
	fake := newFakeServer(t)
	sent := make(chan *undercroftv1.Action, 2)
	fake.play = append(fake.play, func(c *connection) error {
		c.subscribed(turn(0, "a", "b"))
		sent <- c.next().GetAct()
		return dropped
	}, func(c *connection) error {
		subscribe := c.next().GetSubscribe()
		if subscribe.GetSince() != 2 {
			t.Errorf("resumes after %d", subscribe.GetSince())
		}
		again := c.next().GetAct()
		sent <- again
		c.snapshot(subscribe, told(0, "a", "b", "c")) // more than was asked for
		c.accept(again, 3)
		return c.untilClosed()
	})
	seat := fake.client().Seat("m", undercroft.NewToken(), nil, 0)
	entries := undercroft.Entries(nextTurn(t, seat))
	if err := seat.Act(t.Context(), "left"); err != nil {
		t.Fatal(err)
	}
	update, err := seat.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if entries = append(entries, undercroft.Entries(update)...); !slices.Equal(entries, []string{"a", "b", "c"}) {
		t.Errorf("told %v", entries)
	}
	first, again := <-sent, <-sent
	first.Subscription = again.GetSubscription()
	if first.GetCommandId() == "" || !proto.Equal(first, again) {
		t.Errorf("sent %v, then %v", first, again)
	}
	if seat.Reconnects() != 1 {
		t.Errorf("resumed %d times", seat.Reconnects())
	}
}

func TestAServerCanTellAClientsConnectionsAndTheirOrder(t *testing.T) {
	fake := newFakeServer(t)
	wishes := make(chan *undercroftv1.Subscribe, 2)
	fake.play = append(fake.play, func(c *connection) error {
		wishes <- c.subscribed(told(0, "a"))
		return nil
	}, func(c *connection) error {
		wishes <- c.subscribed(told(1, "b"))
		return c.untilClosed()
	})
	seat := fake.client().Seat("m", undercroft.NewToken(), nil, 0)
	for seq := uint64(0); seq < 2; {
		update, err := seat.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seq = update.GetSeq()
	}
	first, second := <-wishes, <-wishes
	if !slices.Equal(first.GetClient(), second.GetClient()) || len(first.GetClient()) != 16 {
		t.Error("its connections aren't one client's")
	}
	if first.GetConnection() != 1 || second.GetConnection() != 2 {
		t.Errorf("connections %d and %d", first.GetConnection(), second.GetConnection())
	}
}

func TestAGapInTheFactsIsAskedForAgainUnderANewNumber(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(c *connection) error {
		number := c.subscribed(told(0, "a")).GetSubscription()
		gap := told(2, "c")
		gap.Subscription = number
		c.update(gap)
		if gone := c.next().GetUnsubscribe().GetSubscription(); gone != number {
			t.Errorf("unsubscribes %d", gone)
		}
		anew := c.next().GetSubscribe()
		if anew.GetSince() != 1 || anew.GetSubscription() == number {
			t.Errorf("asks for %v", anew)
		}
		c.snapshot(anew, told(1, "b", "c"))
		return c.untilClosed()
	})
	seat := fake.client().Seat("m", undercroft.NewToken(), nil, 0)
	var entries []string
	for len(entries) < 3 {
		update, err := seat.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, undercroft.Entries(update)...)
	}
	if !slices.Equal(entries, []string{"a", "b", "c"}) {
		t.Errorf("told %v", entries)
	}
}

func TestWhoIsTakenOverDoesNotComeBack(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(c *connection) error {
		number := c.subscribed(turn(0, "a")).GetSubscription()
		c.next() // an action that gets no answer any more
		c.end(number, undercroftv1.SubscriptionEnded_WHY_TAKEN_OVER, nil)
		return dropped
	})
	seat := fake.client().Seat("m", undercroft.NewToken(), nil, 0)
	nextTurn(t, seat)
	if err := seat.Act(t.Context(), "left"); !errors.Is(err, undercroft.ErrTakenOver) {
		t.Errorf("got %v", err)
	}
	if _, err := seat.Next(t.Context()); !errors.Is(err, undercroft.ErrTakenOver) {
		t.Errorf("got %v", err)
	}
}

func TestARefusedSubscriptionEndsTheSeatWithTheReason(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(c *connection) error {
		refusal := &undercroftv1.Refusal{Reason: undercroftv1.Reason_REASON_UNKNOWN_SEAT, Message: "no such seat"}
		c.end(c.next().GetSubscribe().GetSubscription(), undercroftv1.SubscriptionEnded_WHY_REFUSED, refusal)
		return c.untilClosed()
	})
	_, err := fake.client().Seat("m", undercroft.NewToken(), nil, 0).Next(t.Context())
	var refused *undercroft.Refused
	if !errors.As(err, &refused) || refused.Reason != undercroftv1.Reason_REASON_UNKNOWN_SEAT {
		t.Errorf("got %v", err)
	}
}

func TestAStreamThatIsRefusedForGoodIsNotTriedAgain(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(*connection) error {
		return status.Error(codes.Unauthenticated, "not you")
	})
	_, err := fake.client().Seat("m", undercroft.NewToken(), nil, 0).Next(t.Context())
	if status.Code(err) != codes.Unauthenticated {
		t.Errorf("got %v", err)
	}
}

func TestAServerThatGoesStillAnswersAndIsComeBackTo(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(c *connection) error {
		c.subscribed(turn(0, "a"))
		action := c.next().GetAct()
		c.send(&undercroftv1.PlayEvent{Event: &undercroftv1.PlayEvent_Goodbye{
			Goodbye: &undercroftv1.Goodbye{ReconnectAfterMs: 1_000},
		}})
		c.accept(action, 2)
		return c.untilClosed()
	}, func(c *connection) error {
		c.subscribed(told(1, "b"))
		return c.untilClosed()
	})
	seat := fake.client().Seat("m", undercroft.NewToken(), nil, 0)
	nextTurn(t, seat)
	if err := seat.Act(t.Context(), "left"); err != nil {
		t.Fatal(err)
	}
	update, err := seat.Next(t.Context())
	if err != nil || update.GetSeq() != 2 {
		t.Errorf("got %v, %v", update, err)
	}
}

func TestATurnThatWasAnsweredIsNotGivenAgainAndOneThatWasRefusedIs(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(c *connection) error {
		number := c.subscribed(turn(0, "a")).GetSubscription()
		c.refuse(c.next().GetAct(), undercroftv1.Reason_REASON_ILLEGAL_ACTION, map[string]string{"legal": `["left","right"]`})
		c.accept(c.next().GetAct(), 2)
		news := turn(1) // the old list once more, with other clocks
		news.Subscription, news.Clocks = number, []*undercroftv1.Clock{{LeftMilliseconds: 5}}
		c.update(news)
		last := told(1, "b")
		last.Subscription, last.Status, last.Outcome = number, finished, &undercroftv1.Outcome{Reason: "reached"}
		c.update(last)
		return c.untilClosed()
	})
	seat := fake.client().Seat("m", undercroft.NewToken(), nil, 0)
	nextTurn(t, seat)
	var refused *undercroft.Refused
	if err := seat.Act(t.Context(), "up"); !errors.As(err, &refused) || !slices.Equal(refused.Legal(), []string{"left", "right"}) {
		t.Errorf("got %v", err)
	}
	if again := nextTurn(t, seat); len(again.GetFacts()) != 0 || again.GetLegal() == nil {
		t.Errorf("got %v", again)
	}
	if err := seat.ActCode(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if last := nextTurn(t, seat); !undercroft.Over(last) || last.GetMatch().GetOutcome().GetReason() != "reached" {
		t.Errorf("got %v", last)
	}
}

func TestWhatANewerServerSendsIsPassedOver(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(c *connection) error {
		subscribe := c.next().GetSubscribe()
		c.send(&undercroftv1.PlayEvent{})
		fact := &undercroftv1.Update{Seq: 1, Status: running, Facts: []*undercroftv1.Fact{{}}}
		c.snapshot(subscribe, fact)
		c.refuse(c.next().GetAct(), undercroftv1.Reason(999), nil)
		return c.untilClosed()
	})
	seat := fake.client().Seat("m", undercroft.NewToken(), nil, 0)
	if update, err := seat.Next(t.Context()); err != nil || update.GetSeq() != 1 {
		t.Fatalf("got %v, %v", update, err)
	}
	var refused *undercroft.Refused
	err := seat.Act(t.Context(), "left")
	if !errors.As(err, &refused) || refused.Reason != undercroftv1.Reason_REASON_UNSPECIFIED {
		t.Errorf("got %v", err)
	}
}

func TestUpdatesEndWithTheMatch(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, func(c *connection) error {
		last := told(0, "a")
		last.Status = undercroftv1.MatchStatus_MATCH_STATUS_ABORTED
		c.subscribed(last)
		return c.untilClosed()
	})
	number := 0
	for update, err := range fake.client().Watch("m", nil, 0).Updates(t.Context()) {
		if err != nil || !undercroft.Over(update) {
			t.Fatalf("got %v, %v", update, err)
		}
		number++
	}
	if number != 1 {
		t.Errorf("%d updates", number)
	}
}

func TestWaitingEndsWithItsContextAndTheSeatWithItsClient(t *testing.T) {
	fake := newFakeServer(t)
	fake.play = append(fake.play, (*connection).untilClosed)
	client := fake.client()
	seat := client.Seat("m", undercroft.NewToken(), nil, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := seat.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := seat.Next(t.Context()); !errors.Is(err, undercroft.ErrClosed) {
		t.Errorf("got %v", err)
	}
}
