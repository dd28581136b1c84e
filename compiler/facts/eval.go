package facts

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// inst evaluates an instruction that is no terminator.
// The verifier has seen to types and numbers of operands. a.mayPoison is whether an operand read so far may be
// poison, and becomes that of the result.
func (a *analysis) inst(i ir.Inst, b ir.Block) {
	f := a.f
	if f.NumResults(i) == 0 {
		return
	}
	a.mayPoison = false
	v := f.Result(i, 0)
	op := f.Op(i)
	if op.Is(ir.TwoInts) {
		x, y := a.operand(i, 0, b, 0), a.operand(i, 1, b, 1)
		a.mayPoison = a.mayPoison || partial(op, x, y)
		g := Binary(op, x, y)
		a.setInt(v, &g)
		return
	}
	switch op {
	case ir.OpIConst:
		if c, ok := f.SmallConst(i); ok {
			g := Const(num.New(c))
			a.setInt(v, &g)
		} else {
			g := Const(f.IntConst(i))
			g.clamp()
			a.setInt(v, &g)
		}
	case ir.OpBConst:
		a.setBool(v, truthOf(f.Attr(i).Imm != 0))
	case ir.OpZExt, ir.OpSExt:
		g := Unary(op, uint(f.Attr(i).Imm), a.operand(i, 0, b, 0))
		a.setInt(v, &g)
	case ir.OpCountOnes, ir.OpCountTrailingZeros, ir.OpCountLeadingZeros, ir.OpBSwap, ir.OpBitReverse:
		x := a.operand(i, 0, b, 0)
		a.mayPoison = a.mayPoison || partial(op, x, x)
		g := Unary(op, uint(f.Attr(i).N), x)
		a.setInt(v, &g)
	// Each result is poison where the operand is; a claim on the first is nothing to the second, hence the
	// copy.
	case ir.OpSplit:
		hi, lo := Split(uint(f.Attr(i).N), a.operand(i, 0, b, 0))
		p := a.mayPoison
		a.setInt(v, &hi)
		a.mayPoison = p
		a.setInt(f.Result(i, 1), &lo)
	case ir.OpMerge, ir.OpRotateLeft, ir.OpRotateRight:
		x, y := a.operand(i, 0, b, 0), a.operand(i, 1, b, 1)
		g := Sized(op, uint(f.Attr(i).N), x, y)
		a.setInt(v, &g)
	case ir.OpICmp:
		x, y := a.operand(i, 0, b, 0), a.operand(i, 1, b, 1)
		a.setBool(v, Compare(f.Attr(i).Pred, x, y))
	case ir.OpIntToBool:
		a.setBool(v, Compare(ir.NE, a.operand(i, 0, b, 0), &zero))
	case ir.OpBoolToInt:
		g := boolInt[a.condition(i, 0)]
		a.setInt(v, &g)
	case ir.OpBAnd, ir.OpBOr, ir.OpBXor:
		a.setBool(v, logic(op, a.condition(i, 0), a.condition(i, 1)))
	case ir.OpNot:
		if f.TypeOf(v) == ir.Bool {
			a.setBool(v, a.condition(i, 0).not())
		} else {
			g := Unary(op, 0, a.operand(i, 0, b, 0))
			a.setInt(v, &g)
		}
	case ir.OpSelect:
		a.choose(i, b, v)
	case ir.OpFreeze:
		a.freeze(i, b, v)
	// The caller may pass poison, whatever is claimed.
	case ir.OpParam:
		p := f.Params[f.Attr(i).Imm].Annot
		a.mayPoison = true
		if f.TypeOf(v) == ir.Int {
			var g Fact
			a.claim(p, &g)
			a.setInt(v, &g)
		} else {
			a.setBool(v, Either)
		}
	default:
		a.other(i, op)
	}
}

var boolInt = [...]Fact{
	Either: Fact{Range: Range{at(num.Int{}), at(one)}}.reduce(),
	False:  Const(num.Int{}),
	True:   Const(one),
}

// partial reports whether an operation on numbers may be poison.
// It may say yes of an operation that never is, but not the other way round.
func partial(op ir.Op, x, y *Fact) bool {
	switch op.Info().Poison {
	case ir.PoisonNever:
		return false
	case ir.PoisonZero:
		return y.Bits.Ones.Sign() == 0 && y.Range.Contains(num.Int{})
	case ir.PoisonNegative:
		return !y.Range.Lo.nonneg()
	case ir.PoisonAnyNegative:
		return !x.Range.Lo.nonneg() || !y.Range.Lo.nonneg()
	}
	return true
}

// logic is Kleene's: what one operand decides holds whatever the other is.
func logic(op ir.Op, x, y Truth) Truth {
	switch {
	case op == ir.OpBAnd && (x == False || y == False):
		return False
	case op == ir.OpBAnd && x == True && y == True:
		return True
	case op == ir.OpBOr && (x == True || y == True):
		return True
	case op == ir.OpBOr && x == False && y == False:
		return False
	case op == ir.OpBXor && x != Either && y != Either:
		return truthOf(x != y)
	}
	return Either
}

// choose evaluates a select. Only the arm taken is looked at.
// Poison in the arm that is not taken does not reach the result.
func (a *analysis) choose(i ir.Inst, b ir.Block, v ir.Value) {
	t := a.condition(i, 0)
	taken := func(n int) bool { return t == Either || (t == True) == (n == 1) }
	var s state
	outer := a.mayPoison
	for n := 1; n <= 2; n++ {
		if !taken(n) {
			continue
		}
		a.mayPoison = outer
		in := state{reached: true}
		switch a.f.TypeOf(v) {
		case ir.Int:
			in.fact = *a.operand(i, n, b, 0)
		case ir.Bool:
			in.truth = a.condition(i, n)
		default:
			a.mayPoison = true
		}
		in.poison = a.mayPoison
		s.join(&in)
	}
	a.mayPoison = s.poison || a.violable(i)
	if a.f.TypeOf(v) == ir.Int {
		a.setInt(v, &s.fact)
	} else {
		a.setBool(v, s.truth)
	}
}

// violable reports whether an arm of a select that is not taken carries a check.
// Such a check counts although the arm is not taken.
func (a *analysis) violable(i ir.Inst) bool {
	return a.f.Operand(i, 1).Annot != ir.NoAnnot || a.f.Operand(i, 2).Annot != ir.NoAnnot
}

// freeze evaluates a freeze: poison becomes any number.
// What is known only if the value is not poison is lost, as any number may come of it.
func (a *analysis) freeze(i ir.Inst, b ir.Block, v ir.Value) {
	switch a.f.TypeOf(v) {
	case ir.Int:
		g := *a.operand(i, 0, b, 0)
		if a.mayPoison {
			g = Fact{}
		}
		a.mayPoison = false
		a.setInt(v, &g)
	case ir.Bool:
		t := a.condition(i, 0)
		if a.mayPoison {
			t = Either
		}
		a.mayPoison = false
		a.setBool(v, t)
	default:
		a.mayPoison = true
		a.setBool(v, Either)
	}
}

// other evaluates an instruction of which only the width of ints is known.
// Loaded bytes may be poison, as may what a call gives; symbols, slots and float constants are not.
func (a *analysis) other(i ir.Inst, op ir.Op) {
	f := a.f
	for n := range f.NumResults(i) {
		v := f.Result(i, n)
		a.mayPoison = op != ir.OpSymbolAddr && !op.Is(ir.Allocates) && op != ir.OpFConst
		if f.TypeOf(v) != ir.Int {
			a.setBool(v, Either)
			continue
		}
		var g Fact
		if bits, signed, ok := f.IntBits(i); ok && n == f.NumResults(i)-1 {
			g.Range = Unsigned(uint(bits))
			if signed {
				g.Range = Signed(uint(bits))
			}
		}
		g.finish()
		a.setInt(v, &g)
	}
}

// setInt gives v its fact, and changes g.
// The claim on the result is met first: outside of it the value is poison, of which facts say nothing.
func (a *analysis) setInt(v ir.Value, g *Fact) {
	a.claim(a.f.AnnotOf(v), g)
	m := &a.vals.marks[v]
	switch {
	case !m.reached():
		m.flags = know(m.truth(), a.mayPoison)
		a.vals.setFact(v, g)
	case m.poison() != a.mayPoison || !a.vals.hasFact(v, g):
		m.flags = know(m.truth(), a.mayPoison)
		a.vals.setFact(v, g)
		a.mark(v)
	}
}

// setBool gives v, which is not an int, its truth value.
func (a *analysis) setBool(v ir.Value, t Truth) {
	if a.f.AnnotOf(v) != ir.NoAnnot {
		a.mayPoison = true
	}
	m := &a.vals.marks[v]
	was := m.flags
	m.flags = know(t, a.mayPoison)
	if was&isReached != 0 && was != m.flags {
		a.mark(v)
	}
}
