package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// seatOver is the line that is printed for a match that is over; no returns and no reason if it was called off.
type seatOver struct {
	MatchID string  `json:"match_id"`
	Seat    int32   `json:"seat"`
	Returns []int32 `json:"returns"`
	Reason  string  `json:"reason"`
}

// serve answers turns until SIGINT or SIGTERM, then those that were asked.
func serve(client *undercroft.Client, options options) error {
	token, err := tokenIn(options.token, options.name)
	if err != nil {
		return err
	}
	serving := client.Serve(undercroft.Bot{
		Name:        options.name,
		Token:       token,
		Games:       strings.Split(options.games, ","),
		Concurrency: 16,
		Decide: func(_ context.Context, turn *undercroftv1.TurnRequest) (int32, error) {
			return decide(turn.GetView(), turn.GetEntries(), turn.GetLegal().GetCodes()), nil
		},
		SeatOver: func(over *undercroftv1.SeatOver) {
			outcome := over.GetOutcome()
			line := seatOver{over.GetMatchId(), over.GetSeat(), outcome.GetReturns(), outcome.GetReason()}
			_ = json.NewEncoder(os.Stdout).Encode(line)
		},
	})
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-stop
		serving.Drain()
	}()
	return serving.Run(context.Background())
}

// tokenIn reads the bot's token, or makes one that is kept: the name belongs to whoever has it.
func tokenIn(path, name string) (undercroft.Token, error) {
	if path == "" {
		path = name + ".token"
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		token := undercroft.NewToken()
		return token, os.WriteFile(path, []byte(token.Hex()+"\n"), 0o600)
	}
	if err != nil {
		return nil, err
	}
	token, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(token) != undercroft.TokenBytes {
		return nil, fmt.Errorf("%s holds no bot's token", path)
	}
	return token, nil
}
