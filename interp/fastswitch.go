package interp

import (
	"cmp"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// switchTable finds the edge of a case. Cases that lie close together are in a table, others in a sorted list.
type switchTable struct {
	first int64
	dense []int32 // by the case less first
	cases []switchCase
	big   []bigCase
	other int32
}

// switchCase is a case within 64 bits and its edge.
type switchCase struct {
	v    int64
	edge int32
}

// bigCase is a case beyond 64 bits.
type bigCase struct {
	v    num.Int
	edge int32
}

// A table may be as long as sparseness times its cases, and denseAtMost entries in any case.
const (
	sparseness  = 8
	denseAtMost = 256
)

// newSwitch makes the table of cases within 64 bits.
func newSwitch(cases []switchCase, big []bigCase, other int32) switchTable {
	tab := switchTable{cases: cases, big: big, other: other}
	if len(cases) == 0 {
		return tab
	}
	slices.SortFunc(cases, func(a, b switchCase) int { return cmp.Compare(a.v, b.v) })
	tab.first = cases[0].v
	// The span of all int64 wraps to 0 less 1, which is the greatest word.
	span := uint64(cases[len(cases)-1].v) - uint64(tab.first)
	if span >= max(denseAtMost, sparseness*uint64(len(cases))) {
		return tab
	}
	tab.dense = make([]int32, span+1)
	for n := range tab.dense {
		tab.dense[n] = other
	}
	for _, c := range cases {
		tab.dense[uint64(c.v)-uint64(tab.first)] = c.edge
	}
	return tab
}

// find is the edge for v.
func (tab *switchTable) find(v int64) int32 {
	if n := uint64(v) - uint64(tab.first); n < uint64(len(tab.dense)) {
		return tab.dense[n]
	}
	if tab.dense != nil {
		return tab.other
	}
	lo, n := 0, len(tab.cases)
	for n > 1 {
		half := n / 2
		if tab.cases[lo+half].v <= v {
			lo += half
		}
		n -= half
	}
	if n == 1 && tab.cases[lo].v == v {
		return tab.cases[lo].edge
	}
	return tab.other
}

// switchSlow picks the edge of a switch on a value that is no int64.
// ok is false if the value is poison, which has ended the run.
func (t *fastThread) switchSlow(fn *fastFunc, base int32, c *code, tab *switchTable, i ir.Inst) (int32, bool) {
	cl := classS
	if c.k != 0 {
		cl = classU
	}
	v := t.boxSlot(base+c.a, ir.Int, cl)
	n, ok := v.(Int)
	if !ok {
		t.w.branchOnPoison(&t.thread, fn.f, i, v)
		return 0, false
	}
	if k, ok := n.V.Int64(); ok {
		return tab.find(k), true
	}
	// Linear, as switches hardly have cases of 65 bits.
	for _, b := range tab.big {
		if b.v.Equal(n.V) {
			return b.edge, true
		}
	}
	return tab.other, true
}
