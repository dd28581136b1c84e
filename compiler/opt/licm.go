package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// licm moves what a loop computes again and again to before the loop, as far out as its operands
// allow.
//
// A pure instruction may run where it did not: what it makes is only read where it ran before,
// and poison that nothing reads is harmless, division by zero and violated checks included. Two
// exceptions: landing_pad is undefined behaviour where it is reached, and a shift to the left may
// need more memory than there is, so it moves only if it ran anyway or shifts by a small constant.
// A freeze that moves out of a loop makes one choice in place of one an iteration, which refines.
//
// A load moves only if it runs each time the loop is entered, and nothing in the loop writes where it reads,
// calls or synchronises: then it reads in each iteration what it reads now. What an iteration stores for the load of
// the next is carried in a value (carryload.go). What runs each time:
// the blocks on the way from the header without a choice, and, in a loop without inner cycles and calls, the
// blocks that dominate all latches and exits. The moved load takes the memory token with which
// the loop is entered.
//
// The place is the block from which alone the loop is entered, outside of all regions that begin
// with the header; a slot made in the loop is no invariant, so no pointer to one leaves its region.
var licm = pass.Pass{
	Name:     "licm",
	Doc:      "moves loop-invariant instructions to before the loop",
	Rewrites: pass.Rewrites(pass.Equivalences("hoist"), pass.Refinements("hoist_freeze", "hoist_load")),
	Func:     runLICM,
}

// smallShift is the shift to the left that may be done in vain.
const smallShift = 256

// runLICM visits blocks in reverse postorder, so operands move before what reads them, and a
// chain of invariants moves in one walk. Every instruction goes as far out as it may at once.
func runLICM(c *pass.Ctx) {
	if len(c.Loops().List) == 0 {
		return
	}
	h := &hoister{c: c, f: c.F, w: newEditor(c), loops: c.Loops().List}
	h.look()
	for _, b := range c.CFG().Order() {
		if h.in[b] < 0 {
			continue
		}
		for i := range h.f.Insts(b) {
			h.inst(i)
		}
	}
	for n := range h.loops {
		h.carry(n)
	}
	h.w.flush()
}

// hoister keeps what was found out of the loops until the function is done. Moving pure
// instructions and loads changes none of it.
type hoister struct {
	c      *pass.Ctx
	f      *ir.Func
	w      *cfgEditor
	loops  []cfg.Loop
	in     []int      // by block: the innermost loop, -1 outside
	facts  []loop     // by loop
	memory *memoryMap // made when first asked for
}

// loop is what is known of a loop.
type loop struct {
	asked bool // header was looked at
	// The edges from outside, while there is no block before the loop, then that block's only
	// edge.
	outer []cfg.PredEdge
	// A block may stand in front of the header.
	ok              bool
	pre             ir.Block  // NoBlock if there is none yet
	effects         bool      // writes, calls or synchronises
	writes          []ir.Inst // see hoister.written
	listed, unknown bool      // writes were looked for, and are not all
	inner           bool      // has a cycle inside
	exits           []ir.Block
	first           map[ir.Block]bool // see hoister.first; nil if nothing asked
}

// look finds out about all loops in one walk, inner ones before outer ones: whether they write or
// synchronise, whether they have a cycle inside, and by which blocks they are left.
// What is true of an inner loop is true of those around it.
func (h *hoister) look() {
	f, all := h.f, h.c.Loops()
	h.in = make([]int, f.NumBlocks())
	h.facts = make([]loop, len(h.loops))
	for b := range h.in {
		h.in[b] = all.Innermost(ir.Block(b))
	}
	// The list has outer loops before inner ones.
	for n := len(h.loops) - 1; n >= 0; n-- {
		x, l := &h.facts[n], &h.loops[n]
		x.pre = ir.NoBlock
		// An irreducible cycle may be in any loop: all count as having a cycle.
		x.inner = x.inner || len(all.Irreducible) > 0
		for _, b := range l.Blocks {
			if h.in[b] != n {
				continue
			}
			for i := range f.Insts(b) {
				x.effects = x.effects || f.Op(i).Is(ir.MemDef|ir.Calls)
			}
			for _, s := range h.c.CFG().Succs(b) {
				// The edge leaves all loops around b that the target is not in.
				for m := n; m >= 0 && !h.within(h.in[s], m); m = h.loops[m].Parent {
					h.facts[m].exits = append(h.facts[m].exits, b)
				}
			}
		}
		if l.Parent >= 0 {
			p := &h.facts[l.Parent]
			p.inner = true
			p.effects = p.effects || x.effects
		}
	}
}

// first finds the blocks of loop n that run first, without a choice.
// The walk stops at a choice: what it has passed runs whenever the header does.
func (h *hoister) first(n int) map[ir.Block]bool {
	x := &h.facts[n]
	if x.first != nil {
		return x.first
	}
	x.first = map[ir.Block]bool{}
	for b := h.loops[n].Header; h.within(h.in[b], n) && !x.first[b]; {
		x.first[b] = true
		next := h.c.CFG().Succs(b)
		if len(next) != 1 || h.in[b] != n {
			break // a choice, or the header of an inner loop that may not end
		}
		b = next[0]
	}
	return x.first
}

// within reports whether loop m is loop n or inside it.
// It needs the depth of both only, and no set of blocks.
func (h *hoister) within(m, n int) bool {
	for m >= 0 && h.loops[m].Depth > h.loops[n].Depth {
		m = h.loops[m].Parent
	}
	return m == n
}

// inst moves an instruction to before the outermost loop that it may leave.
func (h *hoister) inst(i ir.Inst) {
	f := h.f
	op := f.Op(i)
	if !op.Is(ir.Speculates | ir.MemUse) {
		return
	}
	at, to := f.InstBlock(i), -1
	for n := h.in[at]; n >= 0 && h.invariant(i, n) && h.entered(n).ok; n = h.loops[n].Parent {
		// One loop that refuses ends the way out, since the next place dominates it.
		if h.needsRun(i) && !h.certain(at, n) || op.Is(ir.MemUse) && !h.loads(i, n) {
			break
		}
		to, at = n, h.loops[n].Header
	}
	if to < 0 {
		return
	}
	rule, kind := "hoist", pass.Equivalence
	switch {
	case op == ir.OpFreeze:
		rule, kind = "hoist_freeze", pass.Refinement
	case op.Is(ir.MemUse):
		rule, kind = "hoist_load", pass.Refinement
	}
	if !h.c.Fire(pass.Change{Rule: rule, At: i, Kind: kind, Facts: h.c.Known("operands", "", "outside of the loop")}) {
		return
	}
	pre := h.place(to)
	if op.Is(ir.MemUse) {
		n := f.NumFixed(i) - 1
		// The load gets the token that is current at its new place.
		f.SetOperand(i, n, ir.Operand{Value: h.token(i, to)})
	}
	f.MoveInst(i, pre, f.Terminator(pre))
}

// needsRun reports whether i may only be where it runs anyway.
func (h *hoister) needsRun(i ir.Inst) bool {
	return h.f.Op(i).Is(ir.MemUse) || shiftsFar(h.f, i)
}

// shiftsFar reports whether i may make an integer much larger than its operands.
// A shift by n makes n more bits: memory is the one resource that a pure instruction can exhaust.
func shiftsFar(f *ir.Func, i ir.Inst) bool {
	if f.Op(i) != ir.OpShl {
		return false
	}
	d := f.Def(f.Arg(i, 1))
	if d == ir.NoInst || f.Op(d) != ir.OpIConst {
		return true
	}
	n, ok := f.SmallConst(d)
	return !ok || n > smallShift
}

// invariant reports whether the data operands of i come from outside of loop n.
// Memory tokens do not count: see token.
func (h *hoister) invariant(i ir.Inst, n int) bool {
	f := h.f
	for k := range f.NumFixed(i) {
		v := f.Arg(i, k)
		if f.TypeOf(v) != ir.Mem && h.within(h.in[f.DefBlock(v)], n) {
			return false
		}
	}
	return true
}

// certain reports whether block b runs each time loop n is entered.
// Beyond [hoister.first]: with no inner cycle and no call an iteration comes to an exit or a latch,
// each of which b dominates, so that b ran by then.
func (h *hoister) certain(b ir.Block, n int) bool {
	x := &h.facts[n]
	if h.first(n)[b] {
		return true
	}
	if _, ok := h.written(n); !ok || x.inner || h.in[b] != n {
		return false
	}
	dom := h.c.Dom()
	return everyRound(dom, &h.loops[n], b) && !slices.ContainsFunc(x.exits, func(e ir.Block) bool { return !dom.Dominates(b, e) })
}

// loads reports whether a load may move out of loop n.
func (h *hoister) loads(i ir.Inst, n int) bool {
	return (!h.facts[n].effects || h.apart(i, n, ir.NoInst)) && h.token(i, n) != ir.NoValue
}

// token is the memory token for a load that moves out of loop n, which writes nothing: its own if
// that comes from outside, else the one that the loop is entered with.
// NoValue is the answer where the header has several tokens, and it is not clear which one the
// load should have.
func (h *hoister) token(i ir.Inst, n int) ir.Value {
	f := h.f
	v := edit.MemOperand(f, i)
	if !h.within(h.in[f.DefBlock(v)], n) {
		return v
	}
	x := h.entered(n)
	found := ir.NoValue
	for k, a := range f.Args(h.loops[n].Header) {
		if f.TypeOf(a) != ir.Mem {
			continue
		}
		if found != ir.NoValue {
			return ir.NoValue
		}
		found = cfg.Passed(f, x.outer[0], k).Value
		// Each edge passes a token of its own, and the new block gets an argument for them.
		for _, y := range x.outer {
			if x.pre == ir.NoBlock && cfg.Passed(f, y, k).Value != found {
				found = a // the argument that the new block gets for it; only known when it exists
			}
		}
	}
	return found
}

// entered looks at the edges into loop n.
// The answer is kept: place replaces the edges by that of the new block.
func (h *hoister) entered(n int) *loop {
	x := &h.facts[n]
	if !x.asked {
		x.asked = true
		x.outer, _, x.ok = h.w.entries(h.loops[n].Header, func(b ir.Block) bool { return h.within(h.in[b], n) })
		if x.ok {
			x.pre = h.w.preheader(x.outer)
		}
	}
	return x
}

// place returns the block before loop n, and makes it if there is none.
// The new block belongs to the loop around this one, and its number is the next one in h.in.
func (h *hoister) place(n int) ir.Block {
	x := h.entered(n)
	if x.pre == ir.NoBlock {
		x.pre = h.w.makePreheader(h.loops[n].Header, x.outer)
		h.in = append(h.in, h.loops[n].Parent)
		x.outer = []cfg.PredEdge{{From: x.pre}}
	}
	return x.pre
}
