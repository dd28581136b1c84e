package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
)

// deadFunctions removes functions that cannot run: everything that runs is reached from a function that is called from
// outside, by name in a body, or by a relocation. In a module that is a whole program that function is @main.
var deadFunctions = pass.Pass{
	Name: "dead-functions", KeepsCFG: true,
	Doc:      "removes functions that nothing reached from @main, or from what other modules call, names",
	After:    []pass.Order{{Pass: "inline", Why: "a function whose calls are all inlined is dead"}},
	Rewrites: pass.Rewrites(pass.Equivalences("unreachable")),
	Module:   runDeadFunctions,
}

// runDeadFunctions asks for each function that nothing from outside reaches, and removes those that may go.
// If a removal is refused, what the function names must stay as well, to a fixpoint.
func runDeadFunctions(c *pass.ModuleCtx) {
	g := callGraph(c)
	live := g.reachable()
	dead := map[*ir.Func]bool{}
	for _, f := range c.Funcs {
		// A function that is named twice is a matter for the verifier.
		if _, runs := live[f]; !runs && g.byName[f.Name] == f && f.Entry() != ir.NoBlock && c.Fire(f, pass.Change{Rule: "unreachable", At: ir.NoInst, Block: f.Entry(), Whole: true, Facts: c.Known("calls", "", "0")}) {
			dead[f] = true
		}
	}
	// What names a dead function must go with it: a refused one keeps those that it names.
	_, live = g.bottomUp(slices.DeleteFunc(slices.Clone(c.M.Funcs), func(f *ir.Func) bool { return dead[f] }))
	funcs := c.M.Funcs
	c.M.Remove(func(it ir.Item) bool {
		if it.Kind != ir.ItemFunc {
			return false
		}
		_, stays := live[funcs[it.Index]]
		return !stays
	})
}
