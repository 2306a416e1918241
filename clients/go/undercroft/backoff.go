package undercroft

import (
	"context"
	"math"
	"math/rand/v2"
	"time"
)

// Backoff is how long to wait between attempts: at random between nothing and First, which is doubled each time and is
// never above Most, so that a thousand clients of one server don't come back in one instant.
type Backoff struct {
	// First is the most before the second attempt; 0 is 200 ms.
	First time.Duration
	// Most is the most before any; 0 is 10 s.
	Most time.Duration
}

func (b Backoff) orDefault() Backoff {
	if b.First <= 0 {
		b.First = 200 * time.Millisecond
	}
	if b.Most <= 0 {
		b.Most = 10 * time.Second
	}
	return b
}

// delay is the wait after an attempt; the first one's number is 1.
func (b Backoff) delay(attempt int) time.Duration {
	most := math.Min(float64(b.Most), float64(b.First)*math.Pow(2, float64(attempt-1)))
	return time.Duration(rand.Float64() * most)
}

// sleep waits; whether the context let it.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
