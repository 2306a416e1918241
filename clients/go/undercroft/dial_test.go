package undercroft

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestPlainTextIsSpokenToLoopbackOnlyUnlessTold(t *testing.T) {
	for _, c := range []struct {
		target  string
		options Options
		secure  bool
	}{
		{"127.0.0.1:7070", Options{}, false},
		{"localhost:7070", Options{}, false},
		{"[::1]:7070", Options{}, false},
		{"127.0.0.1:7070", Options{TLS: true}, true},
		{"games.example:7070", Options{}, true},
		{"192.0.2.1:7070", Options{}, true},
		{"127.0.0.1.example:7070", Options{}, true},
		{"games.example:7070", Options{Insecure: true}, false},
		{"games.example:7070", Options{Insecure: true, TLS: true}, true},
	} {
		credentials, err := c.options.credentials(c.target)
		if err != nil {
			t.Fatal(err)
		}
		if secure := credentials.Info().SecurityProtocol == "tls"; secure != c.secure {
			t.Errorf("%s with %+v: encrypted is %v", c.target, c.options, secure)
		}
	}
}

func TestAFileWithoutCertificatesIsRefused(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Dial("127.0.0.1:1", Options{CAFile: empty}); err == nil || !strings.Contains(err.Error(), empty) {
		t.Errorf("got %v", err)
	}
}

func TestWaitsGrowUpToTheMostAndAreRandom(t *testing.T) {
	backoff := Backoff{}.orDefault()
	different := map[time.Duration]bool{}
	for attempt, most := range []time.Duration{200 * time.Millisecond, 400 * time.Millisecond, 800 * time.Millisecond} {
		for range 50 {
			wait := backoff.delay(attempt + 1)
			different[wait] = true
			if wait < 0 || wait > most {
				t.Errorf("attempt %d waits %v", attempt+1, wait)
			}
		}
	}
	if wait := backoff.delay(10_000); wait < 0 || wait > backoff.Most {
		t.Errorf("waits %v", wait)
	}
	if len(different) < 100 {
		t.Error("a thousand clients would come back in one instant")
	}
}

func TestATokenDoesNotShow(t *testing.T) {
	token := NewToken()
	for _, verb := range []string{"%v", "%s", "%x", "%#v", "%+v", "%d", "%q"} {
		if shown := fmt.Sprintf(verb, token); shown != "Token(…)" {
			t.Errorf("%s shows it", verb)
		}
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("joined", "token", token, "seat", Joined{Token: token})
	if strings.Count(log.String(), "Token(…)") != 2 {
		t.Errorf("a log shows it: %s", log.String())
	}
}

func TestOnlySoMuchIsKept(t *testing.T) {
	kept := newRecent[int, string](2)
	kept.put(1, "a")
	kept.put(2, "b")
	kept.put(1, "c")
	kept.put(3, "d")
	if _, ok := kept.get(2); ok {
		t.Error("the oldest is still there")
	}
	if value, _ := kept.get(1); value != "c" {
		t.Errorf("got %q", value)
	}
}
