package mach

import "github.com/tuffy-ir/tuffy/ir/graph"

// FramePlan says which blocks have code, and in which of them the frame is set up.
type FramePlan struct {
	Order     graph.Order[Block] // reverse postorder of the blocks that have code
	Reachable []bool
	Prologue  int    // the block that starts with the prologue, or -1
	Framed    []bool // blocks that run with the frame
}

// framePlanner looks for the place of the prologue.
type framePlanner struct {
	FramePlan
	f *Func
	a *Alloc
}

// PlanFrame chooses the block with the prologue: the entry, or, if wrap allows, the block nearest
// to the code that needs the frame that dominates all of it, lies in no loop, and whose region is
// left only by jumps. Before these the epilogue stands; no edge is critical, so that an edge to a
// block that has other predecessors is always such a jump. A function whose frame is empty has no
// prologue.
func PlanFrame(f *Func, a *Alloc, empty, wrap bool) FramePlan {
	n := len(f.Blocks)
	p := framePlanner{FramePlan{Prologue: -1, Framed: make([]bool, n), Reachable: make([]bool, n)}, f, a}
	g := f.Graph()
	p.Order = g.ReversePostorder(0)
	for _, b := range p.Order.List {
		p.Reachable[b] = true
	}
	if empty {
		return p.FramePlan
	}
	d := Block(0)
	if wrap {
		d = p.wrapAround(g)
	}
	p.Prologue = int(d)
	if d == 0 {
		for b := range p.Framed {
			p.Framed[b] = true
		}
	}
	return p.FramePlan
}

// wrapAround finds the block for the prologue and fills p.Framed, if it is not the entry.
func (p *framePlanner) wrapAround(g *graph.Graph[Block]) Block {
	dom := g.Dominators(p.Order)
	d := noBlock
	for _, b := range p.Order.List {
		if !p.needsFrame(b) {
			continue
		}
		if d == noBlock {
			d = b
		}
		for !dom.Dominates(d, b) {
			d = dom.Parent(d)
		}
	}
	if d == noBlock {
		return 0
	}
	for ; d != 0; d = dom.Parent(d) {
		if p.f.Blocks[d].Freq < p.f.Blocks[0].Freq && p.wraps(d, g, dom) {
			return d
		}
	}
	return 0
}

// wraps reports whether the prologue can stand at the start of d, and says which blocks have the
// frame then.
func (p *framePlanner) wraps(d Block, g *graph.Graph[Block], dom *graph.Tree[Block]) bool {
	for b := range p.Framed {
		p.Framed[b] = dom.Dominates(d, Block(b))
	}
	for _, b := range p.Order.List {
		if !p.Framed[b] {
			continue
		}
		for k := range p.f.Blocks[b].Succs {
			to := p.f.Blocks[b].Succs[k].To
			if to == d || !p.Framed[to] && len(p.f.Blocks[b].Succs) > 1 {
				clear(p.Framed)
				return false
			}
			if !p.Framed[to] && reaches(g, to, d) {
				clear(p.Framed)
				return false
			}
		}
	}
	return true
}

// reaches reports whether there is a path from one block to another.
func reaches(g *graph.Graph[Block], from, to Block) bool {
	o := g.ReversePostorder(from)
	return o.Contains(to)
}

// needsFrame reports whether b calls, or uses the frame or a register that the prologue saves.
func (p *framePlanner) needsFrame(b Block) bool {
	info := &p.f.Blocks[b]
	for i := info.First; i < info.End; i++ {
		in := &p.f.Insts[i]
		if in.Kind == Call || in.Kind == Addr || in.Obj != 0 || in.Clobbers&p.a.Saved != 0 {
			return true
		}
		for _, l := range p.a.Locs[in.First : in.First+uint32(in.Num)] {
			if p.inFrame(l) {
				return true
			}
		}
	}
	next := p.a.FirstMove(info.First)
	for ; next < len(p.a.Moves) && p.a.Moves[next].Before < info.End; next++ {
		m := &p.a.Moves[next]
		if p.inFrame(m.From) || p.inFrame(m.To) || m.Remat != 0 && p.f.Insts[m.Remat-1].Kind == Addr {
			return true
		}
	}
	return false
}

func (p *framePlanner) inFrame(l Loc) bool {
	return l < 0 || l != NoLoc && p.a.Saved.Has(Reg(l))
}
