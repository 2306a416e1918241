package undercroft_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"undercroft.dev/api/examples/dungeonoffear"
	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// server gives the address of a real server, to be tested against.
func server(t *testing.T) string {
	address := os.Getenv("UNDERCROFT_TEST_SERVER")
	if address == "" {
		t.Skip("UNDERCROFT_TEST_SERVER names no server to test against")
	}
	return address
}

// sitDown makes a match of Dungeon of Fear against a bot, and takes the first seat.
func sitDown(t *testing.T, client *undercroft.Client) *undercroft.Seat {
	pace, token := int32(0), undercroft.NewToken()
	created, err := client.Matches.CreateMatch(t.Context(), &undercroftv1.CreateMatchRequest{
		RequestId: undercroft.NewID(),
		Game:      "dungeon-of-fear",
		Seats: []*undercroftv1.SeatFill{
			{Fill: &undercroftv1.SeatFill_Mine_{Mine: &undercroftv1.SeatFill_Mine{SeatToken: token, Name: "Ann"}}},
			{Fill: &undercroftv1.SeatFill_Bot{Bot: "random"}},
		},
		PaceMs: &pace,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client.Seat(created.GetMatch().GetMatchId(), token, nil, 0)
}

func dial(t *testing.T, address string) *undercroft.Client {
	client, err := undercroft.Dial(address, undercroft.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func TestAnIllegalActionIsRefusedWithTheLegalOnesAndPlayGoesOn(t *testing.T) {
	seat := sitDown(t, dial(t, server(t)))
	turn := nextTurn(t, seat)
	err := seat.Act(t.Context(), "c3xc4")
	var refused *undercroft.Refused
	if !errors.As(err, &refused) || refused.Reason != undercroftv1.Reason_REASON_ILLEGAL_ACTION {
		t.Fatalf("got %v", err)
	}
	if !slices.Equal(refused.Legal(), turn.GetLegal().GetTexts()) {
		t.Errorf("legal are %v, the refusal says %v", turn.GetLegal().GetTexts(), refused.Legal())
	}
	for again := nextTurn(t, seat); !undercroft.Over(again); again = nextTurn(t, seat) {
		decode(t, again)
		if err := seat.Act(t.Context(), again.GetLegal().GetTexts()[0]); err != nil {
			t.Fatal(err)
		}
	}
}

// decode decodes the JSON of an update into the types that were generated from the game's schema.
func decode(t *testing.T, update *undercroftv1.Update) {
	var view dungeonoffear.View
	if err := json.Unmarshal([]byte(update.GetView()), &view); err != nil || *view.You != int(update.GetSeat()) {
		t.Errorf("%v in %s", err, update.GetView())
	}
	for _, text := range undercroft.Entries(update) {
		if _, err := dungeonoffear.DecodeEntry(text); err != nil {
			t.Errorf("%v in %s", err, text)
		}
	}
}

func TestAUnaryCallIsRefusedWithTheSameType(t *testing.T) {
	client := dial(t, server(t))
	_, err := client.Games.GetGame(t.Context(), &undercroftv1.GetGameRequest{Game: "dungeon-of-fare"})
	var refused *undercroft.Refused
	if !errors.As(err, &refused) || refused.Reason != undercroftv1.Reason_REASON_UNKNOWN_GAME {
		t.Fatalf("got %v", err)
	}
	if !slices.Equal(refused.Nearest(), []string{"dungeon-of-fear"}) {
		t.Errorf("nearest are %v", refused.Nearest())
	}
}

func TestASecondConnectionTakesTheSeatOver(t *testing.T) {
	address := server(t)
	first := sitDown(t, dial(t, address))
	nextTurn(t, first)
	second := dial(t, address).Seat(first.MatchID(), undercroft.TokenOf(first), nil, 0)
	nextTurn(t, second)
	if _, err := first.Next(t.Context()); !errors.Is(err, undercroft.ErrTakenOver) {
		t.Errorf("got %v", err)
	}
}

func nextTurn(t *testing.T, seat *undercroft.Seat) *undercroftv1.Update {
	update, err := seat.NextTurn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return update
}
