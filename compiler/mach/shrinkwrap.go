package mach

import "github.com/tuffy-ir/tuffy/x86"

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
	order := e.reversePostorder()
	for _, b := range order {
		p.reachable[b] = true
	}
	if e.emptyFrame() {
		return p
	}
	d := Block(0)
	if e.o.Optimize && !e.frame.pointer {
		d = e.wrapAround(order, &p)
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
func (e *emitter) wrapAround(order []Block, p *framePlan) Block {
	idom := e.dominators(order)
	d := noBlock
	for _, b := range order {
		if !e.needsFrame(b) {
			continue
		}
		if d == noBlock {
			d = b
		}
		for x := b; x != d; {
			// Numbers in order grow along dominance.
			if idom.number[x] > idom.number[d] {
				x = idom.parent[x]
			} else {
				d = idom.parent[d]
			}
		}
	}
	if d == noBlock {
		return 0
	}
	for ; d != 0; d = idom.parent[d] {
		if e.f.Blocks[d].Freq < e.f.Blocks[0].Freq && e.wraps(d, order, &idom, p.framed) {
			return d
		}
	}
	return 0
}

// wraps reports whether the prologue can stand at the start of d, and says which blocks have the
// frame then.
func (e *emitter) wraps(d Block, order []Block, idom *dominators, framed []bool) bool {
	clear(framed)
	framed[d] = true
	for _, b := range order[idom.number[d]+1:] {
		framed[b] = framed[idom.parent[b]]
	}
	for _, b := range order {
		if !framed[b] {
			continue
		}
		for k := range e.f.Blocks[b].Succs {
			to := e.f.Blocks[b].Succs[k].To
			if to == d || !framed[to] && len(e.f.Blocks[b].Succs) > 1 {
				clear(framed)
				return false
			}
			if !framed[to] && e.reaches(to, d) {
				clear(framed)
				return false
			}
		}
	}
	return true
}

// reaches reports whether there is a way from one block to another.
func (e *emitter) reaches(from, to Block) bool {
	seen := make([]bool, len(e.f.Blocks))
	work := []Block{from}
	seen[from] = true
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for k := range e.f.Blocks[b].Succs {
			s := e.f.Blocks[b].Succs[k].To
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
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

// dominators are the immediate dominators of blocks, with their numbers in reverse postorder.
type dominators struct {
	parent []Block
	number []int
}

// dominators computes them as Cooper, Harvey and Kennedy do ("A Simple, Fast Dominance Algorithm").
func (e *emitter) dominators(order []Block) dominators {
	n := len(e.f.Blocks)
	d := dominators{parent: make([]Block, n), number: make([]int, n)}
	for b := range d.parent {
		d.parent[b] = noBlock
	}
	for i, b := range order {
		d.number[b] = i
	}
	d.parent[0] = 0
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			best := noBlock
			for _, p := range e.f.Blocks[b].Preds {
				switch {
				case d.parent[p] == noBlock:
				case best == noBlock:
					best = p
				default:
					best = d.meet(best, p)
				}
			}
			if d.parent[b] != best {
				d.parent[b] = best
				changed = true
			}
		}
	}
	return d
}

func (d *dominators) meet(x, y Block) Block {
	for x != y {
		if d.number[x] > d.number[y] {
			x = d.parent[x]
		} else {
			y = d.parent[y]
		}
	}
	return x
}

// reversePostorder lists the blocks that can be reached, before their successors, loops aside.
func (e *emitter) reversePostorder() []Block {
	type frame struct {
		b    Block
		next int
	}
	n := len(e.f.Blocks)
	seen := make([]bool, n)
	seen[0] = true
	order := make([]Block, n)
	at := n
	stack := make([]frame, 1, 16)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := e.f.Blocks[top.b].Succs
		if top.next == len(succs) {
			at--
			order[at] = top.b
			stack = stack[:len(stack)-1]
			continue
		}
		to := succs[top.next].To
		top.next++
		if !seen[to] {
			seen[to] = true
			stack = append(stack, frame{b: to})
		}
	}
	return order[at:]
}
