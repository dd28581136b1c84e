package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// dce removes what nothing that matters reads.
//
// An instruction goes if its results are unused and it does nothing else: pure ones, stack slots,
// and loads, whose undefined behaviour goes with them (hence a refinement). ptrtoint stays, since
// it exposes its allocation to pointers made from integers. A block argument goes if only dead
// instructions and dead arguments read it, around loops too.
var dce = pass.Pass{
	Name: "dce", Kind: pass.Refinement, KeepsCFG: true,
	Doc:  "removes instructions and block arguments that nothing reads",
	Func: runDCE,
}

// removable reports whether i may go when nothing reads its results.
func removable(f *ir.Func, i ir.Inst) bool {
	op := f.Op(i)
	return op.Is(ir.Pure) || op == ir.OpStackSlot || op == ir.OpLoad || op == ir.OpVecLoad
}

func runDCE(c *pass.Ctx) {
	f := c.F
	d := &sweeper{c: c, f: f}
	for _, b := range slices.Backward(slices.Collect(f.Blocks())) {
		// What was deleted meanwhile still tells what stood before it.
		for i := f.LastInst(b); i != ir.NoInst; i = f.PrevInst(i) {
			d.sweep(i)
		}
	}
	deadArguments(c)
}

// sweeper removes instructions that nothing reads, and what only they read.
type sweeper struct {
	c    *pass.Ctx
	f    *ir.Func
	work []ir.Inst
}

func (d *sweeper) sweep(i ir.Inst) {
	f, c := d.f, d.c
	work := append(d.work[:0], i)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if f.Deleted(i) || !removable(f, i) || !edit.Unused(f, i) {
			continue
		}
		kind := pass.Refinement
		if f.Op(i).Is(ir.Pure) {
			kind = pass.Equivalence
		}
		if !c.Fire(pass.Change{Rule: "unused", At: i, Kind: kind}) {
			continue
		}
		for n := range f.NumOperands(i) {
			if d := f.Def(f.Arg(i, n)); d != ir.NoInst {
				work = append(work, d)
			}
		}
		f.RemoveInst(i)
	}
	d.work = work
}

// deadArguments removes all block arguments that do not matter, and the instructions that only
// they read, at once: one may keep another alive around a loop.
func deadArguments(c *pass.Ctx) {
	f := c.F
	live := make([]bool, f.NumValues())
	var work []ir.Value
	need := func(v ir.Value) {
		if !live[v] {
			live[v] = true
			work = append(work, v)
		}
	}
	args := false
	for b := range f.Blocks() {
		args = args || len(f.Args(b)) > 0 && b != f.Entry()
		for i := range f.Insts(b) {
			if removable(f, i) {
				continue
			}
			n := f.NumOperands(i)
			if f.Op(i) != ir.OpRet && f.Op(i).IsTerminator() {
				n = f.NumFixed(i)
				if f.NumTargets(i) == 0 { // continue, region_yield pass all they have
					n = 0
				}
			}
			for k := range n {
				need(f.Arg(i, k))
			}
		}
	}
	if !args {
		return
	}
	ways := edit.Ways(f)
	if e := f.Entry(); len(f.Args(e)) > 0 {
		need(f.Args(e)[0])
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if d := f.Def(v); d != ir.NoInst {
			for k := range f.NumOperands(d) {
				need(f.Arg(d, k))
			}
			continue
		}
		for _, w := range ways[f.DefBlock(v)] {
			need(f.Arg(w.Inst, w.Lo+f.DefIndex(v)))
		}
	}
	for b := range f.Blocks() {
		for _, v := range f.Args(b) {
			if !live[v] {
				sweepArguments(c, b, live, ways)
				return
			}
		}
	}
}

func sweepArguments(c *pass.Ctx, first ir.Block, live []bool, ways [][]edit.Way) {
	f := c.F
	var dead []ir.Inst
	for b := range f.Blocks() {
		for i := range f.Insts(b) {
			gone := removable(f, i)
			for n := range f.NumResults(i) {
				gone = gone && !live[f.Result(i, n)]
			}
			if gone {
				dead = append(dead, i)
			}
		}
	}
	if !c.Fire(pass.Change{Rule: "dead_arguments", At: ir.NoInst, Block: first, Matched: dead, Kind: pass.Refinement}) {
		return
	}
	for _, i := range dead {
		f.SetOperands(i, nil, nil)
	}
	for b := range f.Blocks() {
		for n := len(f.Args(b)) - 1; n >= 0; n-- {
			if v := f.Args(b)[n]; !live[v] {
				edit.RemoveArg(f, b, ways[b], n)
			}
		}
	}
	for _, i := range dead {
		f.RemoveInst(i)
	}
}
