package jsontext_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/jsontext"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// whole has each type that is read.
type whole struct {
	Name  string         `json:"name"`
	Flag  bool           `json:"flag,omitempty"`
	Count int            `json:"count"`
	Size  uint64         `json:"size"`
	Parts []part         `json:"parts"`
	Sizes map[string]int `json:"sizes"`
	own   int
}

type part struct {
	Own self `json:"own"`
}

// self is "yes", or a list of such.
type self struct{ inner []self }

func (s *self) UnmarshalJSON(b []byte) error {
	switch {
	case b[0] == '[':
		return json.Unmarshal(b, &s.inner)
	case string(b) == `"yes"`:
		return nil
	}
	return errors.New("expected yes")
}

const right = `{"name": "a b", "flag": true, "count": -3, "size": 18446744073709551615,
 "parts": [{"own": "yes"}, {"own": [["yes"], []]}],
 "sizes": {"x": 1, "y": 2}}`

func TestDecode(t *testing.T) {
	var w whole
	if _, err := jsontext.Decode("f", []byte(right), "the text", &w); err != nil || w.Count != -3 || len(w.Parts) != 2 || w.Sizes["y"] != 2 || w.own != 0 {
		t.Fatal(err, w)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"a b"`, `5`, "f:1:10: name: expected a string, is 5"},
		{`true`, `1`, "f:1:25: flag: expected true or false, is 1"},
		{`-3`, `1.5`, "f:1:40: count: expected a whole number, is 1.5"},
		{`18446744073709551615`, `18446744073709551616`, "f:1:52: size: expected a whole number that is not negative, is 18446744073709551616"},
		{`{"own": "yes"}`, `["yes"]`, "f:2:12: 0: expected an object, is a list"},
		{`["yes"], []`, `["yes", ["no"]]`, "f:2:46: expected yes"},
		{`"parts"`, `"part"`, `f:2:2: unknown key "part": expected name, flag, count, size, parts, sizes`},
		{`"y": 2`, `"y": "2"`, `f:3:25: y: expected a whole number, is "2"`},
		{`"y"`, `"x"`, `f:3:20: "x" stands here a second time`},
		{`2}}`, `2}`, "f:3:27: the text ends too early: it is cut"},
		{`2}}`, `2}} x`, "f:3:29: more text after the text"},
		{`"flag":`, `"flag"`, "f:1:24: invalid character 't' after object key"},
	} {
		text := strings.Replace(right, c.from, c.to, 1)
		if _, err := jsontext.Decode("f", []byte(text), "the text", &whole{}); err == nil || err.Error() != c.want {
			t.Errorf("%s instead of %s:\n got %v\nwant %s", c.to, c.from, err, c.want)
		}
	}
}

// TestDecodeDamaged: whatever the text is, there is an answer, and an error has a place.
func TestDecodeDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 3))
	place := regexp.MustCompile(`^f:[0-9]+:[0-9]+: `)
	pieces := []string{"{", "}", "[", "]", ",", ":", `"`, "null", "-", "1e9", `"own"`, `"yes"`, "\n", "\\u0000", "\xff", `"Name": "x",`}
	fine := 0
	for range 50_000 {
		text := right
		for range 1 + r.IntN(3) {
			a := r.IntN(len(text))
			b := min(len(text), a+r.IntN(8))
			text = text[:a] + pieces[r.IntN(len(pieces))] + text[b:]
		}
		if _, err := jsontext.Decode("f", []byte(text), "the text", &whole{}); err == nil {
			fine++
		} else if !place.MatchString(err.Error()) {
			t.Fatalf("%s\n%v", text, err)
		}
	}
	if fine == 0 || fine > 40_000 {
		t.Errorf("%d texts are right", fine)
	}
}

// TestDecodeLimits: what is too deep or too much is an error at its place, and what is allowed takes room in
// proportion to the text, however deep and long the names of its places are.
func TestDecodeLimits(t *testing.T) {
	nested := func(depth int) string {
		return `{"parts": [{"own": ` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}]}`
	}
	if _, err := jsontext.Decode("f", []byte(nested(100)), "the text", &whole{}); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ text, want string }{
		{nested(9000), "f:1:146: nested deeper than the limit of 128"},
		{`{"sizes":` + "\n" + strings.Repeat("[", 127) + strings.Repeat("0,", 1<<18), ""},
		{`{"parts": [` + strings.Repeat("\n0,", 1<<18) + `0]}`, "f:262144:1: more than the limit of 262144 values"},
	} {
		_, err := jsontext.Decode("f", []byte(c.text), "the text", &whole{})
		if err == nil || c.want != "" && err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	key := strings.Repeat("k", 100_000)
	text := []byte(strings.Repeat(`{"`+key+`":`, 50) + "[" + strings.Repeat("0,", 100_000) + "0]" + strings.Repeat("}", 50))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := jsontext.Decode("f", text, "the text", &whole{}); err == nil {
		t.Error("unknown keys are allowed")
	} else if len(err.Error()) > 300 {
		t.Errorf("a message of %d bytes", len(err.Error()))
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 100*uint64(len(text)) {
		t.Errorf("%d bytes for a text of %d", took, len(text))
	}
}
