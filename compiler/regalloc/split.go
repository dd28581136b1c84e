package regalloc

import (
	"math"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// maxSplits is how often a bundle and its parts are split before the rest goes to memory. Each
// split may cost moves at its ends.
const maxSplits = 24

// split takes bundle n, for which there is no register, apart: around the outermost loop that it
// reaches out of and is used most in; else before the first conflict of the register that has its
// first conflict last; else behind its first use, which stays in memory. A value that is used in a
// loop and lives through others should be in a register in the loop alone; conflicts are cut as
// late as possible, since what is before the cut is placed then.
func (g *greedy) split(n int32, order []mach.Reg) {
	b := &g.bundles[n]
	// Nothing to gain by a register, or enough tried: the slot.
	if b.cost == 0 || b.splits >= maxSplits {
		g.spill(n)
		return
	}
	start, end := b.ranges[0].from, b.ranges[len(b.ranges)-1].to
	if lo, hi, ok := g.loopAround(b); ok {
		g.splitOff(n, start, lo)
		g.splitOff(n, lo, hi)
		g.splitOff(n, hi, end)
		g.bundles[n].state = gone
		return
	}
	first := g.firstUse(b)
	behind := (first + 1) * points
	cut := uint32(0)
	for _, r := range order {
		if !g.tooCostly(r, b) {
			cut = max(cut, g.firstConflict(r, b))
		}
	}
	if cut >= end {
		cut = 0
	}
	// A cut stands between instructions: in the middle of one the operand would belong to both
	// parts.
	cut &^= points - 1
	switch {
	case cut > behind || cut == behind && behind < end:
		cut = g.betterCut(b, cut)
		g.splitOff(n, start, cut)
	case behind < end:
		cut = behind
		// The part up to the first use is spilled: that use gets a register of its own.
		if m := g.splitOff(n, start, cut); m >= 0 {
			g.spill(m)
		}
	default:
		g.spill(n)
		return
	}
	g.splitOff(n, cut, end)
	g.bundles[n].state = gone
}

// firstUse is the first instruction that uses b. The definition of a value that can be made again
// has no weight and does not count. Without any use the result is behind every instruction.
func (g *greedy) firstUse(b *bundle) uint32 {
	for i := range b.ranges {
		for k := b.ranges[i].first; k < b.ranges[i].end; k++ {
			if g.uses[k].weight > 0 {
				return g.uses[k].inst
			}
		}
	}
	return math.MaxUint32/points - 1
}

// loopAround finds the outermost loop, as an interval of points, that holds the most frequent use
// of b and that b reaches out of. A loop is taken to be a run of neighbouring blocks, in the order of
// the code, that are at least so deep: where that order tears a loop apart, or puts two next to each
// other, the cut is at a worse place and still right.
func (g *greedy) loopAround(b *bundle) (lo, hi uint32, ok bool) {
	var hot mach.Block
	var best float32
	for i := range b.ranges {
		for k := b.ranges[i].first; k < b.ranges[i].end; k++ {
			u := &g.uses[k]
			if at := g.blockOf[u.inst]; u.weight > 0 && g.freq[at] > best {
				hot, best = at, g.freq[at]
			}
		}
	}
	blocks := g.f.Blocks
	start, end := b.ranges[0].from, b.ranges[len(b.ranges)-1].to
	i := g.position(blocks[hot].First)
	j := i + 1
	// From the innermost loop outwards, so that each block is looked at once however deep it is.
	for depth := blocks[hot].Depth; depth > 0; depth-- {
		for i > 0 && blocks[g.sorted[i-1]].Depth >= depth && blocks[g.sorted[i]].First*points > start {
			i--
		}
		for j < len(g.sorted) && blocks[g.sorted[j]].Depth >= depth && blocks[g.sorted[j]].First*points < end {
			j++
		}
		from, to := blocks[g.sorted[i]].First*points, blocks[g.sorted[j-1]].End*points
		if from <= start && to >= end {
			break
		}
		lo, hi, ok = max(from, start), min(to, end), true
	}
	return lo, hi, ok
}

// position is the index in sorted of the block that instruction i is in.
func (g *greedy) position(i uint32) int { return int(g.posOf[g.blockOf[i]]) }

// firstConflict is the first point of b where it cannot have r. It is the start of the first
// reservation or entry that overlaps.
func (g *greedy) firstConflict(r mach.Reg, b *bundle) uint32 {
	o := &g.regs[r]
	for i := range b.ranges {
		l := &b.ranges[i]
		at := uint32(math.MaxUint32)
		for k := g.reservationsFrom(l.from); k < len(g.fixed) && g.fixed[k].from < l.to; k++ {
			if f := &g.fixed[k]; f.to > l.from && f.regs.Has(r) && (f.owner == 0 || f.owner != l.v) {
				// Reservations are sorted: the first that counts is the first conflict.
				at = max(f.from, l.from)
				break
			}
		}
		for c, k := o.seek(l.from); c < len(o.chunks) && o.chunks[c][k].from < l.to; c, k = o.next(c, k) {
			// What is lighter would be evicted instead.
			if g.bundles[o.chunks[c][k].bundle].weight >= b.weight {
				at = min(at, max(o.chunks[c][k].from, l.from))
				break
			}
		}
		if at != math.MaxUint32 {
			return at
		}
	}
	return b.ranges[len(b.ranges)-1].to
}

// betterCut moves a cut back, over instructions that do not use b, to the start of the block of
// the least frequency. A cut at a rare place makes the moves rare.
func (g *greedy) betterCut(b *bundle, cut uint32) uint32 {
	last := uint32(0)
	for i := range b.ranges {
		for k := b.ranges[i].first; k < b.ranges[i].end; k++ {
			if u := &g.uses[k]; u.weight > 0 && u.inst*points < cut {
				last = u.inst
			}
		}
	}
	best, at := g.freq[g.blockOf[min(cut/points, uint32(len(g.blockOf)-1))]], cut
	for k := g.position(min(cut/points, uint32(len(g.blockOf)-1))); k > 0 && k < len(g.sorted); k-- {
		p := g.f.Blocks[g.sorted[k]].First * points
		if p <= (last+1)*points {
			break
		}
		if f := g.freq[g.sorted[k]]; p <= cut && f < best {
			best, at = f, p
		}
	}
	return at
}

// splitOff makes a bundle of what bundle n has in [from, to) and queues it, without the parts before
// its first and behind its last use, which go to memory. It returns the new bundle, or -1. Parts
// without a use need no register.
func (g *greedy) splitOff(n int32, from, to uint32) int32 {
	m := g.part(n, from, to)
	if m < 0 {
		return -1
	}
	b := &g.bundles[m]
	start, end := b.ranges[0].from, b.ranges[len(b.ranges)-1].to
	first, last := uint32(math.MaxUint32), uint32(0)
	for i := range b.ranges {
		for k := b.ranges[i].first; k < b.ranges[i].end; k++ {
			if u := &g.uses[k]; u.weight > 0 {
				first, last = min(first, u.inst), max(last, u.inst)
			}
		}
	}
	if first > last {
		b.state = spilled
		return m
	}
	// A bundle is trimmed once; its middle begins and ends with a use.
	if lo, hi := first*points, (last+1)*points; lo > start || hi < end {
		b.state = gone
		if p := g.part(m, start, lo); p >= 0 {
			g.bundles[p].state = spilled
		}
		if p := g.part(m, hi, end); p >= 0 {
			g.bundles[p].state = spilled
		}
		m = g.part(m, lo, hi)
	}
	g.weigh(m)
	g.enqueue(m)
	return m
}

// part makes a bundle of what bundle n has in [from, to). Ranges are cut at the ends; the new
// bundle has the spill set of the old one.
func (g *greedy) part(n int32, from, to uint32) int32 {
	b := &g.bundles[n]
	start := g.room(len(b.ranges))
	for _, l := range b.ranges {
		lo, hi := max(l.from, from), min(l.to, to)
		if lo >= hi {
			continue
		}
		// Uses of instructions that end before the part belong to the part before.
		for l.first < l.end && g.uses[l.first].inst*points+points-1 < lo {
			l.first++
		}
		k := l.first
		// hi == l.to: what is at the very end (an argument of an edge) stays with the last part.
		for k < l.end && (g.uses[k].inst*points < hi || hi == l.to) {
			k++
		}
		l.from, l.to, l.end = lo, hi, k
		g.arena = append(g.arena, l)
	}
	if start == len(g.arena) {
		return -1
	}
	ranges := g.arena[start:len(g.arena):len(g.arena)]
	g.bundles = append(g.bundles, bundle{ranges: ranges, class: b.class, set: b.set, splits: b.splits + 1})
	return int32(len(g.bundles) - 1)
}

// spill puts bundle n into memory. Each instruction that wants a register gets one for itself. What
// remains are bundles of one instruction each, which evict anything that is not of their kind.
func (g *greedy) spill(n int32) {
	g.bundles[n].state = spilled
	ranges, set, class := g.bundles[n].ranges, g.bundles[n].set, g.bundles[n].class
	for i := range ranges {
		l := &ranges[i]
		for k := l.first; k < l.end; {
			inst, next := g.uses[k].inst, k+1
			for next < l.end && g.uses[next].inst == inst {
				next++
			}
			var to uint32
			def := false
			for j := k; j < next; j++ {
				if u := &g.uses[j]; u.want == inReg {
					to = max(to, g.needed(u))
					def = def || u.def
				}
			}
			if to != 0 {
				// A definition is stored behind the instruction, so that it has the register to the
				// end of it; a use needs it only until it is read.
				from := inst * points
				if def {
					from, to = l.from, (inst+1)*points
				}
				m := g.room(1) + 1
				g.arena = append(g.arena, liveRange{from: from, to: to, v: l.v, first: k, end: next})
				g.bundles = append(g.bundles, bundle{ranges: g.arena[m-1 : m : m], class: class, set: set, weight: infinite, cost: infinite, minimal: true})
				// The spilled range keeps its uses too; place lets the minimal bundle overrule it.
				g.enqueue(int32(len(g.bundles) - 1))
			}
			k = next
		}
	}
}
