package cgen

import (
	"slices"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

// body is a function in the making.
type body struct {
	g       *program
	fn      *function
	src     *joined
	scopes  [][]*variable
	scratch []*stmt            // declarations that the statement in the making needs before it
	pure    bool               // nothing but variables of this function may be written
	kept    bool               // local variables are not written, as a longjmp would lose it
	loops   int                // around the statement, of this function
	depth   int                // of statements
	looked  map[*variable]bool // volatile variables that the full expression accesses already
}

func (b *body) push()           { b.scopes = append(b.scopes, nil) }
func (b *body) pop()            { b.scopes = b.scopes[:len(b.scopes)-1] }
func (b *body) add(v *variable) { b.scopes[len(b.scopes)-1] = append(b.scopes[len(b.scopes)-1], v) }

// visible are the variables in scope, the innermost first.
func (b *body) visible() []*variable {
	var out []*variable
	for _, s := range slices.Backward(b.scopes) {
		out = append(out, s...)
	}
	return append(out, b.g.globals...)
}

func variableOf(v *variable) *expr { return &expr{op: opVar, typ: v.typ, v: v} }

func indexed(e, i *expr) *expr { return &expr{op: opIndex, typ: e.typ.elem, args: []*expr{e, i}} }

func member(e *expr, f *field) *expr {
	return &expr{op: opField, typ: f.typ, args: []*expr{e}, fld: f, bits: f.bits}
}

func address(e *expr) *expr { return &expr{op: opAddr, typ: e.typ.pointer(), args: []*expr{e}} }

func deref(e *expr) *expr { return &expr{op: opDeref, typ: e.typ.elem, args: []*expr{e}} }

func binary(sign string, a, c *expr) *expr {
	e := &expr{op: opBinary, sign: sign, args: []*expr{a, c}}
	switch e.typ = operandType(e); sign {
	case "==", "!=", "<", "<=", ">", ">=":
		e.typ = basic[kInt]
	}
	return e
}

func cast(t *typ, e *expr) *expr { return &expr{op: opCast, typ: t, args: []*expr{e}} }

func assign(to, from *expr) *expr {
	if to.bits > 0 {
		from = forField(from, to.typ)
	}
	return &expr{op: opAssign, typ: to.typ, args: []*expr{to, convertible(from, to.typ)}, bits: to.bits}
}

// convertible is an expression whose conversion to a type can be mended where it may be undefined: it has a node, which is only
// written where it was mended.
func convertible(e *expr, t *typ) *expr {
	wide := e.typ.kind == kInt128 || e.typ.kind == kUInt128
	if t.arithmetic() && e.typ.arithmetic() && (e.typ.float() && t.kind != e.typ.kind || t.float() && wide) {
		c := cast(t, e)
		c.text = silent
		return c
	}
	return e
}

// forField is a value for a bit-field: a float is cast first, as it is undefined that the bits do not hold it.
func forField(e *expr, t *typ) *expr {
	switch {
	case e.op == opCast && e.text == silent && e.args[0].typ.float():
		return cast(t, e.args[0])
	case e.typ.float():
		return cast(t, e)
	}
	return e
}

// leaf goes down an object to a part that is arithmetic, nil if it ends elsewhere.
func leaf(e *expr, r *choice.Record, index func(n int) *expr) *expr {
	for range 8 {
		switch {
		case e.typ.arithmetic():
			return e
		case e.typ.kind == kArray:
			e = indexed(e, index(e.typ.len))
		case e.typ.record():
			e = member(e, e.typ.fields[r.Below(len(e.typ.fields))])
		case e.typ.kind == kPointer && e.typ.elem.record():
			f := e.typ.elem.fields[r.Below(len(e.typ.elem.fields))]
			e = &expr{op: opArrow, typ: f.typ, args: []*expr{e}, fld: f, bits: f.bits}
		case e.typ.kind == kPointer && e.typ.elem.kind != kFunc && e.typ.elem.kind != kVoid:
			e = deref(e)
		default:
			return nil
		}
	}
	return nil
}

// lvalue draws an arithmetic lvalue, to be written or read; nil if there is none.
func (b *body) lvalue(r *choice.Record, write bool, depth int) *expr {
	all := b.visible()
	for range 6 {
		if len(all) == 0 {
			return nil
		}
		v := all[r.Below(min(len(all), 256))]
		if v.scratch || v.dynamic != nil || v.heap || v.typ.kind == kFunc || write && !b.writable(v) {
			continue
		}
		if v.text && write || v.volat && b.looked[v] {
			continue // two accesses of a volatile object that are not sequenced are undefined
		}
		if e := leaf(variableOf(v), r, func(n int) *expr { return b.indexBelow(r, n, depth) }); e != nil {
			if v.volat {
				b.looked[v] = true
			}
			return e
		}
	}
	return nil
}

// calm reports whether objects of a type may be volatile: what is printed in two parts may not.
func calm(t *typ) bool {
	if t.kind == kArray {
		return calm(t.elem)
	}
	return t.arithmetic() && t.size <= 8
}

// writable reports whether what a variable names or points to may be written here.
func (b *body) writable(v *variable) bool {
	switch {
	case v.constant || v.counter:
		return false
	case b.pure && (v.global || v.static || v.typ.kind == kPointer):
		return false
	case b.kept && !v.global && !v.static && !v.volat, b.kept && v.typ.kind == kPointer:
		return false
	}
	return true
}

// indexBelow draws an index, mostly of a loop or a constant.
func (b *body) indexBelow(r *choice.Record, n, depth int) *expr {
	if k := r.Below(4); k == 0 && depth > 0 {
		return b.intExpr(r, depth-1)
	} else if k < 3 {
		for _, v := range b.visible() {
			if v.counter && v.typ.integer() {
				return variableOf(v)
			}
		}
	}
	return number(basic[kInt], int64(r.Below(n)))
}

// intExpr draws an expression of integer type.
func (b *body) intExpr(r *choice.Record, depth int) *expr {
	e := b.arith(r, depth)
	if e.typ.float() {
		return cast(b.g.intType(r), e)
	}
	return e
}

// balance makes operands that may stand beside each other: an integer of 128 bits beside a float could leave its range.
func balance(a, c *expr) (*expr, *expr) {
	wide := func(e *expr) bool { return e.typ.size == 16 && e.typ.integer() }
	switch {
	case a.typ.float() && wide(c):
		c = cast(basic[kLong], c)
	case c.typ.float() && wide(a):
		a = cast(basic[kLong], a)
	}
	return a, c
}

// arithRow is a way to make an arithmetic expression.
type arithRow struct {
	weight  int
	feature string
	make    func(b *body, r *choice.Record, depth int) *expr // nil if it cannot be made here
}

var arithRows []arithRow

// init fills the table of ways to make expressions, which call each other.
func init() {
	arithRows = []arithRow{
		{14, "", (*body).readExpr},
		{16, "", (*body).binaryExpr},
		{4, "", (*body).unaryExpr},
		{4, "", (*body).compareExpr},
		{3, "", (*body).logicExpr},
		{4, "", (*body).condExpr},
		{4, "", func(b *body, r *choice.Record, d int) *expr { return cast(b.g.scalarType(r), b.arith(r, d)) }},
		{3, "", (*body).commaExpr},
		{6, "calls", (*body).callExpr},
		{2, "literals", (*body).literalExpr},
		{2, "statement expressions", (*body).blockExpr},
		{2, "generic", (*body).genericExpr},
		{1, "", func(b *body, r *choice.Record, d int) *expr {
			return &expr{op: opSizeof, typ: basic[kULong], args: []*expr{{typ: b.g.objectType(r)}}}
		}},
		{2, "strings", (*body).stringExpr},
		{2, "pointers", (*body).distanceExpr},
		{3, "varargs", (*body).variadicExpr},
		{3, "function pointers", (*body).throughPointer},
	}
}

// arith draws an arithmetic expression.
func (b *body) arith(r *choice.Record, depth int) *expr {
	if depth <= 0 || r.IsZero() {
		if e := b.readExpr(r, 0); e != nil && r.Below(3) != 0 {
			return e
		}
		return b.literalOf(r, b.g.scalarType(r))
	}
	weights := make([]int, len(arithRows))
	for n, row := range arithRows {
		if row.feature == "" || b.g.on[row.feature] {
			weights[n] = row.weight
		}
	}
	if e := arithRows[r.Choose(weights)].make(b, r, depth-1); e != nil {
		return e
	}
	return b.arith(r, 0)
}

func (b *body) readExpr(r *choice.Record, depth int) *expr { return b.lvalue(r, false, depth) }

var intSigns = []string{"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"}

func (b *body) binaryExpr(r *choice.Record, depth int) *expr {
	sign := intSigns[r.Below(len(intSigns))]
	a, c := b.arith(r, depth), b.arith(r, depth)
	if a.typ.float() || c.typ.float() {
		if !slices.Contains([]string{"+", "-", "*", "/"}, sign) {
			sign = "+"
		}
	}
	a, c = balance(a, c)
	return binary(sign, a, c)
}

func (b *body) unaryExpr(r *choice.Record, depth int) *expr {
	sign := []string{"-", "~", "!", "+"}[r.Below(4)]
	a := b.arith(r, depth)
	if a.typ.float() && sign == "~" {
		sign = "-"
	}
	t := promotedOf(a)
	if sign == "!" {
		t = basic[kInt]
	}
	return &expr{op: opUnary, sign: sign, typ: t, args: []*expr{a}}
}

func (b *body) compareExpr(r *choice.Record, depth int) *expr {
	a, c := balance(b.arith(r, depth), b.arith(r, depth))
	return binary([]string{"<", "==", ">", "!=", "<=", ">="}[r.Below(6)], a, c)
}

func (b *body) logicExpr(r *choice.Record, depth int) *expr {
	return &expr{op: opAnd + op(r.Below(2)), typ: basic[kInt], args: []*expr{b.arith(r, depth), b.arith(r, depth)}}
}

func (b *body) condExpr(r *choice.Record, depth int) *expr {
	a, c := balance(b.arith(r, depth), b.arith(r, depth))
	return &expr{op: opCond, typ: usual(promotedOf(a), promotedOf(c)), args: []*expr{b.arith(r, depth), a, c}}
}

// commaExpr writes a variable of its own before the comma and reads it behind.
func (b *body) commaExpr(r *choice.Record, depth int) *expr {
	t := b.g.scalarType(r)
	v := &variable{name: b.g.name("t"), typ: t, scratch: true, init: &initial{e: b.literalOf(r, t)}}
	b.scratch = append(b.scratch, &stmt{kind: sDecl, v: v})
	x := variableOf(v)
	switch r.Below(3) {
	case 0:
		return &expr{op: opComma, typ: t, args: []*expr{assign(x, b.arith(r, depth)), x}}
	case 1:
		return &expr{op: opStep, sign: []string{"++", "--"}[r.Below(2)], post: r.Below(2) == 0, typ: t, args: []*expr{x}}
	}
	return &expr{op: opChange, sign: "+=", typ: t, args: []*expr{x, b.forChange(b.arith(r, depth), x)}}
}

// forChange is an operand of a compound assignment.
func (b *body) forChange(e, to *expr) *expr {
	t := to.typ
	if to.bits > 0 {
		e = forField(e, t)
	}
	if t.float() && e.typ.integer() && e.typ.size == 16 || e.typ.float() && t.integer() && t.size == 16 {
		return cast(basic[kLong], e)
	}
	return e
}

// callExpr calls a function in the middle of an expression: a pure one, or one with effects if it is the only one.
func (b *body) callExpr(r *choice.Record, depth int) *expr {
	if len(b.g.funcs) == 0 {
		return nil
	}
	f := b.g.funcs[r.Below(len(b.g.funcs))]
	if f.effects || f.native != nil {
		return nil
	}
	e := b.call(r, f, depth)
	if e == nil || e.typ.arithmetic() {
		return e
	}
	if e.typ.kind != kStruct {
		return nil
	}
	return leaf(e, r, func(n int) *expr { return number(basic[kInt], int64(r.Below(n))) })
}

// call makes a call with arguments; nil if there is nothing for a parameter.
func (b *body) call(r *choice.Record, f *function, depth int) *expr {
	e := &expr{op: opCall, typ: f.typ.elem, args: []*expr{{op: opFunc, typ: f.typ, fn: f}}}
	for n, p := range f.typ.params {
		if n < len(f.params) && f.params[n].counter {
			trips := number(basic[kInt], int64(r.Below(6)))
			b.g.trips = append(b.g.trips, trips)
			e.args = append(e.args, trips)
			continue
		}
		a := b.ofType(r, p, depth)
		if a == nil {
			return nil
		}
		e.args = append(e.args, a)
	}
	return e
}

// ofType draws an expression that can be converted to the type; nil if there is none, which happens for pointers only.
func (b *body) ofType(r *choice.Record, t *typ, depth int) *expr {
	switch {
	case t.arithmetic():
		return convertible(b.arith(r, depth), t)
	case t.kind == kPointer:
		return b.addressOf(r, t.elem, 1<<30)
	}
	var same []*variable
	for _, v := range b.visible() {
		if v.typ == t && !v.volat {
			same = append(same, v)
		}
	}
	if len(same) > 0 && r.Below(3) != 0 {
		return variableOf(same[r.Below(len(same))])
	}
	if len(same) > 1 && r.Below(2) == 0 {
		return &expr{op: opCond, typ: t, args: []*expr{b.arith(r, depth), variableOf(same[0]), variableOf(same[1])}}
	}
	return &expr{op: opLiteral, typ: t, init: b.initialOf(r, t, func(t *typ) *expr { return b.ofType(r, t, min(depth, 1)) })}
}

// addressOf draws the address of an object of a type that lives at least as long as the depth; nil if there is none.
func (b *body) addressOf(r *choice.Record, t *typ, depth int) *expr {
	var found []*expr
	for _, v := range b.visible() {
		if v.constant || v.volat || v.counter || v.scratch || v.dynamic != nil || v.text || v.depth > depth {
			continue
		}
		x := variableOf(v)
		switch {
		case v.typ == t && !v.heap:
			found = append(found, address(x))
		case v.typ.kind == kArray && v.typ.elem == t:
			found = append(found, binary0(x, r.Below(v.typ.len)))
		case v.typ.kind == kStruct:
			for _, f := range v.typ.fields {
				if f.typ == t && f.bits == 0 {
					found = append(found, address(member(x, f)))
				}
			}
		case v.typ.kind == kPointer && v.typ.elem == t && !v.heap:
			found = append(found, x)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[r.Below(len(found))]
}

// binary0 is the address of an element: &a[n] or a + n.
func binary0(a *expr, n int) *expr {
	if n%2 == 0 {
		return address(indexed(a, number(basic[kInt], int64(n))))
	}
	return &expr{op: opBinary, sign: "+", typ: a.typ.elem.pointer(), args: []*expr{a, number(basic[kInt], int64(n))}}
}

// literalExpr reads a part of a compound literal.
func (b *body) literalExpr(r *choice.Record, depth int) *expr {
	t := b.g.scalarType(r).array(1 + r.Below(4))
	if n := len(b.g.records); n > 0 && r.Below(2) == 0 {
		t = b.g.records[r.Below(n)]
	}
	e := &expr{op: opLiteral, typ: t, init: b.initialOf(r, t, func(t *typ) *expr { return b.ofType(r, t, min(depth, 1)) })}
	return leaf(e, r, func(n int) *expr { return number(basic[kInt], int64(r.Below(n))) })
}

// blockExpr is a statement expression with a variable.
func (b *body) blockExpr(r *choice.Record, depth int) *expr {
	t := b.g.scalarType(r)
	v := &variable{name: b.g.name("t"), typ: t, scratch: true, init: &initial{e: convertible(b.arith(r, depth), t)}}
	x := variableOf(v)
	change := &expr{op: opChange, sign: []string{"+=", "-=", "*="}[r.Below(3)], typ: t, args: []*expr{x, b.forChange(b.arith(r, depth), x)}}
	read := binary("+", x, number(basic[kInt], 0))
	return &expr{op: opBlock, typ: read.typ, body: []*stmt{{kind: sDecl, v: v}, {kind: sExpr, e: change}, {kind: sExpr, e: read}}}
}

// genericExpr selects by the type of an expression. Bit-fields are left out: compilers differ about their types.
func (b *body) genericExpr(r *choice.Record, depth int) *expr {
	by := b.arith(r, depth)
	if by.bits > 0 || by.op == opAssign || by.op == opChange || by.op == opStep || by.op == opComma || by.op == opCond || by.op == opField {
		by = cast(b.g.scalarType(r), by)
	}
	e := &expr{op: opGeneric, args: []*expr{by}}
	for range 1 + r.Below(3) {
		if t := b.g.scalarType(r); !slices.Contains(e.kind, t) {
			e.kind, e.args = append(e.kind, t), append(e.args, b.arith(r, depth))
		}
	}
	if !slices.Contains(e.kind, by.typ) {
		e.kind, e.args = append(e.kind, nil), append(e.args, b.arith(r, depth))
	}
	arm := e.args[1+chosen(e)]
	e.typ, e.bits = arm.typ, arm.bits
	return e
}

// signOf is the sign of a comparison function: what it returns beyond that is not known.
func signOf(r *choice.Record, e *expr) *expr {
	return binary([]string{"<", "==", ">", "<="}[r.Below(4)], e, number(basic[kInt], 0))
}

func call(name string, args ...*expr) *expr {
	return &expr{op: opLibrary, typ: library[name].result, text: name, args: args}
}

func literal(s string) *expr {
	return &expr{op: opString, typ: basic[kChar].array(len(s) + 1), text: s}
}

// words are texts of strings.
var words = []string{"", "a", "ab", "abc", "hello", "\x01\x7f", "tuffy", "zz top", "\"q\\"}

// stringExpr reads strings.
func (b *body) stringExpr(r *choice.Record, depth int) *expr {
	at := func() *expr {
		for _, v := range b.visible() {
			if v.text && r.Below(2) == 0 {
				return variableOf(v)
			}
		}
		return literal(words[r.Below(len(words))])
	}
	switch r.Below(3) {
	case 0:
		return call("strlen", at())
	case 1:
		return signOf(r, call("strcmp", at(), at()))
	}
	return signOf(r, call("strncmp", at(), at(), number(basic[kULong], int64(r.Below(5)))))
}

// distanceExpr subtracts or compares pointers into one array.
func (b *body) distanceExpr(r *choice.Record, depth int) *expr {
	for _, v := range b.visible() {
		if v.typ.kind != kArray || v.volat || v.constant || v.typ.elem.kind == kArray {
			continue
		}
		p, q := binary0(variableOf(v), r.Below(v.typ.len)), binary0(variableOf(v), r.Below(v.typ.len))
		sign := []string{"-", "<", "=="}[r.Below(3)]
		t := basic[kInt]
		if sign == "-" {
			t = basic[kLong]
		}
		return &expr{op: opBinary, sign: sign, typ: t, args: []*expr{p, q}}
	}
	return nil
}
