// Package dungeonoffear has the types of Dungeon of Fear's views and entries, generated from the game's JSON Schema.
package dungeonoffear

import (
	"encoding/json"
	"fmt"
)

// DecodeEntry decodes an entry of a journal; it gives a *Start, a *Ply or an *End.
func DecodeEntry(text string) (Entry, error) {
	var kind struct{ Type string }
	if err := json.Unmarshal([]byte(text), &kind); err != nil {
		return nil, err
	}
	var entry Entry
	switch kind.Type {
	case string(StartTypeStart):
		entry = &Start{}
	case string(PlyTypePly):
		entry = &Ply{}
	case string(EndTypeEnd):
		entry = &End{}
	default:
		return nil, fmt.Errorf("an entry of type %q isn't known here", kind.Type)
	}
	return entry, json.Unmarshal([]byte(text), entry)
}
