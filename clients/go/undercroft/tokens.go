package undercroft

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
)

// TokenBytes is the length of a seat's token, and of a bot's.
const TokenBytes = 32

// Token proves a seat, or the name of a bot. Who keeps it can come back from anywhere; who loses it can't. It doesn't
// show in logs: Hex is for keeping it in a file.
type Token []byte

// NewToken makes a token of the system's randomness.
func NewToken() Token {
	token := make(Token, TokenBytes)
	rand.Read(token) // never fails
	return token
}

// Hex is the token as text.
func (t Token) Hex() string { return hex.EncodeToString(t) }

// Format doesn't tell the token, whatever the verb.
func (Token) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, "Token(…)") }

// MarshalText doesn't tell the token, in JSON and logs.
func (Token) MarshalText() ([]byte, error) { return []byte("Token(…)"), nil }

// NewID makes a random id for a request or a command, so that it can be sent again without harm.
func NewID() string { return hex.EncodeToString(NewToken()[:16]) }
