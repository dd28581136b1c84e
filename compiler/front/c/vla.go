package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

var one = num.New(1)

// isVLA reports whether the size of a type is known only when the program runs.
func isVLA(t cc.Type) bool {
	switch x := t.(type) {
	case *cc.ArrayType:
		return x.IsVLA() || isVLA(x.Elem())
	case *cc.StructType, *cc.UnionType:
		all, _ := fields(x)
		for _, f := range all {
			if isVLA(f.Type()) && !f.IsFlexibleArrayMember() {
				return true
			}
		}
	}
	return false
}

// varying lays out a record with members whose size is computed: where m is, and the size of the whole. The layout
// of the unit, in which such a member has no bytes, says how far the bit-fields are from what they follow.
func (g *fn) varying(t cc.Type, m *member) (off, size ir.Value) {
	r := g.u.record(t)
	end, static := g.int(0), int64(0) // of the members so far, here and there
	most := end
	for k := range r.fields {
		f := &r.fields[k]
		if r.union {
			end, static = g.int(0), 0
		}
		var at ir.Value
		if f.bits != nil {
			at = g.offsetBy(end, f.off-static)
			end, static = g.offsetBy(at, f.bits.bytesOf()), f.off+f.bits.bytesOf()
		} else {
			at = g.rounded(end, f.align)
			end, static = g.bin(ir.OpAdd, at, g.vlaSize(f.t)), f.off
			if !isVLA(f.t) {
				static += g.u.sizeof(f.t)
			}
		}
		if m != nil && f.f == m.f {
			off = at
		}
		most = g.bin(ir.OpMax, most, end)
	}
	return off, g.rounded(most, r.align)
}

// offsetBy is n + k.
func (g *fn) offsetBy(n ir.Value, k int64) ir.Value { return g.bin(ir.OpAdd, n, g.int(k)) }

// rounded is n rounded up to a multiple of a power of two.
func (g *fn) rounded(n ir.Value, to int64) ir.Value {
	if to <= 1 {
		return n
	}
	return g.bin(ir.OpAnd, g.offsetBy(n, to-1), g.int(-to))
}

// stepVarying is the place of a member of a record whose layout is computed.
func (g *fn) stepVarying(l place, m member) place {
	off, _ := g.varying(l.t, &m)
	align := min(m.align, max(l.align, 1))
	if m.bits != nil {
		align = 1
	}
	return place{p: g.bin(ir.OpPtrAdd, l.p, off), t: m.t, align: align, field: m.bits, volatile: isVolatile(l)}
}

// vlaSize is the size in bytes of such a type.
func (g *fn) vlaSize(t cc.Type) ir.Value {
	if !isVLA(t) {
		return g.int(g.u.sizeof(t))
	}
	a, ok := t.(*cc.ArrayType)
	if !ok {
		_, size := g.varying(t, nil)
		return size
	}
	var n ir.Value
	if k := g.u.arrayLen(a); k >= 0 {
		n = g.int(k)
	} else if v, ok := g.lengths[a.SizeExpression()]; ok {
		n = v
	} else {
		if a.SizeExpression() == nil {
			g.u.fail(g.node, "the length of this array is not known")
		}
		n = g.length(a)
	}
	return g.bin(ir.OpMul, n, g.vlaSize(a.Elem()))
}

// captureSizes evaluates the lengths of the array types that t is made of, which keep them from now on.
func (g *fn) captureSizes(t cc.Type) {
	switch x := t.(type) {
	case *cc.PointerType:
		g.captureSizes(x.Elem())
	case *cc.StructType, *cc.UnionType:
		all, _ := fields(x)
		for _, f := range all {
			if isVLA(f.Type()) {
				g.captureSizes(f.Type())
			}
		}
	case *cc.ArrayType:
		g.captureSizes(x.Elem())
		if _, done := g.lengths[x.SizeExpression()]; !done && x.IsVLA() && x.SizeExpression() != nil {
			g.lengths[x.SizeExpression()] = g.length(x)
		}
	}
}

// parameterLengths evaluates the length in brackets of parameters that are declared as arrays, which are pointers: for its effects.
func (g *fn) parameterLengths(d *cc.Declarator) {
	dd := d.DirectDeclarator
	if dd == nil || dd.Case != cc.DirectDeclaratorFuncParam || dd.ParameterTypeList == nil {
		return
	}
	for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
		p := l.ParameterDeclaration.Declarator
		if p == nil {
			continue
		}
		a := p.DirectDeclarator
		for a != nil && arrayDeclarator(a.DirectDeclarator) {
			a = a.DirectDeclarator
		}
		if !arrayDeclarator(a) || a.AssignmentExpression == nil {
			continue
		}
		if a.Case != cc.DirectDeclaratorArr {
			g.needsElements(p, a.AssignmentExpression)
		}
		if _, done := g.lengths[a.AssignmentExpression]; done {
			continue
		}
		if _, ok := g.u.constant(a.AssignmentExpression); !ok {
			n := g.expr(a.AssignmentExpression)
			if !isInt(n.t) {
				g.u.fail(a.AssignmentExpression, "the length of an array needs an integer, and this is a %s", n.t)
			}
			g.lengths[a.AssignmentExpression] = n.v
		}
	}
}

// needsElements tells that a parameter is declared with static and a length (C11 6.7.6.3p7).
func (g *fn) needsElements(d *cc.Declarator, length cc.ExpressionNode) {
	t := d.Type().Decay()
	s, ok := g.locals[d]
	if !g.u.o.Checks || !ok || !isPtr(t) || elem(t) == nil || elem(t).IsIncomplete() {
		return
	}
	n, done := g.lengths[length]
	if !done {
		x := g.expr(length)
		if !isInt(x.t) {
			g.u.fail(length, "the length of an array needs an integer, and this is a %s", x.t)
		}
		n = x.v
		if _, ok := g.u.constant(length); !ok {
			g.lengths[length] = n
		}
	}
	g.at(d)
	p := g.read(place{p: s, t: t, align: g.u.alignof(t)})
	g.check("tuffy.static", p.v, n, g.elemSize(elem(t)), g.text(d.Name()))
}

func arrayDeclarator(d *cc.DirectDeclarator) bool {
	return d != nil && (d.Case == cc.DirectDeclaratorArr || d.Case == cc.DirectDeclaratorStaticArr || d.Case == cc.DirectDeclaratorArrStatic)
}

// length evaluates the number of elements. It is that of the expression, not converted to size_t: one that is
// negative is reported as what it is.
func (g *fn) length(t *cc.ArrayType) ir.Value {
	n := g.expr(t.SizeExpression())
	if !isInt(n.t) {
		g.u.fail(t.SizeExpression(), "the length of an array needs an integer, and this is a %s", n.t)
	}
	if g.u.o.Checks {
		g.never(ir.RuleArrayLength, g.compare(ir.EQ, n.v, g.int(0)), "")
	}
	return n.v
}

// vla makes an array whose size is known when the program runs. It lives until control leaves the block, or goes
// back to before the declaration.
func (g *fn) vla(n *cc.InitDeclarator) {
	d := n.Declarator
	if n.Initializer != nil {
		g.u.fail(n, "an array of variable length has no initialiser")
	}
	g.captureSizes(d.Type())
	size := g.vlaSize(d.Type())
	g.at(d)
	p := g.named(d, ir.Variable{}, func() ir.Value { return g.live().StackSlotDyn(size, uint32(g.u.declAlign(d)), g.o) })
	g.locals[d] = p
	g.open(p, true)
}

// moveVarying copies an object whose size is computed.
func (g *fn) moveVarying(dst, src ir.Value, t cc.Type) { g.bulk(ir.OpMemMove, dst, src, g.vlaSize(t)) }

// alloca makes memory that lives until the function returns.
func alloca(g *fn, n *cc.PostfixExpression, args []cc.ExpressionNode) value {
	size := g.convert(g.expr(args[0]), g.u.ast.SizeT)
	align := int64(16)
	if len(args) > 1 {
		bits, ok := g.u.constInt(args[1])
		if align, ok = smallInt(bits, ok); !ok || align < 8 || align&(align-1) != 0 {
			g.u.fail(args[1], "the alignment in bits is a constant power of two")
		}
		align /= 8
	}
	g.at(n)
	return value{v: g.live().StackSlotDyn(size.v, uint32(align), g.o), t: n.Type()}
}

// smallInt is n as an int64, if it is one.
func smallInt(n num.Int, ok bool) (int64, bool) {
	k, small := n.Int64()
	return k, ok && small
}
