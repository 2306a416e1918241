package undercroft_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

func asked(id string, entries ...string) *undercroftv1.TurnRequest {
	return &undercroftv1.TurnRequest{
		TurnId: id, MatchId: "m", Entries: entries,
		Legal: &undercroftv1.LegalActions{Codes: []int32{4, 5}, Texts: []string{"left", "right"}},
	}
}

func fromStart(turn *undercroftv1.TurnRequest) *undercroftv1.TurnRequest {
	turn.FromStart = true
	return turn
}

// bot decides as the test says.
func bot(decide func(context.Context, *undercroftv1.TurnRequest) (int32, error)) undercroft.Bot {
	return undercroft.Bot{Name: "tester", Token: undercroft.NewToken(), Games: []string{"g"}, Decide: decide}
}

func TestADecisionIsMadeOnceHoweverOftenItIsAskedFor(t *testing.T) {
	fake := newFakeServer(t)
	var decisions atomic.Int32
	serving := fake.client().Serve(bot(func(_ context.Context, turn *undercroftv1.TurnRequest) (int32, error) {
		return turn.GetLegal().GetCodes()[decisions.Add(1)-1], nil
	}))
	hellos := make(chan *undercroftv1.Hello, 2)
	fake.serve = append(fake.serve, func(c *botConnection) error {
		hellos <- c.welcome()
		if reply := c.ask(fromStart(asked("t1"))); reply.GetAction() != 4 {
			t.Errorf("got %v", reply)
		}
		return dropped
	}, func(c *botConnection) error {
		hellos <- c.welcome()
		if reply := c.ask(fromStart(asked("t1"))); reply.GetAction() != 4 {
			t.Errorf("asked again, it answers %v", reply)
		}
		serving.Drain()
		if c.next().GetDrain() == nil {
			t.Error("it goes without a word")
		}
		return nil
	})
	if err := serving.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if decisions.Load() != 1 {
		t.Errorf("%d decisions", decisions.Load())
	}
	first, second := (<-hellos).GetBotToken(), (<-hellos).GetBotToken()
	if !slices.Equal(first, second) || len(first) != undercroft.TokenBytes {
		t.Error("it comes back as another bot")
	}
}

func TestATurnHasAllEntriesAndWhatIsForgottenIsAskedForFromTheStart(t *testing.T) {
	fake := newFakeServer(t)
	var told [][]string
	serving := fake.client().Serve(bot(func(_ context.Context, turn *undercroftv1.TurnRequest) (int32, error) {
		told = append(told, turn.GetEntries())
		return 4, nil
	}))
	fake.serve = append(fake.serve, func(c *botConnection) error {
		c.welcome()
		if reply := c.ask(asked("t2", "c")); !reply.GetForgotten() {
			t.Errorf("it knows what it wasn't told: %v", reply)
		}
		c.ask(fromStart(asked("t2", "a", "b", "c")))
		c.ask(asked("t3", "d"))
		serving.Drain()
		return nil
	})
	if err := serving.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := [][]string{{"a", "b", "c"}, {"a", "b", "c", "d"}}; !slices.EqualFunc(told, want, slices.Equal) {
		t.Errorf("told %v", told)
	}
}

func TestABotThatFailsSaysSoWithTheKindOfTheErrorOnly(t *testing.T) {
	fake := newFakeServer(t)
	serving := fake.client().Serve(bot(func(_ context.Context, turn *undercroftv1.TurnRequest) (int32, error) {
		if turn.GetTurnId() == "t1" {
			return 0, fmt.Errorf("a secret of mine: %w", context.DeadlineExceeded)
		}
		return 99, nil
	}))
	fake.serve = append(fake.serve, func(c *botConnection) error {
		c.welcome()
		if reply := c.ask(fromStart(asked("t1"))); !reply.GetFailed() || reply.GetNote() != "context.deadlineExceededError" {
			t.Errorf("got %v", reply)
		}
		if reply := c.ask(fromStart(asked("t2"))); reply.GetFailed() || reply.GetAction() != 99 {
			t.Errorf("an illegal answer isn't sent as what it is: %v", reply)
		}
		serving.Drain()
		return nil
	})
	if err := serving.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestATurnThatIsCancelledIsThoughtAboutNoLonger(t *testing.T) {
	fake := newFakeServer(t)
	stopped := make(chan struct{})
	serving := fake.client().Serve(bot(func(ctx context.Context, _ *undercroftv1.TurnRequest) (int32, error) {
		<-ctx.Done()
		close(stopped)
		return 0, ctx.Err()
	}))
	fake.serve = append(fake.serve, func(c *botConnection) error {
		c.welcome()
		c.turn(fromStart(asked("t1")))
		_ = c.stream.Send(&undercroftv1.ServeResponse{Message: &undercroftv1.ServeResponse_Cancelled{
			Cancelled: &undercroftv1.TurnCancelled{TurnId: "t1"},
		}})
		<-stopped
		serving.Drain()
		if message := c.next(); message.GetDrain() == nil {
			t.Errorf("it answers all the same: %v", message)
		}
		return nil
	})
	if err := serving.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestABotWhosePlaceIsTakenDoesNotComeBack(t *testing.T) {
	fake := newFakeServer(t)
	fake.serve = append(fake.serve, func(c *botConnection) error {
		c.welcome()
		_ = c.stream.Send(&undercroftv1.ServeResponse{Message: &undercroftv1.ServeResponse_Refusal{
			Refusal: &undercroftv1.Refusal{Reason: undercroftv1.Reason_REASON_NAME_TAKEN},
		}})
		return nil
	})
	err := fake.client().Serve(bot(nil)).Run(t.Context())
	if !errors.Is(err, undercroft.ErrTakenOver) {
		t.Errorf("got %v", err)
	}
}

func TestARefusedReplyIsNoEndAndTheEndOfAMatchIsHeardOf(t *testing.T) {
	fake := newFakeServer(t)
	b := bot(nil)
	heard := make(chan *undercroftv1.SeatOver, 1)
	b.SeatOver = func(over *undercroftv1.SeatOver) { heard <- over }
	serving := fake.client().Serve(b)
	fake.serve = append(fake.serve, func(c *botConnection) error {
		c.welcome()
		_ = c.stream.Send(&undercroftv1.ServeResponse{Message: &undercroftv1.ServeResponse_Refusal{
			Refusal: &undercroftv1.Refusal{CommandId: "t0", Reason: undercroftv1.Reason_REASON_TURN_OVER},
		}})
		_ = c.stream.Send(&undercroftv1.ServeResponse{Message: &undercroftv1.ServeResponse_Over{
			Over: &undercroftv1.SeatOver{MatchId: "m", Seat: 1},
		}})
		if over := <-heard; over.GetMatchId() != "m" {
			t.Errorf("heard %v", over)
		}
		serving.Drain()
		return nil
	})
	if err := serving.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}
