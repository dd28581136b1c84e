package isel

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
)

// loopDepths counts the loops around each block, whether they are loop regions or not: the blocks
// from which an edge that goes back in the order is reached without passing its target. In a
// reducible graph these are the natural loops; elsewhere package graph, which knows no others, would
// find none, and what is said is only a guess, which decides about speed and not about meaning. So it
// may be left out where loops are nested so deeply that counting would take long.
func (s *selector) loopDepths() {
	for j, b := range s.order {
		s.blocks[b].depth = 0
		for _, to := range s.graph.Succs(b) {
			// Going back in reverse postorder: to itself or to a block before it.
			if k := &s.blocks[to]; int(k.index) <= j {
				k.loop = true
			}
		}
	}
	n := len(s.order)
	seen := make([]int, n) // 1 + the header of the last loop that the block was found in
	var stack []ir.Block
	// The bound makes this linear in the blocks even if every loop is in every other.
	left := 32 * (n + 32) // visits
	for h, b := range s.order {
		if !s.blocks[b].loop {
			continue
		}
		s.blocks[b].depth++
		// From the sources of the edges back, upwards, as far as the header; headers are visited
		// in order, so seen needs no clearing.
		for stack = append(stack[:0], b); len(stack) > 0 && left > 0; left-- {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, e := range s.graph.Preds(x) {
				// Of those into the header only the edges back are inside. Unreachable blocks have index 0.
				k := &s.blocks[e.From]
				if int(k.index) > h && seen[k.index] != h+1 {
					seen[k.index] = h + 1
					k.depth++
					stack = append(stack, e.From)
				}
			}
		}
	}
}

// readers looks at what reads the values, the last instruction first.
func (s *selector) readers() {
	f := s.f
	// Backwards: a user shrinks its operand before the operand shrinks its own.
	for n := len(s.order) - 1; n >= 0; n-- {
		for i := f.LastInst(s.order[n]); i != ir.NoInst; i = f.PrevInst(i) {
			op := f.Op(i)
			if op == ir.OpZExt || op == ir.OpSExt {
				// The extension reads Imm bits; what the operand holds above them does not matter.
				s.shrink(f.Arg(i, 0), f.Attr(i).Imm)
			}
			s.readWide(i, op)
		}
	}
}

// shrink makes do with the container of n bits for x, of which only the low n bits are read, once, and for what
// it is computed from.
func (s *selector) shrink(x ir.Value, n int64) {
	r := &s.values[x]
	// At 64 bits nothing would get smaller. With another reader the upper bits may be needed.
	if n > 32 || r.uses != 1 || r.alias != x || r.width == 0 {
		return
	}
	w := uint8(facts.Container(int(n)))
	i := s.f.Def(x)
	if i == ir.NoInst || r.width <= w {
		return
	}
	if op := s.f.Op(i); op.Is(ir.Modular) && op.Is(ir.TwoInts) {
		y, z := s.f.Arg(i, 0), s.f.Arg(i, 1)
		if s.values[y].width < w || s.values[z].width < w {
			return // an operand would have to be extended, as it would for x as it is
		}
		r.width = w
		s.shrink(y, n)
		s.shrink(z, n)
	}
}

// readWide marks operands of i that it reads as 64 bits while their containers have less.
func (s *selector) readWide(i ir.Inst, op ir.Op) {
	f := s.f
	switch op {
	case ir.OpPtrAdd:
		for o := f.Arg(i, 1); ; { // a scale and an offset are part of the address
			// Each term of the address is read as 64 bits, whatever of it becomes scale or
			// displacement.
			s.values[o].index = true
			d := f.Def(o)
			if d == ir.NoInst {
				return
			}
			if s.whole64(d) {
				o = f.Arg(d, 0)
				continue
			}
			if k := f.Op(d); k != ir.OpMul && k != ir.OpShl && k != ir.OpAdd {
				return
			}
			if _, ok := s.smallConst(f.Arg(d, 1)); !ok {
				return
			}
			o = f.Arg(d, 0)
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpZExt, ir.OpSExt, ir.OpShl:
		// A result of 64 bits reads its operands as such, and so does one of which 64 bits are read, if whoever reads them
		// computes it.
		if r := &s.values[f.Result(i, 0)]; r.width == 64 || r.index && r.uses == 1 {
			s.values[f.Arg(i, 0)].index = true
			if f.NumOperands(i) > 1 {
				s.values[f.Arg(i, 1)].index = true
			}
		}
	}
}

// wideCounters gives arguments of loops that are read as 64 bits containers of 64 bits, and so the sums
// that are passed to them from inside: one addition of 64 bits makes the number itself, which would
// otherwise be extended in each iteration.
func (s *selector) wideCounters() {
	f := s.f
	// First the parameters, then what is passed to them: the sums are judged by the new widths.
	for _, b := range s.order {
		if !s.blocks[b].loop {
			continue
		}
		for _, v := range f.Args(b) {
			if r := &s.values[v]; r.int && r.index && r.alias == v && r.width > 0 {
				r.width = 64
			}
		}
	}
	s.wideTerms()
	for j, b := range s.order {
		t := f.Terminator(b)
		s.edge = f.Edges(s.edge[:0], t)
		for _, e := range s.edge {
			if int(s.blocks[e.Block].index) > j {
				// Only edges back: on the way in the argument is extended once.
				continue
			}
			for n, v := range f.Args(e.Block) {
				if r := &s.values[v]; r.int && r.index && r.width == 64 {
					s.wideSum(f.Arg(t, e.Lo+n))
				}
			}
		}
	}
}

// wideTerms gives numbers that are read as 64 bits containers of 64 bits where what they are computed from is there
// with all bits: then the instruction makes the number itself, which would be extended otherwise.
func (s *selector) wideTerms() {
	f := s.f
	for _, b := range s.order {
		for i := range f.Insts(b) {
			switch f.Op(i) {
			case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
			case ir.OpShl:
				if _, ok := s.smallConst(f.Arg(i, 1)); !ok {
					continue
				}
			default:
				continue
			}
			v := f.Result(i, 0)
			r := &s.values[v]
			if r.index && r.alias == v && r.width > 0 && r.width < 64 && !s.exact(v) && s.whole(f.Arg(i, 0)) && s.whole(f.Arg(i, 1)) {
				r.width = 64
			}
		}
	}
}

// whole reports whether a register with all bits of v needs no extension.
func (s *selector) whole(v ir.Value) bool {
	_, _, constant := s.constOf(v)
	return constant || s.values[v].width == 64 || s.values[v].width > 0 && s.exact(v)
}

// wideSum gives x a container of 64 bits, if it is a sum, a difference or a product of such numbers.
func (s *selector) wideSum(x ir.Value) {
	f, r := s.f, &s.values[x]
	i := f.Def(x)
	if i == ir.NoInst || r.alias != x || r.width == 64 || r.width == 0 || s.exact(x) {
		return
	}
	if op := f.Op(i); op != ir.OpAdd && op != ir.OpSub && op != ir.OpMul {
		return
	}
	// The other term must be wide already, a constant, or from outside of the loop, where it is
	// extended once and not in each iteration.
	for n := range 2 {
		y := f.Arg(i, n)
		if s.whole(y) {
			continue
		}
		if d := f.Def(y); d == ir.NoInst || s.blocks[f.InstBlock(d)].depth >= s.blocks[f.InstBlock(i)].depth {
			return
		}
	}
	r.width = 64
}
