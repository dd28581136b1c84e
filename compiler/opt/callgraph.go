package opt

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/edit"
)

// calls says who calls whom in a module.
type calls struct {
	m      *ir.Module
	byName map[string]*ir.Func
	sites  map[*ir.Func][]site // direct calls that fit, by callee, in module order
	taken  map[*ir.Func]bool   // the address is used otherwise than to call it in a way that fits
	out    map[*ir.Func][]*ir.Func
}

// site is a direct call.
type site struct {
	f *ir.Func
	i ir.Inst
}

func callGraph(m *ir.Module) *calls {
	g := &calls{m: m, byName: map[string]*ir.Func{}, sites: map[*ir.Func][]site{}, taken: map[*ir.Func]bool{}, out: map[*ir.Func][]*ir.Func{}}
	for _, f := range m.Funcs {
		g.byName[f.Name] = f
	}
	for _, d := range m.Data {
		for _, r := range d.Relocs {
			if f := g.byName[m.SymbolName(r.Sym)]; f != nil {
				g.taken[f] = true
			}
		}
	}
	for _, f := range m.Funcs {
		if f.Count(ir.OpSymbolAddr) == 0 {
			continue
		}
		for b := range f.Blocks() {
			for i := range f.Insts(b) {
				if f.Op(i) == ir.OpSymbolAddr {
					g.uses(f, i)
				}
			}
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
		if f.Op(u.Inst) == ir.OpCall && u.Index == 0 && edit.Fits(f, u.Inst, to) {
			direct = append(direct, u.Inst)
		} else {
			g.taken[to] = true
		}
	}
	slices.Sort(direct)
	for _, c := range direct {
		g.sites[to] = append(g.sites[to], site{f, c})
	}
}

// closed reports whether everything that runs starts from @main. Otherwise every function may be
// called from outside.
func (g *calls) closed() bool { return g.byName["main"] != nil }

// reachable are the functions that can run when @main is the start.
func (g *calls) reachable() map[*ir.Func]bool {
	seen := map[*ir.Func]bool{}
	var work []*ir.Func
	add := func(f *ir.Func) {
		if f != nil && !seen[f] {
			seen[f] = true
			work = append(work, f)
		}
	}
	add(g.byName["main"])
	for _, d := range g.m.Data {
		for _, r := range d.Relocs {
			add(g.byName[g.m.SymbolName(r.Sym)])
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range g.out[f] {
			add(to)
		}
	}
	return seen
}

// bottomUp orders the functions so that callees come before callers as far as there is no cycle,
// and gives the functions of a cycle one number (Tarjan's algorithm).
func (g *calls) bottomUp() (order []*ir.Func, component map[*ir.Func]int) {
	component = map[*ir.Func]int{}
	index, low := map[*ir.Func]int{}, map[*ir.Func]int{}
	var stack []*ir.Func
	type frame struct {
		f    *ir.Func
		next int
	}
	for _, root := range g.m.Funcs {
		if index[root] != 0 {
			continue
		}
		open := []frame{{f: root}}
		for len(open) > 0 {
			top := &open[len(open)-1]
			f := top.f
			if top.next == 0 {
				index[f] = len(index) + 1
				low[f] = index[f]
				stack = append(stack, f)
			}
			if top.next < len(g.out[f]) {
				to := g.out[f][top.next]
				top.next++
				if index[to] == 0 {
					open = append(open, frame{f: to})
				} else if component[to] == 0 {
					low[f] = min(low[f], index[to])
				}
				continue
			}
			top.next++
			open = open[:len(open)-1]
			if len(open) > 0 {
				low[open[len(open)-1].f] = min(low[open[len(open)-1].f], low[f])
			}
			if low[f] == index[f] {
				n := len(order) + 1
				for {
					x := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					component[x] = n
					order = append(order, x)
					if x == f {
						break
					}
				}
			}
		}
	}
	return order, component
}
