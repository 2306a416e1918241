package undercroft_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

func Example() {
	ctx := context.Background()
	client, err := undercroft.Dial("127.0.0.1:7070", undercroft.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	joined, err := client.Join(ctx, "CODE", "Ann")
	if err != nil {
		log.Fatal(err)
	}
	seat := client.Seat(joined.Match.GetMatchId(), joined.Token, nil, 0)
	for {
		update, err := seat.NextTurn(ctx)
		if err != nil {
			log.Fatal(err)
		}
		if undercroft.Over(update) {
			fmt.Println(update.GetOutcome())
			return
		}
		err = seat.Act(ctx, update.GetLegal().GetTexts()[0])
		var refused *undercroft.Refused
		if errors.As(err, &refused) && refused.Reason == undercroftv1.Reason_REASON_ILLEGAL_ACTION {
			fmt.Println("legal are", refused.Legal())
		}
	}
}
