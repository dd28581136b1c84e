package opt

import (
	"slices"
	"strconv"

	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// ipcp looks at all calls of a function: a parameter that is the same constant in all of them is
// that constant, and one that is not read need not be passed. It touches only functions that
// cannot be called in any other way: those that no other module calls, and whose address is used for
// calls that fit and nothing else. A recursive call that passes a parameter on says nothing.
var ipcp = pass.Pass{
	Name: "ipcp", KeepsCFG: true,
	Doc:      "replaces parameters that always are the same constant, and drops those that are never read",
	After:    []pass.Order{{Pass: "inline", Why: "a function whose calls are inlined needs no specialisation"}},
	Rewrites: pass.Rewrites(pass.Equivalences("dead_parameter"), pass.Refinements("constant_parameter")),
	Module:   runIPCP,
}

// runIPCP looks at the parameters of functions of which all calls are known, from the last to the first, so
// that indices of those to come stay right.
func runIPCP(c *pass.ModuleCtx) {
	g := callGraph(c)
	for _, f := range c.Funcs {
		// A function without a known call is one that never runs, and none of the calls says what
		// its parameters are.
		if g.taken[f] || f.Linkage.Used || f.Linkage.Replaceable() || f.Entry() == ir.NoBlock || len(g.sites[f]) == 0 {
			continue
		}
		reads := paramReads(f)
		for n := len(f.Params) - 1; n >= 0; n-- {
			if len(reads[n]) == 0 {
				if c.Fire(f, pass.Change{Rule: "dead_parameter", At: ir.NoInst, Block: f.Entry(), Facts: c.Known("reads", "parameter "+strconv.Itoa(n), "0")}) {
					dropParam(g, f, n)
				}
				continue
			}
			k, with := alwaysPassed(g, f, n)
			if k.Kind == fold.Unknown {
				continue
			}
			// A constant that violates the claim on the parameter is poison there.
			k = fold.Check(k, f.Params[n].Annot)
			for _, i := range reads[n] {
				v := f.Result(i, 0)
				if f.HasUses(v) && c.Fire(f, pass.Change{Rule: "constant_parameter", At: i, Kind: pass.Refinement, Facts: fact(c, f, v, k)}) {
					// The constant stands where the parameter was read, with both origins.
					f.ReplaceUses(v, fold.Make(f.Before(i), k, f.TypeOf(v), f.Module.Derive(f.Origin(i), with)))
				}
			}
		}
	}
}

// paramReads lists the instructions that read each parameter.
// The list is by parameter, in the order of the program. Several reads of one parameter are
// equal.
func paramReads(f *ir.Func) [][]ir.Inst {
	out := make([][]ir.Inst, len(f.Params))
	for i := range f.InstsOf(ir.OpParam) {
		n := f.Attr(i).Imm
		out[n] = append(out[n], i)
	}
	return out
}

// alwaysPassed is the constant that all calls pass as parameter n, and its origin in the first.
func alwaysPassed(g *calls, f *ir.Func, n int) (k fold.Const, o ir.Origin) {
	for _, s := range g.sites[f] {
		d := s.f.Def(s.f.Arg(s.i, 1+n))
		if d == ir.NoInst {
			return fold.Const{}, o
		}
		// The call hands on what it got. By induction over the depth of the recursion that is the
		// constant of the first call from outside; a claim on the operand could turn it to
		// poison, and so excludes it.
		if s.f == f && f.Op(d) == ir.OpParam && int(f.Attr(d).Imm) == n && s.f.Operand(s.i, 1+n).Annot == ir.NoAnnot {
			continue
		}
		v := fold.Check(fold.Of(s.f, d), s.f.AnnotOf(s.f.Result(d, 0)))
		v = fold.Check(v, s.f.Operand(s.i, 1+n).Annot)
		// Poison says nothing: parameters that are poison in one call may be anything, and the
		// pass does not choose.
		if v.Kind == fold.Unknown || v.Kind == fold.Poison || k.Kind != fold.Unknown && !k.Equal(v) {
			return fold.Const{}, o
		}
		if k.Kind == fold.Unknown {
			k, o = v, s.f.Origin(d)
		}
	}
	return k, o
}

// dropParam removes parameter n, which nothing reads, from f and from its calls.
// The types of the function and of all its calls change in one step. g stays right but for the
// arguments.
func dropParam(g *calls, f *ir.Func, n int) {
	f.Params = slices.Delete(slices.Clone(f.Params), n, n+1)
	for i := range f.InstsOf(ir.OpParam) {
		if a := f.Attr(i); a.Imm > int64(n) {
			a.Imm--
			f.SetAttr(i, a)
		}
	}
	for _, s := range g.sites[f] {
		// The first operand is the function's address.
		s.f.SetOperands(s.i, slices.Delete(s.f.Operands(s.i), 1+n, 2+n), nil)
	}
}
