package regalloc

import (
	"cmp"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// piece is where a value is in [from, to). The pieces of a value are disjoint and cover its life.
// Points, as in liveRange: a piece ends where the next one begins if the value moves there, and
// there is a gap where the value is dead.
type piece struct {
	from, to uint32
	loc      mach.Loc // NoLoc: nowhere, it is made again where it is used
}

// pieces are the places of all values, in order: list[start[v]:start[v+1]]. One list for all
// values, by counting, keeps them together in memory.
type pieces struct {
	start []int32
	list  []piece
}

func (p *pieces) of(v mach.VReg) []piece { return p.list[p.start[v]:p.start[v+1]] }

// at is the place of v at a point, if it has one. It is a binary search.
func (p *pieces) at(v mach.VReg, point uint32) (mach.Loc, bool) {
	list := p.of(v)
	lo, hi := 0, len(list)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if list[mid].to > point {
			// to > point, not from <= point: the first piece that is not over is the only
			// candidate, because pieces are disjoint and sorted.
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(list) || list[lo].from > point {
		return mach.NoLoc, false
	}
	return list[lo].loc, true
}

// place makes the lists of pieces from the bundles, and gives operands their places. Pieces are
// made in two passes, counting and filling. Operands of spilled ranges that need a register were
// given minimal bundles.
func (g *greedy) place() {
	g.chooseSlots()
	n := len(g.f.Classes)
	g.base.start, g.minimal.start = sized(g.base.start, n+1), sized(g.minimal.start, n+1)
	for i := range g.bundles {
		if b := &g.bundles[i]; b.state == assigned || b.state == spilled {
			p := g.piecesFor(b)
			for k := range b.ranges {
				p.start[b.ranges[k].v]++
			}
		}
	}
	next := [2][]int32{g.base.layOut(), g.minimal.layOut()}
	// Minimal bundles come second on purpose: their uses are also those of the spilled range
	// around them, and the register must win over the slot that placeOperands wrote first.
	for _, minimal := range []bool{false, true} {
		for i := range g.bundles {
			b := &g.bundles[i]
			if b.state != assigned && b.state != spilled || b.minimal != minimal {
				continue
			}
			p, at := g.piecesFor(b), next[0]
			if minimal {
				at = next[1]
			}
			for k := range b.ranges {
				l := &b.ranges[k]
				loc := g.locOf(b, l.v)
				p.list[at[l.v]] = piece{l.from, l.to, loc}
				at[l.v]++
				g.placeOperands(l, loc)
			}
		}
	}
	for v := range n {
		g.base.sort(mach.VReg(v))
		g.minimal.sort(mach.VReg(v))
	}
}

// Minimal pieces lie over base pieces: at an instruction a value may be in its slot and in a
// register.
func (g *greedy) piecesFor(b *bundle) *pieces {
	if b.minimal {
		return &g.minimal
	}
	return &g.base
}

// layOut turns counts into starts, and returns where to put the next piece of each value. It is the
// prefix sum of a counting sort.
func (p *pieces) layOut() []int32 {
	var sum int32
	for v, c := range p.start {
		p.start[v] = sum
		sum += c
	}
	p.list = sized(p.list, int(sum))
	return slices.Clone(p.start)
}

func (p *pieces) sort(v mach.VReg) {
	if list := p.of(v); len(list) > 1 {
		slices.SortFunc(list, func(x, y piece) int { return cmp.Compare(x.from, y.from) })
	}
}

// locOf is where b keeps v. A value that is made again has no place while it is spilled.
func (g *greedy) locOf(b *bundle, v mach.VReg) mach.Loc {
	switch {
	case b.state == assigned:
		return mach.Loc(b.reg)
	// The definition is repeated at each use that needs a register; no slot is spent on it.
	case g.remat[v] != 0:
		return mach.NoLoc
	}
	return g.sets[b.set].slot
}

// placeOperands gives the operands of l the place of l, those aside that have one of their own.
// Copied operands are placed by moveOperands: in their fixed register, or where the definition is
// that they are tied to or copied into.
func (g *greedy) placeOperands(l *liveRange, loc mach.Loc) {
	for k := l.first; k < l.end; k++ {
		if u := &g.uses[k]; u.operand != onEdge && !u.copied {
			g.a.Locs[u.operand] = loc
		}
	}
}

// chooseSlots gives slots to the spill sets that need one. Sets whose values live at different
// times share. It is first fit in the order of the starts, a slot for one class only.
func (g *greedy) chooseSlots() {
	var need []int32
	for i := range g.bundles {
		b := &g.bundles[i]
		if b.state != spilled || g.sets[b.set].slot != mach.NoLoc {
			continue
		}
		for k := range b.ranges {
			if g.remat[b.ranges[k].v] == 0 {
				// Any slot other than NoLoc marks the set as counted; the number comes below.
				g.sets[b.set].slot = 1
				need = append(need, b.set)
				break
			}
		}
	}
	slices.SortFunc(need, func(x, y int32) int {
		return cmp.Or(cmp.Compare(g.sets[x].from, g.sets[y].from), cmp.Compare(x, y))
	})
	var ends []uint32 // by slot
	for _, n := range need {
		s := &g.sets[n]
		k := 0
		// A slot is free where its last set ended at or before this one begins. The hull of a set
		// covers all its parts, so a store at the definition destroys nothing.
		for k < len(ends) && (g.f.ReturnsTwice || ends[k] > s.from || g.a.Slots[k] != s.class) {
			k++
		}
		if k == len(ends) {
			ends = append(ends, 0)
			g.a.Slots = append(g.a.Slots, s.class)
		}
		ends[k] = s.to
		s.slot = mach.InSlot(k)
	}
}

// timed is a transfer of the parallel copy with the given key: the instruction that it stands
// before, times 4, and which of the copies there it is. Sorting by key brings the transfers of one
// parallel copy together.
type timed struct {
	key uint64
	t   transfer
}

// The parallel copies at one point, in order. The order is that of execution at a point.
const (
	entering = iota // on the edge to the block, at its start
	between         // from one instruction to the next
	operands        // into fixed and tied registers
	leaving         // on the edge at the end of the block
)

func key(inst uint32, group uint64) uint64 { return uint64(inst)*4 + group }

// resolve makes the moves. Everything that has to move at one point becomes one parallel copy.
func (g *greedy) resolve() {
	for v := mach.VReg(1); int(v) < len(g.f.Classes); v++ {
		if base := g.base.of(v); len(base) > 0 {
			g.moveValue(v, base)
		}
	}
	for _, b := range g.sorted {
		info := &g.f.Blocks[b]
		// Instructions in the order of the code, so that moves come out almost sorted.
		for i := info.First; i < info.End; i++ {
			g.moveOperands(i)
		}
		for k := range info.Succs {
			g.moveArgs(b, &info.Succs[k])
		}
	}
	// The sort must be stable: transfers of one copy keep the order of their values, and with it
	// the output is the same each time.
	slices.SortStableFunc(g.transfers, func(x, y timed) int { return cmp.Compare(x.key, y.key) })
	var ts []transfer
	for i := 0; i < len(g.transfers); {
		k := g.transfers[i].key
		ts = ts[:0]
		for ; i < len(g.transfers) && g.transfers[i].key == k; i++ {
			ts = append(ts, g.transfers[i].t)
		}
		g.seq.run(ts, uint32(k/4), g.freeFor(k, ts))
	}
	g.a.Moves = slices.Clone(g.seq.out)
}

// freeFor is the set of registers that hold nothing around the parallel copy ts, as far as it
// needs any. It looks only if a register may be needed, since it asks every register.
// A single transfer needs a register only from memory (or a constant) to memory; two or more may
// form a cycle.
func (g *greedy) freeFor(k uint64, ts []transfer) mach.RegSet {
	needed := len(ts) > 1
	for i := range ts {
		_, from := ts[i].from.Slot()
		_, to := ts[i].to.Slot()
		needed = needed || to && (from || ts[i].remat != 0)
	}
	if !needed {
		return 0
	}
	p := uint32(k/4) * points
	from, to := p, p+1
	// The points in which nothing else may hold the register: those around the copy, by its group.
	switch k % 4 {
	case between:
		from--
	case operands:
		to++
	case leaving:
		from, to = p+points-1, p+points
	}
	free := g.all
	for i := range ts {
		// max: a slot is negative and no place is 0, and both then clear the bit of register 0,
		// which is no register.
		free &^= 1<<max(ts[i].from, 0) | 1<<max(ts[i].to, 0)
	}
	// Fixed registers of the neighbour are as good as occupied: their copies happen in the same
	// place.
	for n := g.reservationsFrom(from); n < len(g.fixed) && g.fixed[n].from < to; n++ {
		if g.fixed[n].to > from {
			free &^= g.fixed[n].regs
		}
	}
	for rest := free; rest != 0; rest &= rest - 1 {
		if r := rest.First(); !g.regs[r].freeIn(from, to) {
			free &^= 1 << r
		}
	}
	return free
}

// transferTo makes the transfer of v to a place, from a place where it is or from nothing. A value
// without a place is made again.
func (g *greedy) transferTo(v mach.VReg, from, to mach.Loc) transfer {
	t := transfer{from: from, to: to, class: g.f.Classes[v]}
	if from == mach.NoLoc {
		t.remat = g.remat[v]
		// A Remat definition has no place while it is spilled; anything else without one is a
		// mistake here.
		if t.remat == 0 {
			panic("BUG: a value that is nowhere")
		}
	}
	return t
}

// Moves to nowhere are left out: the value is made again where it is used.
func (g *greedy) move(k uint64, v mach.VReg, from, to mach.Loc) {
	if from != to && to != mach.NoLoc {
		g.transfers = append(g.transfers, timed{k, g.transferTo(v, from, to)})
	}
}

// moveOperands makes the copies around instruction i: from the places of values into fixed
// registers and those of definitions, and from fixed registers to the places of what they define.
// The copies into fixed registers stand before the instruction, those out of them behind it; both
// are parallel copies with whatever else moves there.
func (g *greedy) moveOperands(i uint32) {
	in := &g.f.Insts[i]
	ops := g.f.Operands[in.First : in.First+uint32(in.Num)]
	locs := g.a.Locs[in.First : in.First+uint32(in.Num)]
	p := i * points
	for n := range ops {
		op := &ops[n]
		r := mach.Loc(fixedReg(ops, n))
		if r == mach.NoLoc {
			continue
		}
		locs[n] = r
		// A fixed definition leaves its register by a copy behind the instruction, where the
		// reservation ends. What nothing reads has no place there and is not copied.
		if !op.Def {
			// The value is read at p, before the copies, wherever it is; a fixed use does not say
			// where it lives.
			g.move(key(i, operands), op.V, g.read(op.V, p), r)
		} else if to, ok := g.base.at(op.V, p+points); ok {
			g.move(key(i+1, between), op.V, r, to)
		}
	}
	for n := range ops {
		if !ops[n].Def {
			continue
		}
		k := int(ops[n].Reg)
		// A Copy is a definition and a use: the use takes the place of the definition, and the
		// move before the instruction is the real copy. Emission then has nothing to do.
		switch {
		case in.Kind == mach.Copy:
			k = 1 - n
		case ops[n].Want != mach.SameAs || fixedReg(ops, n) != mach.NoReg:
			continue
		}
		locs[k] = locs[n]
		g.move(key(i, operands), ops[k].V, g.read(ops[k].V, p), locs[n])
	}
}

// read is where a copy at point p finds v. A value that is in its slot may have a register for this
// one instruction besides; then the copy reads that.
func (g *greedy) read(v mach.VReg, p uint32) mach.Loc {
	if l, ok := g.minimal.at(v, p); ok {
		return l
	}
	l, ok := g.base.at(v, p)
	if !ok {
		panic("BUG: a value has no place")
	}
	return l
}

// moveArgs makes the moves of arguments into parameters. The parameter's place is where its range
// begins; a parameter that is never used has none.
func (g *greedy) moveArgs(b mach.Block, e *mach.Edge) {
	params := g.f.Blocks[e.To].Params
	for n, v := range e.Args {
		// At the first point of the target block, since parameters are defined there.
		to, ok := g.base.at(params[n], g.f.Blocks[e.To].First*points)
		if !ok {
			continue
		}
		// At the last point of this block: arguments live to its end (see needed).
		from, ok := g.base.at(v, g.f.Blocks[b].End*points-1)
		if !ok {
			panic("BUG: an argument has no place")
		}
		// A block whose edge has arguments has no other successor, so that the move stands before
		// its jump.
		g.move(key(g.f.Blocks[b].End-1, leaving), v, from, to)
	}
}

// moveValue makes the moves of v from piece to piece. The slot is written either where the value
// comes from a register, or once at the definition, whatever happens less often: the slot of v
// holds nothing else while v lives. Writing the slot once at the definition is allowed because
// values do not change: the slot stays right for the whole life.
func (g *greedy) moveValue(v mach.VReg, base []piece) {
	g.stores = g.stores[:0]
	var cost float32
	for i := range base {
		p := &base[i]
		// A change at the start of a block is no move from the block before in the order of the
		// code: control comes over edges there, and moveEdges sees to them.
		if i > 0 && base[i-1].to == p.from && base[i-1].loc != p.loc && g.f.Blocks[g.blockOf[p.from/points]].First*points != p.from {
			g.transition(key(p.from/points, between), v, g.read(v, p.from-1), p.loc, &cost, g.freq[g.blockOf[p.from/points]])
		}
	}
	if len(base) > 1 {
		for i := range base {
			g.moveEdges(v, &base[i], &cost)
		}
	}
	minimal := g.minimal.of(v)
	def := g.defPoint[v] - 1
	defLoc, atDef := g.defined(v, def)
	if len(g.stores) > 0 || atDef {
		// One store behind the definition against all the stores on the way: the frequencies
		// decide. With atDef there is no choice: the register is the value's for the one
		// instruction only.
		switch at := g.freq[g.defBlock[v]]; {
		case atDef || at <= cost:
			if s := g.slotOf(base); s != mach.NoLoc && defLoc != s {
				g.move(key((def+points-1)/points, between), v, defLoc, s)
			}
		default:
			g.transfers = append(g.transfers, g.stores...)
		}
	}
	for i := range minimal {
		o := &minimal[i]
		// The register of the definition itself is filled by the instruction, not by a move.
		if def%points != 0 && o.from <= def && def < o.to {
			continue
		}
		g.move(key(o.from/points, between), v, g.before(v, o.from, def), o.loc)
	}
}

// defined is where v is right behind its definition; atDef says that this is a register that v has
// for the definition alone and that it must go to its slot. A value whose definition is in a fixed
// register is there until the copies behind the instruction.
func (g *greedy) defined(v mach.VReg, def uint32) (l mach.Loc, atDef bool) {
	if l, ok := g.minimal.at(v, def); ok && def%points != 0 {
		// A multiple of points is a parameter, which comes by the edges, or the point where a fixed
		// definition is copied out of its register: no minimal bundle is written there.
		return l, g.remat[v] == 0
	}
	if u := &g.uses[g.useStart[v]]; u.def && u.hint != mach.NoReg {
		return mach.Loc(u.hint), false
	}
	l, _ = g.base.at(v, def)
	return l, false
}

// slotOf is the slot among the pieces of a value.
func (g *greedy) slotOf(base []piece) mach.Loc {
	// All spilled pieces of a value are in the one slot of its set, so the first is as good as
	// any.
	for i := range base {
		if base[i].loc < 0 {
			return base[i].loc
		}
	}
	return mach.NoLoc
}

// before is where v is before point p, which starts a register for one instruction. At the start of
// a block the value is where the edges put it.
func (g *greedy) before(v mach.VReg, p, def uint32) mach.Loc {
	if b := g.blockOf[p/points]; g.f.Blocks[b].First*points == p {
		l, _ := g.base.at(v, p)
		return l
	}
	if def == p {
		if u := &g.uses[g.useStart[v]]; u.def && u.hint != mach.NoReg {
			return mach.Loc(u.hint)
		}
	}
	return g.read(v, p-1)
}

// transition moves v from one place to the next. Moves to the slot are kept apart. Stores are
// collected, because one at the definition may replace all of them.
func (g *greedy) transition(k uint64, v mach.VReg, from, to mach.Loc, cost *float32, freq float32) {
	switch {
	case from == to || to == mach.NoLoc:
	case to < 0:
		*cost += freq
		g.stores = append(g.stores, timed{k, g.transferTo(v, from, to)})
	default:
		g.move(k, v, from, to)
	}
}

// moveEdges makes the moves on the edges to the blocks that start in piece p. No edge is critical,
// so the moves stand at the end of the predecessor or at the start of the block.
func (g *greedy) moveEdges(v mach.VReg, p *piece, cost *float32) {
	for k := g.position(p.from / points); k < len(g.sorted); k++ {
		b := g.sorted[k]
		info := &g.f.Blocks[b]
		start := info.First * points
		if start >= p.to {
			break
		}
		// A parameter enters by moveArgs; and only the starts of blocks inside of the piece are
		// entered.
		if start < p.from || start == g.defPoint[v]-1 && b == g.defBlock[v] {
			continue
		}
		for _, from := range info.Preds {
			if !g.reach[from] {
				continue
			}
			pred := &g.f.Blocks[from]
			l, ok := g.base.at(v, pred.End*points-1)
			if !ok {
				panic("BUG: a value has no place at the end of a block")
			}
			at, freq := key(info.First, entering), g.freq[b]
			// The move stands where only this edge passes: before the jump if the predecessor has
			// one successor, else at the start of b, which then has one predecessor. What it costs
			// is that block's frequency.
			if len(pred.Succs) == 1 {
				at, freq = key(pred.End-1, leaving), g.freq[from]
			}
			g.transition(at, v, l, p.loc, cost, freq)
		}
	}
}
