package undercroft

import undercroftv1 "undercroft.dev/api/undercroft/v1"

// subscription is what the stream keeps of one seat, whichever connection serves it. Its number may change, the rest
// stays. The mutex of play guards it.
type subscription struct {
	number  uint32
	matchID string
	token   Token
	wants   *undercroftv1.Wants
	inbox   inbox
	// waiting: the server has refused it for now, and it will be asked for again.
	waiting bool
	// err is why nothing comes any more; nil while something may.
	err error
	// changed is closed at the next change.
	changed chan struct{}
	// made is the connection that has made it last, resumed how often another one had before.
	made    uint64
	resumed int
}

// command makes it, or resumes it, on a client's connection of that number.
func (s *subscription) command(client []byte, connection uint64) *undercroftv1.PlayCommand {
	return &undercroftv1.PlayCommand{Command: &undercroftv1.PlayCommand_Subscribe{Subscribe: &undercroftv1.Subscribe{
		Subscription: s.number,
		MatchId:      s.matchID,
		SeatToken:    s.token,
		Since:        s.inbox.seq,
		Wants:        s.wants,
		Client:       client,
		Connection:   connection,
	}}}
}

// isAnew tells whether it is asked for again, or has been, since it had this number (0: one not told).
func (s *subscription) isAnew(number uint32) bool {
	return s.waiting || number != 0 && number != s.number
}

// receive takes in an update that came on a connection, and wakes whoever waits.
func (s *subscription) receive(update *undercroftv1.Update, connection uint64) error {
	changed, err := s.inbox.receive(update)
	if err != nil {
		return err
	}
	if update.GetSnapshot() && s.made != connection {
		if s.made != 0 {
			s.resumed++
		}
		s.made = connection
	}
	if changed {
		s.wake()
	}
	return nil
}

func (s *subscription) end(err error) {
	s.err = err
	s.wake()
}

func (s *subscription) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}
