package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Info is what [Forward] found. It describes the function as it was then.
//
// Every answer holds of the value whenever it is defined and not poison, in every run without
// undefined behaviour, whatever don't-care bits become. Of a value that no run defines it claims
// nothing; see [Info.Reachable].
// Reading it changes nothing, but Update does; it has one owner at a time.
type Info struct{ a *analysis }

// Free gives the memory back for the next analysis. Nothing may be asked any more.
func (n *Info) Free() {
	n.a.f, n.a.cfg, n.a.dom, n.a.mem.epoch = nil, nil, nil, 0
	spare.Put(n.a)
	n.a = nil
}

// Fact returns what is known of int v.
func (n *Info) Fact(v ir.Value) Fact {
	var f Fact
	n.a.vals.fact(v, &f)
	return f
}

// Value returns the only number that int v can be; ok is false if there are several.
// Known bits that leave one number make the range that number, too, see refine.
func (n *Info) Value(v ir.Value) (x num.Int, ok bool) { return n.a.vals.value(v) }

// Range returns the range of int v.
func (n *Info) Range(v ir.Value) Range { return n.Fact(v).Range }

// KnownBits returns the known bits of int v.
func (n *Info) KnownBits(v ir.Value) Bits { return n.Fact(v).Bits }

// Bool returns the truth value that bool v always has; ok is false if it has none.
// Of a bool that is not reached it says nothing.
func (n *Info) Bool(v ir.Value) (truth, ok bool) {
	t := n.a.vals.marks[v].truth()
	return t == True, t != Either
}

// NotPoison reports whether v is an int, bool, float or pointer that is never poison.
// Of other types nothing is tracked and the answer is no.
func (n *Info) NotPoison(v ir.Value) bool {
	m := n.a.vals.marks[v]
	return m.reached() && !m.poison()
}

// FactAt returns what is known of int v as an instruction of block b sees it: the branches that
// lead there count, the annotation of the use does not.
func (n *Info) FactAt(v ir.Value, b ir.Block) Fact {
	f := n.Fact(v)
	n.a.meetAt(v, b, &f)
	return f
}

// NotPoisonAt reports whether v is not poison in block b: never, or because a branch that
// dominates b depends on it.
// Branching on poison is undefined, so that whoever comes past the branch has seen a value that is not.
func (n *Info) NotPoisonAt(v ir.Value, b ir.Block) bool {
	if n.NotPoison(v) {
		return true
	}
	f := n.Fact(v)
	return n.a.meetAt(v, b, &f) && n.a.vals.marks[v].reached()
}

// Reachable reports whether the facts leave a path from the entry to block b.
func (n *Info) Reachable(b ir.Block) bool { return n.a.reached[b] }
