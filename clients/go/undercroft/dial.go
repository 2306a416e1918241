package undercroft

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	undercroftv1 "undercroft.dev/api/undercroft/v1"
)

const (
	// The least that gRPC for Go allows; others ping every 5 s.
	pingEvery   = 10 * time.Second
	pingTimeout = 2 * time.Second
	// A record may be longer than gRPC's default of 4 MiB.
	messageBytes = 64 << 20
)

// Options of a client; the zero value is a good one.
type Options struct {
	// TLS speaks TLS to a loopback address too; to any other it is always spoken, but for Insecure.
	TLS bool
	// CAFile is a PEM file of the authorities to trust instead of the system's; it implies TLS.
	CAFile string
	// Insecure speaks plain text to another machine: something else encrypts.
	Insecure bool
	// Patience is how long a unary call is made again while the server is away; 0 is 30 s.
	Patience time.Duration
	// Backoff is how long to wait between two attempts to connect.
	Backoff Backoff
	// Logger hears of lost and regained connections; nil: nobody does.
	Logger *slog.Logger
	// DialOptions win over this package's own.
	DialOptions []grpc.DialOption
}

// Client is a connection to a server, made when it is first needed and as often as it is lost. It can be used by any
// number of goroutines.
type Client struct {
	// Games, Matches and Bots are the services as generated. Their unary calls are made again while the server is away
	// (every one of them may be), and fail with a *Refused where the server says why.
	Games   undercroftv1.GameServiceClient
	Matches undercroftv1.MatchServiceClient
	Bots    undercroftv1.BotServiceClient

	connection *grpc.ClientConn
	play       *play
	backoff    Backoff
	logger     *slog.Logger
	stop       context.CancelFunc
	stopped    chan struct{}
}

// Dial makes a client for the server at target, HOST:PORT. Nothing is connected yet.
//
// Plain text is spoken to loopback addresses only, unless options say otherwise.
func Dial(target string, options Options) (*Client, error) {
	transport, err := options.credentials(target)
	if err != nil {
		return nil, err
	}
	patience := options.Patience
	if patience == 0 {
		patience = 30 * time.Second
	}
	calls := &calls{patience: patience, backoff: options.Backoff.orDefault()}
	dialOptions := append([]grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithUnaryInterceptor(calls.intercept),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageBytes)),
		grpc.WithConnectParams(grpc.ConnectParams{
			// gRPC's own waits, of up to two minutes, would turn our attempts into failures without a try.
			Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: calls.backoff.Most},
			MinConnectTimeout: 5 * time.Second,
		}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: pingEvery, Timeout: pingTimeout, PermitWithoutStream: true}),
	}, options.DialOptions...)
	connection, err := grpc.NewClient(target, dialOptions...)
	if err != nil {
		return nil, err
	}
	return newClient(connection, options), nil
}

func newClient(connection *grpc.ClientConn, options Options) *Client {
	ctx, stop := context.WithCancel(context.Background())
	client := &Client{
		Games:      undercroftv1.NewGameServiceClient(connection),
		Matches:    undercroftv1.NewMatchServiceClient(connection),
		Bots:       undercroftv1.NewBotServiceClient(connection),
		connection: connection,
		play:       newPlay(),
		backoff:    options.Backoff.orDefault(),
		logger:     options.Logger,
		stop:       stop,
		stopped:    make(chan struct{}),
	}
	if client.logger == nil {
		client.logger = slog.New(slog.DiscardHandler)
	}
	go func() {
		defer close(client.stopped)
		client.keepPlaying(ctx)
	}()
	return client
}

// Close ends every call and every seat of the client. The seats stay ours: their tokens come back to them.
func (c *Client) Close() error {
	c.stop()
	<-c.stopped
	c.play.fail(ErrClosed)
	return c.connection.Close()
}

func (o *Options) credentials(target string) (credentials.TransportCredentials, error) {
	if o.CAFile == "" && !o.TLS && (o.Insecure || isLoopback(target)) {
		return insecure.NewCredentials(), nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CAFile != "" {
		pem, err := os.ReadFile(o.CAFile)
		if err != nil {
			return nil, err
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s holds no certificate", o.CAFile)
		}
	}
	return credentials.NewTLS(config), nil
}

func isLoopback(target string) bool {
	host, _, err := net.SplitHostPort(target)
	if err != nil {
		host = target
	}
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
