package c

import (
	"fmt"
	"modernc.org/token"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"modernc.org/cc/v4"
)

// value is an rvalue. Of a struct, union or array it is the pointer to the bytes, of a complex number the real part
// and im the imaginary one.
type value struct {
	v  ir.Value
	im ir.Value
	t  cc.Type
	// prec is the width of the bit-field that was read, if it is wider than an int: gcc computes with so many bits.
	prec uint32
	// volatile says that the bytes of a record are those of a volatile object; see [fn.pointer], too.
	volatile bool
	segment  byte // that the array is in whose pointer this is
}

// place is an lvalue: where an object lies and how far its address is known to be aligned, in bytes.
type place struct {
	p     ir.Value
	t     cc.Type
	align int64
	field *bitField
	// volatile is set of a part of a volatile object.
	volatile bool
	segment  byte              // that the object is a part of one in; see [inSegment]
	union    bool              // it is in a union
	node     cc.ExpressionNode // the lvalue, nil if what is designated is a part of one
}

// fn translates one function.
type fn struct {
	holds  bool // the lock of atomic objects is held, or objects are no shared ones
	u      *unit
	f      *ir.Func
	ft     *cc.FunctionType
	name   string
	result ir.Value    // where a large record that it returns is to be
	pack   *packing    // what it was made for, nil of functions that are as they are written
	entry  *ir.Builder // slots
	b      *ir.Builder // where instructions go; nil where control does not come
	mem    ir.Value
	o      ir.Origin

	tokens      map[ir.Block]ir.Value // the memory argument of each block
	locals      map[*cc.Declarator]ir.Value
	literals    map[*cc.PostfixExpression]ir.Value // compound literals that end with their block
	lengths     map[cc.ExpressionNode]ir.Value     // of arrays whose length was evaluated, by the expression in their type
	cases       map[*cc.LabeledStatement]ir.Block
	dispatch    ir.Block // where computed gotos lead, with the address; NoBlock if there are none
	node        cc.Node  // what is translated, for messages
	callee      cc.Node  // the name that is called at hand, which needs no declaration
	labels      map[string]*label
	taken       []*label // labels whose address is taken, in the order of their bytes in the symbol of labels
	loops       []jumps  // what break and continue leave
	scopes      []*scope // the blocks at hand, the outermost first
	blocks      *blockFacts
	carriers    map[*cc.Declarator]bool    // variables that take bytes of objects to others
	volatile    int                        // accesses at hand are events; counted, as reads nest
	sequence    *sequence                  // the full expression at hand, if its accesses are watched
	said        map[ir.Value]saying        // what values stand for; nil where nobody asked
	remarks     map[ir.Value]ir.Remark     // what is worth a note when it happens; nil where nobody asked
	called      ir.Inst                    // the latest call
	drops       map[cc.ExpressionNode]bool // expressions whose values nobody asks for
	bases       *bases                     // what pointers are based on, if accesses are told
	noreturn    bool                       // it says that it does not return
	lists       bool                       // it makes lists of arguments, as far as it is translated
	temporaries []ir.Value                 // slots of structs that are values, to which the full expression makes pointers
	passes      bool                       // an argument is assigned to its parameter, whose type has names that only the function knows
	lends       bool                       // arguments at hand are for a function of the library, which looks at them itself
	copies      paddingReach               // and it is one of copiers
	places      *cc.PostfixExpression      // the call that stands where one of setjmp may
	row         *cc.PostfixExpression      // the element of an array that is being indexed further
	lastRead    scalarRead
}

// scalarRead is a scalar that was read from an object: its value and the address.
type scalarRead struct{ v, p ir.Value }

// label is a label of a function.
type label struct {
	name    string
	block   ir.Block
	defined bool
	taken   int // its byte in the symbol of labels plus 1; 0 if its address is not taken
	used    cc.Node
	vlas    []ir.Value   // the arrays of variable length that are alive there, once it is defined
	sources [][]ir.Value // and those at jumps to it before
	// The objects that are to be cleaned up there, once it is defined.
	cleanups []ir.Value
}

// jumps are the destinations of break and continue; one that there is not is NoBlock.
// They leave the scopes from brkDepth and contDepth on.
type jumps struct {
	brk, cont           ir.Block
	brkDepth, contDepth int
}

// bail ends the translation of a declaration: the error has been found.
type bail struct{}

// fail reports a mistake of the author at n, and ends the translation of the declaration.
func (u *unit) fail(n cc.Node, format string, args ...any) {
	if n == nil && u.in != nil && u.in.node != nil {
		n = u.in.node
	}
	var p token.Position
	if n != nil {
		p = n.Position()
	} else if u.decl != nil {
		p = u.decl.Position()
	}
	u.errorAt(p, fmt.Sprintf(format, args...))
	panic(bail{})
}

// unsupported is fail for what C allows.
func (u *unit) unsupported(n cc.Node, format string, args ...any) {
	if u.trial {
		panic(bail{})
	}
	u.fail(n, format, args...)
}

// at makes n the origin of what follows.
func (g *fn) at(n cc.Node) { g.o = g.u.origin(n.Position()) }

// block makes a block; control that comes to it brings a memory token and values of the types given.
func (g *fn) block(args ...ir.Type) ir.Block {
	b := g.f.AddBlock(ir.Body)
	g.tokens[b] = g.f.AddArg(b, ir.Mem, ir.NoAnnot)
	for _, t := range args {
		g.f.AddArg(b, t, ir.NoAnnot)
	}
	return b
}

// start continues in b.
func (g *fn) start(b ir.Block) {
	g.b, g.mem = g.f.At(b), g.tokens[b]
}

// live makes sure that there is a block to append to: what control does not reach is translated all the same, since
// it may have labels, and removed at the end.
func (g *fn) live() *ir.Builder {
	if g.b == nil {
		g.start(g.block())
	}
	return g.b
}

// jump ends the block, if control comes here.
func (g *fn) jump(to ir.Block, args ...ir.Value) {
	if g.b != nil {
		g.b.Br(ir.Goto(to, append([]ir.Value{g.mem}, args...)...), g.o)
		g.b = nil
	}
}

// decided is the constant that a condition is, if it is one.
func (g *fn) decided(c ir.Value) (is, ok bool) {
	if i := g.f.Def(c); i != ir.NoInst && g.f.Op(i) == ir.OpBConst {
		return g.f.Attr(i).Imm != 0, true
	}
	return false, false
}

// branch ends the block. What a constant excludes is not reached, also not by the linker.
func (g *fn) branch(c ir.Value, t, e ir.Block) {
	if k, ok := g.decided(c); ok {
		if !k {
			t = e
		}
		g.jump(t)
		return
	}
	g.live().BrIf(c, ir.Goto(t, g.mem), ir.Goto(e, g.mem), g.o)
	g.b = nil
}

// loopBranch is branch for the condition of a loop, which must end if that is no constant (C11 6.8.5p6).
func (g *fn) loopBranch(n cc.ExpressionNode, c ir.Value, body, done ir.Block) {
	from := g.live().Block()
	g.branch(c, body, done)
	i := g.f.LastInst(from)
	if _, constant := g.u.constInt(n); g.u.o.Checks && !constant && i != ir.NoInst && g.f.Op(i) == ir.OpBrIf {
		g.f.SetMark(i, ir.Mark{Rule: ir.RuleLoop})
	}
}

func (g *fn) int(n int64) ir.Value      { return g.live().Int64(n, g.o) }
func (g *fn) bigInt(n num.Int) ir.Value { return g.live().IConst(n, g.o) }
func (g *fn) bin(op ir.Op, x, y ir.Value) ir.Value {
	return g.live().Binary(op, x, y, g.o)
}

func (g *fn) un(op ir.Op, x ir.Value) ir.Value { return g.live().Unary(op, x, g.o) }

func (g *fn) compare(p ir.Pred, x, y ir.Value) ir.Value { return g.live().Compare(p, x, y, g.o) }

// null is the null pointer.
func (g *fn) null() ir.Value { return g.live().Convert(ir.OpBitCast, g.int(0), ir.Ptr, g.o) }

// claimed makes the type's claim of a value that was just made.
func (g *fn) claimed(v ir.Value, t cc.Type) ir.Value {
	g.f.SetAnnot(v, claim(t))
	return v
}

// marked says by which rule of C it is undefined where v, which was just made and has its claims, is poison.
func (g *fn) marked(r ir.Rule, v ir.Value, t cc.Type) ir.Value {
	g.f.SetMark(g.f.Def(v), ir.Mark{Rule: r, Type: strip(t).String()})
	return v
}

// slot makes a stack slot that lives as long as the call.
func (g *fn) slot(size, align int64) ir.Value {
	return g.entry.StackSlot(size, uint32(max(align, 1)), g.o)
}

// temp makes a slot for an object of type t.
func (g *fn) temp(t cc.Type) ir.Value { return g.slot(g.u.sizeof(t), g.u.alignof(t)) }

// offset is p moved by n bytes.
func (g *fn) offset(p ir.Value, n int64) ir.Value {
	if n == 0 {
		return p
	}
	return g.bin(ir.OpPtrAdd, p, g.int(n))
}

// load reads size bytes as type t.
func (g *fn) load(p ir.Value, size, align int64, t ir.Type) ir.Value {
	if t == ir.F80 { // the bytes behind it are padding
		size = 10
	}
	if g.volatile > 0 {
		return g.volatileLoad(p, size, align, t)
	}
	i := g.live().Op(ir.OpLoad, ir.Attr{N: uint32(size), Align: alignAttr(align)}, g.o, []ir.Type{t}, p, g.mem)
	return g.f.Result(i, 0)
}

// store writes the size bytes of v.
func (g *fn) store(v, p ir.Value, size, align int64) {
	if g.f.TypeOf(v) == ir.F80 {
		size = 10
	}
	if g.volatile > 0 {
		g.volatileStore(v, p, size, align)
		return
	}
	i := g.live().Op(ir.OpStore, ir.Attr{N: uint32(size), Align: alignAttr(align)}, g.o, nil, v, p, g.mem)
	g.mem = g.f.Result(i, 0)
}

// alignAttr is the attribute for an alignment: none where it says nothing.
func alignAttr(n int64) uint32 {
	if n <= 1 {
		return 0
	}
	return uint32(n)
}

// bulk makes memcpy, memmove or memset.
func (g *fn) bulk(op ir.Op, args ...ir.Value) {
	i := g.live().Op(op, ir.Attr{}, g.o, nil, append(args, g.mem)...)
	g.mem = g.f.Result(i, 0)
}

// copyObject copies an object, which may be the same as the destination. The source is aligned as its type is, the
// destination perhaps better or, in a packed struct, worse.
func (g *fn) copyObject(dst, src ir.Value, size, to, from int64) {
	switch {
	case size == 0:
	case g.volatile > 0:
		g.bulk(ir.OpVolatileMemMove, dst, src, g.int(size))
	case size <= 64:
		g.store(g.load(src, size, from, ir.Bytes(uint32(size))), dst, size, to)
	default:
		g.bulk(ir.OpMemMove, dst, src, g.int(size))
	}
}

// read is the value of the object at l.
func (g *fn) read(l place) value {
	t := l.t
	defer g.accesses(isVolatile(l))()
	switch {
	case isArray(t), isFunc(t):
		return value{v: l.p, t: t.Decay()}
	case g.u.inSegment(l) != 0 && !isVoid(t):
		return g.read(g.segmentLoad(l))
	case g.isLocked(l):
		return g.lockedRead(l)
	case isRecord(t):
		g.typedRecord(l)
		return value{v: l.p, t: t, volatile: isVolatile(l)}
	case l.field != nil:
		return g.readField(l)
	case isVoid(t):
		return value{t: t}
	}
	if isComplex(t) {
		part := g.u.complexPart(t)
		n := part.Size()
		re := g.read(place{p: l.p, t: part, align: l.align})
		im := g.read(place{p: g.offset(l.p, n), t: part, align: min(l.align, n)})
		return value{v: re.v, im: im.v, t: t}
	}
	g.accessed(l, false)
	g.typed(l, false)
	it := g.u.irType(t)
	if g.u.isAtomic(l) {
		return g.fromRaw(g.atomicRead(place{p: l.p, t: g.u.rawType(t)}, ir.SeqCst).v, t)
	}
	size := g.u.sizeof(t)
	var v ir.Value
	if g.exposes(l) {
		v = g.loadExposed(l.p, size, l.align)
	} else {
		v = g.load(l.p, size, l.align, it)
	}
	if isInt(t) && isBool(strip(t)) {
		g.f.SetAnnot(v, ir.Unsigned(1))
		g.marked(ir.RuleBoolValue, v, t)
	}
	g.needsValue(l, v)
	if isInt(t) {
		switch {
		case isBool(strip(t)):
		case signed(t):
			v = g.live().Extend(ir.OpSExt, v, width(t), g.o)
		}
	}
	g.lastRead = scalarRead{v, l.p}
	return value{v: v, t: t}
}

// write stores a value, which has the type of the object.
func (g *fn) write(l place, x value) {
	t := l.t
	defer g.accesses(isVolatile(l) || x.volatile)()
	switch {
	case isVoid(t):
	case g.u.inSegment(l) != 0:
		g.segmentStore(l, x)
	case isVLA(t):
		g.moveVarying(l.p, x.v, t)
	case g.isLocked(l):
		g.locked(func() { g.write(l, x) })
	case isRecord(t):
		g.typedRecord(l)
		g.copyObject(l.p, x.v, g.u.sizeof(t), l.align, 1)
		g.copiesTypes(l.p, x.v, g.u.sizeof(t))
	case l.field != nil:
		g.typed(l, true)
		g.writeField(l, x.v)
	case isComplex(t):
		part := g.u.complexPart(t)
		n := part.Size()
		g.store(x.v, l.p, n, l.align)
		g.store(x.im, g.offset(l.p, n), n, min(l.align, n))
	case g.u.isAtomic(l):
		g.atomicWrite(place{p: l.p, t: g.u.rawType(t)}, g.toRaw(x, t), ir.SeqCst)
	default:
		g.accessed(l, true)
		g.typed(l, true)
		g.store(x.v, l.p, g.u.sizeof(t), l.align)
	}
}

// finish ends the function: the entry leads to the body, and what control does not reach goes.
func (g *fn) finish(body ir.Block, token ir.Value) {
	g.entry.Br(ir.Goto(body, token), ir.Synthetic)
	seen := make([]bool, g.f.NumBlocks())
	work := []ir.Block{g.f.Entry()}
	seen[work[0]] = true
	var edges []ir.Edge
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		edges = g.f.Edges(edges[:0], g.f.LastInst(b))
		for _, e := range edges {
			if !seen[e.Block] {
				seen[e.Block] = true
				work = append(work, e.Block)
			}
		}
	}
	var gone []ir.Block
	for b := range g.f.Blocks() {
		if !seen[b] {
			gone = append(gone, b)
		}
	}
	g.f.RemoveBlocks(gone)
}
