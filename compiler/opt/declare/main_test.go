package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
)

// TestWrite: a rewrite has the kinds from its strongest to its weakest, and is proven if it has a theorem.
func TestWrite(t *testing.T) {
	p := pass.Pass{Name: "p", Rewrites: pass.Rewrites(pass.Either("b"), pass.Equivalences("c"), pass.Refinements("a"),
		[]pass.Rewrite{{Name: "d", Strongest: pass.Refinement, Weakest: pass.Refinement, Theorem: "T.d"}})}
	var b bytes.Buffer
	if err := write(&b, []pass.Pass{p}); err != nil {
		t.Fatal(err)
	}
	want := `{"format":"tuffy-passes","version":1,"passes":[{"name":"p","kind":"refinement","rewrites":[` +
		`{"name":"a","kinds":["refinement"],"status":"argued"},{"name":"b","kinds":["equivalence","refinement"],"status":"argued"},` +
		`{"name":"c","kinds":["equivalence"],"status":"argued"},{"name":"d","kinds":["refinement"],"status":"proven","theorem":"T.d"}]}]}`
	if got := strings.Join(strings.Fields(b.String()), ""); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestAll: all passes and all of their rewrites are written.
func TestAll(t *testing.T) {
	var b bytes.Buffer
	if err := write(&b, opt.Passes()); err != nil {
		t.Fatal(err)
	}
	var l list
	if err := json.Unmarshal(b.Bytes(), &l); err != nil {
		t.Fatal(err)
	}
	for n, p := range opt.Passes() {
		names := func(yield func(string) bool) {
			for _, r := range l.Passes[n].Rewrites {
				if !yield(r.Name) {
					return
				}
			}
		}
		var want []string
		for _, r := range p.Rewrites {
			want = append(want, r.Name)
		}
		if got := slices.Collect(names); l.Passes[n].Name != p.Name || !slices.Equal(got, want) {
			t.Errorf("%s: rewrites %q, want %q", p.Name, got, want)
		}
	}
}
