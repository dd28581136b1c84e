package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Axioms are those that a proof may rest on: Lean's own.
// sorryAx is what an unfinished proof rests on, and Lean.ofReduceBool what native_decide adds: neither
// is among them.
var Axioms = []string{"propext", "Classical.choice", "Quot.sound"}

// Proof checks what an export says of the proof of one of its rows.
// theorem and axioms are as Lean printed them when it wrote the export. A row without a theorem would
// be an unproved rule in the compiler.
func Proof(theorem string, axioms []string) error {
	if theorem == "" {
		return fmt.Errorf("it has no theorem")
	}
	for _, a := range axioms {
		if !slices.Contains(Axioms, a) {
			return fmt.Errorf("its proof %s rests on the axiom %s", theorem, a)
		}
	}
	return nil
}

// Line says where an export, which has been decoded, has the value that path leads to: names of
// fields, and numbers of elements.
// It is for an error that is found after decoding, when offsets are gone. A path that leads nowhere
// gives the line up to which it leads. The time is linear in data, so that it is for messages only.
func Line(data []byte, path ...any) string {
	d := json.NewDecoder(bytes.NewReader(data))
	for _, step := range path {
		if !enter(d, step) {
			break
		}
	}
	// The decoder stands behind the last token; what separates it from the value belongs to no token.
	off := d.InputOffset()
	for off < int64(len(data)) && bytes.IndexByte([]byte(" \t\r\n,:"), data[off]) >= 0 {
		off++
	}
	return fmt.Sprintf("line %d", bytes.Count(data[:off], []byte("\n"))+1)
}

// enter continues to before the value of a field of the object that comes next, or to before an element
// of the list. It reports whether there is one.
// A step is an int for a list and a string for an object; one of the other type is never found.
func enter(d *json.Decoder, step any) bool {
	tok, err := d.Token()
	if _, ok := tok.(json.Delim); !ok || err != nil {
		return false
	}
	for n := 0; d.More(); n++ {
		at := any(n)
		if tok == json.Delim('{') {
			if at, err = d.Token(); err != nil {
				return false
			}
		}
		if at == step {
			return true
		}
		var skipped json.RawMessage
		if d.Decode(&skipped) != nil {
			return false
		}
	}
	return false
}
