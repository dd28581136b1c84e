package c

import (
	"fmt"

	"modernc.org/cc/v4"
)

// comparison compares types of two units: they are the same if one may stand for the other in a declaration of one object
// or function (C11 6.2.7). Names of tags do not count, as in C++ and linkers nobody looks at them.
type comparison struct {
	a, b   *unit
	strict bool            // types are the same if they are compatible (C11 6.2.7)
	met    map[[2]any]bool // pairs of records that are being compared
}

// compatible is gcc's __builtin_types_compatible_p of the types whose alignments the arguments are: qualifiers on top do not count,
// and an enumeration is compatible with none but itself.
func (u *unit) compatible(n *cc.PostfixExpression, args []cc.ExpressionNode) bool {
	if len(args) != 2 {
		u.fail(n, "__builtin_types_compatible_p takes two types")
	}
	var types [2]cc.Type
	var pointees [2]string
	for i, a := range args {
		of, ok := a.(*cc.UnaryExpression)
		if !ok || of.Case != cc.UnaryExpressionAlignofType {
			u.fail(n, "__builtin_types_compatible_p takes two types")
		}
		types[i] = u.typeNamed(of.TypeName)
		pointees[i] = qualifiersBelow(of.TypeName)
	}
	return pointees[0] == pointees[1] && (&comparison{a: u, b: u, strict: true}).same(types[0], types[1], 0)
}

// qualifiersBelow are those of what a type name with a star points to, which the parser does not keep in its type.
func qualifiersBelow(n *cc.TypeName) (s string) {
	if !isPtr(n.Type()) || n.AbstractDeclarator == nil {
		return ""
	}
	var is [2]bool
	for q := n.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		if q.TypeQualifier != nil {
			is[0] = is[0] || q.TypeQualifier.Case == cc.TypeQualifierConst
			is[1] = is[1] || q.TypeQualifier.Case == cc.TypeQualifierVolatile
		}
	}
	return fmt.Sprint(is)
}

// typeNamed is the type of a type name. The parser takes the type of an enumeration for that of its constants, which is int.
func (u *unit) typeNamed(n *cc.TypeName) cc.Type {
	e := typeofOperand(n)
	if e == nil || n.AbstractDeclarator != nil {
		return n.Type()
	}
	// The macro of typeof makes a pointer to what was written and follows it.
	if x, ok := e.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionDeref {
		if c, ok := x.CastExpression.(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
			if inner := typeofOperand(c.TypeName); inner != nil {
				e = inner
			}
		}
	}
	return u.designated(e)
}

// typeofOperand is the expression of a type name that is typeof of one, but for a declarator; nil if it is none.
func typeofOperand(n *cc.TypeName) cc.ExpressionNode {
	q := n.SpecifierQualifierList
	if q == nil || q.SpecifierQualifierList != nil || q.TypeSpecifier == nil || q.TypeSpecifier.Case != cc.TypeSpecifierTypeofExpr {
		return nil
	}
	return q.TypeSpecifier.ExpressionList
}

// kinds reports whether two integer types are compatible: an enumeration is so with itself and the type below it.
func kinds(x, y cc.Type) bool {
	ex, okx := x.(*cc.EnumType)
	ey, oky := y.(*cc.EnumType)
	if okx && oky {
		a, b := ex.Enumerators(), ey.Enumerators()
		return len(a) > 0 && len(a) == len(b) && a[0] == b[0]
	}
	return strip(x).Kind() == strip(y).Kind()
}

// maxTypeDepth ends comparisons of types that are nested deeper than any that people write.
const maxTypeDepth = 100

// same reports whether one type may stand for the other; depth is how many types are around them.
func (c *comparison) same(x, y cc.Type, depth int) bool {
	if depth > maxTypeDepth {
		return true
	}
	if c.strict && isInt(x) && isInt(y) && !isVector(x) && !isVector(y) {
		return kinds(x, y)
	}
	x, y = strip(x), strip(y)
	if isVector(x) || isVector(y) {
		return isVector(x) && isVector(y) && x.Size() == y.Size()
	}
	switch {
	case isInt(x) && isInt(y):
		return x.Size() == y.Size() && isBool(x) == isBool(y) && (signed(x) == signed(y) || x.Kind() == cc.Char || y.Kind() == cc.Char)
	case x.Kind() != y.Kind():
		return false
	case isPtr(x):
		return c.pointee(elem(x), elem(y), depth+1)
	case isArray(x):
		n, m := x.(*cc.ArrayType).Len(), y.(*cc.ArrayType).Len()
		return (n == m || n < 0 || m < 0 || x.IsIncomplete() || y.IsIncomplete()) && c.same(elem(x), elem(y), depth+1)
	case isRecord(x):
		return c.records(x, y, depth)
	case isFunc(x):
		return c.functions(x.(*cc.FunctionType), y.(*cc.FunctionType), depth)
	}
	return true
}

// pointee is same for what pointers point to: to anything is as good as to something.
func (c *comparison) pointee(x, y cc.Type, depth int) bool {
	if x == nil || y == nil || (isVoid(x) || isVoid(y)) && !c.strict {
		return true
	}
	return c.same(x, y, depth)
}

// records compares layouts and members by their names; records that lead back to themselves are the same if all else is.
func (c *comparison) records(x, y cc.Type, depth int) bool {
	if x.IsIncomplete() || y.IsIncomplete() {
		return true
	}
	if c.a.sizeof(x) != c.b.sizeof(y) || c.a.alignof(x) != c.b.alignof(y) {
		return false
	}
	f, xu := fields(x)
	g, yu := fields(y)
	if len(f) != len(g) || xu != yu {
		return false
	}
	if len(f) == 0 {
		return true
	}
	if c.strict {
		return f[0] == g[0]
	}
	pair := [2]any{f[0], g[0]}
	if c.met[pair] {
		return true
	}
	if c.met == nil {
		c.met = map[[2]any]bool{}
	}
	c.met[pair] = true
	for i := range f {
		if f[i].Name() != g[i].Name() || !c.same(f[i].Type(), g[i].Type(), depth+1) {
			return false
		}
	}
	return true
}

// functions compares what a call says: without a prototype only the result is known.
func (c *comparison) functions(x, y *cc.FunctionType, depth int) bool {
	if !c.same(x.Result(), y.Result(), depth+1) {
		return false
	}
	f, g := x.Parameters(), y.Parameters()
	if x.MinArgs() != y.MinArgs() || len(f) != len(g) || x.IsVariadic() != y.IsVariadic() {
		return len(f) == 0 || len(g) == 0
	}
	for i := range f {
		if !c.same(f[i].Type().Decay(), g[i].Type().Decay(), depth+1) {
			return false
		}
	}
	return true
}
