package c

import (
	"github.com/tuffy-ir/tuffy/ir"
	"modernc.org/cc/v4"
)

// sink takes the parts of an initialiser: each is an expression for a scalar, a record or the bits of a bit-field at
// an offset in bytes, or a string for an array.
type sink interface {
	assign(off int64, t cc.Type, bits *bitField, e cc.ExpressionNode)
	text(off int64, t cc.Type, s *cc.PrimaryExpression)
	clear(off int64, t cc.Type)           // an object gets zeros, as others initialise it anew
	again(from, to int64, t cc.Type) bool // an element gets what another has; false if it is to be initialised like it
}

// initWalk matches the initialisers of a list with the parts of an object (C11 6.7.9).
type initWalk struct {
	u   *unit
	to  sink
	cur *cc.InitializerList // the next initialiser of the innermost braces
	// once are the aggregates that an initialiser without designators has given all their values, by their offset and
	// size, and members the members of unions that were initialised: who designates a part or another member begins anew.
	once    map[[2]int64]bool
	members map[[2]int64]int64
	end     int64 // behind all that was initialised
}

// anew clears an aggregate that was initialised as a whole, before a part of it is designated.
func (w *initWalk) anew(t cc.Type, off int64) {
	key := [2]int64{off, w.u.sizeof(t)}
	if w.once[key] {
		w.to.clear(off, t)
		delete(w.once, key)
	}
}

// whole notes that an aggregate has all its values.
func (w *initWalk) whole(t cc.Type, off int64) {
	if w.once == nil {
		w.once = map[[2]int64]bool{}
	}
	w.once[[2]int64{off, w.u.sizeof(t)}] = true
}

// enters clears a union of which another member was designated.
func (w *initWalk) enters(t cc.Type, off, member int64) {
	if t.Kind() != cc.Union {
		return
	}
	key := [2]int64{off, w.u.sizeof(t)}
	if old, ok := w.members[key]; ok && old != member {
		w.to.clear(off, t)
	}
	if w.members == nil {
		w.members = map[[2]int64]int64{}
	}
	w.members[key] = member
}

// initialize initialises an object of type t at off.
func (u *unit) initialize(to sink, t cc.Type, off int64, n *cc.Initializer) {
	w := &initWalk{u: u, to: to}
	if n.Case == cc.InitializerInitList {
		w.braced(t, off, nil, n.InitializerList)
		return
	}
	if s := stringOf(n.AssignmentExpression); s != nil && isArray(t) {
		if !u.isCharArray(t, s) {
			u.fail(s, "a string of %s cannot initialise an array of %s", elem(u.designated(s)), elem(t))
		}
		to.text(off, t, s)
		return
	}
	to.assign(off, t, nil, n.AssignmentExpression)
}

// stringOf is the string literal that an expression is.
func stringOf(n cc.ExpressionNode) *cc.PrimaryExpression {
	switch n := n.(type) {
	case *cc.ExpressionList:
		if n != nil && n.ExpressionList == nil {
			return stringOf(n.AssignmentExpression)
		}
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return n
		case cc.PrimaryExpressionExpr:
			return stringOf(n.ExpressionList)
		}
	}
	return nil
}

// braced initialises an object with a list in braces.
func (w *initWalk) braced(t cc.Type, off int64, bits *bitField, list *cc.InitializerList) {
	outer := w.cur
	defer func() { w.cur = outer }()
	w.cur = list
	if list == nil {
		return
	}
	if isArray(t) && list.Designation == nil && list.InitializerList == nil && list.Initializer.Case == cc.InitializerExpr {
		if s := stringOf(list.Initializer.AssignmentExpression); s != nil && w.u.isCharArray(t, s) {
			w.to.text(off, t, s)
			return
		}
	}
	if !isAggregate(t) {
		w.child(t, off, bits)
		return
	}
	if off < w.end { // perhaps this
		w.to.clear(off, t)
	}
	w.fill(t, off, 0, true)
	if w.cur != nil {
		w.u.fail(w.cur, "there are more initialisers than %s has parts", t)
	}
}

func isAggregate(t cc.Type) bool { return isArray(t) || isRecord(t) || isVector(t) }

// isCharArray reports whether a string may initialise an array.
func (u *unit) isCharArray(t cc.Type, s *cc.PrimaryExpression) bool {
	e, c := elem(t), elem(u.designated(s))
	return e != nil && isInt(e) && c != nil && e.Size() == c.Size()
}

func (w *initWalk) advance() { w.cur = w.cur.InitializerList }

// part is one of the parts of an aggregate.
type part struct {
	t    cc.Type
	off  int64
	bits *bitField
}

// parts is the number of parts of an aggregate, -1 if there is no bound, and what tells one.
func (w *initWalk) parts(t cc.Type) (n int64, at func(i int64) part) {
	switch {
	case isVector(t):
		e := vectorElem(w.u, t)
		size := w.u.sizeof(e)
		return t.VectorSize() / size, func(i int64) part { return part{e, i * size, nil} }
	case isArray(t):
		e := elem(t)
		size := w.u.sizeof(e)
		n = w.u.arrayLen(t.(*cc.ArrayType))
		if t.IsIncomplete() {
			n = -1
		}
		return n, func(i int64) part { return part{e, i * size, nil} }
	}
	var ms []member
	for _, m := range w.u.record(t).fields {
		if m.name != "" || isRecord(m.t) {
			ms = append(ms, m)
		}
	}
	n = int64(len(ms))
	if w.u.record(t).union {
		n = min(n, 1)
	}
	return n, func(i int64) part { return part{ms[i].t, ms[i].off, ms[i].bits} }
}

// fill initialises the parts of an aggregate from number i on. Designators are of the innermost braces.
func (w *initWalk) fill(t cc.Type, off, i int64, braces bool) {
	n, at := w.parts(t)
	for w.cur != nil {
		if w.cur.Designation != nil && w.cur.Designation.DesignatorList != nil {
			if !braces {
				return
			}
			i = w.designated(t, off, nil, w.cur.Designation.DesignatorList)
			continue
		}
		if n >= 0 && i >= n {
			return
		}
		p := at(i)
		w.child(p.t, off+p.off, p.bits)
		i++
	}
}

// child initialises one part with the current initialiser, and more of them if it is an aggregate without braces.
func (w *initWalk) child(t cc.Type, off int64, bits *bitField) {
	n := w.cur.Initializer
	if n.Case == cc.InitializerInitList {
		w.braced(t, off, bits, n.InitializerList)
		w.advance()
		return
	}
	e := n.AssignmentExpression
	if isAggregate(t) {
		if s := stringOf(e); s != nil && isArray(t) && w.u.isCharArray(t, s) {
			w.to.text(off, t, s)
			w.end = max(w.end, off+w.u.sizeof(t))
			w.advance()
			return
		}
		whole := isRecord(t) && sameRecord(t, w.u.valueType(e)) || isVector(t) && isVector(w.u.valueType(e))
		if !whole {
			before := w.cur
			w.fillElided(t, off)
			if w.cur == before && w.hasParts(t) {
				w.advance()
			}
			return
		}
	}
	w.to.assign(off, t, bits, e)
	if w.end = max(w.end, off+w.u.sizeof(t)); isRecord(t) {
		w.whole(t, off)
	}
	w.advance()
}

func (w *initWalk) hasParts(t cc.Type) bool { n, _ := w.parts(t); return n != 0 }

// fillElided initialises an aggregate whose braces were left out: the first part takes the current initialiser even
// if that has designators, which led here.
func (w *initWalk) fillElided(t cc.Type, off int64) {
	n, at := w.parts(t)
	if n == 0 {
		return
	}
	p := at(0)
	w.child(p.t, off+p.off, p.bits)
	w.fill(t, off, 1, false)
}

func sameRecord(a, b cc.Type) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	x, _ := fields(a)
	y, _ := fields(b)
	if len(x) > 0 && len(y) > 0 {
		return x[0] == y[0]
	}
	return len(x) == len(y)
}

// designated initialises the part of t that designators lead to, and what follows it within the parts that they go
// through. It returns the number of the next part of t.
func (w *initWalk) designated(t cc.Type, off int64, bits *bitField, dl *cc.DesignatorList) int64 {
	if dl == nil {
		w.child(t, off, bits)
		return 0
	}
	w.anew(t, off)
	d := dl.Designator
	switch d.Case {
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		if !isArray(t) {
			w.u.fail(d, "an index designates no part of %s", t)
		}
		lo := w.index(d.ConstantExpression)
		hi := lo
		if d.Case == cc.DesignatorIndex2 {
			hi = w.index(d.ConstantExpression2)
		}
		if n := w.u.arrayLen(t.(*cc.ArrayType)); lo < 0 || hi < lo || !t.IsIncomplete() && hi >= n {
			w.u.fail(d, "the array has no such element")
		}
		e := elem(t)
		size := w.u.sizeof(e)
		first := w.cur
		for k := lo; k <= hi; k++ {
			if n := first.Initializer; k > lo && dl.DesignatorList == nil && n.Case == cc.InitializerExpr && w.to.again(off+lo*size, off+k*size, e) {
				continue
			}
			w.cur = first
			w.into(e, off+k*size, nil, dl.DesignatorList)
		}
		return hi + 1
	}
	name := d.Token2.SrcStr()
	if d.Case == cc.DesignatorField2 {
		name = d.Token.SrcStr()
	}
	if !isRecord(t) {
		w.u.fail(d, "a member designates no part of %s", t)
	}
	i := int64(0)
	for _, m := range w.u.record(t).fields {
		if m.name == "" && !isRecord(m.t) {
			continue
		}
		if m.name == name {
			w.enters(t, off, i)
			w.into(m.t, off+m.off, m.bits, dl.DesignatorList)
			return w.next(t, i)
		}
		if m.name == "" {
			if _, ok := w.u.find(m.t, name); ok {
				w.enters(t, off, i)
				w.into(m.t, off+m.off, m.bits, dl)
				return w.next(t, i)
			}
		}
		i++
	}
	w.u.fail(d, "%s has no member %s", t, name)
	return 0
}

// next is the part after number i: of a union there is none.
func (w *initWalk) next(t cc.Type, i int64) int64 {
	if w.u.record(t).union {
		return 1
	}
	return i + 1
}

// into follows further designators, and goes on behind the part that they name.
func (w *initWalk) into(t cc.Type, off int64, bits *bitField, dl *cc.DesignatorList) {
	if dl == nil {
		w.child(t, off, bits)
		return
	}
	next := w.designated(t, off, bits, dl)
	w.fill(t, off, next, false)
}

func (w *initWalk) index(e cc.ExpressionNode) int64 {
	v, ok := w.u.constInt(e)
	n, small := v.Int64()
	if !ok || !small {
		w.u.fail(e, "an index must be an integer constant")
	}
	return n
}

// local stores the parts of an initialiser into an object on the stack.
type local struct {
	g *fn
	l place
}

func (s local) at(off int64, t cc.Type) place {
	return place{p: s.g.offset(s.l.p, off), t: t, align: powerOfTwo(off, s.l.align)}
}

func (s local) assign(off int64, t cc.Type, bits *bitField, e cc.ExpressionNode) {
	s.g.jumpsFrom(e, false)
	s.g.keepsJump(e)
	x := s.g.fullExpr(e)
	s.g.at(e)
	s.g.node = e
	l := s.at(off, t)
	l.field = bits
	s.g.write(l, s.g.assigned(x, t))
}

func (s local) clear(off int64, t cc.Type) { s.g.zero(s.at(off, t)) }

// again copies what was evaluated once.
func (s local) again(from, to int64, t cc.Type) bool {
	s.g.copyObject(s.at(to, t).p, s.at(from, t).p, s.g.u.sizeof(t), powerOfTwo(to, s.l.align), powerOfTwo(from, s.l.align))
	return true
}

func (s local) text(off int64, t cc.Type, e *cc.PrimaryExpression) {
	b, size, _ := s.g.u.stringBytes(e)
	s.g.at(e)
	n := s.g.u.sizeof(t)
	if int64(len(b)) > n {
		b = b[:n]
	}
	l := s.at(off, t)
	if len(b) > 0 {
		s.g.copyObject(l.p, s.g.symbol(s.g.u.stringSymbol(b, size)), int64(len(b)), size, size)
	}
	if rest := n - int64(len(b)); rest > 0 {
		s.g.bulk(ir.OpMemSet, s.g.offset(l.p, int64(len(b))), s.g.int(0), s.g.int(rest))
	}
}

// initLocal initialises an object on the stack.
func (g *fn) initLocal(l place, n *cc.Initializer) {
	if n.Case == cc.InitializerInitList && isAggregate(l.t) {
		g.zero(l)
	}
	g.u.initialize(local{g, l}, l.t, 0, n)
}

func (g *fn) zero(l place) {
	if n := g.u.sizeof(l.t); n > 0 {
		g.bulk(ir.OpMemSet, l.p, g.int(0), g.int(n))
	}
}

// compoundType is the type of a compound literal. The parser counts a string in braces as one element of an array without a length: how
// many there are is noted for [unit.arrayLen].
func (u *unit) compoundType(n *cc.PostfixExpression) cc.Type {
	t := n.TypeName.Type()
	u.behind.name(n.TypeName)
	a, ok := t.(*cc.ArrayType)
	list := n.InitializerList
	if !ok || a.SizeExpression() != nil || list == nil || list.InitializerList != nil || list.Designation != nil || list.Initializer.AssignmentExpression == nil {
		return t
	}
	s := stringOf(list.Initializer.AssignmentExpression)
	if s == nil || !u.isCharArray(t, s) {
		return t
	}
	if u.stringLens == nil {
		u.stringLens = map[*cc.ArrayType]int64{}
	}
	b, size, _ := u.stringBytes(s)
	u.stringLens[a] = int64(len(b)) / size
	return t
}

// literal is the object of a compound literal.
func (g *fn) literal(n *cc.PostfixExpression) place {
	t := g.u.compoundType(n)
	if isVLA(t) {
		g.u.fail(n, "a compound literal cannot have a length that is not constant")
	}
	g.at(n)
	p, ok := g.literals[n]
	if !ok {
		p = g.temp(t)
	}
	l := place{p: p, t: t, align: g.u.alignof(t)}
	if g.u.o.Checks && constName(n.TypeName) {
		g.check("tuffy.mutable", l.p) // the one of the last time
		defer func() { g.check("tuffy.const", l.p) }()
	}
	if isAggregate(t) {
		g.zero(l)
	}
	w := &initWalk{u: g.u, to: local{g, l}}
	w.braced(t, 0, nil, n.InitializerList)
	return l
}
