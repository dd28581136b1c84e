package opt

import (
	"slices"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// dce removes what nothing that matters reads.
//
// An instruction goes if its results are unused and it does nothing else: pure ones, stack slots,
// and loads, whose undefined behaviour goes with them (hence a refinement). ptrtoint stays, since
// it exposes its allocation to pointers made from integers. A slot that is only ended goes with its ends. A block argument goes if only dead
// instructions and dead arguments read it, around loops too.
var dce = pass.Pass{
	Name: "dce", KeepsCFG: true, OrderInsensitive: true,
	Doc:      "removes instructions and block arguments that nothing reads",
	Rewrites: pass.Rewrites(pass.Either("unused"), pass.Refinements("dead_arguments")),
	Func:     runDCE,
}

// runDCE looks at the blocks from the last to the first, once, which settles all but loops, then
// at what came too late. Time is linear in the operands, and in the predecessor edges of
// arguments that are found late.
func runDCE(c *pass.Ctx) {
	f := c.F
	d := sweepers.Get().(*sweeper)
	d.c, d.f = c, f
	d.live, d.past, d.done = zeroed(d.live, f.NumValues()), zeroed(d.past, f.NumValues()), zeroed(d.done, f.NumBlocks())
	// The lists and tables are those of an earlier function, cleared, not made again.
	d.blocks, d.late, d.back = slices.AppendSeq(d.blocks[:0], f.Blocks()), d.late[:0], d.back[:0]
	// The first argument of the entry is the memory token that the function is entered with.
	if len(f.Args(f.Entry())) > 0 {
		d.need(f.Args(f.Entry())[0])
	}
	for _, b := range slices.Backward(d.blocks) {
		d.block(b)
	}
	d.again()
	d.deadArguments()
	d.c, d.f = nil, nil
	sweepers.Put(d)
}

// sweeper removes instructions that nothing reads, and what only they read. On its way it finds
// which values matter: those that an instruction reads which may not go, and what those come from.
type sweeper struct {
	c    *pass.Ctx
	f    *ir.Func
	work []ir.Inst

	live   []bool // by value: it matters
	past   []bool // by value: whoever defines it was looked at
	blocks []ir.Block
	done   []bool     // by block: it was looked at
	late   []ir.Value // that turned out to matter when they were past
	back   []backWay  // from a block looked at before the one it goes to
}

// backWay is an edge whose target's arguments were not all settled when its terminator was looked
// at, so that [sweeper.again] looks at it again.
type backWay struct {
	ir.Edge
	inst ir.Inst
}

// sweepers keeps the memory for the next function.
var sweepers = sync.Pool{New: func() any { return &sweeper{} }}

// need marks a value that matters. What block b itself defines is not past while it is looked at: its
// instructions come next, then the edges into it, but for those in back.
func (d *sweeper) need(v ir.Value) {
	if d.live[v] {
		return
	}
	d.live[v] = true
	if d.past[v] {
		d.late = append(d.late, v)
	}
}

// block looks at the instructions of b, the last one first. Arguments of a block that was looked at
// are known to matter or not, but for what is late.
func (d *sweeper) block(b ir.Block) {
	f := d.f
	d.done[b] = true
	// What was deleted meanwhile still tells what stood before it.
	for i := f.LastInst(b); i != ir.NoInst; i = f.PrevInst(i) {
		if f.Deleted(i) { // the end of a slot, before the last that read it
			continue
		}
		if op := f.Op(i); op.IsTerminator() {
			d.terminator(b, i, op)
		} else if d.matters(i) {
			d.operands(i)
		} else {
			d.sweep(i)
		}
		for n := range f.NumResults(i) {
			d.past[f.Result(i, n)] = true
		}
	}
	for _, v := range f.Args(b) {
		d.past[v] = true
	}
}

// operands marks what an instruction that matters reads. The end of a slot matters only if the slot does.
func (d *sweeper) operands(i ir.Inst) {
	f := d.f
	for k := range f.NumOperands(i) {
		if v := f.Arg(i, k); k > 0 || f.Op(i) != ir.OpStackEnd || !allocates(f, v) {
			d.need(v)
		}
	}
}

// allocates reports whether v is a stack slot where it is made.
func allocates(f *ir.Func, v ir.Value) bool {
	d := f.Def(v)
	return d != ir.NoInst && f.Op(d).Is(ir.Allocates)
}

// slotEnds lists the instructions that end the slot s as such; all reports whether nothing else uses it.
func slotEnds(f *ir.Func, s ir.Inst) (ends []ir.Inst, all bool) {
	all = true
	for u := range f.Uses(f.Result(s, 0)) {
		if f.Op(u.Inst) == ir.OpStackEnd {
			ends = append(ends, u.Inst)
		} else {
			all = false
		}
	}
	return ends, all
}

// matters reports whether i must stay for what it does or for one of its results.
func (d *sweeper) matters(i ir.Inst) bool {
	if !d.f.Op(i).Removable() {
		return true
	}
	for n := range d.f.NumResults(i) {
		if d.live[d.f.Result(i, n)] {
			return true
		}
	}
	return false
}

// terminator marks what leaves the function and what decides where control goes. What an edge
// passes matters only if the argument that gets it does.
func (d *sweeper) terminator(b ir.Block, i ir.Inst, op ir.Op) {
	f := d.f
	if op == ir.OpRet || op == ir.OpLongJmp {
		for k := range f.NumOperands(i) {
			d.need(f.Arg(i, k))
		}
		return
	}
	if f.NumTargets(i) > 0 { // continue and region_yield pass all they have
		for k := range f.NumFixed(i) {
			d.need(f.Arg(i, k))
		}
	}
	var buf [4]ir.Edge
	for _, e := range f.Edges(buf[:0], i) {
		if len(f.Args(e.Block)) == 0 {
			continue
		}
		d.passed(i, e)
		if !d.done[e.Block] || e.Block == b {
			d.back = append(d.back, backWay{e, i})
		}
	}
}

// passed marks what an edge passes to arguments that matter.
func (d *sweeper) passed(i ir.Inst, e ir.Edge) {
	for k, v := range d.f.Args(e.Block) {
		if d.live[v] {
			d.need(d.f.Arg(i, e.Lo+k))
		}
	}
}

// again marks what became known to matter too late.
func (d *sweeper) again() {
	f := d.f
	for _, w := range d.back {
		d.passed(w.inst, w.Edge)
	}
	// A worklist: every value enters it at most once, since need marks it first.
	for len(d.late) > 0 {
		v := d.late[len(d.late)-1]
		d.late = d.late[:len(d.late)-1]
		if i := f.Def(v); i != ir.NoInst {
			if !f.Deleted(i) { // as the end of a slot that nothing else used
				d.operands(i)
			}
			continue
		}
		for _, w := range d.c.CFG().Preds(f.DefBlock(v)) {
			d.need(cfg.Passed(f, w, f.DefIndex(v)).Value)
		}
	}
}

// sweep removes i and then, as far as they lose their last use by it, the instructions it read. A
// refused removal keeps the operands as well.
func (d *sweeper) sweep(i ir.Inst) {
	f, c := d.f, d.c
	work := append(d.work[:0], i)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if f.Deleted(i) || !f.Op(i).Removable() {
			continue
		}
		var ends []ir.Inst
		unused := edit.Unused(f, i)
		if !unused && f.Op(i).Is(ir.Allocates) {
			ends, unused = slotEnds(f, i)
		}
		if !unused {
			continue
		}
		// A load or a slot may be undefined behaviour or exhaust memory; a pure instruction can
		// only make poison, which nothing reads.
		kind := pass.Refinement
		if f.Op(i).Is(ir.Pure) {
			kind = pass.Equivalence
		}
		if !c.Fire(pass.Change{Rule: "unused", At: i, Matched: ends, Kind: kind, Facts: c.Known("uses", "", "0")}) {
			continue
		}
		for _, e := range ends {
			d.need(edit.MemOperand(f, e)) // in the place of the token that goes, which may have been needed
			edit.Bypass(f, e)
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
func (d *sweeper) deadArguments() {
	for _, b := range d.blocks {
		for _, v := range d.f.Args(b) {
			if !d.live[v] {
				sweepArguments(d.c, b, d.live)
				return
			}
		}
	}
}

// sweepArguments takes all dead arguments of the function in one change, since each may be what
// another is passed for. first is where the trace says it happened.
func sweepArguments(c *pass.Ctx, first ir.Block, live []bool) {
	f := c.F
	var dead []ir.Inst
	for i := range f.AllInsts() {
		gone := f.Op(i).Removable()
		for n := range f.NumResults(i) {
			gone = gone && !live[f.Result(i, n)]
		}
		if gone {
			dead = append(dead, i)
		}
	}
	if !c.Fire(pass.Change{Rule: "dead_arguments", At: ir.NoInst, Block: first, Matched: dead, Kind: pass.Refinement, Facts: c.Known("demanded", "", "none")}) {
		return
	}
	// The operands go first: a cycle of dead instructions and arguments has no order in which
	// each is unused before it is removed.
	for _, i := range dead {
		if f.Op(i).Is(ir.Allocates) {
			ends, _ := slotEnds(f, i)
			for _, e := range ends {
				edit.Bypass(f, e)
			}
		}
		f.SetOperands(i, nil, nil)
	}
	edit.RemoveArgs(f, func(v ir.Value) bool { return !live[v] })
	for _, i := range dead {
		f.RemoveInst(i)
	}
}
