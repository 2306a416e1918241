package undercroft

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

// commandBytes is the most that a command takes: one that the transport can't carry would end the stream of all.
const commandBytes = 1 << 16

// play is what goes over the Play stream: subscriptions, commands and their answers. It knows no connection, so all that
// is under way survives the loss of one: opening resumes every subscription from its last fact and repeats every
// unanswered command under its old id.
type play struct {
	mutex         sync.Mutex
	subscriptions map[uint32]*subscription
	asked         []*asked
	outbox        []*undercroftv1.PlayCommand
	// due has something in it while the outbox may, needed while there may be subscriptions.
	due, needed chan struct{}
	number      uint32
	client      []byte
	connection  uint64
}

// asked is a command without an answer so far. The answer is nil or why there is none to come.
type asked struct {
	of       *subscription
	command  *undercroftv1.PlayCommand
	id       string
	accepted *undercroftv1.Accepted
	err      error
	answered chan struct{}
}

func newPlay() *play {
	return &play{
		subscriptions: map[uint32]*subscription{},
		due:           make(chan struct{}, 1),
		needed:        make(chan struct{}, 1),
		client:        NewToken()[:16],
	}
}

func signal(flag chan struct{}) {
	select {
	case flag <- struct{}{}:
	default:
	}
}

// add starts to follow a seat, or to watch (no token).
func (p *play) add(matchID string, token Token, wants *undercroftv1.Wants, since uint64) *subscription {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	s := &subscription{matchID: matchID, token: token, wants: wants, inbox: inbox{seq: since, taken: since, seen: -1}, changed: make(chan struct{})}
	p.enter(s)
	signal(p.needed)
	return s
}

// enter gives a subscription a number and asks for it.
func (p *play) enter(s *subscription) {
	p.number++
	s.number = p.number
	p.subscriptions[s.number] = s
	p.post(s.command(p.client, p.connection))
}

// remove ends a subscription of ours.
func (p *play) remove(s *subscription) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.drop(s, ErrClosed)
}

// ask sends a command of a subscription; its answer comes with answered.
func (p *play) ask(s *subscription, command *undercroftv1.PlayCommand) (*asked, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	id, err := idOf(command)
	switch {
	case s.err != nil:
		return nil, s.err
	case err != nil:
		return nil, err
	case proto.Size(command) > commandBytes:
		return nil, fmt.Errorf("a command takes at most %d bytes", commandBytes)
	case p.find(id) != nil:
		return nil, fmt.Errorf("a command of the id %q waits for its answer", id)
	}
	a := &asked{of: s, command: command, id: id, answered: make(chan struct{})}
	p.asked = append(p.asked, a)
	p.post(a.numbered())
	return a, nil
}

// forget stops waiting for an answer; the command may have been carried out.
func (p *play) forget(a *asked) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.answer(a, nil, ErrClosed)
}

func (p *play) find(id string) *asked {
	for _, a := range p.asked {
		if a.id == id {
			return a
		}
	}
	return nil
}

func (p *play) answer(a *asked, accepted *undercroftv1.Accepted, err error) {
	for i, other := range p.asked {
		if other == a {
			p.asked = append(p.asked[:i], p.asked[i+1:]...)
			a.accepted, a.err = accepted, err
			close(a.answered)
			return
		}
	}
}

// isNeeded tells whether there are subscriptions.
func (p *play) isNeeded() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return len(p.subscriptions) > 0
}

// opening gives the first commands on a new connection; whatever waited to be sent on the old one is among them.
func (p *play) opening() []*undercroftv1.PlayCommand {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.outbox = nil
	p.connection++
	var commands []*undercroftv1.PlayCommand
	for _, s := range p.subscriptions {
		commands = append(commands, s.command(p.client, p.connection))
	}
	for _, a := range p.asked {
		commands = append(commands, a.numbered())
	}
	return commands
}

// take empties the outbox.
func (p *play) take() []*undercroftv1.PlayCommand {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	commands := p.outbox
	p.outbox = nil
	return commands
}

// receive takes in an event; *going means that the connection should be made anew. Events of a newer kind are passed
// over.
func (p *play) receive(event *undercroftv1.PlayEvent) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch {
	case event.GetUpdate() != nil:
		p.update(event.GetUpdate())
	case event.GetAccepted() != nil:
		if a := p.find(event.GetAccepted().GetCommandId()); a != nil {
			p.answer(a, event.GetAccepted(), nil)
		}
	case event.GetRefusal() != nil:
		return p.refused(event.GetRefusal())
	case event.GetEnded() != nil:
		return p.ended(event.GetEnded())
	case event.GetGoodbye() != nil:
		return &going{time.Duration(event.GetGoodbye().GetReconnectAfterMs()) * time.Millisecond}
	}
	return nil
}

// fail ends every subscription.
func (p *play) fail(err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, s := range p.subscriptions {
		p.end(s, err)
	}
}

func (p *play) update(update *undercroftv1.Update) {
	s := p.subscriptions[update.GetSubscription()]
	if s == nil {
		return
	}
	err := s.receive(update, p.connection)
	switch {
	case errors.Is(err, errFactsMissing) && !update.GetSnapshot():
		p.anew(s)
	case err != nil:
		p.drop(s, err)
	}
}

func (p *play) refused(refusal *undercroftv1.Refusal) error {
	refused := refusedBy(refusal)
	if refused.Reason == undercroftv1.Reason_REASON_SHUTTING_DOWN {
		return &going{}
	}
	a := p.find(refusal.GetCommandId())
	switch {
	case a == nil:
	case refused.Reason == undercroftv1.Reason_REASON_UNKNOWN_SUBSCRIPTION && a.of.isAnew(refusal.GetSubscription()):
		// It goes, or has gone, again with the subscription.
	default:
		p.answer(a, nil, refused)
	}
	return nil
}

func (p *play) ended(ended *undercroftv1.SubscriptionEnded) error {
	s := p.subscriptions[ended.GetSubscription()]
	if s == nil {
		return nil
	}
	switch ended.GetWhy() {
	case undercroftv1.SubscriptionEnded_WHY_TAKEN_OVER:
		p.end(s, ErrTakenOver)
	case undercroftv1.SubscriptionEnded_WHY_REFUSED:
		return p.notMade(s, refusedBy(ended.GetRefusal()))
	default:
		p.end(s, ErrClosed)
	}
	return nil
}

// notMade sees to a subscription that was refused: one that was there before comes back, if the reason passes.
func (p *play) notMade(s *subscription, refused *Refused) error {
	switch refused.Reason {
	case undercroftv1.Reason_REASON_SHUTTING_DOWN:
		return &going{}
	case undercroftv1.Reason_REASON_RATE_LIMITED, undercroftv1.Reason_REASON_STORAGE_UNAVAILABLE:
		if s.inbox.newest != nil {
			s.waiting = true
			time.AfterFunc(max(refused.RetryAfter(), time.Second), func() {
				p.mutex.Lock()
				defer p.mutex.Unlock()
				p.anew(s)
			})
			return nil
		}
	}
	p.end(s, refused)
	return nil
}

// anew subscribes again under a new number, so that what still comes for the old one isn't taken for it.
func (p *play) anew(s *subscription) {
	if s.err != nil {
		return
	}
	delete(p.subscriptions, s.number)
	p.post(unsubscribe(s.number))
	s.waiting = false
	p.enter(s)
	for _, a := range p.asked {
		if a.of == s {
			p.post(a.numbered())
		}
	}
}

// drop ends a subscription on both sides.
func (p *play) drop(s *subscription, err error) {
	if s.err == nil {
		p.post(unsubscribe(s.number))
		p.end(s, err)
	}
}

func (p *play) end(s *subscription, err error) {
	delete(p.subscriptions, s.number)
	s.end(err)
	for _, a := range append([]*asked(nil), p.asked...) {
		if a.of == s {
			p.answer(a, nil, err)
		}
	}
}

func (p *play) post(command *undercroftv1.PlayCommand) {
	p.outbox = append(p.outbox, command)
	signal(p.due)
}

func unsubscribe(number uint32) *undercroftv1.PlayCommand {
	return &undercroftv1.PlayCommand{Command: &undercroftv1.PlayCommand_Unsubscribe{
		Unsubscribe: &undercroftv1.Unsubscribe{Subscription: number},
	}}
}

// numbered gives the command as it is sent now: on its subscription, whose number may have changed.
func (a *asked) numbered() *undercroftv1.PlayCommand {
	command := proto.CloneOf(a.command)
	set(command, "subscription", protoreflect.ValueOfUint32(a.of.number))
	return command
}

// idOf gives the command id; a command that has none yet gets one.
func idOf(command *undercroftv1.PlayCommand) (string, error) {
	body := bodyOf(command)
	if body == nil || body.Descriptor().Fields().ByName("command_id") == nil {
		return "", errors.New("that is no command of a seat")
	}
	id := body.Descriptor().Fields().ByName("command_id")
	if body.Get(id).String() == "" {
		set(command, "command_id", protoreflect.ValueOfString(NewID()))
	}
	return body.Get(id).String(), nil
}

// bodyOf gives the message that a command consists of.
func bodyOf(command *undercroftv1.PlayCommand) protoreflect.Message {
	message := command.ProtoReflect()
	field := message.WhichOneof(message.Descriptor().Oneofs().ByName("command"))
	if field == nil {
		return nil
	}
	return message.Get(field).Message()
}

func set(command *undercroftv1.PlayCommand, field protoreflect.Name, value protoreflect.Value) {
	body := bodyOf(command)
	body.Set(body.Descriptor().Fields().ByName(field), value)
}
