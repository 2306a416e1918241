package undercroft_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"

	"undercroft.dev/api/undercroft"
	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// fakeServer does on each connection what the test says: the first Play (or Serve) runs the first script, and so on.
// One connection more than there are scripts fails the test.
type fakeServer struct {
	undercroftv1.UnimplementedMatchServiceServer
	undercroftv1.UnimplementedBotServiceServer

	t       *testing.T
	address string
	mutex   sync.Mutex
	play    []func(*connection) error
	serve   []func(*botConnection) error
	join    []func(*undercroftv1.JoinMatchRequest) (*undercroftv1.JoinMatchResponse, error)
}

func newFakeServer(t *testing.T) *fakeServer {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	fake := &fakeServer{t: t, address: listener.Addr().String()}
	server := grpc.NewServer()
	undercroftv1.RegisterMatchServiceServer(server, fake)
	undercroftv1.RegisterBotServiceServer(server, fake)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return fake
}

// client connects to the fake, and tries again at once.
func (f *fakeServer) client() *undercroft.Client {
	client, err := undercroft.Dial(f.address, undercroft.Options{
		Backoff: undercroft.Backoff{First: time.Millisecond, Most: 5 * time.Millisecond},
	})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = client.Close() })
	return client
}

func (f *fakeServer) Play(stream undercroftv1.MatchService_PlayServer) error {
	script, ok := shift(f, &f.play)
	if !ok {
		f.t.Error("nobody should have connected again")
		return nil
	}
	return script(&connection{stream: stream})
}

func (f *fakeServer) Serve(stream undercroftv1.BotService_ServeServer) error {
	script, ok := shift(f, &f.serve)
	if !ok {
		f.t.Error("nobody should have dialled in again")
		return nil
	}
	return script(&botConnection{stream})
}

func (f *fakeServer) JoinMatch(
	_ context.Context, request *undercroftv1.JoinMatchRequest,
) (*undercroftv1.JoinMatchResponse, error) {
	script, ok := shift(f, &f.join)
	if !ok {
		f.t.Error("nobody should have called again")
		return nil, nil
	}
	return script(request)
}

func shift[T any](f *fakeServer, scripts *[]T) (script T, ok bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if len(*scripts) == 0 {
		return script, false
	}
	script = (*scripts)[0]
	*scripts = (*scripts)[1:]
	return script, true
}

// connection is the server's end of a Play stream.
type connection struct {
	stream  undercroftv1.MatchService_PlayServer
	waiting []*undercroftv1.PlayCommand
}

// next gives the next command, nil once the client has closed its side.
func (c *connection) next() *undercroftv1.PlayCommand {
	for len(c.waiting) == 0 {
		frame, err := c.stream.Recv()
		if err != nil {
			return nil
		}
		c.waiting = frame.GetCommands()
	}
	command := c.waiting[0]
	c.waiting = c.waiting[1:]
	return command
}

// subscribed gives the next command, which is a Subscribe, and sends the snapshot for it.
func (c *connection) subscribed(update *undercroftv1.Update) *undercroftv1.Subscribe {
	subscribe := c.next().GetSubscribe()
	c.snapshot(subscribe, update)
	return subscribe
}

func (c *connection) snapshot(subscribe *undercroftv1.Subscribe, update *undercroftv1.Update) {
	update.Subscription, update.Snapshot = subscribe.GetSubscription(), true
	update.Match = &undercroftv1.Match{MatchId: subscribe.GetMatchId()}
	c.update(update)
}

func (c *connection) update(update *undercroftv1.Update) {
	c.send(&undercroftv1.PlayEvent{Event: &undercroftv1.PlayEvent_Update{Update: update}})
}

func (c *connection) accept(action *undercroftv1.Action, seq uint64) {
	c.send(&undercroftv1.PlayEvent{Event: &undercroftv1.PlayEvent_Accepted{Accepted: &undercroftv1.Accepted{
		Subscription: action.GetSubscription(), CommandId: action.GetCommandId(), Seq: seq,
	}}})
}

func (c *connection) refuse(action *undercroftv1.Action, reason undercroftv1.Reason, details map[string]string) {
	c.send(&undercroftv1.PlayEvent{Event: &undercroftv1.PlayEvent_Refusal{Refusal: &undercroftv1.Refusal{
		CommandId: action.GetCommandId(), Subscription: action.GetSubscription(), Reason: reason,
		Message: "because of the test", Details: details,
	}}})
}

func (c *connection) end(subscription uint32, why undercroftv1.SubscriptionEnded_Why, refusal *undercroftv1.Refusal) {
	c.send(&undercroftv1.PlayEvent{Event: &undercroftv1.PlayEvent_Ended{Ended: &undercroftv1.SubscriptionEnded{
		Subscription: subscription, Why: why, Refusal: refusal,
	}}})
}

// send sends events in one frame. What doesn't get through, the client's end shows.
func (c *connection) send(events ...*undercroftv1.PlayEvent) {
	_ = c.stream.Send(&undercroftv1.PlayResponse{Events: events})
}

// untilClosed keeps the connection until the client goes.
func (c *connection) untilClosed() error {
	for c.next() != nil {
	}
	return nil
}

// botConnection is the server's end of a Serve stream.
type botConnection struct {
	stream undercroftv1.BotService_ServeServer
}

// next gives the next message, nil once the client has closed its side.
func (c *botConnection) next() *undercroftv1.ServeRequest {
	message, err := c.stream.Recv()
	if err != nil {
		return nil
	}
	return message
}

// welcome takes the hello.
func (c *botConnection) welcome() *undercroftv1.Hello {
	hello := c.next().GetHello()
	_ = c.stream.Send(&undercroftv1.ServeResponse{Message: &undercroftv1.ServeResponse_Welcome{
		Welcome: &undercroftv1.Welcome{Name: "@" + hello.GetName()},
	}})
	return hello
}

// ask asks a turn, and gives the reply.
func (c *botConnection) ask(turn *undercroftv1.TurnRequest) *undercroftv1.TurnReply {
	c.turn(turn)
	return c.next().GetReply()
}

func (c *botConnection) turn(turn *undercroftv1.TurnRequest) {
	_ = c.stream.Send(&undercroftv1.ServeResponse{Message: &undercroftv1.ServeResponse_Turn{Turn: turn}})
}
