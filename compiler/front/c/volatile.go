package c

import "github.com/tuffy-ir/tuffy/ir"

// isVolatile reports whether accesses of l are events: its type says so, or it is a part of an object whose type does.
func isVolatile(l place) bool {
	a := l.t.Attributes()
	return l.volatile || a != nil && a.IsVolatile()
}

// accesses makes loads and stores events, if volatile, until what it returns is called.
func (g *fn) accesses(volatile bool) (end func()) {
	if !volatile {
		return func() {}
	}
	g.volatile++
	return func() { g.volatile-- }
}

// oneAccess reports whether one instruction accesses so many bytes.
func oneAccess(size int64) bool { return size == 1 || size == 2 || size == 4 || size == 8 }

// volatileLoad is load of a volatile object. What is larger than a register is copied first.
func (g *fn) volatileLoad(p ir.Value, size, align int64, t ir.Type) ir.Value {
	if !oneAccess(size) {
		s := g.slot(size, align)
		g.bulk(ir.OpVolatileMemMove, s, p, g.int(size))
		defer g.plainly()()
		return g.load(s, size, align, t)
	}
	i := g.live().Op(ir.OpVolatileLoad, ir.Attr{N: uint32(size), Align: alignAttr(align)}, g.o, []ir.Type{t}, p, g.mem)
	g.mem = g.f.Result(i, 0)
	return g.f.Result(i, 1)
}

// volatileStore is store to a volatile object.
func (g *fn) volatileStore(v, p ir.Value, size, align int64) {
	if !oneAccess(size) {
		s := g.slot(size, align)
		end := g.plainly()
		g.store(v, s, size, align)
		end()
		g.bulk(ir.OpVolatileMemMove, p, s, g.int(size))
		return
	}
	i := g.live().Op(ir.OpVolatileStore, ir.Attr{N: uint32(size), Align: alignAttr(align)}, g.o, nil, v, p, g.mem)
	g.mem = g.f.Result(i, 0)
}

// plainly makes loads and stores plain until what it returns is called.
func (g *fn) plainly() (end func()) {
	was := g.volatile
	g.volatile = 0
	return func() { g.volatile = was }
}
