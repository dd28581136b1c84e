package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// branchedTokens finds the writes whose memory token is not that of the write before, on every way to
// them: where two take the same one, the chain of tokens branches. A token says that all writes up to its
// own are seen, those of the other branch included. So what is known of the token that such a write makes
// is not known of the one that it took.
func branchedTokens(c *pass.Ctx) map[ir.Inst]bool {
	f, graph := c.F, c.CFG()
	w := tokenFlow{f: f, in: make([]ir.Value, f.NumBlocks()), out: make([]ir.Value, f.NumBlocks()), reached: make([]bool, f.NumBlocks()), ways: edit.Ways(f)}
	for changed := true; changed; {
		changed = false
		for _, b := range graph.Order() {
			in := w.start(b)
			if !w.reached[b] || in != w.in[b] {
				w.in[b], w.out[b], w.reached[b], changed = in, w.end(b, in, nil), true, true
			}
		}
	}
	branched := map[ir.Inst]bool{}
	for _, b := range graph.Order() {
		w.end(b, w.in[b], branched)
	}
	return branched
}

// tokenFlow has the token of the last write at the start and at the end of blocks; none where ways with
// different ones meet.
type tokenFlow struct {
	f       *ir.Func
	in, out []ir.Value
	reached []bool
	ways    [][]edit.Way
}

// start is the token of the last write at the start of b, by what is known of the blocks before it: an
// argument that each way gives its own, or the token that all have. It only ever goes from an argument to
// a token of all, and from there to none.
func (w *tokenFlow) start(b ir.Block) ir.Value {
	f := w.f
	was, settled := w.in[b], w.reached[b]
	if settled && was == ir.NoValue {
		return was
	}
	for n, a := range f.Args(b) {
		if f.TypeOf(a) != ir.Mem || settled && was != a {
			continue
		}
		given := func(x edit.Way) bool {
			from := f.InstBlock(x.Inst)
			return !w.reached[from] || w.out[from] != ir.NoValue && f.Arg(x.Inst, x.Lo+n) == w.out[from]
		}
		if !slices.ContainsFunc(w.ways[b], func(x edit.Way) bool { return !given(x) }) {
			return a
		}
	}
	if b == f.Entry() {
		return ir.NoValue
	}
	all, first := was, !settled || slices.Contains(f.Args(b), was)
	for _, x := range w.ways[b] {
		from := f.InstBlock(x.Inst)
		switch {
		case !w.reached[from]:
		case first:
			all, first = w.out[from], false
		case all != w.out[from]:
			return ir.NoValue
		}
	}
	return all
}

// end is the token of the last write at the end of b. It notes the writes that take another one than that
// of the write before them, unless branched is nil.
func (w *tokenFlow) end(b ir.Block, now ir.Value, branched map[ir.Inst]bool) ir.Value {
	f := w.f
	for i := range f.Insts(b) {
		if f.NumResults(i) == 0 || f.TypeOf(f.Result(i, 0)) != ir.Mem {
			continue
		}
		if branched != nil && (now == ir.NoValue || edit.MemOperand(f, i) != now) {
			branched[i] = true
		}
		now = f.Result(i, 0)
	}
	return now
}
