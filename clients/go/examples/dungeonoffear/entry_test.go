package dungeonoffear_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"undercroft.dev/api/examples/dungeonoffear"
)

// recorded gives what a match showed its seats and spectators, of one kind: `view` or `told`.
func recorded(t *testing.T, kind string) []string {
	text, err := os.ReadFile("../../../../tests/playthroughs/dungeon-of-fear.txt")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, line := range strings.Split(string(text), "\n") {
		if rest, ok := strings.CutPrefix(line, fmt.Sprintf("%-6s", kind)); ok {
			found = append(found, rest)
		}
	}
	if len(found) < 10 {
		t.Fatalf("only %d lines of %s", len(found), kind)
	}
	return found
}

func TestRecordedViewsAreDecodedWholly(t *testing.T) {
	for _, text := range recorded(t, "view") {
		var view dungeonoffear.View
		if err := json.Unmarshal([]byte(text), &view); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		saysTheSame(t, text, view)
	}
}

func TestRecordedEntriesAreDecodedWholly(t *testing.T) {
	kinds := map[string]bool{}
	for number, text := range recorded(t, "told") {
		text = fmt.Sprintf(`{"n":%d,%s`, number, text[1:]) // on the wire it has its number
		entry, err := dungeonoffear.DecodeEntry(text)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		kinds[fmt.Sprintf("%T", entry)] = true
		saysTheSame(t, text, entry)
	}
	if len(kinds) != 3 {
		t.Errorf("only %v", kinds)
	}
}

func TestWhatIsNoViewIsRefused(t *testing.T) {
	for _, wrong := range []string{
		strings.Replace(recorded(t, "view")[0], `"ply"`, `"plies"`, 1),
		strings.Replace(recorded(t, "view")[0], `"wall"`, `"door"`, 1),
		strings.Replace(recorded(t, "view")[0], `"to_act":[0]`, `"to_act":"white"`, 1),
	} {
		if err := json.Unmarshal([]byte(wrong), &dungeonoffear.View{}); err == nil {
			t.Errorf("taken for a view: %s", wrong)
		}
	}
	if _, err := dungeonoffear.DecodeEntry(`{"n":0,"type":"thunder"}`); err == nil {
		t.Error("taken for an entry")
	}
}

// saysTheSame tells whether a value has all that the text says. What is null may be left out.
func saysTheSame(t *testing.T, text string, value any) {
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if want, got := withoutNulls(t, []byte(text)), withoutNulls(t, encoded); !reflect.DeepEqual(want, got) {
		t.Errorf("%s is decoded as %s", text, encoded)
	}
}

func withoutNulls(t *testing.T, text []byte) any {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return strip(value)
}

func strip(value any) any {
	object, ok := value.(map[string]any)
	for key, part := range object {
		if part == nil {
			delete(object, key)
		} else {
			object[key] = strip(part)
		}
	}
	if ok {
		return object
	}
	return value
}

func Example() {
	var view dungeonoffear.View
	text := `{"you":0,"ply":2,"to_act":[0],"over":false,"me":"a2","enemy":"a5","board":null,"rays":null,"revealed":null,` +
		`"clock":null,"options":{},"result":null}`
	if err := json.Unmarshal([]byte(text), &view); err != nil {
		panic(err)
	}
	if view.Enemy != nil {
		fmt.Printf("the enemy is on %s, play %sx%s\n", *view.Enemy, *view.Me, *view.Enemy)
	}
	// Output: the enemy is on a5, play a2xa5
}
