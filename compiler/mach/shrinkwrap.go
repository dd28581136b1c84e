package mach

import (
	"github.com/tuffy-ir/tuffy/ir/graph"
	"github.com/tuffy-ir/tuffy/x86"
)

// framePlan says in which blocks the frame is set up.
type framePlan struct {
	prologue  int    // the block that starts with the prologue, or -1
	framed    []bool // blocks that run with the frame
	reachable []bool
}

// planFrame chooses the block with the prologue: the entry, or, when optimizing, the block nearest
// to the code that needs the frame that dominates all of it, lies in no loop, and whose region is
// left only by jumps. Before these the epilogue stands; no edge is critical, so that an edge to a
// block that has other predecessors is always such a jump.
func (e *emitter) planFrame() framePlan {
	n := len(e.f.Blocks)
	p := framePlan{prologue: -1, framed: make([]bool, n), reachable: make([]bool, n)}
	g := e.f.Graph()
	e.order = g.ReversePostorder(0)
	for _, b := range e.order.List {
		p.reachable[b] = true
	}
	if e.emptyFrame() {
		return p
	}
	d := Block(0)
	if e.o.Optimize && !e.frame.pointer {
		d = e.wrapAround(g, &p)
	}
	p.prologue = int(d)
	if d == 0 {
		for b := range p.framed {
			p.framed[b] = true
		}
	}
	return p
}

// wrapAround finds the block for the prologue and fills p.framed, if it is not the entry.
func (e *emitter) wrapAround(g *graph.Graph[Block], p *framePlan) Block {
	dom := g.Dominators(e.order)
	d := noBlock
	for _, b := range e.order.List {
		if !e.needsFrame(b) {
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
		if e.f.Blocks[d].Freq < e.f.Blocks[0].Freq && e.wraps(d, g, dom, p.framed) {
			return d
		}
	}
	return 0
}

// wraps reports whether the prologue can stand at the start of d, and says which blocks have the
// frame then.
func (e *emitter) wraps(d Block, g *graph.Graph[Block], dom *graph.Tree[Block], framed []bool) bool {
	for b := range framed {
		framed[b] = dom.Dominates(d, Block(b))
	}
	for _, b := range e.order.List {
		if !framed[b] {
			continue
		}
		for k := range e.f.Blocks[b].Succs {
			to := e.f.Blocks[b].Succs[k].To
			if to == d || !framed[to] && len(e.f.Blocks[b].Succs) > 1 {
				clear(framed)
				return false
			}
			if !framed[to] && reaches(g, to, d) {
				clear(framed)
				return false
			}
		}
	}
	return true
}

// reaches reports whether there is a way from one block to another.
func reaches(g *graph.Graph[Block], from, to Block) bool {
	o := g.ReversePostorder(from)
	return o.Contains(to)
}

// needsFrame reports whether b calls, or uses the frame or a register that the prologue saves.
func (e *emitter) needsFrame(b Block) bool {
	info := &e.f.Blocks[b]
	for i := info.First; i < info.End; i++ {
		in := &e.f.Insts[i]
		if in.Kind == Call || in.Kind == Addr || in.Obj != 0 || in.Clobbers&e.a.Saved != 0 {
			return true
		}
		for _, l := range e.a.Locs[in.First : in.First+uint32(in.Num)] {
			if e.inFrame(l) {
				return true
			}
		}
	}
	next := e.firstMove(info.First)
	for ; next < len(e.a.Moves) && e.a.Moves[next].Before < info.End; next++ {
		m := &e.a.Moves[next]
		if e.inFrame(m.From) || e.inFrame(m.To) || m.Remat != 0 && e.f.Insts[m.Remat-1].Kind == Addr {
			return true
		}
	}
	return false
}

func (e *emitter) inFrame(l Loc) bool {
	return l < 0 || l != NoLoc && e.a.Saved.Has(x86.Reg(l))
}
