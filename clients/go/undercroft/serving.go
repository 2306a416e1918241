package undercroft

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

const (
	// Seats whose entries are kept; of more, the longest unused are forgotten, and asked for again.
	journalsKept = 4_096
	// Answers kept, so that whoever asks again gets the same.
	answersKept = 1_024
)

// Bot is a bot of one's own that a server may ask for its turns.
type Bot struct {
	// Name is 1 to 40 characters: letters of ASCII, digits, `-`, `_`. In lists it stands as @NAME.
	Name string
	// Token proves that the name is ours; keep it as long as the name.
	Token Token
	// Version is the bot's own, for lists and logs.
	Version string
	// Games are ids of the games it plays.
	Games []string
	// Concurrency is how many turns it takes at once, 1 to 256; 0 is 1.
	Concurrency int
	// Decide gives the code of a legal action. The turn's entries are all that the seat was ever told. Its context ends
	// when nobody waits for the answer any more. What it panics with isn't caught.
	Decide func(ctx context.Context, turn *undercroftv1.TurnRequest) (int32, error)
	// SeatOver, if there is one, hears of the end of a match in which this connection was asked.
	SeatOver func(*undercroftv1.SeatOver)
}

// Serving is a bot that has dialled in, or does so again. A decision is made once: whoever asks for it again, after a
// lost connection or a restart of the server, gets the answer that was given, or the one that is being thought about.
type Serving struct {
	client *Client
	bot    Bot
	thinks sync.WaitGroup

	mutex    sync.Mutex
	draining bool
	// journals are what each seat was told on this connection, answers what was decided on any.
	journals *recent[seatOfMatch, []string]
	answers  *recent[string, int32]
	// thinking has the turns under way, asked those that this connection waits for.
	thinking map[string]context.CancelFunc
	asked    map[string]bool
	outbox   []*undercroftv1.ServeRequest
	due      chan struct{}
}

type seatOfMatch struct {
	matchID string
	seat    int32
}

type serveStream = grpc.BidiStreamingClient[undercroftv1.ServeRequest, undercroftv1.ServeResponse]

// Serve makes a bot ready to dial in, which it does when it runs.
func (c *Client) Serve(bot Bot) *Serving {
	return &Serving{
		client:   c,
		bot:      bot,
		answers:  newRecent[string, int32](answersKept),
		thinking: map[string]context.CancelFunc{},
		asked:    map[string]bool{},
		due:      make(chan struct{}, 1),
	}
}

// Run serves until the bot has drained (nil) or ctx ends. It fails with ErrTakenOver once another connection serves
// this bot, with *Refused if the server doesn't take it.
func (s *Serving) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer s.thinks.Wait()
	defer cancel()
	for attempt := 1; ; attempt++ {
		welcomed, err := s.connect(ctx)
		if welcomed {
			attempt = 1
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case s.isDraining():
			return nil
		case isHopeless(err):
			return err
		}
		wait := s.client.backoff.delay(attempt) + waitTold(err)
		s.client.logger.Warn("connection lost", "bot", s.bot.Name, "attempt", attempt, "retry_in", wait, "error", err)
		sleep(ctx, wait)
	}
}

// Drain takes no new matches and turns; Run ends once those that were asked are answered.
func (s *Serving) Drain() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.draining = true
	s.send(&undercroftv1.ServeRequest{Message: &undercroftv1.ServeRequest_Drain{Drain: &undercroftv1.Drain{}}})
}

func (s *Serving) isDraining() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.draining
}

// connect is one connection from open to end: whether the bot was welcome, and why it ended.
func (s *Serving) connect(ctx context.Context) (bool, error) {
	if !s.begin() {
		return false, errConnectionEnded
	}
	calling, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := s.client.Bots.Serve(calling)
	if err != nil {
		return false, errorOf(err)
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.write(calling, stream)
	}()
	defer func() {
		cancel()
		<-written
	}()
	welcomed := false
	for {
		frame, err := stream.Recv()
		if err != nil {
			return welcomed, ended(err)
		}
		if err := s.receive(ctx, frame); err != nil {
			return true, err
		}
		welcomed = true
	}
}

// begin forgets what the connection before was told and had to say; whether there is to be another one.
func (s *Serving) begin() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.journals, s.outbox = newRecent[seatOfMatch, []string](journalsKept), nil
	clear(s.asked)
	s.send(&undercroftv1.ServeRequest{Message: &undercroftv1.ServeRequest_Hello{Hello: &undercroftv1.Hello{
		Name:        s.bot.Name,
		Version:     s.bot.Version,
		Games:       s.bot.Games,
		Concurrency: int32(s.bot.Concurrency),
		BotToken:    s.bot.Token,
	}}})
	return !s.draining
}

// write is the only writer of a stream. What goes wrong here, the reader learns.
func (s *Serving) write(ctx context.Context, stream serveStream) {
	for {
		select {
		case <-s.due:
		case <-ctx.Done():
			return
		}
		for _, message := range s.take() {
			if stream.Send(message) != nil {
				return
			}
		}
	}
}

func (s *Serving) take() []*undercroftv1.ServeRequest {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	messages := s.outbox
	s.outbox = nil
	return messages
}

// send puts a message into the outbox; the mutex is held.
func (s *Serving) send(message *undercroftv1.ServeRequest) {
	s.outbox = append(s.outbox, message)
	signal(s.due)
}

// receive takes a frame in; why the connection ends with it, if it does. Frames of a newer kind are passed over.
func (s *Serving) receive(ctx context.Context, frame *undercroftv1.ServeResponse) error {
	switch {
	case frame.GetTurn() != nil:
		s.turn(ctx, frame.GetTurn())
	case frame.GetWelcome() != nil:
		s.client.logger.Info("connected", "bot", frame.GetWelcome().GetName())
	case frame.GetCancelled() != nil:
		s.callOff(frame.GetCancelled().GetTurnId())
	case frame.GetOver() != nil:
		s.over(frame.GetOver())
	case frame.GetRefusal() != nil:
		return s.refused(frame.GetRefusal())
	case frame.GetGoodbye() != nil:
		return &going{time.Duration(frame.GetGoodbye().GetReconnectAfterMs()) * time.Millisecond}
	}
	return nil
}

func (s *Serving) over(over *undercroftv1.SeatOver) {
	s.mutex.Lock()
	s.journals.remove(seatOfMatch{over.GetMatchId(), over.GetSeat()})
	s.mutex.Unlock()
	if s.bot.SeatOver != nil {
		s.bot.SeatOver(over)
	}
}

func (s *Serving) refused(refusal *undercroftv1.Refusal) error {
	refused := refusedBy(refusal)
	if refusal.GetCommandId() == "" {
		if refused.Reason == undercroftv1.Reason_REASON_NAME_TAKEN {
			return ErrTakenOver
		}
		return refused
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.asked, refusal.GetCommandId())
	s.client.logger.Warn("an answer doesn't count", "turn", refusal.GetCommandId(), "reason", refused.Reason, "message", refused.Message)
	return nil
}

func (s *Serving) turn(ctx context.Context, request *undercroftv1.TurnRequest) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id := request.GetTurnId()
	s.asked[id] = true
	if !s.complete(request) {
		s.reply(&undercroftv1.TurnReply{TurnId: id, Forgotten: true})
	} else if action, ok := s.answers.get(id); ok {
		s.reply(&undercroftv1.TurnReply{TurnId: id, Action: action})
	} else if s.thinking[id] == nil {
		thinking, cancel := context.WithCancel(ctx)
		s.thinking[id] = cancel
		s.thinks.Add(1)
		go s.think(thinking, request)
	}
}

// complete puts all that the seat was told before into a turn; whether we have it.
func (s *Serving) complete(turn *undercroftv1.TurnRequest) bool {
	key := seatOfMatch{turn.GetMatchId(), turn.GetSeat()}
	before, ok := s.journals.get(key)
	if turn.GetFromStart() {
		before, ok = nil, true
	}
	if !ok {
		return false
	}
	turn.Entries, turn.FromStart = slices.Concat(before, turn.GetEntries()), true
	s.journals.put(key, turn.GetEntries())
	return true
}

func (s *Serving) think(ctx context.Context, turn *undercroftv1.TurnRequest) {
	defer s.thinks.Done()
	action, err := s.bot.Decide(ctx, turn)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id := turn.GetTurnId()
	if ctx.Err() != nil {
		return // nobody waits; the same turn may be thought about anew by now
	}
	s.thinking[id]()
	delete(s.thinking, id)
	reply := &undercroftv1.TurnReply{TurnId: id, Action: action}
	switch {
	case err != nil:
		s.client.logger.Error("the bot has failed", "turn", id, "error", err)
		reply = &undercroftv1.TurnReply{TurnId: id, Failed: true, Note: kindOf(err)}
	case !slices.Contains(turn.GetLegal().GetCodes(), action):
		s.client.logger.Error("the bot has decided on no legal action", "turn", id, "action", action)
	default:
		s.answers.put(id, action)
	}
	if s.asked[id] {
		s.reply(reply)
	}
}

// kindOf is what leaves the author's machine of what went wrong: only its kind.
func kindOf(err error) string {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return fmt.Sprint(reflect.TypeOf(err))
}

func (s *Serving) callOff(id string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.asked, id)
	if cancel := s.thinking[id]; cancel != nil {
		cancel()
		delete(s.thinking, id)
	}
}

// reply puts an answer into the outbox; the mutex is held.
func (s *Serving) reply(reply *undercroftv1.TurnReply) {
	delete(s.asked, reply.GetTurnId())
	s.send(&undercroftv1.ServeRequest{Message: &undercroftv1.ServeRequest_Reply{Reply: reply}})
}
