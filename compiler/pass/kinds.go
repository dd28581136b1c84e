package pass

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/facts"
)

// Rewrite is what a pass declares of a rewrite. Lean holds the passes to what it knows of the theorems
// (lean/TuffyLean/Passes/Declared.lean).
// Weaker is larger: Equivalence comes before Refinement.
type Rewrite struct {
	Name string
	// A change has one of the kinds from Strongest to Weakest: at some places the rewrite may be more
	// than at others, and the pass says which, each time.
	Strongest, Weakest Kind
	Theorem            string // of the rule that it applies; else the file of the pass argues why it is right
}

// Rewrites makes the table of a pass of lists of rewrites: sorted by name, for the search.
func Rewrites(lists ...[]Rewrite) []Rewrite {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b Rewrite) int { return strings.Compare(a.Name, b.Name) })
	for n := range all {
		if n > 0 && all[n-1].Name == all[n].Name {
			panic("BUG: two rewrites of a pass have the name " + all[n].Name)
		}
	}
	return all
}

// Equivalences are argued rewrites that are equivalences wherever they are made.
func Equivalences(names ...string) []Rewrite { return argued(names, Equivalence, Equivalence) }

// Refinements are argued rewrites that are refinements.
func Refinements(names ...string) []Rewrite { return argued(names, Refinement, Refinement) }

// Either are argued rewrites that are equivalences at some places and refinements at others.
func Either(names ...string) []Rewrite { return argued(names, Equivalence, Refinement) }

func argued(names []string, strongest, weakest Kind) []Rewrite {
	out := make([]Rewrite, len(names))
	for n, name := range names {
		out[n] = Rewrite{Name: name, Strongest: strongest, Weakest: weakest}
	}
	return out
}

// Kind is the weakest kind of the rewrites.
func (p *Pass) Kind() Kind {
	weakest := Equivalence
	for _, r := range p.Rewrites {
		weakest = max(weakest, r.Weakest)
	}
	return weakest
}

// Proven reports whether all rewrites rest on theorems.
func (p *Pass) Proven() bool {
	return !slices.ContainsFunc(p.Rewrites, func(r Rewrite) bool { return r.Theorem == "" })
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

// permit ends the program where a change is not what its pass declares: it is not listed, claims
// to be more or less than a rewrite of its name may be, or names another theorem.
// It is asked of every change in every run, so it remembers the last row.
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
		panic("BUG: pass " + p.Name + " has no rewrite " + ch.Rule + ": declare it in Rewrites of its row")
	case ch.Kind < r.Strongest:
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " claims to be " + ch.Kind.String() + ", but may only be " + r.Strongest.String())
	case ch.Kind > r.Weakest:
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " is " + ch.Kind.String() + ", which it does not declare")
	case ch.Proof == r.Theorem:
	// A rewrite without a theorem of its own may rest on one about facts.
	case r.Theorem != "" || !facts.Proves(ch.Proof):
		panic("BUG: pass " + p.Name + ": rewrite " + ch.Rule + " rests on the theorem " + strconv.Quote(ch.Proof) + ", not on " + strconv.Quote(r.Theorem))
	}
}
