package reduce

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	iredit "github.com/tuffy-ir/tuffy/ir/edit"
)

// stopBlocks ends blocks with unreachable, the last block first. The last block comes first,
// because what follows a stopped block becomes unreachable and goes at once.
// Blocks that already end a run are left alone.
func stopBlocks(x *listing) {
	for _, s := range blockSites(x.m) {
		switch s.f.Op(s.f.Terminator(s.b)) {
		case ir.OpUnreachable, ir.OpTrap:
			continue
		}
		x.add(s.key, func(m *ir.Module) {
			f := m.Funcs[s.fi]
			if f.Terminator(s.b) != ir.NoInst {
				iredit.SetTerminator(f, s.b, func(b *ir.Builder) { b.Stop(ir.OpUnreachable, ir.Synthetic) })
			}
		})
	}
}

// returnBlocks ends blocks with a return. With values, the results are the nearest values of their
// types; without, zeros. The nearest memory token keeps the effects before it.
// values says which of the two rows it is. A function without results has no values, so the row with values
// leaves it to the other.
func returnBlocks(values bool) func(x *listing) {
	return func(x *listing) {
		for _, s := range blockSites(x.m) {
			if s.f.Op(s.f.Terminator(s.b)) == ir.OpRet {
				continue
			}
			// The tree is made for each block here, so listing costs O(blocks) for each.
			near := newScope(s.f)
			nearest := func(t ir.Type) ir.Value {
				if above := near.before(s.b, ir.NoInst, t); len(above) > 0 {
					return above[0]
				}
				return ir.NoValue
			}
			token := nearest(ir.Mem)
			known := map[int]ir.Value{}
			for n, r := range s.f.Returns {
				if v := nearest(r.Type); values && v != ir.NoValue {
					known[n] = v
				}
			}
			if values && len(known) == 0 {
				continue
			}
			x.add(s.key, func(m *ir.Module) {
				f := m.Funcs[s.fi]
				// Values may have been removed by an earlier edit of the same subset.
				// It reports whether a value was there when the edit was listed and is not any more.
				gone := func(v ir.Value) bool { return v != ir.NoValue && !present(f, v) }
				if t := f.Terminator(s.b); t == ir.NoInst || f.Op(t) == ir.OpRet || gone(token) {
					return
				}
				for _, v := range known {
					if gone(v) {
						return
					}
				}
				iredit.SetTerminator(f, s.b, func(b *ir.Builder) { returnFrom(f, s.b, token, known) })
			})
		}
	}
}

// branchTo replaces terminator t by a branch to its target n. The condition becomes unused, which
// later rows remove.
func branchTo(f *ir.Func, t ir.Inst, n int) {
	if f.Deleted(t) || n >= f.NumTargets(t) || f.Op(t) == ir.OpBr {
		return
	}
	to := f.Targets(t)[n]
	// A case belongs to a switch and is no part of a plain branch.
	to.Case = nil
	iredit.SetTerminator(f, f.InstBlock(t), func(b *ir.Builder) { b.Br(to, ir.Synthetic) })
}

// straighten lists one edit for each way of each branch, so that the search finds the one that
// keeps the program interesting.
func straighten(x *listing) {
	for _, s := range sites(x.m) {
		for n := range s.f.NumTargets(s.i) {
			if s.f.Op(s.i) != ir.OpBr {
				x.add(fmt.Sprint(s.key, ">", n), func(m *ir.Module) { branchTo(m.Funcs[s.fi], s.i, n) })
			}
		}
	}
}

// dropCases removes a case by its value, since positions shift when several go at once.
func dropCases(x *listing) {
	for _, s := range sites(x.m) {
		if s.f.Op(s.i) != ir.OpSwitch {
			continue
		}
		// The default stays: it has no case.
		for n := range s.f.NumTargets(s.i) - 1 {
			c := s.f.TargetCase(s.i, n)
			x.at(s, c.String(), func(f *ir.Func) {
				var rest []ir.Target
				for _, t := range f.Targets(s.i) {
					// A case of the same value is removed, wherever it stands by now.
					if t.Case == nil || t.Case.Cmp(c) != 0 {
						rest = append(rest, t)
					}
				}
				f.SetOperands(s.i, f.Operands(s.i)[:1], rest)
			})
		}
	}
}

// bypassBlocks leaves out blocks that end with br, with all that is in them.
// The entry block cannot be left out.
func bypassBlocks(x *listing) {
	for _, s := range blockSites(x.m) {
		if s.b != s.f.Entry() && s.f.Op(s.f.Terminator(s.b)) == ir.OpBr {
			x.add(s.key, func(m *ir.Module) { bypass(m.Funcs[s.fi], s.b) })
		}
	}
}

// incoming lists the written branches to b; ok is false if there is an implied one too. An edge
// without a written target cannot be redirected, which ok tells.
// An instruction that branches to b twice is listed once, as its edges are neighbours.
func incoming(f *ir.Func, b ir.Block) (from []ir.Inst, ok bool) {
	for _, e := range cfg.New(f).Preds(b) {
		t := cfg.Term(f, e)
		if f.NumTargets(t) == 0 {
			return nil, false
		}
		if len(from) == 0 || from[len(from)-1] != t {
			from = append(from, t)
		}
	}
	return from, true
}

// reachable tells for each block handle whether the entry reaches it. Handles of removed blocks are
// false.
// O(blocks + edges).
func reachable(f *ir.Func) []bool {
	seen := make([]bool, f.NumBlocks())
	for _, b := range cfg.New(f).Order() {
		seen[b] = true
	}
	return seen
}

// bypass makes the branches to b go where b goes. Values of b become those that came in, its
// memory tokens the one before, anything else zero. Nothing that the block computed survives, apart
// from what it passed on.
func bypass(f *ir.Func, b ir.Block) {
	t := f.Terminator(b)
	// A block that branches to itself has nothing after it.
	if t == ir.NoInst || f.Op(t) != ir.OpBr || f.TargetBlock(t, 0) == b {
		return
	}
	from, ok := incoming(f, b)
	if !ok || len(from) == 0 {
		return
	}
	to := f.Targets(t)[0]
	// through finds what v is outside of b when the values passed are args. It follows tokens back
	// through the block's own memory operations.
	through := func(v ir.Value, args []ir.Operand) ir.Value {
		// Each step goes up to an earlier instruction of b, or out of it, so it ends.
		for f.DefBlock(v) == b {
			d := f.Def(v)
			if d == ir.NoInst {
				return args[f.DefIndex(v)].Value
			}
			if f.TypeOf(v) != ir.Mem || iredit.MemOperand(f, d) == ir.NoValue {
				return zero(f, f.TypeOf(v))
			}
			v = iredit.MemOperand(f, d)
		}
		return v
	}
	// With a single edge in, values of the block may be used elsewhere and are replaced there; with
	// several, the replacement would not dominate.
	one := len(from) == 1 && f.NumTargets(from[0]) == 1
	inside := slices.Collect(f.Defined(b))
	for _, v := range inside {
		// A value that others use keeps the block, unless it can be replaced there.
		if !usedInDeadCode(f, v, b) && !one {
			return
		}
	}
	if one {
		args := f.Targets(from[0])[0].Args
		// From the last to the first, so that a replacement that is itself of b is replaced in its turn.
		for n := len(inside) - 1; n >= 0; n-- {
			v := inside[n]
			w := through(v, args)
			for _, u := range outsideUses(f, v, b) {
				f.SetOperand(u.Inst, u.Index, ir.Operand{Value: w, Annot: f.Operand(u.Inst, u.Index).Annot})
			}
		}
	}
	for _, p := range from {
		targets := f.Targets(p)
		for n := range targets {
			// A branch may go to b by some of its targets only.
			if targets[n].Block != b {
				continue
			}
			next := ir.Target{Block: to.Block, Case: targets[n].Case}
			for _, a := range to.Args {
				next.Args = append(next.Args, ir.Operand{Value: through(a.Value, targets[n].Args), Annot: a.Annot})
			}
			targets[n] = next
		}
		// The fixed operands, such as the condition, stay.
		f.SetOperands(p, f.FixedOperands(p), targets)
	}
}

// The uses are collected, since replacing changes the list that is walked.
func outsideUses(f *ir.Func, v ir.Value, b ir.Block) []ir.Use {
	var out []ir.Use
	for u := range f.Uses(v) {
		if f.InstBlock(u.Inst) != b {
			out = append(out, u)
		}
	}
	return out
}

// deadBlocks removes what nothing reached before either.
func deadBlocks(x *listing) {
	for fi, f := range x.m.Funcs {
		live := reachable(f)
		for _, s := range blockSites(x.m) {
			if s.fi != fi || live[s.b] {
				continue
			}
			x.add(s.key, func(m *ir.Module) {
				f := m.Funcs[fi]
				// sweep keeps the block if a block that stays names it.
				drop := make([]bool, f.NumBlocks())
				drop[s.b] = true
				sweep(f, drop)
			})
		}
		// Dead blocks that name each other go only together. The second edit is needed for cycles
		// of dead blocks.
		x.add(f.Name, func(m *ir.Module) {
			f := m.Funcs[fi]
			drop := reachable(f)
			for b := range drop {
				drop[b] = !drop[b]
			}
			sweep(f, drop)
		})
	}
}

// regionEdits lists an edit for each region of a kind, the inner ones first. Inner regions first,
// so that an outer edit meets blocks and not regions.
func regionEdits(x *listing, kind ir.RegionKind, do func(f *ir.Func, r ir.Region)) {
	for fi, f := range x.m.Funcs {
		// The order is outer regions first, so it is walked from the end.
		order := cfg.RegionOrder(f)
		for n := len(order) - 1; n >= 0; n-- {
			r := order[n]
			if f.RegionKind(r) != kind {
				continue
			}
			x.add(fmt.Sprintf("%s/%d", f.Name, n), func(m *ir.Module) {
				// A region that lost its nodes to an earlier edit is none any more.
				if f := m.Funcs[fi]; len(f.Nodes(r)) > 0 {
					do(f, r)
				}
			})
		}
	}
}

// unloop keeps the first iteration alone.
func unloop(x *listing) {
	regionEdits(x, ir.LoopRegion, func(f *ir.Func, r ir.Region) { dissolve(f, r, true) })
}

// flattenLoops keeps the iterations as branches.
func flattenLoops(x *listing) {
	regionEdits(x, ir.LoopRegion, func(f *ir.Func, r ir.Region) { dissolve(f, r, false) })
}

// flatten removes regions that are no loops.
func flatten(x *listing) {
	regionEdits(x, ir.PlainRegion, func(f *ir.Func, r ir.Region) { dissolve(f, r, false) })
}

// dissolve gives the nodes of r to its parent; with cut, the back edges to its entry become
// unreachable. Dissolving makes implied branches written ones, which other rows can change.
func dissolve(f *ir.Func, r ir.Region, cut bool) {
	if cut {
		for b := range f.Blocks() {
			// A continue of an inner loop is another's.
			if t := f.Terminator(b); t != ir.NoInst && f.Op(t) == ir.OpContinue && f.InnermostLoop(b) == r {
				iredit.SetTerminator(f, b, func(b *ir.Builder) { b.Stop(ir.OpUnreachable, ir.Synthetic) })
			}
		}
	}
	iredit.Dissolve(f, r)
}

// mergeBlocks appends blocks to the one before them where there is no other edge in.
func mergeBlocks(x *listing) {
	for _, s := range blockSites(x.m) {
		if s.b != s.f.Entry() {
			x.add(s.key, func(m *ir.Module) { merge(m.Funcs[s.fi], s.b) })
		}
	}
}

// merge requires a single written br into the block and the same region: then the instructions can
// stand in one block as they are. Arguments become what is passed.
func merge(f *ir.Func, b ir.Block) {
	if f.Terminator(b) == ir.NoInst {
		return
	}
	from, ok := incoming(f, b)
	if !ok || len(from) != 1 || f.Op(from[0]) != ir.OpBr {
		return
	}
	p := f.InstBlock(from[0])
	if p == b || f.BlockRegion(p) != f.BlockRegion(b) {
		return
	}
	args := f.Targets(from[0])[0].Args
	for n, v := range f.Args(b) {
		// A block that passes its own argument to itself cannot be merged.
		if args[n].Value == v {
			return
		}
		f.ReplaceUses(v, args[n].Value)
	}
	f.RemoveInst(from[0])
	for i := range f.Insts(b) {
		f.MoveInst(i, p, ir.NoInst)
	}
	f.RemoveBlock(b)
}
