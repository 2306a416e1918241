package undercroft

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

const (
	// A frame isn't made longer than half of what a server takes as one message, nor of more commands than a quarter.
	frameBytes    = 1 << 17
	frameCommands = 1_000
)

// errConnectionEnded: the server has ended a stream in order, without a word.
var errConnectionEnded = errors.New("the server has ended the connection")

type playStream = grpc.BidiStreamingClient[undercroftv1.PlayRequest, undercroftv1.PlayResponse]

// keepPlaying keeps the one Play stream of a client open while somebody needs it.
func (c *Client) keepPlaying(ctx context.Context) {
	for attempt := 0; ctx.Err() == nil; {
		if !c.play.isNeeded() {
			select {
			case <-c.play.needed:
			case <-ctx.Done():
			}
			continue
		}
		connected, err := c.connectPlay(ctx)
		if connected {
			attempt = 0
		}
		if isHopeless(err) {
			c.play.fail(err)
		} else if ctx.Err() == nil {
			attempt++
			wait := c.backoff.delay(attempt) + waitTold(err)
			c.logger.Warn("connection lost", "attempt", attempt, "retry_in", wait, "error", err)
			sleep(ctx, wait)
		}
	}
}

// connectPlay is one connection from open to end: whether anything came, and why it ended.
func (c *Client) connectPlay(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.Matches.Play(ctx)
	if err != nil {
		return false, errorOf(err)
	}
	writing, stopWriting := context.WithCancel(ctx)
	defer stopWriting()
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(writing, stream)
	}()
	defer func() {
		cancel()
		<-written // two writers would take each other's commands
	}()
	connected := false
	for {
		frame, err := stream.Recv()
		if err != nil {
			return connected, ended(err)
		}
		if !connected {
			connected = true
			c.logger.Info("connected")
		}
		if goodbye := c.receive(frame); goodbye != nil {
			stopWriting()
			return true, c.readOn(stream, goodbye, cancel)
		}
	}
}

// write is the only writer of a stream. What goes wrong here, the reader learns.
func (c *Client) write(ctx context.Context, stream playStream) {
	for commands := c.play.opening(); send(stream, commands) == nil; commands = c.play.take() {
		select {
		case <-c.play.due:
		case <-ctx.Done():
			_ = stream.CloseSend()
			return
		}
	}
}

// receive takes in a frame, all of it; *going if the server goes.
func (c *Client) receive(frame *undercroftv1.PlayResponse) *going {
	var goodbye *going
	for _, event := range frame.GetEvents() {
		if err := c.play.receive(event); err != nil {
			errors.As(err, &goodbye)
		}
	}
	return goodbye
}

// readOn reads what a server that goes still answers, for as long as it told us to wait.
func (c *Client) readOn(stream playStream, goodbye *going, cancel context.CancelFunc) error {
	end := time.Now().Add(goodbye.wait)
	timer := time.AfterFunc(goodbye.wait, cancel)
	defer timer.Stop()
	for {
		frame, err := stream.Recv()
		if err != nil {
			return &going{max(0, time.Until(end))}
		}
		c.receive(frame)
	}
}

// ended gives the error of a stream that has ended.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return errConnectionEnded
	}
	return errorOf(err)
}

// send writes commands in as few frames as their size allows.
func send(stream playStream, commands []*undercroftv1.PlayCommand) error {
	for len(commands) > 0 {
		frame, size := 0, 0
		for frame < len(commands) && frame < frameCommands {
			size += proto.Size(commands[frame])
			if frame > 0 && size > frameBytes {
				break
			}
			frame++
		}
		if err := stream.Send(&undercroftv1.PlayRequest{Commands: commands[:frame]}); err != nil {
			return fmt.Errorf("a frame can't be sent: %w", err)
		}
		commands = commands[frame:]
	}
	return nil
}
