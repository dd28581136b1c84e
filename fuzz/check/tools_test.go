package check

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestTools: a tool that says another thing on one engine is the failure, by its name, and the tools that there are say
// the same.
func TestTools(t *testing.T) {
	program := strings.Replace(overwritten, "TOKEN", "v4", 1)
	if f := tools(&Subject{Module: parsed(t, program)}); f != nil {
		t.Error(f, f.Detail)
	}
	defer func(all []fuzz.Tool) { fuzz.Tools = all }(fuzz.Tools)
	fuzz.Tools = append(slices.Clone(fuzz.Tools), fuzz.Tool{Name: "engine", Start: func(o *interp.Options) func(*bytes.Buffer) error {
		exact := o.Exact
		return func(w *bytes.Buffer) error {
			_, err := fmt.Fprintln(w, exact)
			return err
		}
	}})
	f := tools(&Subject{Module: parsed(t, program)})
	if f == nil || f.Rule != "engine" || !strings.Contains(f.Detail, "line 1 differs") {
		t.Errorf("got %v, want a failure of the tool", f)
	}
}

// The observer of exactFloats does not cost its run the fast engine.
var _ interp.Selector = (*exact)(nil)
