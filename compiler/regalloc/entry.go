package regalloc

import (
	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// splitEntry splits the bundles that calls keep from all but callee-saved registers and that live
// at the entry: the part in the blocks that come before any call stays apart, so that a path that
// returns early writes no callee-saved register and needs no frame. It is the allocator's half of
// shrink wrapping: the other half, the place of the prologue, is package mach's, and has nothing to
// do if a register is saved at the entry already.
func (g *greedy) splitEntry() {
	// A callee-saved register costs one store and one load. Without a better place they run as
	// often as the entry does.
	g.saving = 2 * g.freq[0]
	calling := g.callingBlocks()
	if calling == nil {
		return
	}
	scratch := g.allowed[mach.GPR] &^ g.saved
	for n := range int32(len(g.bundles)) {
		b := &g.bundles[n]
		if b.state != waiting || b.class != mach.GPR || b.ranges[0].from >= g.f.Blocks[0].End*points || g.forbidden(b)&scratch != scratch {
			continue
		}
		early, late := int32(-1), int32(-1)
		for _, in := range []bool{false, true} {
			m := g.partIn(n, calling, in)
			if m < 0 {
				break
			}
			g.weigh(m)
			if in {
				late = m
			} else {
				early = m
			}
		}
		if early >= 0 && late >= 0 {
			g.bundles[n].state = gone
		} else if early >= 0 {
			g.bundles[early].state = gone
		}
	}
}

// callingBlocks is the set of blocks with calls and those that come behind them; nil if most runs
// get there. It is a forward closure over the graph: once a path has met a call, the frame is
// there. The decision goes by estimated frequencies.
func (g *greedy) callingBlocks() []bool {
	in := make([]bool, len(g.f.Blocks))
	var work []mach.Block
	add := func(b mach.Block) {
		if !in[b] {
			in[b] = true
			work = append(work, b)
		}
	}
	for _, b := range g.calls {
		add(b)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for k := range g.f.Blocks[b].Succs {
			add(g.f.Blocks[b].Succs[k].To)
		}
	}
	// A call in the entry block: every path needs the frame, there is nothing to keep free of it.
	if in[0] {
		return nil
	}
	var freq float32
	for _, b := range g.sorted {
		for k := range g.f.Blocks[b].Succs {
			if to := g.f.Blocks[b].Succs[k].To; in[to] && !in[b] {
				freq += min(g.freq[b], g.freq[to])
			}
		}
	}
	// Below 90 % of the entries the early path is worth the moves at its end.
	if freq == 0 || freq > 0.9*g.freq[0] {
		return nil
	}
	g.saving = 2 * freq // there the prologue will be
	return in
}

// partIn makes a bundle of what bundle n has in the blocks whose membership in a set is want.
// Ranges are cut at the boundaries of blocks; operands go with the part that they are in. It
// returns -1 where nothing remains.
func (g *greedy) partIn(n int32, set []bool, want bool) int32 {
	var whole []liveRange
	for _, l := range g.bundles[n].ranges {
		for k := g.position(l.from / points); k < len(g.sorted); k++ {
			info := &g.f.Blocks[g.sorted[k]]
			from, to := max(l.from, info.First*points), min(l.to, info.End*points)
			if from >= l.to {
				break
			}
			if set[g.sorted[k]] != want {
				continue
			}
			if m := len(whole); m > 0 && whole[m-1].v == l.v && whole[m-1].to == from {
				whole[m-1].to = to
			} else {
				whole = append(whole, liveRange{from: from, to: to, v: l.v})
			}
			r := &whole[len(whole)-1]
			if r.from == from {
				r.first = l.first
				for r.first < l.end && g.uses[r.first].inst < info.First {
					r.first++
				}
				r.end = r.first
			}
			for r.end < l.end && g.uses[r.end].inst < info.End {
				r.end++
			}
		}
	}
	if len(whole) == 0 {
		return -1
	}
	b := &g.bundles[n]
	g.bundles = append(g.bundles, bundle{ranges: whole, class: b.class, set: b.set})
	return int32(len(g.bundles) - 1)
}
