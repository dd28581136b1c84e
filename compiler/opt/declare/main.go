// Declare writes what the passes declare of their rewrites, as JSON. Lean holds it to the theorems:
// lean/Passes.lean reads it.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
)

// list is the file. Its names are those that lean/Passes.lean reads: a change here is a change there.
type list struct {
	Format  string     `json:"format"`
	Version int        `json:"version"`
	Passes  []declared `json:"passes"`
}

// declared is a pass. Passes have the order of the table, so that the same table gives the same bytes.
type declared struct {
	Name     string    `json:"name"`
	Kind     string    `json:"kind"` // the weakest of its rewrites
	Rewrites []rewrite `json:"rewrites"`
}

// rewrite is a kind of change that a pass makes under one name in the trace. One that is an
// equivalence at some places and a refinement at others has both kinds.
type rewrite struct {
	Name    string   `json:"name"`
	Kinds   []string `json:"kinds"`  // that it may have, the strongest first
	Status  string   `json:"status"` // proven or argued
	Theorem string   `json:"theorem,omitempty"`
}

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "usage: declare")
		os.Exit(64)
	}
	if err := write(os.Stdout, opt.Passes()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(70)
	}
}

// write writes the table of passes. Proven is what names a theorem, and nothing else: whether the theorem
// exists and speaks of this rewrite is for Lean to say, not for this program.
func write(w io.Writer, passes []pass.Pass) error {
	l := list{Format: "tuffy-passes", Version: 1}
	for _, p := range passes {
		d := declared{Name: p.Name, Kind: p.Kind().String()}
		for _, r := range p.Rewrites {
			row := rewrite{Name: r.Name, Status: "argued", Theorem: r.Theorem}
			// Kinds are ordered from the strongest to the weakest, so these are all between the two.
			for k := r.Strongest; k <= r.Weakest; k++ {
				row.Kinds = append(row.Kinds, k.String())
			}
			if r.Theorem != "" {
				row.Status = "proven"
			}
			d.Rewrites = append(d.Rewrites, row)
		}
		l.Passes = append(l.Passes, d)
	}
	// Indented, so that a change of a pass is a change of its own lines.
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(l)
}
