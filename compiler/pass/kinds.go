package pass

import (
	"fmt"
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

// rewrite finds a rewrite by name.
func (p *Pass) rewrite(name string) *Rewrite {
	n, ok := slices.BinarySearchFunc(p.Rewrites, name, func(r Rewrite, name string) int { return strings.Compare(r.Name, name) })
	if !ok {
		return nil
	}
	return &p.Rewrites[n]
}

// some lists the first rewrites for a message.
func (p *Pass) some() string {
	const most = 20
	var names []string
	for _, r := range p.Rewrites[:min(len(p.Rewrites), most)] {
		names = append(names, r.Name)
	}
	if more := len(p.Rewrites) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// permit ends the program where a change is not what the table says of it: it is not listed, claims
// to be more or less than a rewrite of its name may be, or names another theorem.
func (s *scope) permit(ch *Change) {
	p := s.pass
	if p.Rewrites == nil {
		return
	}
	r := s.last
	if r == nil || r.Name != ch.Rule {
		r = p.rewrite(ch.Rule)
		s.last = r
	}
	switch {
	case r == nil:
		panic("BUG: pass " + p.Name + " has no rewrite " + ch.Rule + " in lean/TuffyLean/Passes/Table.lean")
	case ch.Kind < r.Strongest:
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " claims to be " + ch.Kind.String() + ", but may only be " + r.Strongest.String())
	case ch.Kind > r.Weakest:
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " is " + ch.Kind.String() + ", which the table does not allow")
	case ch.Proof == r.Theorem:
	case r.Theorem != "" || !facts.Proves(ch.Proof):
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " rests on the theorem " + strconv.Quote(ch.Proof) + ", not on " + strconv.Quote(r.Theorem))
	}
}
