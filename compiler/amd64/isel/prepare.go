package isel

import (
	"math"

	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/graph"
)

// block is what is known of an IR block.
type block struct {
	index mach.Block
	preds uint32
	// Meaningful where preds is 1.
	pred  ir.Block // one of them
	depth int      // of loop regions around it
	freq  float64
	loop  bool // an edge goes back to it
}

// chunk is the instructions of a machine block in selector.rev.
type chunk struct{ from, to int }

// prepare orders the blocks and looks at every instruction once.
func (s *selector) prepare() {
	f := s.f
	s.cur = ir.NoInst
	if f.Entry() == ir.NoBlock {
		s.refuse(ir.NoValue, "the function has no body")
	}
	s.values = cleared(s.values, f.NumValues())
	s.epochs = cleared(s.epochs, f.NumInsts())
	// The index of a block is its place in the order; what is unreachable keeps 0.
	s.blocks = cleared(s.blocks, f.NumBlocks())
	s.arrange()
	depths := s.regionDepths()
	for n, b := range s.order {
		k := &s.blocks[b]
		k.index, k.depth = mach.Block(n), depths[f.BlockRegion(b)]
	}
	s.draft = cleared(s.draft, len(s.order))
	s.done = cleared(s.done, len(s.order))
	// An estimate; append makes room for more.
	s.rev = emptied(s.rev, f.NumInsts()*3/4)
	s.signature()
	if s.opt.Opt > 0 {
		s.loopDepths()
	}
	for _, b := range s.order {
		// In reverse postorder a block's only predecessor is scanned before it, as aliases need.
		s.scan(b)
	}
	s.frequencies()
	if s.opt.Opt > 0 || s.cyclic {
		s.readers()
		s.wideCounters()
	}
}

// regionDepths counts the loop regions around each region.
func (s *selector) regionDepths() []int {
	d := make([]int, s.f.NumRegions())
	var walk func(r ir.Region)
	walk = func(r ir.Region) {
		for _, n := range s.f.Nodes(r) {
			if n.IsRegion {
				k := ir.Region(n.ID)
				d[k] = d[r]
				if s.f.RegionKind(k) == ir.LoopRegion {
					d[k]++
				}
				walk(k)
			}
		}
	}
	walk(ir.Body)
	return d
}

// arrange orders the reachable blocks and counts predecessors. The walk takes the last successor of
// a block first.
func (s *selector) arrange() {
	// The last successor first: with reverse postorder the first then follows its branch in the
	// code.
	s.graph = graph.New(s.f.NumBlocks(), s.f.Blocks(), func(dst []ir.Block, b ir.Block) []ir.Block {
		if t := s.f.Terminator(b); t != ir.NoInst {
			s.edge = s.f.Edges(s.edge[:0], t)
			for k := len(s.edge) - 1; k >= 0; k-- {
				dst = append(dst, s.edge[k].Block)
			}
		}
		return dst
	})
	s.order = s.graph.ReversePostorder(s.f.Entry()).List
	for _, b := range s.order {
		for _, to := range s.graph.Succs(b) {
			s.blocks[to].preds++
			s.blocks[to].pred = b
		}
	}
}

// scan looks at the values that a block defines and counts what it uses.
func (s *selector) scan(b ir.Block) {
	f := s.f
	args := f.Args(b)
	for n, v := range args {
		s.describe(v)
		// With one edge into the block an argument is the value passed on it.
		if s.blocks[b].preds == 1 && b != s.order[0] {
			s.aliasArg(b, n, v)
		}
	}
	epoch := uint32(0)
	for i := f.FirstInst(b); i != ir.NoInst; i = f.NextInst(i) {
		// The epoch of a writing instruction is that before it: what it reads may sink to it.
		s.epochs[i] = epoch
		op := f.Op(i)
		if op.Is(ir.MemDef | ir.Calls) {
			epoch++
		}
		for n := range f.NumOperands(i) {
			s.values[f.Arg(i, n)].uses++
		}
		for n := range f.NumResults(i) {
			s.describe(f.Result(i, n))
		}
		s.aliasResult(i, op)
	}
}

// describe fills in range and container of v.
func (s *selector) describe(v ir.Value) {
	r := &s.values[v]
	r.alias = v
	s.longMasks = s.longMasks || s.f.TypeOf(v) == vec256
	switch s.f.TypeOf(v).Kind() {
	case ir.KindInt:
		r.int = true
		// A container of 0 bits is no register: see narrow. A range that is wider than the container says
		// nothing about its bits.
		if w, bits, signed := legalize.Container(s.f, v); w > 0 {
			r.width, r.bits, r.signed = uint8(w), uint8(min(bits, w)), signed
		}
	case ir.KindBool:
		r.width, r.bits = 8, 1
	case ir.KindPtr:
		r.width, r.bits = 64, 64
	case ir.KindFloat:
		if n := s.f.TypeOf(v).FloatBits(); n < 32 {
			r.width, r.bits = uint8(n), uint8(n)
		}
	case ir.KindByte:
		if n := s.f.TypeOf(v).ByteLen(); n <= 8 {
			r.width, r.bits = uint8(facts.Container(int(8*n))), uint8(8*n)
		}
	}
}

// aliasArg gives argument n of b, which is entered from one place only, the register of the value
// that is passed.
func (s *selector) aliasArg(b ir.Block, n int, v ir.Value) {
	t := s.f.Terminator(s.blocks[b].pred)
	s.edge = s.f.Edges(s.edge[:0], t)
	for _, e := range s.edge {
		if e.Block == b {
			s.tryAlias(v, s.f.Arg(t, e.Lo+n))
		}
	}
}

// tryAlias lets v have the register of x if x has as many bits.
func (s *selector) tryAlias(v, x ir.Value) {
	if s.f.TypeOf(v) == ir.Mem {
		return
	}
	r, q := &s.values[v], &s.values[x]
	// The low bits of a wider register serve; a narrower one would have to be extended.
	if q.width >= r.width {
		r.alias = q.alias
	}
}

// aliasResult finds the instructions that only say something else of a register.
func (s *selector) aliasResult(i ir.Inst, op ir.Op) {
	f := s.f
	switch op {
	case ir.OpZExt, ir.OpSExt:
		v := f.Result(i, 0)
		// The low n bits are those of the operand. They are all of the result's if n fills its
		// container; otherwise an extension makes them.
		// Below that, bits of the result are not those of the operand.
		if n := f.Attr(i).Imm; n >= int64(s.values[v].width) {
			s.tryAlias(v, f.Arg(i, 0))
		}
	case ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr:
		s.tryAlias(f.Result(i, 0), f.Arg(i, 0))
	case ir.OpFreeze:
		// A poison bool may be any byte, and freeze makes it 0 or 1: that is an instruction.
		if f.TypeOf(f.Result(i, 0)) != ir.Bool {
			s.tryAlias(f.Result(i, 0), f.Arg(i, 0))
		}
	case ir.OpBitCast:
		v, x := f.Result(i, 0), f.Arg(i, 0)
		if s.class(v) == s.class(x) && f.TypeOf(v).Kind() != ir.KindBool {
			s.tryAlias(v, x)
		}
	}
}

// class is the kind of register that v lives in.
func (s *selector) class(v ir.Value) mach.Class { return classOf(s.f.TypeOf(v)) }

func classOf(t ir.Type) mach.Class {
	switch t.Kind() {
	case ir.KindFloat:
		// Floats of 16 bits are computed with in other types and kept as bits.
		if t.FloatBits() >= 32 {
			return mach.Vec
		}
	case ir.KindVec:
		return mach.Vec
	}
	// Tokens and units have no register at all; nothing asks.
	return mach.GPR
}

// frequencies estimates how often blocks run: from weights where there are any, else evenly, and
// ten times for each entry of a loop region.
func (s *selector) frequencies() {
	for n, b := range s.order {
		k := &s.blocks[b]
		if n == 0 {
			k.freq = 1
		}
		// Loop regions count at every level; other loops are known by then only if loopDepths ran.
		if s.loopEntry(b) || k.loop && s.opt.Opt > 0 {
			k.freq = min(10*k.freq, mach.MaxFreq)
		}
		t := s.f.Terminator(b)
		s.edge = s.f.Edges(s.edge[:0], t)
		var weights []uint64
		if len(s.edge) > 1 {
			weights = s.m.Weights(s.f.Origin(t), len(s.edge))
		}
		// Edges into a trap are rare, unless all of them are.
		cold := 0
		for _, e := range s.edge {
			if s.isCold(e.Block) {
				cold++
			}
		}
		sum := 0.0
		for _, w := range weights {
			sum += float64(w)
		}
		for j, e := range s.edge {
			to := &s.blocks[e.Block]
			// Against the order: a back edge. Its frequency is in the factor of ten.
			if to.index <= k.index {
				to.loop, s.cyclic = true, true
				// Only continue goes back in a loop region.
				s.flat = s.flat || s.f.Op(t) != ir.OpContinue
				continue
			}
			p := s.guess(j, cold)
			// The small addend keeps what a profile never saw from being free.
			if sum > 0 {
				p = (float64(weights[j]) + 1e-6) / sum
			}
			// As often as the loop was entered: the inverse of the factor of ten.
			if to.depth < k.depth && p > 0.01 { // the way out, once for ten iterations
				p = math.Pow(10, float64(to.depth-k.depth))
			}
			to.freq = min(to.freq+k.freq*p, mach.MaxFreq)
		}
	}
}

// guess is the probability of edge j of the terminator whose edges are in s.edge; cold of them lead to the program's end.
func (s *selector) guess(j, cold int) float64 {
	n := len(s.edge)
	switch {
	case cold == 0 || cold == n:
		return 1 / float64(n)
	case s.isCold(s.edge[j].Block):
		return 0.001 / float64(cold)
	}
	return 0.999 / float64(n-cold)
}

// isCold says that b ends the program.
func (s *selector) isCold(b ir.Block) bool {
	t := s.f.Terminator(b)
	return t != ir.NoInst && (s.f.Op(t) == ir.OpTrap || s.f.Op(t) == ir.OpUnreachable)
}

// repeated says that block b may run again without leaving its region.
func (s *selector) repeated(b ir.Block) bool {
	// With loop regions only, a region's slots die with each iteration.
	if !s.flat {
		return false
	}
	r := s.f.BlockRegion(b)
	seen := make([]bool, len(s.blocks))
	stack := []ir.Block{b}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t := s.f.Terminator(x)
		// The iteration ends: a new one has new slots.
		if s.f.Op(t) == ir.OpContinue && s.f.InRegion(r, s.f.InnermostLoop(x)) {
			continue
		}
		for _, e := range s.f.Edges(nil, t) {
			if e.Block == b {
				return true
			}
			if !seen[e.Block] && s.f.InRegion(s.f.BlockRegion(e.Block), r) {
				seen[e.Block] = true
				stack = append(stack, e.Block)
			}
		}
	}
	return false
}

// loopEntry says that b is the first block of a loop region.
func (s *selector) loopEntry(b ir.Block) bool {
	r := s.f.BlockRegion(b)
	return s.f.RegionKind(r) == ir.LoopRegion && s.f.RegionEntry(r) == b
}
