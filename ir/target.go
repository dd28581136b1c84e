package ir

import (
	"sort"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// SetTarget replaces target n of terminator i, a written one, but for its case. Other targets are not
// written, so that all targets of a large switch can be replaced one after the other.
// Linear in the operands of i at most.
func (f *Func) SetTarget(i Inst, n int, t Target) {
	f.changing(i)
	rec := &f.targets[f.coldInsts[i].tgt+uint32(n)]
	if rec.block != t.Block {
		rec.block = t.Block
		f.reshaped()
	}
	lo, hi := f.TargetArgs(i, n)
	if d := len(t.Args) - (hi - lo); d != 0 {
		for k := min(hi, lo+len(t.Args)); k < hi; k++ {
			f.unlinkUse(f.insts[i].use + uint32(k))
		}
		f.spread(i, n, hi, d)
	}
	for k, o := range t.Args {
		u := f.insts[i].use + uint32(lo+k)
		if lo+k < hi {
			f.unlinkUse(u)
		}
		f.uses[u] = useRec{value: o.Value, inst: i}
		f.setClaim(u, o.Annot)
		f.linkUse(u)
	}
	f.version++
	f.markInst(i)
}

// spread moves the operands of i from hi on by d places, and gives target n as many more. The order of
// uses stays.
// d may be negative. Only at the end of the pool is there room; elsewhere the operands move there once.
func (f *Func) spread(i Inst, n, hi, d int) {
	r := &f.insts[i]
	if d > 0 {
		if int(r.use+r.nuses) != len(f.uses) { // only at the end of the pool there is room
			from := r.use
			r.use = uint32(len(f.uses))
			for k := range r.nuses {
				f.uses = append(f.uses, useRec{value: NoValue, inst: i})
				f.moveUse(from+k, r.use+k)
			}
		}
		for range d {
			f.uses = append(f.uses, useRec{value: NoValue, inst: i})
		}
		for k := int(r.nuses) - 1; k >= hi; k-- {
			f.moveUse(r.use+uint32(k), r.use+uint32(k+d))
		}
	} else {
		for k := hi; k < int(r.nuses); k++ {
			f.moveUse(r.use+uint32(k), r.use+uint32(k+d))
		}
	}
	r.nuses = uint32(int(r.nuses) + d)
	first := f.coldInsts[i].tgt
	f.targets[first+uint32(n)].nargs = uint32(int(f.targets[first+uint32(n)].nargs) + d)
	for k := n + 1; k < int(r.ntgt); k++ {
		t := &f.targets[first+uint32(k)]
		t.first = uint32(int(t.first) + d)
	}
}

// moveUse moves the record of a use to another place.
// Its neighbours in the list link to it afterwards, so the order of uses stays.
func (f *Func) moveUse(u, to uint32) {
	r := f.uses[u]
	f.uses[to] = r
	f.setClaim(to, f.claim(u))
	f.uses[u].value = NoValue
	if r.value == NoValue {
		return
	}
	if r.prev != none {
		f.uses[r.prev].next = to
	} else {
		f.values[r.value].uses = to
	}
	if r.next != none {
		f.uses[r.next].prev = to
	}
}

// NumTargets returns the number of written branch targets of i.
// continue and region_yield have none: where they go follows from their region.
func (f *Func) NumTargets(i Inst) int { return int(f.insts[i].ntgt) }

// TargetBlock returns the block of target n of i.
func (f *Func) TargetBlock(i Inst, n int) Block { return f.targets[f.coldInsts[i].tgt+uint32(n)].block }

// SetTargetBlock redirects target n of i.
// What it passes stays: the caller knows that the new block takes it.
func (f *Func) SetTargetBlock(i Inst, n int, b Block) {
	f.changing(i)
	f.targets[f.coldInsts[i].tgt+uint32(n)].block = b
	f.reshaped()
	f.markInst(i)
}

// TargetArgs returns the range of operands that target n of i passes.
func (f *Func) TargetArgs(i Inst, n int) (lo, hi int) {
	t := &f.targets[f.coldInsts[i].tgt+uint32(n)]
	return int(t.first), int(t.first + t.nargs)
}

// EdgeArgs returns the range of operands that edge n of terminator i passes, of those that
// [Func.Edges] lists: those of target n, or all that continue and region_yield have.
func (f *Func) EdgeArgs(i Inst, n int) (lo, hi int) {
	if f.NumTargets(i) == 0 {
		return 0, f.NumOperands(i)
	}
	return f.TargetArgs(i, n)
}

// EdgeOf returns the edge of terminator i, of those that [Func.Edges] lists, that passes operand k, and -1 if none
// does. It takes logarithmic time in the number of targets.
func (f *Func) EdgeOf(i Inst, k int) int {
	n := f.NumTargets(i)
	if n == 0 {
		return 0 // continue, region_yield
	}
	first := f.coldInsts[i].tgt
	// The first target that begins behind the operand; targets pass their operands in order.
	return sort.Search(n, func(t int) bool { return int(f.targets[first+uint32(t)].first) > k }) - 1
}

// TargetCase returns the case constant of target n of a switch.
// The default has none, and must not be asked.
func (f *Func) TargetCase(i Inst, n int) num.Int {
	return f.consts[f.targets[f.coldInsts[i].tgt+uint32(n)].konst-1]
}

// Targets returns a copy of the written targets of i.
// Cases point into the function's constants and must not be changed.
func (f *Func) Targets(i Inst) []Target {
	out := make([]Target, f.insts[i].ntgt)
	args := make([]Operand, 0, f.NumOperands(i)-f.NumFixed(i)) // of all targets
	for n := range out {
		rec := f.targets[f.coldInsts[i].tgt+uint32(n)]
		out[n].Block = rec.block
		if rec.konst != 0 {
			out[n].Case = &f.consts[rec.konst-1]
		}
		from := len(args)
		lo, hi := f.TargetArgs(i, n)
		for k := lo; k < hi; k++ {
			args = append(args, f.Operand(i, k))
		}
		// What is appended to one target must not write over the next.
		out[n].Args = args[from:len(args):len(args)]
	}
	return out
}

// Edge leads out of a block: the destination and the range of the terminator's operands
// that are passed to its arguments.
// Two edges may have the same block: a branch may go there with other values.
type Edge struct {
	Block  Block
	Lo, Hi int
}

// Edges appends the edges out of terminator i to dst: written targets in order (a switch has
// its default last), or the implied target of continue and region_yield. An implied target
// that does not exist is left out.
// The terminator must stand in its block: implied targets are found by the region of that.
func (f *Func) Edges(dst []Edge, i Inst) []Edge {
	switch f.insts[i].op {
	case OpContinue:
		if r := f.InnermostLoop(f.insts[i].block); r != NoRegion {
			dst = append(dst, Edge{f.RegionEntry(r), 0, f.NumOperands(i)})
		}
	case OpRegionYield:
		if b := f.YieldTarget(f.insts[i].block); b != NoBlock {
			dst = append(dst, Edge{b, 0, f.NumOperands(i)})
		}
	default:
		first := f.coldInsts[i].tgt
		for _, t := range f.targets[first : first+uint32(f.insts[i].ntgt)] {
			dst = append(dst, Edge{t.block, int(t.first), int(t.first + t.nargs)})
		}
	}
	return dst
}
