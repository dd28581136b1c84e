package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/ir/graph"
)

// calls says who calls whom in a module.
// It is a picture of the time when it was made: a pass that changes calls asks for another.
type calls struct {
	m      *ir.Module
	byName map[string]*ir.Func
	sites  map[*ir.Func][]site // direct calls that fit, by callee, in module order
	taken  map[*ir.Func]bool   // the address is used otherwise than to call it in a way that fits
	roots  []*ir.Func          // what something outside of the module may call
	// The functions that a body names, to call them or not, each once, in the order of their
	// first mention.
	out map[*ir.Func][]*ir.Func
}

// site is a direct call.
type site struct {
	f *ir.Func
	i ir.Inst
}

// callGraph reads all functions and relocations of the module.
// A function whose address is in data is taken, since whoever reads the data may call it; so is one that other modules
// call by name.
func callGraph(c *pass.ModuleCtx) *calls {
	m := c.M
	g := &calls{m: m, byName: map[string]*ir.Func{}, sites: map[*ir.Func][]site{}, taken: map[*ir.Func]bool{}, roots: c.Exported(), out: map[*ir.Func][]*ir.Func{}}
	for _, f := range m.Funcs {
		g.byName[f.Name] = f
	}
	for _, f := range g.roots {
		g.taken[f] = true
	}
	for _, d := range m.Data {
		for _, r := range d.Relocs {
			if f := g.byName[m.SymbolName(r.Sym)]; f != nil {
				g.taken[f] = true
			}
		}
	}
	for _, f := range m.Funcs {
		// Other modules and hosts are asked for by name, and name a symbol without a function
		// here.
		if f.Count(ir.OpSymbolAddr) == 0 {
			continue
		}
		for i := range f.InstsOf(ir.OpSymbolAddr) {
			g.uses(f, i)
		}
	}
	return g
}

// uses notes what f does with the address that i makes.
func (g *calls) uses(f *ir.Func, i ir.Inst) {
	to := g.byName[g.m.SymbolName(f.SymbolOf(i))]
	if to == nil {
		return
	}
	if !slices.Contains(g.out[f], to) {
		g.out[f] = append(g.out[f], to)
	}
	var direct []ir.Inst
	for u := range f.Uses(f.Result(i, 0)) {
		// A call that does not fit the signature has no arguments to match with the parameters,
		// so it counts as a use of the address.
		if f.Op(u.Inst) == ir.OpCall && u.Index == 0 && edit.Fits(f, u.Inst, to) {
			direct = append(direct, u.Inst)
		} else {
			g.taken[to] = true
		}
	}
	// The list of uses has no order that a pass may rely on; that of instruction numbers is
	// stable.
	slices.Sort(direct)
	for _, c := range direct {
		g.sites[to] = append(g.sites[to], site{f, c})
	}
}

// reachable are the functions that can run: everything that does starts from a function that is called from outside.
// Whatever the data names counts, since nothing here says which data is read.
func (g *calls) reachable() map[*ir.Func]int {
	roots := slices.Clone(g.roots)
	for _, f := range g.m.Funcs {
		if f.Linkage.Used {
			roots = append(roots, f)
		}
	}
	for _, d := range g.m.Data {
		for _, r := range d.Relocs {
			if f := g.byName[g.m.SymbolName(r.Sym)]; f != nil {
				roots = append(roots, f)
			}
		}
	}
	_, live := g.bottomUp(roots)
	return live
}

// bottomUp orders what the roots reach so that callees come before callers as far as there is no cycle, and
// says in which strongly connected component each is.
// Calls through a pointer are no edges: a caller of an unknown function has no place that is
// right.
func (g *calls) bottomUp(roots []*ir.Func) (order []*ir.Func, scc map[*ir.Func]int) {
	funcs := g.m.Funcs
	number := map[*ir.Func]int{}
	all := make([]int, len(funcs))
	for n, f := range funcs {
		number[f], all[n] = n, n
	}
	var start []int
	for _, f := range roots {
		start = append(start, number[f])
	}
	c := graph.New(len(funcs), slices.Values(all), func(dst []int, n int) []int {
		for _, to := range g.out[funcs[n]] {
			dst = append(dst, number[to])
		}
		return dst
	}).SCC(start...)
	scc = map[*ir.Func]int{}
	for k := range c.Len() {
		for _, n := range c.Nodes(k) {
			order, scc[funcs[n]] = append(order, funcs[n]), k
		}
	}
	return order, scc
}
