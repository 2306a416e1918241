package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// result is the line that is printed for a match that is over.
type result struct {
	MatchID    string  `json:"match_id"`
	Seat       int32   `json:"seat"`
	Status     string  `json:"status"`
	Returns    []int32 `json:"returns"`
	Reason     string  `json:"reason"`
	Actions    int     `json:"actions"`
	Reconnects int     `json:"reconnects"`
}

// join takes a seat for each code and plays all of them to the end, at once.
func join(client *undercroft.Client, options options) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	results := make(chan result)
	for _, code := range options.codes {
		go func() {
			played, err := playByCode(ctx, client, code, options.name)
			if err != nil {
				cancel(fmt.Errorf("%s: %w", code, err))
				return
			}
			results <- *played
		}()
	}
	for range options.codes {
		select {
		case played := <-results:
			if err := json.NewEncoder(os.Stdout).Encode(played); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

func playByCode(ctx context.Context, client *undercroft.Client, code, name string) (*result, error) {
	if name == "" {
		name = "bot"
	}
	joined, err := client.Join(ctx, code, name)
	if err != nil {
		return nil, err
	}
	seat := client.Seat(joined.Match.GetMatchId(), joined.Token, nil, 0)
	defer seat.Close()
	return play(ctx, seat)
}

func play(ctx context.Context, seat *undercroft.Seat) (*result, error) {
	for actions := 0; ; {
		update, err := seat.NextTurn(ctx)
		if err != nil {
			return nil, err
		}
		if undercroft.Over(update) {
			return resultOf(update, actions, seat.Reconnects()), nil
		}
		action := decide(update.GetView(), undercroft.Entries(update), update.GetLegal().GetCodes())
		switch err := seat.ActCode(ctx, action); {
		case err == nil:
			actions++
		case !isPast(err):
			return nil, err
		}
	}
}

// isPast tells whether an action came too late to be played: the next turn, or the end, is on its way.
func isPast(err error) bool {
	var refused *undercroft.Refused
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.Reason {
	case undercroftv1.Reason_REASON_STALE, undercroftv1.Reason_REASON_MATCH_OVER, undercroftv1.Reason_REASON_TIME_UP:
		return true
	}
	return false
}

func resultOf(update *undercroftv1.Update, actions, reconnects int) *result {
	return &result{
		MatchID:    update.GetMatch().GetMatchId(),
		Seat:       update.GetSeat(),
		Status:     strings.ToLower(strings.TrimPrefix(update.GetStatus().String(), "MATCH_STATUS_")),
		Returns:    update.GetOutcome().GetReturns(),
		Reason:     update.GetOutcome().GetReason(),
		Actions:    actions,
		Reconnects: reconnects,
	}
}
