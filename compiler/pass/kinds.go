package pass

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/facts"
)

// Rewrite is what the table of passes says of a rewrite (lean/TuffyLean/Passes/Table.lean).
type Rewrite struct {
	Name string
	// A change has one of the kinds from Strongest to Weakest: at some places the rewrite may be more
	// than at others, and the pass says which, each time.
	Strongest, Weakest Kind
	Theorem            string // if it applies a proven rule
}

// permit ends the program where a change is not what the table says of it: it is not listed, claims
// to be more or less than a rewrite of its name may be, or names another theorem.
func (p *Pass) permit(ch *Change) {
	if p.Rewrites == nil {
		return
	}
	n, ok := slices.BinarySearchFunc(p.Rewrites, ch.Rule, func(r Rewrite, name string) int { return strings.Compare(r.Name, name) })
	if !ok {
		panic("BUG: pass " + p.Name + " has no rewrite " + ch.Rule + " in lean/TuffyLean/Passes/Table.lean")
	}
	r := &p.Rewrites[n]
	switch {
	case ch.Kind < r.Strongest:
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " claims to be " + ch.Kind.String() + ", but may only be " + r.Strongest.String())
	case ch.Kind > r.Weakest:
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " is " + ch.Kind.String() + ", which the table does not allow")
	case ch.Proof == r.Theorem:
	case r.Theorem != "" || !facts.Proves(ch.Proof):
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " rests on the theorem " + strconv.Quote(ch.Proof) + ", not on " + strconv.Quote(r.Theorem))
	}
}
