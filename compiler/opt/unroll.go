package opt

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// unroll writes the iterations of loops one after the other.
//
// A loop that is left in a known iteration becomes that many copies of its body. The iteration is found by
// evaluating the condition of an exit that every iteration reaches, from the constants that the loop
// is entered with; other exits may leave earlier and stay as they are. In the last iteration control
// cannot get back to the header, so what goes there is replaced by `unreachable`.
//
// A small loop without a loop inside, if the pass is asked to, gets several copies of its body that
// go to one another, each with all its exits. A loop that never runs by the profile is left alone.
//
// A copy of an instruction runs in another iteration than the original, so nothing runs twice, freeze
// included. Copies in front of a loop region are outside of it, in plain regions of their own if they have stack
// slots, which die with them. Values that
// are read after the loop get block arguments where the copies meet.
var unroll = pass.Pass{
	Name: "unroll",
	Doc:  "copies the bodies of loops, completely where the number of iterations is known",
	Params: []pass.Param{
		{Name: "iterations", Default: 64, Min: 0, Max: 1000, Doc: "most iterations of a loop that is unrolled completely"},
		{Name: "size", Default: 256, Min: 0, Max: 100_000, Doc: "most instructions of all its iterations"},
		{Name: "factor", Default: 4, Min: 1, Max: 64, Doc: "copies of the body of other loops; 1 leaves them alone"},
		{Name: "partial", Default: 48, Min: 0, Max: 100_000, Doc: "most instructions of all these copies"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("full", "partial")),
	Func:     runUnroll,
}

// runUnroll looks at innermost loops: one whose last iteration is known and whose copies are few enough is
// unrolled completely, else a small one is unrolled by the factor.
func runUnroll(c *pass.Ctx) {
	if len(c.Loops().List) == 0 {
		return
	}
	w := newEditor(c)
	dom := c.Dom()
	loops := c.Loops().List
	inner := make([]bool, len(loops)) // has a loop inside
	for n := range loops {
		if p := loops[n].Parent; p >= 0 {
			inner[p] = true
		}
	}
	u := &loopNest{}
	var times []float64 // before the first copy: of loops that were there
	if c.F.Module.HasWeights() {
		times = pass.Times(c.F)
	}
	for n := range loops {
		if inner[n] {
			continue
		}
		// What never runs by the profile is not worth a copy.
		if h := int(loops[n].Header); h < len(times) && times[h] == 0 {
			continue
		}
		if !u.nestOf(w, c.Loops(), n, c.Param("size")) {
			continue
		}
		if k, x := u.last(u.exits(dom), c.Param("iterations")); k > 0 && k*u.size <= c.Param("size") {
			u.full(c, w, k, x)
			continue
		}
		if factor := c.Param("factor"); factor > 1 && factor*u.size <= c.Param("partial") {
			u.partial(c, w, factor)
		}
	}
	w.flush()
}

// last is the earliest iteration that is known to be the last, and the exit that ends it; 0 if none is.
func (u *loopNest) last(exits []exit, most int) (int, exit) {
	best, by := 0, exit{}
	for _, x := range exits {
		if k, ok := u.tripCount(x, most); ok && (best == 0 || k < best) {
			best, by = k, x
		}
	}
	return best, by
}

func (u *loopNest) full(c *pass.Ctx, w *cfgEditor, iterations int, x exit) {
	if !c.Fire(pass.Change{
		Rule: "full", At: x.t, Kind: pass.Refinement,
		Facts: []trace.Fact{{Kind: "trip_count", Value: fmt.Sprint(iterations)}},
		Cost:  &trace.Cost{Unit: "instructions", Before: u.size, After: u.size * iterations, Limit: c.Param("size"), Saves: "all tests and branches of the loop"}, Why: "size",
	}) {
		return
	}
	var copies []*edit.Copier
	if iterations > 1 {
		copies = u.peel(w, iterations-1)
	}
	for _, k := range copies {
		u.decide(w, x, k, false)
	}
	u.once(w, x)
}

// once makes the exit be taken in the first iteration that is left, and cuts what goes back.
func (u *loopNest) once(w *cfgEditor, x exit) {
	f := u.f
	u.decide(w, x, nil, true)
	stop := ir.NoBlock
	for _, b := range u.blocks {
		t := f.Terminator(b)
		if slices.Contains(u.continues, b) {
			edit.SetTerminator(f, b, func(k *ir.Builder) { k.Stop(ir.OpUnreachable, f.Origin(t)) })
			continue
		}
		targets := f.Targets(t)
		cut := false
		for n := range targets {
			if targets[n].Block != u.loop.Header {
				continue
			}
			if stop == ir.NoBlock {
				stop = f.AddBlock(u.within)
				f.At(stop).Stop(ir.OpUnreachable, f.Origin(t))
			}
			targets[n].Block, targets[n].Args, cut = stop, nil, true
		}
		if cut {
			f.SetOperands(t, f.FixedOperands(t), targets)
			w.Update(b)
		}
	}
}

// partial makes factor-1 copies of the body behind the original, each going to the next and the last to the header.
// Every copy keeps its exits, so nothing has to be known about the number of iterations.
func (u *loopNest) partial(c *pass.Ctx, w *cfgEditor, factor int) {
	f := u.f
	if !c.Fire(pass.Change{
		Rule: "partial", At: ir.NoInst, Block: u.loop.Header, Kind: pass.Refinement,
		Cost: &trace.Cost{Unit: "instructions", Before: u.size, After: u.size * factor, Limit: c.Param("partial"), Saves: "branches back, all but one in as many as there are copies"}, Why: "partial",
	}) {
		return
	}
	copies := u.copies(factor-1, u.within)
	head := u.loop.Header
	u.chain(w, nil, copies[0].Blocks[head])
	for k, x := range copies {
		if k+1 < len(copies) {
			u.chain(w, x, copies[k+1].Blocks[head])
			continue
		}
		// The last copy closes the loop; its continue stays.
		for _, b := range u.blocks {
			t := f.Terminator(x.Blocks[b])
			for n := range f.NumTargets(t) {
				if f.TargetBlock(t, n) == x.Blocks[head] {
					f.SetTargetBlock(t, n, head)
				}
			}
			w.Update(x.Blocks[b])
		}
	}
	edit.Rejoin(w.Editor, u.blocks, copies...)
}
