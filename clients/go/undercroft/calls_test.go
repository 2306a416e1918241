package undercroft_test

import (
	"errors"
	"slices"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

type joining = func(*undercroftv1.JoinMatchRequest) (*undercroftv1.JoinMatchResponse, error)

func TestJoiningIsTriedAgainWithTheSameTokenWhileTheServerIsAway(t *testing.T) {
	fake := newFakeServer(t)
	tokens := make(chan []byte, 3)
	fails := func(request *undercroftv1.JoinMatchRequest) (*undercroftv1.JoinMatchResponse, error) {
		tokens <- request.GetSeatToken()
		return nil, dropped
	}
	fake.join = []joining{fails, fails, func(request *undercroftv1.JoinMatchRequest) (*undercroftv1.JoinMatchResponse, error) {
		tokens <- request.GetSeatToken()
		return &undercroftv1.JoinMatchResponse{Seat: 1}, nil
	}}
	joined, err := fake.client().Join(t.Context(), "CODE", "Ann")
	if err != nil || joined.Seat != 1 {
		t.Fatalf("got %v, %v", joined, err)
	}
	for range 3 {
		if token := <-tokens; !slices.Equal(token, joined.Token) || len(token) != undercroft.TokenBytes {
			t.Error("another token, or a short one")
		}
	}
}

func TestARefusedCallIsNotMadeAgainAndHasItsReasonAndItsStatus(t *testing.T) {
	fake := newFakeServer(t)
	fake.join = []joining{func(*undercroftv1.JoinMatchRequest) (*undercroftv1.JoinMatchResponse, error) {
		with, err := status.New(codes.NotFound, "no seat has that code").WithDetails(
			&errdetails.ErrorInfo{Domain: "undercroft", Reason: "UNKNOWN_CODE", Metadata: map[string]string{"a": "b"}})
		if err != nil {
			t.Error(err)
		}
		return nil, with.Err()
	}}
	_, err := fake.client().Join(t.Context(), "CODE", "Ann")
	var refused *undercroft.Refused
	if !errors.As(err, &refused) || refused.Reason != undercroftv1.Reason_REASON_UNKNOWN_CODE || refused.Details["a"] != "b" {
		t.Fatalf("got %v", err)
	}
	if err.Error() != "no seat has that code" || status.Code(err) != codes.NotFound {
		t.Errorf("got %v with %v", err, status.Code(err))
	}
}
