package opt

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// inline puts the body of the function called in the place of a call.
//
// The body becomes a plain region, at whose end its stack slots die as they did with the call's
// frame; a return becomes a branch out of it. The claims of the signature and of the call's
// operands are dropped: what violated them was poison and is now a value. Functions that call
// themselves, also through others, and those with slots whose size is computed, are left alone. Where a profile says how
// often a call runs, a hot one may copy more and one that never runs less.
var inline = pass.Pass{
	Name: "inline",
	Doc:  "puts the body of a function in the place of a call",
	Params: []pass.Param{
		{Name: "size", Default: 40, Min: 0, Max: 100_000, Doc: "instructions of a callee worth copying"},
		{Name: "once", Default: 400, Min: 0, Max: 100_000, Doc: "instructions of a callee with one call and no other use"},
		{Name: "hot", Default: 120, Min: 0, Max: 100_000, Doc: "instructions of a callee where the profile says that a call is hot"},
		{Name: "cold", Default: 8, Min: 0, Max: 100_000, Doc: "instructions of a callee where the profile says that a call never runs"},
		{Name: "limit", Default: 20_000, Min: 0, Max: 1_000_000, Doc: "instructions that a caller may grow to, twice that by alwaysinline"},
	},
	Rewrites: pass.Rewrites(pass.Refinements("call")),
	Module:   runInline,
}

// runInline goes bottom up, so a callee is as small as its own inlining and cleaning left it.
// Calls within a strongly connected component stay, which bounds the number of copies; sizes bound how large
// they get.
func runInline(c *pass.ModuleCtx) {
	g := callGraph(c)
	// Refused is what the user's switches or a bisection said no to.
	order, scc := g.bottomUp(c.M.Funcs)
	// By function: whether this run may change it.
	refused := map[site]bool{}
	mine := map[*ir.Func]bool{}
	heat := newHeat(c.M)
	for _, f := range c.Funcs {
		mine[f] = true
	}
	for _, f := range order {
		if !mine[f] {
			continue
			// The calls are listed before the first is replaced, so that calls that come with a
			// body are not looked at in this function again: copying ends.
		}
		for _, i := range directCalls(f) {
			callee := g.byName[f.Module.SymbolName(f.SymbolOf(f.Def(f.Arg(i, 0))))]
			// A call within a component would copy the cycle, at each level again.
			if callee == nil || scc[callee] == scc[f] || callee.Attrs.NoInline || callee.Linkage.Replaceable() || !edit.Inlinable(f, i, callee) || refused[site{f, i}] {
				continue
			}
			// In a loop the memory of slots of any size would grow with each call.
			if recursive(g, callee) || callee.Count(ir.OpStackSlotDyn) > 0 {
				continue
			}
			// Live counts the instructions that are still there.
			size, limit, why := callee.Live(), c.Param("size"), "size"
			times, known := heat.of(f, i)
			switch {
			case known && times == 0:
				limit, why = min(limit, c.Param("cold")), "cold"
			case known && heat.hot(times):
				limit, why = max(limit, c.Param("hot")), "hot"
			}
			// The only use: the copy is no growth once dead-functions has removed the original.
			if !g.taken[callee] && len(g.sites[callee]) == 1 && c.Param("once") > limit {
				limit, why = c.Param("once"), "once"
			}
			// Calls of functions that call each other twice grow without bound, even where all say alwaysinline.
			grown, most := f.Live()+size, c.Param("limit")
			if callee.Attrs.AlwaysInline {
				most *= 2
			}
			if grown > most || !callee.Attrs.AlwaysInline && size > limit {
				continue
			}
			ch := pass.Change{Rule: "call", At: i, Facts: c.Known("callee", "", "@"+callee.Name), Kind: pass.Refinement, Cost: &trace.Cost{Unit: "instructions", Before: 1, After: size, Limit: limit, Saves: "the call, and what its arguments decide"}, Why: fmt.Sprintf("at most %s=%d instructions", why, limit)}
			if callee.Attrs.AlwaysInline {
				ch.Why = "alwaysinline"
			}
			if known && c.Explains() {
				ch.Facts = append(ch.Facts, c.Known("times", "", strconv.FormatFloat(times, 'f', 0, 64))...)
			}
			if c.Fire(f, ch) {
				edit.Inline(f, i, callee)
			}
		}
	}
}

// heat is how often calls run by the profile, as it was before the pass: calls that come with a body that is copied have none.
type heat struct {
	times map[*ir.Func][]float64 // by block; of functions of which the profile says something
	most  float64                // of a call
}

func newHeat(m *ir.Module) *heat {
	h := &heat{times: map[*ir.Func][]float64{}}
	if !m.HasWeights() {
		return h
	}
	for _, f := range m.Funcs {
		times := pass.Times(f)
		if times == nil {
			continue
		}
		h.times[f] = times
		for _, i := range directCalls(f) {
			h.most = max(h.most, times[f.InstBlock(i)])
		}
	}
	return h
}

// of returns how often call i of f runs, if that is known.
func (h *heat) of(f *ir.Func, i ir.Inst) (float64, bool) {
	times, b := h.times[f], f.InstBlock(i)
	if int(b) >= len(times) {
		return 0, false
	}
	return times[b], true
}

// hot reports whether a call runs at least a hundredth as often as the one that runs most.
func (h *heat) hot(times float64) bool { return times > 0 && times*100 >= h.most }

// recursive reports whether f names itself, which a component of one function does not tell.
func recursive(g *calls, f *ir.Func) bool { return slices.Contains(g.out[f], f) }

// directCalls lists the calls of a function by name.
func directCalls(f *ir.Func) []ir.Inst {
	if f.Count(ir.OpCall) == 0 {
		return nil
	}
	var out []ir.Inst
	for i := range f.InstsOf(ir.OpCall) {
		if d := f.Def(f.Arg(i, 0)); d != ir.NoInst && f.Op(d) == ir.OpSymbolAddr {
			out = append(out, i)
		}
	}
	return out
}
