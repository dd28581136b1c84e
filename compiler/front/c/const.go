package c

import (
	"math"
	"math/big"

	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// constant is the value of a constant expression: an int, a float, or an address, which is a symbol and a number of
// bytes. An address without symbol is a number that was turned into a pointer.
type constant struct {
	kind constKind
	i    num.Int
	f    float64
	x    *big.Rat // of a finite long double: the value itself, to which f is the nearest
	sym  string
	off  int64
	weak bool // nothing may define the symbol: it is not known whether the address is null
}

// truth is the truth value of a constant; ok is false if it is not known.
func (u *unit) truth(n cc.ExpressionNode) (is, ok bool) {
	c, ok := u.constant(n)
	return c.nonzero(), ok && !c.weak
}

type constKind uint8

const (
	constInt constKind = iota
	constFloat
	constAddr
)

// constInt is the value of an integer constant expression.
func (u *unit) constInt(n cc.ExpressionNode) (num.Int, bool) {
	c, ok := u.constant(n)
	if !ok || c.kind != constInt {
		return num.Int{}, false
	}
	return c.i, true
}

// wrap is the value of the type that is congruent to v.
func wrap(v num.Int, t cc.Type) num.Int {
	switch {
	case isBool(strip(t)):
		if v.Sign() != 0 {
			return num.New(1)
		}
		return num.New(0)
	case signed(t):
		return v.SignExtend(uint(width(t)))
	}
	return v.Low(uint(width(t)))
}

// constant evaluates a constant expression, an address constant among them.
func (u *unit) constant(n cc.ExpressionNode) (constant, bool) {
	c, ok := u.constant0(n)
	if t := u.exprType(n); ok && c.kind == constInt && isInt(t) {
		c.i = wrap(c.i, t)
	}
	return c, ok
}

func intConst(v num.Int) (constant, bool) { return constant{kind: constInt, i: v}, true }
func boolConst(v bool) (constant, bool) {
	if v {
		return intConst(num.New(1))
	}
	return intConst(num.New(0))
}

// constant0 evaluates an expression; an integer is not reduced to the range of its type yet.
func (u *unit) constant0(n cc.ExpressionNode) (constant, bool) {
	no := constant{}
	switch n := n.(type) {
	case *cc.ConstantExpression:
		return u.constant(n.ConditionalExpression)
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.constant(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		return u.constPrimary(n)
	case *cc.CastExpression:
		c, ok := u.constant(n.CastExpression)
		if !ok {
			return no, false
		}
		return u.constConvert(c, n.CastExpression.Type(), n.Type())
	case *cc.UnaryExpression:
		return u.constUnary(n)
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionCall:
			return u.constCall(n)
		case cc.PostfixExpressionComplit:
			if n.InitializerList != nil && n.InitializerList.InitializerList == nil && isScalar(n.TypeName.Type()) {
				if e := n.InitializerList.Initializer.AssignmentExpression; e != nil {
					if c, ok := u.constant(e); ok {
						return u.constConvert(c, e.Type(), n.TypeName.Type())
					}
				}
			}
		}
		if l, ok := u.constPlace(n); ok && (isArray(l.t) || isFunc(l.t)) {
			return l.c, true
		}
	case *cc.ConditionalExpression:
		is, ok := u.truth(n.LogicalOrExpression)
		if !ok {
			return no, false
		}
		var arm cc.ExpressionNode = n.ConditionalExpression
		if is {
			if arm = n.ExpressionList; arm == nil || isNilList(n.ExpressionList) {
				arm = n.LogicalOrExpression
			}
		}
		x, ok := u.constant(arm)
		if !ok {
			return no, false
		}
		return u.constConvert(x, arm.Type(), n.Type())
	case *cc.LogicalAndExpression:
		x, ok := u.truth(n.LogicalAndExpression)
		if !ok || !x {
			return constant{}, ok
		}
		y, ok := u.truth(n.InclusiveOrExpression)
		if !ok {
			return no, false
		}
		return boolConst(y)
	case *cc.LogicalOrExpression:
		x, ok := u.truth(n.LogicalOrExpression)
		if !ok {
			return no, false
		}
		if x {
			return boolConst(true)
		}
		y, ok := u.truth(n.LogicalAndExpression)
		if !ok {
			return no, false
		}
		return boolConst(y)
	}
	if op, x, y, ok := binaryExpr(n); ok {
		return u.constBinary(op, x, y, n.Type())
	}
	return no, false
}

func isNilList(n cc.ExpressionNode) bool {
	l, ok := n.(*cc.ExpressionList)
	return ok && l == nil
}

func isScalar(t cc.Type) bool { return isInt(t) || isFloat(t) || isPtr(t) }

func (c constant) nonzero() bool {
	switch c.kind {
	case constFloat:
		return c.f != 0 || c.x != nil && c.x.Sign() != 0
	case constAddr:
		return c.sym != "" || c.off != 0
	}
	return c.i.Sign() != 0
}

// constCall is the value of a call that is a constant.
func (u *unit) constCall(n *cc.PostfixExpression) (constant, bool) {
	args := arguments(n)
	inf, nan := math.Inf(1), math.NaN()
	switch name := calleeName(n.PostfixExpression); name {
	case "__builtin_constant_p":
		if len(args) == 1 {
			known := u.isConstant(args[0])
			if !known && u.o.Late && u.in != nil && u.undecided(args[0]) {
				return constant{}, false
			}
			return boolConst(known)
		}
	case "__builtin_choose_expr":
		if len(args) == 3 {
			if k, ok := u.constant(args[0]); ok && k.nonzero() {
				return u.constant(args[1])
			} else if ok {
				return u.constant(args[2])
			}
		}
	case "__tuffy_types_compatible_p":
		return boolConst(u.compatible(n, args))
	case "__builtin_expect":
		if len(args) == 2 {
			return u.constant(args[0])
		}
	case "__builtin_huge_val", "__builtin_huge_valf", "__builtin_inf", "__builtin_inff", "__builtin_huge_vall", "__builtin_infl":
		return constant{kind: constFloat, f: inf}, true
	case "__builtin_nan", "__builtin_nanf", "__builtin_nanl":
		return constant{kind: constFloat, f: nan}, true
	case "__builtin_bswap16", "__builtin_bswap32", "__builtin_bswap64":
		if len(args) == 1 {
			if v, ok := u.constInt(args[0]); ok {
				w := uint(n.Type().Size())
				return intConst(v.Low(8 * w).ReverseBytes(w))
			}
		}
	case "__builtin_strlen":
		if len(args) == 1 {
			if s := stringOf(args[0]); s != nil {
				b, _, _ := u.stringBytes(s)
				for i, c := range b {
					if c == 0 {
						return intConst(num.New(int64(i)))
					}
				}
			}
		}
	}
	return constant{}, false
}

// constPrimary evaluates literals, enumerators and what stands in parentheses.
func (u *unit) constPrimary(n *cc.PrimaryExpression) (constant, bool) {
	switch n.Case {
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		if x, ok := u.unicode(n); ok {
			return intConst(num.New(x.character()))
		}
		u.manyCharactersAt(n)
		switch v := n.Value().(type) {
		case cc.Int64Value:
			return intConst(num.New(int64(v)))
		case cc.UInt64Value:
			return intConst(num.FromUint64(uint64(v)))
		}
	case cc.PrimaryExpressionFloat:
		if isLong(n.Type()) {
			if c, ok := longLiteral(n.Token.SrcStr()); ok {
				return c, true
			}
		}
		if f, ok := floatOf(n.Value()); ok {
			return constant{kind: constFloat, f: f}, true
		}
	case cc.PrimaryExpressionExpr:
		return u.constant(n.ExpressionList)
	case cc.PrimaryExpressionGeneric:
		u.checkGeneric(n.GenericSelection)
		if a := u.associated(n.GenericSelection); a != nil {
			return u.constant(a.AssignmentExpression)
		}
	case cc.PrimaryExpressionIdent:
		if e, ok := n.ResolvedTo().(*cc.Enumerator); ok {
			if e.Token.SrcStr() == parserWord {
				return intConst(num.New(0))
			}
			if e.Case == cc.EnumeratorExpr {
				if v, ok := u.constInt(e.ConstantExpression); ok {
					return intConst(v)
				}
			}
			switch v := e.Value().(type) {
			case cc.Int64Value:
				return intConst(num.New(int64(v)))
			case cc.UInt64Value:
				return intConst(num.FromUint64(uint64(v)))
			}
			return constant{}, false
		}
		if d, ok := n.ResolvedTo().(*cc.Declarator); ok && u.in == nil {
			if c, ok := u.constObjectValue(d); ok {
				return c, true
			}
		}
	}
	if l, ok := u.constPlace(n); ok && (isArray(l.t) || isFunc(l.t)) {
		return l.c, true
	}
	return constant{}, false
}

// constObjectValue is the value of a const scalar that is initialised at file scope: as in gcc, an initialiser may use it.
func (u *unit) constObjectValue(d *cc.Declarator) (constant, bool) {
	t := d.Type()
	if !isInt(t) && !isFloat(t) || !constDeclared(d) || t.Attributes().IsVolatile() {
		return constant{}, false
	}
	for _, id := range u.objects[d.Name()] {
		if id.Declarator == d && id.Initializer != nil && id.Initializer.Case == cc.InitializerExpr {
			e := id.Initializer.AssignmentExpression
			if c, ok := u.constant(e); ok {
				return u.constConvert(c, e.Type(), t)
			}
		}
	}
	return constant{}, false
}

func floatOf(v cc.Value) (float64, bool) {
	switch v := v.(type) {
	case cc.Float64Value:
		return float64(v), true
	}
	return 0, false
}

// constUnary evaluates the unary operators, sizeof, addresses and labels among them.
func (u *unit) constUnary(n *cc.UnaryExpression) (constant, bool) {
	no := constant{}
	switch n.Case {
	case cc.UnaryExpressionSizeofExpr:
		u.checkSizeof(n.UnaryExpression)
		if t := u.operandType(n.UnaryExpression); !isVLA(t) {
			return intConst(num.New(u.sizeof(t)))
		}
		return no, false
	case cc.UnaryExpressionSizeofType:
		if t := n.TypeName.Type(); !isVLA(t) {
			return intConst(num.New(u.sizeof(t)))
		}
		return no, false
	case cc.UnaryExpressionAlignofExpr:
		return intConst(num.New(u.alignofExpr(n.UnaryExpression)))
	case cc.UnaryExpressionAlignofType:
		if t := n.TypeName.Type(); isRecord(t) && t.IsIncomplete() {
			u.fail(n, "the alignment of %s is not known", t)
		}
		return intConst(num.New(u.alignof(n.TypeName.Type())))
	case cc.UnaryExpressionAddrof:
		if l, ok := u.constPlace(n.CastExpression); ok {
			return l.c, true
		}
		return no, false
	case cc.UnaryExpressionLabelAddr:
		if u.in == nil {
			return no, false
		}
		return constant{kind: constAddr, sym: u.in.name + ".labels", off: u.in.labelOffset(n, n.Token2.SrcStr())}, true
	case cc.UnaryExpressionDeref:
		if l, ok := u.constPlace(n); ok && (isArray(l.t) || isFunc(l.t)) {
			return l.c, true
		}
		return no, false
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
	default:
		return no, false
	}
	if n.CastExpression == nil {
		return no, false
	}
	c, ok := u.constant(n.CastExpression)
	if !ok {
		return no, false
	}
	switch n.Case {
	case cc.UnaryExpressionNot:
		if c.weak {
			return no, false
		}
		return boolConst(!c.nonzero())
	case cc.UnaryExpressionPlus:
		return c, true
	case cc.UnaryExpressionMinus:
		if c.kind == constFloat {
			return c.negated(), true
		}
		if c.kind == constInt {
			return intConst(c.i.Neg())
		}
	case cc.UnaryExpressionCpl:
		if c.kind == constInt {
			return intConst(wrap(c.i, n.Type()).Not())
		}
	}
	return no, false
}

// constConvert converts a constant to a type.
func (u *unit) constConvert(c constant, from, to cc.Type) (constant, bool) {
	switch {
	case isVoid(to):
		return constant{}, false
	case isBool(strip(to)) && isInt(to):
		if c.weak {
			return constant{}, false
		}
		return boolConst(c.nonzero())
	case isInt(to):
		switch c.kind {
		case constInt:
			return intConst(wrap(c.i, to))
		case constFloat:
			if math.IsNaN(c.f) || math.IsInf(c.f, 0) {
				return constant{}, false
			}
			return intConst(wrap(c.integer(), to))
		case constAddr:
			if c.sym == "" {
				return intConst(wrap(num.New(c.off), to))
			}
			return c, u.sizeof(to) == 8 // in the bytes of a data symbol
		}
	case isFloat(to):
		switch c.kind {
		case constInt:
			if isLong(to) {
				return longConst(new(big.Rat).SetInt(c.i.Big()), 1), true
			}
			f := bigToFloat(c.i)
			if to.Kind() == cc.Float {
				f = bigToFloat32(c.i)
			}
			c = constant{kind: constFloat, f: f}
		case constAddr:
			return c, false
		}
		return c.rounded(to), true
	case isPtr(to), isArray(to), isFunc(to):
		switch c.kind {
		case constInt:
			v := c.i.Low64()
			return constant{kind: constAddr, off: int64(v)}, true
		case constAddr:
			return c, true
		}
	case isComplex(to):
		return constant{}, false
	}
	return c, from != nil && from.Kind() == to.Kind()
}

// constBinary evaluates a binary operator after the usual arithmetic conversions. What C leaves undefined is no
// constant.
func (u *unit) constBinary(op binOp, xn, yn cc.ExpressionNode, t cc.Type) (constant, bool) {
	no := constant{}
	x, ok := u.constant(xn)
	if !ok {
		return no, false
	}
	y, ok := u.constant(yn)
	if !ok {
		return no, false
	}
	if x.kind == constAddr || y.kind == constAddr {
		return u.constPointer(op, x, y, xn.Type(), yn.Type())
	}
	xt, yt := u.exprType(xn), u.exprType(yn)
	if op == opShl || op == opShr {
		if x.kind != constInt || y.kind != constInt {
			return no, false
		}
		rt := promote(xt)
		n, small := y.i.Int64()
		if !small || n < 0 || n >= int64(width(rt)) {
			return no, false
		}
		v := wrap(x.i, rt)
		if op == opShl {
			return intConst(wrap(v.Shl(uint(n)), rt))
		}
		return intConst(v.Shr(uint(n)))
	}
	ct := cc.UsualArithmeticConversions(strip(xt), strip(yt))
	x, ok1 := u.constConvert(x, xt, ct)
	y, ok2 := u.constConvert(y, yt, ct)
	if !ok1 || !ok2 {
		return no, false
	}
	if x.kind == constFloat && y.kind == constFloat {
		return constFloats(op, x, y, ct)
	}
	if x.kind != constInt || y.kind != constInt {
		return no, false
	}
	c := x.i.Cmp(y.i)
	switch op {
	case opAdd:
		return intConst(x.i.Add(y.i))
	case opSub:
		return intConst(x.i.Sub(y.i))
	case opMul:
		return intConst(x.i.Mul(y.i))
	case opDiv, opRem:
		if y.i.Sign() == 0 {
			return no, false
		}
		if op == opDiv {
			return intConst(x.i.TDiv(y.i))
		}
		return intConst(x.i.TRem(y.i))
	case opAnd:
		return intConst(x.i.And(y.i))
	case opOr:
		return intConst(x.i.Or(y.i))
	case opXor:
		return intConst(x.i.Xor(y.i))
	case opEq:
		return boolConst(c == 0)
	case opNe:
		return boolConst(c != 0)
	case opLt:
		return boolConst(c < 0)
	case opLe:
		return boolConst(c <= 0)
	case opGt:
		return boolConst(c > 0)
	case opGe:
		return boolConst(c >= 0)
	}
	return no, false
}

// constFloats is an operation on two floats of one type.
func constFloats(op binOp, a, b constant, t cc.Type) (constant, bool) {
	if isLong(t) {
		if c, ok := longArith(op, a, b); ok {
			return c, true
		}
	}
	var r float64
	x, y := a.f, b.f
	switch op {
	case opAdd:
		r = x + y
	case opSub:
		r = x - y
	case opMul:
		r = x * y
	case opDiv:
		r = x / y
	case opEq:
		return boolConst(x == y)
	case opNe:
		return boolConst(x != y)
	case opLt:
		return boolConst(x < y)
	case opLe:
		return boolConst(x <= y)
	case opGt:
		return boolConst(x > y)
	case opGe:
		return boolConst(x >= y)
	default:
		return constant{}, false
	}
	if t.Kind() == cc.Float {
		r = float64(float32(r)) // right by double rounding: 53 ≥ 2·24 + 2
	}
	return constant{kind: constFloat, f: r}, true
}

// constPointer is an operation with an address.
func (u *unit) constPointer(op binOp, x, y constant, xt, yt cc.Type) (constant, bool) {
	no := constant{}
	size := func(t cc.Type) int64 {
		if e := elem(t); e != nil {
			return u.sizeof(e)
		}
		return 1
	}
	switch {
	case op == opAdd && x.kind == constAddr && y.kind == constInt:
		n, ok := y.i.Int64()
		x.off += n * size(xt)
		return x, ok
	case op == opAdd && y.kind == constAddr && x.kind == constInt:
		n, ok := x.i.Int64()
		y.off += n * size(yt)
		return y, ok
	case op == opSub && x.kind == constAddr && y.kind == constInt:
		n, ok := y.i.Int64()
		x.off -= n * size(xt)
		return x, ok
	}
	if x.weak || y.weak {
		return no, false
	}
	if x.kind != constAddr || y.kind != constAddr || x.sym != y.sym {
		if x.kind == constAddr && y.kind == constAddr && (op == opEq || op == opNe) && (x.sym == "" && x.off == 0 || y.sym == "" && y.off == 0) {
			return boolConst(op == opNe)
		}
		return no, false
	}
	switch op {
	case opSub:
		return intConst(num.New((x.off - y.off) / max(1, size(xt))))
	case opEq:
		return boolConst(x.off == y.off)
	case opNe:
		return boolConst(x.off != y.off)
	case opLt:
		return boolConst(x.off < y.off)
	case opLe:
		return boolConst(x.off <= y.off)
	case opGt:
		return boolConst(x.off > y.off)
	case opGe:
		return boolConst(x.off >= y.off)
	}
	return no, false
}

// constObject is an object whose address is constant.
type constObject struct {
	c constant
	t cc.Type
}

// constPlace is the object that an lvalue designates, if its address is a constant.
func (u *unit) constPlace(n cc.ExpressionNode) (l constObject, ok bool) {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n.ExpressionList == nil {
			return u.constPlace(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionExpr:
			return u.constPlace(n.ExpressionList)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			b, size, t := u.stringBytes(n)
			return constObject{constant{kind: constAddr, sym: u.stringSymbol(b, size)}, t}, true
		case cc.PrimaryExpressionIdent:
			d, isDecl := n.ResolvedTo().(*cc.Declarator)
			if !isDecl || d.IsParam() {
				return l, false
			}
			if d.Name() == "__func__" && u.in != nil {
				return constObject{constant{kind: constAddr, sym: u.stringSymbol(append([]byte(u.in.name), 0), 1)}, d.Type()}, true
			}
			if isFunc(d.Type()) || d.StorageDuration() == cc.Static {
				c, ok := u.constAddress(n, d)
				return constObject{c, d.Type()}, ok
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			p, i := n.PostfixExpression, n.ExpressionList
			if isInt(p.Type()) {
				p, i = i, p
			}
			c, ok1 := u.constant(p)
			v, ok2 := u.constInt(i)
			k, ok3 := v.Int64()
			if !ok1 || !ok2 || !ok3 || c.kind != constAddr {
				return l, false
			}
			t := elem(p.Type())
			c.off += k * u.sizeof(t)
			return constObject{c, t}, true
		case cc.PostfixExpressionSelect:
			l, ok = u.constPlace(n.PostfixExpression)
			if !ok {
				return l, false
			}
			return u.constMember(l, n.Token2.SrcStr())
		case cc.PostfixExpressionPSelect:
			c, ok := u.constant(n.PostfixExpression)
			if !ok || c.kind != constAddr {
				return l, false
			}
			return u.constMember(constObject{c, elem(n.PostfixExpression.Type())}, n.Token2.SrcStr())
		case cc.PostfixExpressionComplit:
			if u.in != nil {
				return l, false
			}
			sym := u.compoundLiteral(n)
			return constObject{constant{kind: constAddr, sym: sym}, u.compoundType(n)}, true
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			c, ok := u.constant(n.CastExpression)
			if !ok || c.kind != constAddr {
				return l, false
			}
			return constObject{c, elem(n.CastExpression.Type())}, true
		}
	}
	return l, false
}

func (u *unit) constMember(l constObject, name string) (constObject, bool) {
	path, ok := u.find(l.t, name)
	if !ok {
		return l, false
	}
	for _, m := range path {
		if m.bits != nil {
			return l, false
		}
		l.c.off += m.off
		l.t = m.t
	}
	return l, true
}
