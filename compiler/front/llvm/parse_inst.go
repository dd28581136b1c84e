package llvm

import (
	"github.com/tuffy-ir/tuffy/ir"
)

// list makes room for operands.
func (p *parser) list(vs ...value) []value {
	if len(p.args)+len(vs) > cap(p.args) {
		p.args = make([]value, 0, max(1024, len(vs)))
	}
	n := len(p.args)
	p.args = append(p.args, vs...)
	return p.args[n:len(p.args):len(p.args)]
}

func readGEP(p *parser, x *instr) {
	p.flagsOf(x)
	if p.accept("inrange") {
		p.skipParens()
	}
	x.elem = p.typeOf()
	p.expect(",")
	v := p.typed()
	vs := []value{v}
	if v.t.scalar().kind != tPtr {
		p.failPlace(x.at, "getelementptr takes a pointer, not %s", v.t.text())
	}
	x.t = v.t
	for p.comma() {
		i := p.typed()
		if i.t.scalar().kind != tInt {
			p.failPlace(x.at, "an index is an integer, not %s", i.t.text())
		}
		if i.t.kind == tVector && x.t.kind != tVector {
			x.t = p.types.vector(v.t.scalar(), i.t.n)
		}
		vs = append(vs, i)
	}
	x.args = p.list(vs...)
}

func readCast(p *parser, x *instr) {
	p.flagsOf(x)
	x.args = p.list(p.typed())
	p.expect("to")
	x.t = p.typeOf()
	from, to := x.args[0].t, x.t
	if (from.kind == tVector) != (to.kind == tVector) && x.op != opBitCast || from.kind == tVector && to.kind == tVector && x.op != opBitCast && from.n != to.n {
		p.failPlace(x.at, "%s of a %s cannot give a %s", x.text, from.text(), to.text())
	}
	if !castFits(x.op, from.scalar(), to.scalar()) {
		p.failPlace(x.at, "%s of a %s cannot give a %s", x.text, from.text(), to.text())
	}
}

// castFits reports whether a conversion is one of these types.
func castFits(op opcode, from, to *typ) bool {
	f, t := from.kind, to.kind
	switch op {
	case opTrunc:
		return f == tInt && t == tInt && from.bits > to.bits
	case opZExt, opSExt:
		return f == tInt && t == tInt && from.bits < to.bits
	case opFPTrunc, opFPExt:
		return f == tFloat && t == tFloat
	case opFPToUI, opFPToSI:
		return f == tFloat && t == tInt
	case opUIToFP, opSIToFP:
		return f == tInt && t == tFloat
	case opPtrToInt, opPtrToAddr:
		return f == tPtr && t == tInt
	case opIntToPtr:
		return f == tInt && t == tPtr
	case opAddrSpaceCast:
		return f == tPtr && t == tPtr
	}
	scalar := func(k typeKind) bool { return k == tInt || k == tFloat || k == tPtr }
	return scalar(f) && scalar(t) && (f == tPtr) == (t == tPtr)
}

// intPreds are the predicates of icmp: signed, and how they compare.
var intPreds = map[string]struct {
	pred     ir.Pred
	unsigned bool
}{"eq": {ir.EQ, false}, "ne": {ir.NE, false}, "slt": {ir.LT, false}, "sle": {ir.LE, false}, "sgt": {ir.GT, false}, "sge": {ir.GE, false},
	"ult": {ir.LT, true}, "ule": {ir.LE, true}, "ugt": {ir.GT, true}, "uge": {ir.GE, true}}

// readCompare reads a predicate and two operands.
func readCompare(p *parser, x *instr) {
	p.flagsOf(x)
	at := p.here()
	pred := p.tok.text
	if x.op == opICmp {
		if _, ok := intPreds[pred]; !ok {
			p.expected("a predicate: eq, ne, slt, sle, sgt, sge, ult, ule, ugt or uge")
		}
	} else {
		var ok bool
		if x.pred, ok = ir.ParsePred(pred, true); !ok {
			p.expected("a predicate: false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno or true")
		}
	}
	x.text = pred
	p.next()
	t := p.typeOf()
	v := p.valueOf(t)
	p.expect(",")
	w := p.valueOf(t)
	if k := t.scalar().kind; x.op == opICmp && k != tInt && k != tPtr || x.op == opFCmp && k != tFloat {
		p.failPlace(at, "a %s cannot be compared so", t.text())
	}
	x.args = p.list(v, w)
	x.t = p.like(t, p.types.integer(1))
}

// like is e, or a vector of it if t is one.
func (p *parser) like(t, e *typ) *typ {
	if t.kind == tVector {
		return p.types.once(&typ{kind: tVector, elem: e, n: t.n, scalable: t.scalable})
	}
	return e
}

func readPhi(p *parser, x *instr) {
	p.flagsOf(x)
	x.t = p.typeOf()
	var vs []value
	for {
		p.expect("[")
		vs = append(vs, p.valueOf(x.t))
		p.expect(",")
		if p.tok.kind != tokLocal {
			p.expected("the name of a block")
		}
		x.nums = append(x.nums, p.label(p.tok.text, p.here()))
		p.next()
		p.expect("]")
		if !p.comma() {
			break
		}
	}
	x.args = p.list(vs...)
}

func readSelect(p *parser, x *instr) {
	p.flagsOf(x)
	c := p.typed()
	p.expect(",")
	v := p.typed()
	p.expect(",")
	w := p.typed()
	if k := c.t.scalar(); k.kind != tInt || k.bits != 1 || v.t != w.t || c.t.kind == tVector && (v.t.kind != tVector || v.t.n != c.t.n) {
		p.failPlace(x.at, "select takes an i1 and two values of one type, not %s, %s and %s", c.t.text(), v.t.text(), w.t.text())
	}
	x.args, x.t = p.list(c, v, w), v.t
}

func readVAArg(p *parser, x *instr) {
	x.args = p.list(p.pointerOperand())
	p.expect(",")
	x.t = p.typeOf()
}

func readLandingPad(p *parser, x *instr) {
	x.t = p.typeOf()
	p.accept("cleanup")
	for p.is("catch") || p.is("filter") {
		p.next()
		p.typed()
	}
}

func readExtractElement(p *parser, x *instr) {
	v := p.typed()
	p.expect(",")
	i := p.typed()
	if v.t.kind != tVector || i.t.kind != tInt {
		p.failPlace(x.at, "extractelement takes a vector and an integer, not %s and %s", v.t.text(), i.t.text())
	}
	x.args, x.t = p.list(v, i), v.t.elem
}

func readInsertElement(p *parser, x *instr) {
	v := p.typed()
	p.expect(",")
	e := p.typed()
	p.expect(",")
	i := p.typed()
	if v.t.kind != tVector || e.t != v.t.elem || i.t.kind != tInt {
		p.failPlace(x.at, "insertelement takes a vector, an element and an integer, not %s, %s and %s", v.t.text(), e.t.text(), i.t.text())
	}
	x.args, x.t = p.list(v, e, i), v.t
}

func readShuffle(p *parser, x *instr) {
	v := p.typed()
	p.expect(",")
	w := p.typed()
	p.expect(",")
	at := p.here()
	m := p.typed()
	if v.t.kind != tVector || w.t != v.t || m.t.kind != tVector || m.t.elem.kind != tInt || m.c == nil {
		p.failPlace(at, "shufflevector takes two vectors of one type and a constant vector of integers")
	}
	x.args = p.list(v, w, m)
	x.t = p.types.vector(v.t.elem, m.t.n)
}

// path reads the indices of extractvalue and insertvalue, and gives the type that is there.
func (p *parser) path(x *instr, t *typ) *typ {
	at := p.here()
	for p.comma() {
		n := p.number("index", 1<<31)
		if t = t.part(int(n)); t == nil {
			p.failPlace(at, "there is no such part")
		}
		x.nums = append(x.nums, uint32(n))
	}
	if len(x.nums) == 0 {
		p.expected("an index")
	}
	return t
}

func readExtractValue(p *parser, x *instr) {
	v := p.typed()
	x.args = p.list(v)
	x.t = p.path(x, v.t)
}

func readInsertValue(p *parser, x *instr) {
	v := p.typed()
	p.expect(",")
	e := p.typed()
	x.args, x.t = p.list(v, e), v.t
	if t := p.path(x, v.t); t != e.t {
		p.failPlace(x.at, "the part is a %s, not %s", t.text(), e.t.text())
	}
}

// readCall reads call and invoke: the callee stands behind the arguments in args.
func readCall(p *parser, x *instr) {
	p.flagsOf(x)
	c := &callInfo{}
	x.call = c
	var groups []string
	if c.ret, groups = p.attributesAnd(retAttr); len(groups) > 0 {
		p.mergeGroups(&c.ret, groups)
	}
	if p.is("addrspace") {
		p.addressSpace()
	}
	t := p.typeOf()
	result := t
	if t.kind == tFunc {
		result = t.elem
	}
	callee := p.callee()
	args, types := p.callArgs(c)
	if t.kind != tFunc {
		t = p.types.once(&typ{kind: tFunc, elem: result, fields: types})
	} else {
		p.fitCall(x, t, types)
	}
	x.elem, x.t = t, result
	x.args = p.list(append(args, callee)...)
	if c.fn, groups = p.attributesAnd(fnAttr); len(groups) > 0 {
		p.mergeGroups(&c.fn, groups)
	}
	p.bundles(c)
	if x.op == opInvoke {
		p.expect("to")
		to := p.labelRef()
		p.expect("unwind")
		x.nums = []uint32{to, p.labelRef()}
	}
}

// fitCall checks the arguments of a call against the type that is written.
func (p *parser) fitCall(x *instr, t *typ, types []*typ) {
	if len(types) < len(t.fields) || len(types) > len(t.fields) && !t.variadic {
		p.failPlace(x.at, "the function takes %d arguments, and %d are given", len(t.fields), len(types))
	}
	for i, f := range t.fields {
		if types[i] != f {
			p.failPlace(x.at, "argument %d is a %s, and the function takes a %s", i, types[i].text(), f.text())
		}
	}
}

// callee reads what is called.
func (p *parser) callee() value {
	return p.valueOf(p.types.pointer(0))
}

// callArgs reads the arguments of a call.
func (p *parser) callArgs(c *callInfo) (args []value, types []*typ) {
	p.expect("(")
	for !p.is(")") {
		if p.accept("...") { // of musttail
			break
		}
		t := p.typeOf()
		a, groups := p.attributesAnd(paramAttr)
		p.mergeGroups(&a, groups)
		args, types, c.args = append(args, p.valueOf(t)), append(types, t), append(c.args, a)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return args, types
}

// mergeGroups adds what groups say; those are known when bodies are read.
func (p *parser) mergeGroups(a *attrs, groups []string) {
	for _, g := range groups {
		a.merge(p.mod.groups[g])
	}
}

// bundles reads [ "tag"(T v, …), … ].
func (p *parser) bundles(c *callInfo) {
	if !p.accept("[") {
		return
	}
	for !p.is("]") {
		b := bundle{tag: p.str("the tag of an operand bundle")}
		p.expect("(")
		for !p.is(")") {
			b.args = append(b.args, p.typed())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
		c.bundles = append(c.bundles, b)
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
}
