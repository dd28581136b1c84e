package c

import "modernc.org/cc/v4"

// comparison compares types of two units: they are the same if one may stand for the other in a declaration of one object
// or function (C11 6.2.7). Names of tags do not count, as in C++ and linkers nobody looks at them.
type comparison struct {
	a, b *unit
	met  map[[2]any]bool // pairs of records that are being compared
}

// maxTypeDepth ends comparisons of types that are nested deeper than any that people write.
const maxTypeDepth = 100

// same reports whether one type may stand for the other; depth is how many types are around them.
func (c *comparison) same(x, y cc.Type, depth int) bool {
	if depth > maxTypeDepth {
		return true
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
	if x == nil || y == nil || isVoid(x) || isVoid(y) {
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
