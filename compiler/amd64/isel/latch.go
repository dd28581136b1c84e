package isel

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// A loop that counts needs one register for its counter if the old value is dead where the next one is made. So the next
// one is made at the end of the block that goes back, and what is compared there is the next one: x < 10 is x + 1 < 11.

// stride is a sum n = x + by that block b passes back to where x comes from, as the next x.
type stride struct {
	x, n ir.Value
	def  ir.Inst
	by   int64
	once bool      // nothing reads n but the edge
	same []ir.Inst // that make of n what is passed, the last first
}

// stepOf is the step of the argument x that the terminator of the block being selected passes back.
func (s *selector) stepOf(x ir.Value) (st stride, ok bool) {
	f := s.f
	t := f.Terminator(s.at)
	if f.Def(x) != ir.NoInst || s.values[x].alias != x || !s.values[x].int || s.opt.Opt == 0 {
		return st, false
	}
	h := f.DefBlock(x)
	if !s.blocks[h].loop || int(s.blocks[h].index) > int(s.here.index) {
		return st, false
	}
	for k := 0; ; k++ {
		e, ok := s.edgeAt(t, k)
		if !ok {
			return st, false
		}
		if e.Block != h {
			continue
		}
		for j, p := range f.Args(h) {
			if p == x {
				return s.sumOf(x, f.Arg(t, e.Lo+j))
			}
		}
	}
}

// edgeAt is edge k of terminator t.
func (s *selector) edgeAt(t ir.Inst, k int) (ir.Edge, bool) {
	s.edge = s.f.Edges(s.edge[:0], t)
	if k >= len(s.edge) {
		return ir.Edge{}, false
	}
	return s.edge[k], true
}

// sumOf reports whether n is x and a small constant, made in the block being selected.
// What is passed may be a number with the low bits of n, in the same register.
func (s *selector) sumOf(x, n ir.Value) (stride, bool) {
	f := s.f
	once := s.values[n].uses == 1
	var same []ir.Inst
	for n != s.values[n].alias {
		d := f.Def(n)
		if d == ir.NoInst || f.NumOperands(d) == 0 {
			return stride{}, false
		}
		same = append(same, d)
		if n = f.Arg(d, 0); f.InstBlock(d) != s.at {
			return stride{}, false
		}
		once = once && s.values[n].uses == 1
	}
	d := f.Def(n)
	if d == ir.NoInst || f.InstBlock(d) != s.at || s.values[n].width == 0 {
		return stride{}, false
	}
	switch op := f.Op(d); {
	case op != ir.OpAdd && op != ir.OpSub || f.Arg(d, 0) != x:
	default:
		by, ok := s.smallConst(f.Arg(d, 1))
		if op == ir.OpSub {
			by = -by
		}
		if ok && by != 0 && by > -1<<16 && by < 1<<16 {
			return stride{x, n, d, by, once, same}, true
		}
	}
	return stride{}, false
}

// sinkSteps selects the steps of the block whose terminator has been selected, and which nothing but that reads: they
// come last.
func (s *selector) sinkSteps(t ir.Inst) {
	if s.opt.Opt == 0 {
		return
	}
	f := s.f
	for k := 0; ; k++ {
		e, ok := s.edgeAt(t, k)
		if !ok {
			return
		}
		if h := &s.blocks[e.Block]; !h.loop || int(h.index) > int(s.here.index) {
			continue
		}
		for j, x := range f.Args(e.Block) {
			n := f.Arg(t, e.Lo+j)
			if s.f.TypeOf(x) != ir.Int || s.values[x].alias != x {
				continue
			}
			if st, ok := s.sumOf(x, n); ok && st.once {
				s.sunk = append(append(s.sunk, st.same...), st.def)
			}
		}
	}
}

// stepped is the comparison of the next value of x in place of x, at w bits, where x is dead behind that: the predicate
// and the constant or register to compare with. i is the comparison that the terminator reads.
func (s *selector) stepped(i ir.Inst, p ir.Pred, x, y ir.Value, w int, signed bool) (n ir.Value, q ir.Pred, c int64, isConst, ok bool) {
	f := s.f
	if s.cur == ir.NoInst || f.Op(s.cur) != ir.OpBrIf || f.InstBlock(s.cur) != s.at || x == y {
		return
	}
	st, ok := s.stepOf(x)
	if !ok || int(s.values[st.n].width) < w || !s.deadAfter(st, i) {
		return 0, 0, 0, false, false
	}
	if p != ir.EQ && p != ir.NE && !s.noWrap(x, st.by, w, signed) {
		return 0, 0, 0, false, false
	}
	if k, isConst := s.smallConst(y); isConst {
		c = k + st.by
		if !signed && c < 0 && p != ir.EQ && p != ir.NE || c != int64(int32(c)) || truncate(c, w) != c && (signed || w == 64 || c >= 1<<uint(w)) {
			return 0, 0, 0, false, false
		}
		return st.n, p, truncate(c, w), true, true
	}
	// x < y is x + 1 <= y.
	switch {
	case st.by == 1 && p == ir.LT:
		q = ir.LE
	case st.by == 1 && p == ir.GE:
		q = ir.GT
	case st.by == -1 && p == ir.GT:
		q = ir.GE
	case st.by == -1 && p == ir.LE:
		q = ir.LT
	default:
		return 0, 0, 0, false, false
	}
	return st.n, q, 0, false, true
}

// noWrap reports whether every number of the range of x can be moved by so much at w bits.
func (s *selector) noWrap(x ir.Value, by int64, w int, signed bool) bool {
	r := &s.values[x]
	bits := int(r.bits)
	if signed {
		if !r.signed {
			bits++
		}
		return bits < w && w >= 32 || bits < w-1 && by >= -1 && by <= 1
	}
	return by > 0 && !r.signed && bits < w && (w >= 32 || by == 1)
}

// deadAfter reports whether nothing reads x of the step behind it but the comparison i, which is read once.
func (s *selector) deadAfter(st stride, i ir.Inst) bool {
	return s.values[s.f.Result(i, 0)].uses == 1 && s.readBefore(st.x, st, i)
}

// readBefore reports whether v, which has the register of the argument of the step, is read before the step only: in
// blocks that come before this one, as the argument is another behind the header, or in front of it here.
func (s *selector) readBefore(v ir.Value, st stride, i ir.Inst) bool {
	f := s.f
	last := st.once // it is selected behind all others: see sinkSteps
	for u := range f.Uses(v) {
		b, d := f.InstBlock(u.Inst), u.Inst
		switch {
		case d == i || d == st.def:
			continue
		case s.blocks[b].index > s.here.index, b == s.at && f.Op(d).IsTerminator(), b == s.at && !last && s.behind(d, st.def):
			return false
		case f.Op(d).IsTerminator():
			// A block with one way in has the register itself.
			for k := 0; ; k++ {
				e, ok := s.edgeAt(d, k)
				if !ok {
					break
				}
				for _, p := range f.Args(e.Block) {
					if s.values[p].alias == st.x && p != st.x {
						return false
					}
				}
			}
			continue
		}
		for _, r := range f.Results(d) {
			if s.values[r].alias == st.x && !s.readBefore(r, st, i) {
				return false
			}
		}
	}
	return true
}

// behind reports whether a comes after b in their block.
func (s *selector) behind(a, b ir.Inst) bool {
	for i := s.f.NextInst(b); i != ir.NoInst; i = s.f.NextInst(i) {
		if i == a {
			return true
		}
	}
	return false
}
