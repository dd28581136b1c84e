package regalloc

import (
	"math"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// scan looks at every instruction once: it lists the uses of each value and the reservations. Lists
// are filled by counting, in two passes, as their lengths are known then. Only reachable blocks are
// looked at.
func (g *greedy) scan() {
	f := g.f
	n := len(f.Classes)
	g.blockOf = sized(g.blockOf, len(f.Insts))
	g.defBlock, g.defPoint, g.remat = sized(g.defBlock, n), sized(g.defPoint, n), sized(g.remat, n)
	g.useStart = sized(g.useStart, n+1)
	g.reach, g.freq = sized(g.reach, len(f.Blocks)), sized(g.freq, len(f.Blocks))
	g.sorted = append(g.sorted, f.Graph().ReversePostorder(0).List...)
	for _, b := range g.sorted {
		g.reach[b] = true
	}
	// In the order of the code from here on: loops, cuts and posOf rely on it.
	slices.SortFunc(g.sorted, func(x, y mach.Block) int { return int(f.Blocks[x].First) - int(f.Blocks[y].First) })
	for r := range g.regs {
		if g.all.Has(mach.Reg(r)) {
			// busy is cleared here and not by reset, since only here the length is known.
			g.regs[r].busy = sized(g.regs[r].busy, len(f.Insts)*points/64+2)
		}
	}
	g.fixedAt, g.posOf = sized(g.fixedAt, len(f.Insts)+1), sized(g.posOf, len(f.Blocks))
	for k, b := range g.sorted {
		g.posOf[b] = int32(k)
		info := &f.Blocks[b]
		g.freq[b] = weightOf(f, info)
		for i := info.First; i < info.End; i++ {
			g.blockOf[i] = b
			in := &f.Insts[i]
			for k := in.First; k < in.First+uint32(in.Num); k++ {
				g.useStart[f.Operands[k].V]++
			}
		}
		for _, p := range info.Params {
			g.useStart[p]++
		}
		for _, e := range info.Succs {
			for _, v := range e.Args {
				g.useStart[v]++
			}
		}
	}
	var sum int32
	for v := range g.useStart {
		c := g.useStart[v]
		g.useStart[v] = sum
		sum += c
	}
	g.uses = sized(g.uses, int(sum))
	// useStart[v] stays the start; next advances while uses are filled in. Uses of a value come in
	// the order of the code, the definition first, since a block stands behind those that dominate
	// it; so join gives ranges their uses by one walk.
	next := slices.Clone(g.useStart)
	for _, b := range g.sorted {
		info := &f.Blocks[b]
		for _, p := range info.Params {
			g.defBlock[p], g.defPoint[p] = b, info.First*points+1 // 1 more than it is: 0 means none
			// A quarter: an edge needs a move only if the two ends differ, and a slot is right as
			// well.
			g.addUse(next, p, use{inst: info.First, operand: onEdge, weight: g.freq[b] / 4, def: true})
		}
		for i := info.First; i < info.End; i++ {
			g.scanInst(i, b, next)
		}
		for _, e := range info.Succs {
			for _, v := range e.Args {
				g.addUse(next, v, use{inst: info.End - 1, operand: onEdge, weight: g.freq[b] / 4})
			}
		}
	}
	// The sentinel lets a search from any instruction end at the end of the list.
	g.fixedAt[len(f.Insts)] = int32(len(g.fixed))
	// Only now all definitions are known. A use of what can be made again has no slot to be read
	// from, so it needs a register.
	for v := range g.remat {
		if g.remat[v] == 0 {
			continue
		}
		for k := g.useStart[v]; k < g.useStart[v+1]; k++ {
			if u := &g.uses[k]; !u.def && !u.copied && u.operand != onEdge {
				u.want = inReg
			}
		}
	}
}

// The bounds of weights. With 0 every use in a block would be free. Sums of as many weights as a function can have
// uses stay far below [infinite], so that what is only much used never counts as what cannot be split.
const (
	leastWeight = 1e-6
	mostWeight  = 1e18
)

// weightOf is what a use in a block counts: how often the block runs, within bounds; without frequencies, a loop
// counts ten times what is around it.
func weightOf(f *mach.Func, b *mach.BlockInfo) float32 {
	if f.Blocks[0].Freq == 0 {
		return float32(math.Pow(10, float64(min(b.Depth, 6))))
	}
	return float32(min(max(b.Freq, leastWeight), mostWeight))
}

// onEdge stands for the operand where a value is a parameter or an argument of an edge. It cannot
// be the number of an operand.
const onEdge = math.MaxUint32

func (g *greedy) addUse(next []int32, v mach.VReg, u use) {
	g.uses[next[v]] = u
	next[v]++
}

// scanInst lists the operands of instruction i. Fixed operands become reservations and hints
// instead of requirements of the value: copies join both.
func (g *greedy) scanInst(i uint32, b mach.Block, next []int32) {
	in := &g.f.Insts[i]
	ops := g.f.Operands[in.First : in.First+uint32(in.Num)]
	p := i * points
	g.fixedAt[i] = int32(len(g.fixed))
	var defs mach.RegSet
	for n := range ops {
		op := &ops[n]
		u := use{inst: i, operand: in.First + uint32(n), weight: g.freq[b], want: inReg, def: op.Def}
		r := fixedReg(ops, n)
		switch {
		case op.Def:
			g.defBlock[op.V] = b
			at := p + 3
			// A value begins where its register is written; out of a fixed register it is copied at
			// the start of the next instruction, and begins there.
			switch {
			case r != mach.NoReg:
				at = p + points
				u.want, u.hint, u.copied = anywhere, r, true
				from := p + 3
				// Early: nothing else may be in it while uses are read.
				if op.Early {
					from = p + 1
				}
				g.reserve(from, p+points, 1<<r, 0)
				defs = defs.With(r)
			case op.Want == mach.SameAs || op.Early || in.Kind == mach.Copy:
				// Tied and early definitions, and copies, exist from p+1: the copy into their
				// register is made before the instruction reads.
				at = p + 1
			}
			if in.Kind == mach.Copy || op.Want == mach.Any {
				u.want = anywhere
			}
			if in.Remat && in.Num == 1 {
				g.remat[op.V] = i + 1
				// The definition costs nothing in memory: it is not stored.
				u.want, u.weight = anywhere, 0
			}
			g.defPoint[op.V] = at + 1
		case r != mach.NoReg:
			u.want, u.hint, u.copied = anywhere, r, true
			to := p + 3
			if op.Late {
				to = p + points
			}
			g.reserve(p+1, to, 1<<r, op.V)
		case in.Kind == mach.Copy || g.tied(ops, n):
			u.want, u.copied = anywhere, true
		case op.Want == mach.Any:
			u.want = anywhere
			// An instruction that takes memory pays half of what a reload would cost.
			u.weight /= 2
		}
		g.addUse(next, op.V, u)
	}
	if in.Kind == mach.Call {
		g.calls = append(g.calls, b)
	}
	// Registers that are also results are reserved already, with their own beginning.
	if c := in.Clobbers &^ defs; c != 0 {
		g.reserve(p+3, p+points, c, 0)
	}
}

// tied reports whether a definition shares the register of use n. The value of such a use may live
// on elsewhere: a copy puts it into the register of the definition before the instruction.
func (g *greedy) tied(ops []mach.Operand, n int) bool {
	for k := range ops {
		if ops[k].Def && ops[k].Want == mach.SameAs && int(ops[k].Reg) == n {
			return true
		}
	}
	return false
}

// Reservations stay sorted by start; an insertion moves few, since they come nearly in order.
func (g *greedy) reserve(from, to uint32, regs mach.RegSet, owner mach.VReg) {
	g.fixed = append(g.fixed, reservation{from, to, regs, owner})
	for k := len(g.fixed) - 1; k > 0 && g.fixed[k-1].from > from; k-- {
		g.fixed[k-1], g.fixed[k] = g.fixed[k], g.fixed[k-1]
	}
}

// needed is the end of the range that use u needs. A use ends before or behind the definitions of
// its instruction, see points.
func (g *greedy) needed(u *use) uint32 {
	p := u.inst * points
	switch {
	case u.operand == onEdge:
		return p + points
	case u.copied:
		// The copy happens between p and p+1; after that the value may die, or live on elsewhere.
		return p + 1
	case g.f.Operands[u.operand].Late:
		return p + points
	}
	return p + 3
}

// liveRanges computes the ranges of every value, backwards from its uses to its definition. For
// each value the walk goes up from its uses until it meets the definition and visits each block at
// most once a value.
func (g *greedy) liveRanges() {
	f := g.f
	n := len(f.Classes)
	g.ranges = sized(g.ranges, n)
	liveOut := make([]mach.VReg, len(f.Blocks))
	// liveOut[b] == v says that v was seen at the end of b in this round; values are visited once,
	// so that the table needs no clearing. Value 0 is none.
	var segments []uint64
	var work []mach.Block
	for v := mach.VReg(1); int(v) < n; v++ {
		if g.defPoint[v] == 0 {
			continue
		}
		def, defBlock := g.defPoint[v]-1, g.defBlock[v]
		segments, work = segments[:0], work[:0]
		// add records that v is live in b from its start, or its definition, to the given point,
		// and queues b where v comes from its predecessors.
		add := func(b mach.Block, to uint32) {
			from := f.Blocks[b].First * points
			if b == defBlock {
				from = def
			} else {
				work = append(work, b)
			}
			if from < to {
				segments = append(segments, segment(from, to))
			}
		}
		last := mach.Block(math.MaxUint32)
		// Backwards: in each block the last use comes first and mostly makes the segment; an
		// earlier one extends it only if it is late.
		for k := g.useStart[v+1] - 1; k >= g.useStart[v]; k-- {
			u := &g.uses[k]
			b := g.blockOf[u.inst]
			to := g.needed(u)
			switch {
			case u.def:
				continue
			case u.operand == onEdge:
				if liveOut[b] != v {
					liveOut[b] = v
					add(b, to)
				}
			case liveOut[b] == v:
			case b != last:
				add(b, to)
			case to > uint32(segments[len(segments)-1]):
				s := &segments[len(segments)-1]
				*s = segment(uint32(*s>>32), to)
			}
			last = b
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, p := range f.Blocks[b].Preds {
				if g.reach[p] && liveOut[p] != v {
					liveOut[p] = v
					add(p, f.Blocks[p].End*points)
				}
			}
		}
		g.ranges[v] = g.join(v, def, segments)
	}
}

// join sorts the segments of v and joins those that touch, and gives them their uses. A value
// without uses lives for the instruction that defines it. The result is sorted, and uses[first:end]
// of each range are those of its instructions.
func (g *greedy) join(v mach.VReg, def uint32, segments []uint64) []liveRange {
	slices.Sort(segments)
	first := g.useStart[v] < g.useStart[v+1]
	// A definition that nothing reads still writes its register: it gets the rest of its
	// instruction. What begins at a multiple of 4, a parameter or the copy out of a fixed register,
	// gets no place at all if nothing reads it.
	if first && g.uses[g.useStart[v]].def && def&3 != 0 || len(segments) == 0 && def&3 != 0 {
		segments = slices.Insert(segments, 0, segment(def, def&^3+points))
	}
	start := g.room(len(segments))
	for _, s := range segments {
		from, to := uint32(s>>32), uint32(s)
		if n := len(g.arena); n > start && g.arena[n-1].to >= from {
			g.arena[n-1].to = max(g.arena[n-1].to, to)
		} else {
			g.arena = append(g.arena, liveRange{from: from, to: to, v: v})
		}
	}
	out := g.arena[start:len(g.arena):len(g.arena)]
	k := g.useStart[v]
	for i := range out {
		out[i].first = k
		for k < g.useStart[v+1] && g.uses[k].inst*points < out[i].to {
			k++
		}
		out[i].end = k
	}
	if n := len(out); n > 0 {
		out[n-1].end = g.useStart[v+1]
	}
	return out
}

// segment is [from, to) as a number, in the order of from. Packing makes sorting a sort of
// integers.
func segment(from, to uint32) uint64 { return uint64(from)<<32 | uint64(to) }

// room makes sure that the arena takes n more ranges without moving, and returns its length. Ranges
// are slices of an arena. A new one is begun where it is full; the old one lives as long as ranges
// refer to it.
func (g *greedy) room(n int) int {
	if cap(g.arena)-len(g.arena) < n {
		g.arena = make([]liveRange, 0, max(n, 4096))
	}
	return len(g.arena)
}

// makeBundles gives every value a bundle of its own. A value without a life has none.
func (g *greedy) makeBundles() {
	g.bundleOf = sized(g.bundleOf, len(g.f.Classes))
	// Bundle 0 and set 0 belong to no value, so that 0 in bundleOf means none.
	g.bundles = append(slices.Grow(g.bundles, 5*len(g.ranges)/2), bundle{state: gone})
	g.sets = append(g.sets, spillSet{})
	// Values have no bundle in common yet: set n belongs to bundle n, which joinBundles relies on.
	for v, life := range g.ranges {
		if len(life) == 0 {
			continue
		}
		n := int32(len(g.bundles))
		c := g.f.Classes[v]
		g.bundles = append(g.bundles, bundle{ranges: life, class: c, set: n})
		g.sets = append(g.sets, spillSet{class: c, from: life[0].from, to: life[len(life)-1].to})
		g.bundleOf[v] = n
	}
}

// maxJoined is how many ranges a bundle that coalescing makes may have: what is longer takes more
// time than the moves that it saves.
const maxJoined = 200

// pair are two values that a copy connects. The weight is the frequency of the copy.
type pair struct {
	x, y   mach.VReg
	weight float32
}

// coalesce joins bundles that copies connect and that do not overlap, the most frequent first.
// Joining two bundles spares the copy only if both get one register, so the frequent ones are tried
// first.
func (g *greedy) coalesce() {
	var pairs []pair
	f := g.f
	for _, b := range g.sorted {
		info := &f.Blocks[b]
		for i := info.First; i < info.End; i++ {
			in := &f.Insts[i]
			ops := f.Operands[in.First : in.First+uint32(in.Num)]
			if in.Kind == mach.Copy {
				pairs = append(pairs, pair{ops[0].V, ops[1].V, g.freq[b]})
				continue
			}
			for n := range ops {
				if ops[n].Def && ops[n].Want == mach.SameAs {
					pairs = append(pairs, pair{ops[n].V, ops[ops[n].Reg].V, g.freq[b]})
				}
			}
		}
		for _, e := range info.Succs {
			for k, v := range e.Args {
				pairs = append(pairs, pair{f.Blocks[e.To].Params[k], v, g.freq[b]})
			}
		}
	}
	// Stable, so that pairs of one weight keep the order of the code and the result is the same
	// always.
	slices.SortStableFunc(pairs, func(x, y pair) int {
		switch {
		case x.weight > y.weight:
			return -1
		case x.weight < y.weight:
			return 1
		}
		return 0
	})
	for _, p := range pairs {
		g.joinBundles(g.bundleOf[p.x], g.bundleOf[p.y])
	}
	// The state gone means joined here; set is then the bundle that it went into. Behind this loop
	// no bundleOf refers to one that is gone.
	for v := range g.bundleOf {
		for n := g.bundleOf[v]; n != 0 && g.bundles[n].state == gone; n = g.bundleOf[v] {
			g.bundleOf[v] = g.bundles[n].set
		}
	}
	for n := range g.bundles {
		if b := &g.bundles[n]; b.state == waiting {
			g.weigh(int32(n))
		}
	}
}

// joinBundles joins bundles x and y, or those they have gone into, if they do not overlap. It
// follows what bundles were joined into, as union-find does.
func (g *greedy) joinBundles(x, y int32) {
	for x != 0 && g.bundles[x].state == gone {
		x = g.bundles[x].set
	}
	for y != 0 && g.bundles[y].state == gone {
		y = g.bundles[y].set
	}
	if x == y || x == 0 || y == 0 {
		return
	}
	a, b := &g.bundles[x], &g.bundles[y]
	if a.class != b.class || len(a.ranges)+len(b.ranges) > maxJoined || overlap(a.ranges, b.ranges) {
		return
	}
	if g.rematOnly(a) || g.rematOnly(b) {
		return
	}
	start := g.room(len(a.ranges) + len(b.ranges))
	// Merge of two sorted lists. Disjointness was checked, so equal starts do not occur.
	i, j := 0, 0
	for i < len(a.ranges) || j < len(b.ranges) {
		if j == len(b.ranges) || i < len(a.ranges) && a.ranges[i].from < b.ranges[j].from {
			g.arena = append(g.arena, a.ranges[i])
			i++
		} else {
			g.arena = append(g.arena, b.ranges[j])
			j++
		}
	}
	a.ranges = g.arena[start:len(g.arena):len(g.arena)]
	// set serves as the link of union-find from here on; the bundle itself is never looked at
	// again.
	b.state, b.set = gone, x
	s, t := &g.sets[x], &g.sets[y]
	s.from, s.to = min(s.from, t.from), max(s.to, t.to)
}

// rematOnly reports whether b is one constant whose life has holes: it is better made again than
// tied to the value that it becomes.
func (g *greedy) rematOnly(b *bundle) bool {
	return len(b.ranges) > 1 && g.remat[b.ranges[0].v] != 0 && b.ranges[0].v == b.ranges[len(b.ranges)-1].v
}

// Both lists are sorted; the walk is linear.
func overlap(a, b []liveRange) bool {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i].to <= b[j].from:
			i++
		case b[j].to <= a[i].from:
			j++
		default:
			return true
		}
	}
	return false
}
