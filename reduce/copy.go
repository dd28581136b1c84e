package reduce

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	iredit "github.com/tuffy-ir/tuffy/ir/edit"
)

// inlineCalls puts the body of the function called in the place of a call. It makes the program
// larger, so it belongs to the rows that grow: the copy's instructions then meet the caller's
// values. The callee stays, and goes by itself if nothing calls it any more.
func inlineCalls(x *listing) {
	for _, g := range x.m.Funcs {
		for _, s := range callsOf(x.m, g, false) {
			// The closure looks the callee up by name in the clone, since an earlier edit may have removed
			// it. A function is not put into itself: that would continue for ever.
			x.add(s.key+g.Name, func(m *ir.Module) {
				if g := m.Func(g.Name); g != nil && g != m.Funcs[s.fi] && !m.Funcs[s.fi].Deleted(s.i) {
					inline(m.Funcs[s.fi], s.i, g)
				}
			})
		}
	}
}

// inline puts a copy of g in the place of a call that has its signature. Calls through pointers may
// not fit the signature; those stay.
func inline(f *ir.Func, call ir.Inst, g *ir.Func) {
	if iredit.Inlinable(f, call, g) {
		iredit.Inline(f, call, g)
	}
}

// recursionToEvent replaces a call of a function to itself by a copy of one of its volatile accesses. Where all that is seen of
// the recursion is another round of such events, nothing smaller shows it, and a function that does not call itself
// can be put into its caller. A copy whose operands are not above it does not verify.
func recursionToEvent(x *listing) {
	for _, g := range x.m.Funcs {
		for _, s := range callsOf(x.m, g, false) {
			if s.f != g {
				continue
			}
			n := 0
			for b := range g.Blocks() {
				for e := range g.Insts(b) {
					if !g.Op(e).IsVolatile() {
						continue
					}
					x.at(s, "@"+strconv.Itoa(n), func(f *ir.Func) { repeatInstead(f, s.i, e) })
					n++
				}
			}
		}
	}
}

// repeatInstead puts a copy of the volatile access e in the place of a call whose results nothing reads.
func repeatInstead(f *ir.Func, call, e ir.Inst) {
	if f.Deleted(e) {
		return
	}
	token, ops := iredit.MemOperand(f, call), f.FixedOperands(e)
	for n := range ops {
		if f.TypeOf(ops[n].Value) == ir.Mem {
			ops[n].Value = token
		}
	}
	var types []ir.Type
	for _, v := range f.Results(e) {
		types = append(types, f.TypeOf(v))
	}
	c := f.Before(call).Inst(f.Op(e), f.Attr(e), ops, nil, types, f.Origin(e))
	for n, v := range f.Results(c) {
		if f.TypeOf(v) == ir.Mem {
			f.ReplaceUses(f.Result(call, 0), f.Result(c, n))
		}
	}
	callee := f.Arg(call, 0)
	drop(f, call, func(v ir.Value) ir.Value { return ir.NoValue })
	if d := f.Def(callee); d != ir.NoInst && !f.HasUses(callee) {
		drop(f, d, nil) // or it would cost what the call did
	}
}

// nameCallees calls a function that fits by its name instead of through another pointer. A pointer
// of unknown origin hides the callee from all other rows; its name makes inlining and removal
// possible.
func nameCallees(x *listing) {
	for _, s := range sites(x.m) {
		if s.f.Op(s.i) != ir.OpCall || callee(x.m, s.f, s.i) != "" {
			continue
		}
		// Every function that fits is tried, as it is not known which one the pointer leads to.
		for _, g := range x.m.Funcs {
			if iredit.Fits(s.f, s.i, g) {
				x.at(s, "="+g.Name, func(f *ir.Func) {
					f.SetOperand(s.i, 0, ir.Operand{Value: f.Before(s.i).SymbolAddr(g.Name, ir.Synthetic)})
				})
			}
		}
	}
}

// zeroVectors replaces an instruction by a vector of zero bytes. A vector of zeros has no operands,
// so that what made the old one becomes unused. Vectors of zeros already are left out.
func zeroVectors(x *listing) {
	eachInst(x, func(s site) func(f *ir.Func) {
		if s.f.Op(s.i) == ir.OpVecSplat {
			return nil
		}
		for _, v := range s.f.Results(s.i) {
			t := s.f.TypeOf(v)
			if _, ok := zeroLane.Lanes(t); !ok || !s.f.HasUses(v) {
				continue
			}
			return func(f *ir.Func) {
				// The zero goes to the front of the entry, the splat in front of what it replaces.
				drop(f, s.i, func(v ir.Value) ir.Value {
					z := zero(f, ir.Int)
					return f.Result(f.Before(s.i).Op(ir.OpVecSplat, ir.Attr{Lane: zeroLane}, ir.Synthetic, []ir.Type{f.TypeOf(v)}, z), 0)
				})
			}
		}
		return nil
	})
}

// Every vector type with whole bytes can be written in lanes of bytes.
var zeroLane = ir.Lane{Kind: ir.LaneS, Bits: 8}

// stubCalls replaces a call by what it returned in the run, or zeros. The observed values make it
// likely that the run continues as before.
func stubCalls(x *listing) {
	eachInst(x, func(s site) func(f *ir.Func) {
		if s.f.Op(s.i) != ir.OpCall {
			return nil
		}
		// Only values that were the same in the whole run are known; handles are those of the listed
		// module.
		known := x.facts.Constant[s.f.Name]
		return func(f *ir.Func) {
			b := f.Before(s.i)
			drop(f, s.i, func(v ir.Value) ir.Value {
				switch c := known[v]; {
				case c != nil && f.TypeOf(v) == ir.Bool:
					return b.BConst(c.Sign() != 0, ir.Synthetic)
				case c != nil && f.TypeOf(v) == ir.Int:
					return b.IConst(*c, ir.Synthetic)
				}
				// Without a fact the result is zero, false or poison.
				return toZero(f, v)
			})
		}
	})
}

// peelLoops executes the first iteration of a loop before the loop. It pays where the first iteration
// is the interesting one: the loop can then be removed.
func peelLoops(x *listing) { regionEdits(x, ir.LoopRegion, peel) }

// peel copies loop region r in front of itself: branches to it go to the copy, continue of the
// copy goes to r. The copy's exits are the loop's, and what is read behind these comes from both. r keeps its
// handle, and the copy becomes a plain region in front of it, which a region_yield before the loop goes to.
func peel(f *ir.Func, r ir.Region) {
	inside := slices.Collect(f.BlocksIn(r))
	p, entry := f.RegionParent(r), f.RegionEntry(r)
	before := cfg.New(f).Preds(entry)
	c := iredit.NewCopier(f, f)
	copied := f.AddRegion(p, ir.PlainRegion)
	// The copy is the last node of its parent and is moved in front of r.
	c.Nodes(r, copied)
	nodes := slices.Clone(f.Nodes(p))
	last := nodes[len(nodes)-1]
	f.SetNodes(p, slices.Insert(nodes[:len(nodes)-1], slices.Index(nodes, ir.Node{IsRegion: true, ID: uint32(r)}), last))
	c.Fill()
	for _, b := range inside {
		k := c.Blocks[b]
		// Blocks of the copy that left the loop by another way keep their terminators, which the copier
		// maps.
		t, old := f.Terminator(k), f.Terminator(b)
		var to ir.Block
		switch {
		// An inner loop's continue belongs to that loop and stays.
		case f.Op(old) == ir.OpContinue && f.InnermostLoop(b) == r:
			to = entry
		// A region_yield of r left the loop; in the copy the region is another, so the target is written
		// out.
		case f.Op(old) == ir.OpRegionYield && f.BlockRegion(b) == r:
			to = f.YieldTarget(b)
		default:
			continue
		}
		iredit.Goto(f, k, ir.Target{Block: to, Args: f.Operands(t)}, ir.Synthetic)
	}
	for _, x := range before {
		if t := cfg.Term(f, x); !f.InRegion(f.BlockRegion(x.From), r) && f.NumTargets(t) > 0 {
			f.SetTargetBlock(t, x.Index, c.Blocks[entry])
		}
	}
	iredit.Rejoin(cfg.NewEditor(f), inside, c)
}

// switchToBranch compares with the first case only. A branch has rows that shrink it further; a
// switch with cases has only the removal of cases.
func switchToBranch(x *listing) {
	for _, s := range sites(x.m) {
		if s.f.Op(s.i) != ir.OpSwitch || s.f.NumTargets(s.i) < 2 {
			continue
		}
		// The last target is the default.
		for n := range s.f.NumTargets(s.i) - 1 {
			x.at(s, fmt.Sprint("?", n), func(f *ir.Func) {
				if n >= f.NumTargets(s.i)-1 {
					return
				}
				v, targets := f.Operand(s.i, 0), f.Targets(s.i)
				to, other := targets[n], targets[len(targets)-1]
				// The case is copied before it is cleared, as the target becomes one of a brif.
				k := *to.Case
				to.Case = nil
				iredit.SetTerminator(f, s.b, func(b *ir.Builder) {
					c := b.Inst(ir.OpICmp, ir.Attr{Pred: ir.EQ}, []ir.Operand{v, {Value: b.IConst(k, ir.Synthetic)}}, nil, []ir.Type{ir.Bool}, ir.Synthetic)
					b.BrIf(f.Result(c, 0), to, other, ir.Synthetic)
				})
			})
		}
	}
}
