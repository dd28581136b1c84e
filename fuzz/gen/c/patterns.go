package cgen

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

// pointerStmt declares a pointer to an object that is there, or gives one another object; a pointer to a pointer, too.
func (b *body) pointerStmt(r *choice.Record) []*stmt {
	if r.Below(3) == 0 && !b.pure && !b.kept {
		for _, v := range b.visible() {
			if v.typ.kind == kPointer && !v.heap && !v.owner && !v.constant && r.Below(2) == 0 && v.room == 0 {
				depth := v.depth
				if v.static || v.global {
					depth = 0
				}
				if to := b.addressOf(r, v.typ.elem, depth); to != nil {
					return one(&expr{op: opAssign, typ: v.typ, args: []*expr{variableOf(v), to}})
				}
			}
		}
	}
	t := b.g.objectType(r)
	for _, v := range b.visible() {
		if r.Below(2) == 0 && v.typ.kind != kFunc && v.typ.kind != kVoid && !v.heap && v.room == 0 {
			t = v.typ
			break
		}
	}
	to := b.addressOf(r, t, len(b.scopes))
	if to == nil {
		return nil
	}
	v := b.local("p", t.pointer())
	v.init = &initial{e: to}
	b.add(v)
	return []*stmt{{kind: sDecl, v: v}}
}

// walkStmt goes over an array with a pointer, from its beginning to one behind its end.
func (b *body) walkStmt(r *choice.Record) []*stmt {
	if b.pure || b.kept {
		return nil
	}
	for _, v := range b.visible() {
		if v.typ.kind != kArray || !v.typ.elem.arithmetic() || v.constant || v.volat || v.text || r.Below(2) != 0 {
			continue
		}
		p := b.local("p", v.typ.elem.pointer())
		p.init = &initial{e: variableOf(v)}
		x := variableOf(p)
		from := b.forChange(b.arith(r, 2), deref(x))
		change := &expr{op: opChange, sign: "+=", typ: v.typ.elem, args: []*expr{deref(x), from}}
		loop := &stmt{kind: sFor, e: &expr{op: opBinary, sign: "<", typ: basic[kInt], args: []*expr{x, binaryAt(variableOf(v), v.typ.len)}},
			step: &expr{op: opChange, sign: "+=", typ: p.typ, args: []*expr{x, number(basic[kInt], 1)}}, body: one(change)}
		loop.init = &expr{op: opAssign, typ: p.typ, args: []*expr{x, variableOf(v)}}
		return []*stmt{{kind: sBlock, body: append(b.take(), &stmt{kind: sDecl, v: p}, loop)}}
	}
	return nil
}

// take hands over the scratch variables that were declared so far.
func (b *body) take() []*stmt {
	out := b.scratch
	b.scratch = nil
	return out
}

func binaryAt(a *expr, n int) *expr {
	return &expr{op: opBinary, sign: "+", typ: a.typ.elem.pointer(), args: []*expr{a, number(basic[kInt], int64(n))}}
}

// stringStmt declares a string, or changes one.
func (b *body) stringStmt(r *choice.Record) []*stmt {
	if r.Below(2) == 0 && !b.kept {
		for _, v := range b.visible() {
			if v.text && !v.constant && b.writable(v) {
				return one(call([]string{"strcpy", "strcat"}[r.Below(2)], variableOf(v), literal(words[r.Below(len(words))])))
			}
		}
	}
	v := b.local("s", basic[kChar].array(12))
	v.init, v.text = &initial{e: literal(words[r.Below(len(words))])}, true
	b.add(v)
	return []*stmt{{kind: sDecl, v: v}}
}

// bytesStmt looks at objects as bytes: memset, memcpy, memmove, memcmp.
func (b *body) bytesStmt(r *choice.Record) []*stmt {
	var plain []*variable
	for _, v := range b.visible() {
		if v.typ.kind == kArray && v.typ.elem.integer() && v.typ.elem.kind != kBool && !v.volat && !v.text && !v.constant && b.writable(v) {
			plain = append(plain, v)
		}
	}
	if len(plain) == 0 {
		return nil
	}
	v, w := plain[r.Below(len(plain))], plain[r.Below(len(plain))]
	x, y := variableOf(v), variableOf(w)
	n := number(basic[kULong], int64(1+r.Below(min(v.typ.size, w.typ.size))))
	switch r.Below(4) {
	case 0:
		return one(call("memset", x, b.literalOf(r, basic[kInt]), n))
	case 1:
		if v != w {
			return one(call("memcpy", x, y, n))
		}
	case 2:
		if v.typ.len > 1 {
			return one(call("memmove", binaryAt(x, 1), x, number(basic[kULong], int64(v.typ.elem.size*(v.typ.len-1)))))
		}
	}
	to := b.lvalue(r, true, 0)
	if to == nil {
		return nil
	}
	return one(assign(to, signOf(r, call("memcmp", x, y, n))))
}

// mallocStmt has memory of its own for a block: an array or a struct, given values before it is read.
func (b *body) mallocStmt(r *choice.Record) []*stmt {
	if b.pure {
		return nil
	}
	if n := len(b.g.records); n > 0 && r.Below(2) == 0 {
		t := b.g.records[r.Below(n)]
		p := b.local("h", t.pointer())
		p.owner = true
		p.init = &initial{e: call("malloc", &expr{op: opSizeof, typ: basic[kULong], args: []*expr{{typ: t}}})}
		fill := &expr{op: opAssign, typ: t, args: []*expr{deref(variableOf(p)), {op: opLiteral, typ: t, init: b.constantInitial(r, t)}}}
		body := append(b.take(), &stmt{kind: sDecl, v: p}, &stmt{kind: sExpr, e: fill})
		b.push()
		b.add(p)
		body = append(body, b.inner(3)...)
		b.pop()
		return []*stmt{{kind: sBlock, body: append(body, one(call("free", variableOf(p)))...)}}
	}
	t, n := b.g.scalarType(r), 1+r.Below(6)
	p := b.local("h", t.pointer())
	p.heap, p.room = true, n
	p.init = &initial{e: call("calloc", number(basic[kULong], int64(n)), &expr{op: opSizeof, typ: basic[kULong], args: []*expr{{typ: t}}})}
	body := append(b.take(), &stmt{kind: sDecl, v: p})
	body = append(body, b.fillLoop(r, variableOf(p), number(basic[kInt], int64(n)))...)
	body = append(body, b.sumLoop(r, variableOf(p), number(basic[kInt], int64(n)))...)
	return []*stmt{{kind: sBlock, body: append(body, one(call("free", variableOf(p)))...)}}
}

// fillLoop gives all n elements a value.
func (b *body) fillLoop(r *choice.Record, a, n *expr) []*stmt {
	return b.each(n, func(i *expr) []*stmt {
		return b.withScratch(func() []*stmt { return one(assign(indexed(a, i), b.arith(r, 2))) })
	})
}

// each is a loop over all numbers below n.
func (b *body) each(n *expr, inside func(i *expr) []*stmt) []*stmt {
	v := b.local("i", basic[kInt])
	v.init, v.counter = &initial{e: number(v.typ, 0)}, true
	x := variableOf(v)
	b.push()
	b.add(v)
	body := inside(x)
	b.pop()
	loop := &stmt{kind: sFor, init: assign(x, number(v.typ, 0)), e: binary("<", x, n), step: &expr{op: opStep, sign: "++", post: true, typ: v.typ, args: []*expr{x}}, body: body}
	return []*stmt{{kind: sBlock, body: []*stmt{{kind: sDecl, v: v}, loop}}}
}

// sumLoop mixes all n elements into something that is seen.
func (b *body) sumLoop(r *choice.Record, a, n *expr) []*stmt {
	to := b.lvalue(r, true, 0)
	if to == nil {
		return nil
	}
	return b.each(n, func(i *expr) []*stmt {
		return one(&expr{op: opChange, sign: []string{"+=", "-="}[r.Below(2)], typ: to.typ, bits: to.bits, args: []*expr{to, b.forChange(indexed(a, i), to)}})
	})
}

// vlaStmt has an array whose length is a value.
func (b *body) vlaStmt(r *choice.Record) []*stmt {
	n := b.local("n", basic[kInt])
	n.init, n.counter = &initial{e: number(n.typ, int64(1+r.Below(7)))}, true
	v := b.local("w", b.g.scalarType(r).array(0))
	v.dynamic = variableOf(n)
	if r.Below(2) == 0 {
		v.dynamic = binary("+", variableOf(n), number(basic[kInt], 2))
	}
	body := append(b.take(), &stmt{kind: sDecl, v: n}, &stmt{kind: sDecl, v: v})
	b.push()
	b.add(n)
	body = append(body, b.fillLoop(r, variableOf(v), variableOf(n))...)
	body = append(body, b.sumLoop(r, variableOf(v), variableOf(n))...)
	b.pop()
	return []*stmt{{kind: sBlock, body: body}}
}

// setjmpStmt calls a function that jumps back, at a depth. Between the two only objects that keep their values are written.
func (b *body) setjmpStmt(r *choice.Record) []*stmt {
	if b.pure || b.kept || len(b.g.globals) == 0 {
		return nil
	}
	buf := b.jumpBuffer()
	b.kept = true
	body := b.inner(2)
	jump := &expr{op: opLibrary, text: "longjmp", typ: basic[kVoid], v: buf, args: []*expr{number(basic[kInt], int64(1+r.Below(3)))}}
	cond := b.arith(r, 2)
	b.kept = false
	body = append(append(b.take(), body...), &stmt{kind: sIf, e: cond, body: one(jump)})
	return []*stmt{{kind: sSetjmp, v: buf, body: body, other: b.inner(2)}}
}

// jumpBuffer is a global of type jmp_buf, which only setjmp and longjmp know.
func (b *body) jumpBuffer() *variable {
	v := &variable{name: b.g.name("jb"), global: true, typ: &typ{kind: kVoid, tag: "jmp_buf"}}
	b.g.buffers = append(b.g.buffers, v)
	return v
}

// sortStmt sorts an array of integers, all of it or a part.
func (b *body) sortStmt(r *choice.Record) []*stmt {
	if b.pure {
		return nil
	}
	for _, v := range b.visible() {
		if v.typ.kind != kArray || !v.typ.elem.integer() || v.constant || v.volat || v.text || !b.writable(v) {
			continue
		}
		f := b.g.comparator(v.typ.elem, r.Below(2) == 0)
		size := &expr{op: opSizeof, typ: basic[kULong], args: []*expr{{typ: v.typ.elem}}}
		return one(call("qsort", variableOf(v), number(basic[kULong], int64(v.typ.len-r.Below(2)*(v.typ.len/2))), size, &expr{op: opFunc, typ: f.typ, fn: f}))
	}
	return nil
}

// comparator is the function that qsort calls for a type.
func (g *program) comparator(t *typ, down bool) *function {
	c := &variable{name: "x", typ: voidPointer}
	d := &variable{name: "y", typ: voidPointer}
	if down {
		c, d = d, c
	}
	f := &function{name: g.name("cmp"), typ: &typ{kind: kFunc, elem: basic[kInt], params: []*typ{voidPointer, voidPointer}}, params: []*variable{c, d}}
	if down {
		f.params = []*variable{d, c}
	}
	f.effects = true // so that nothing else calls it
	f.private = true
	at := func(v *variable) *expr { return deref(cast(t.pointer(), variableOf(v))) }
	f.body = []*stmt{{kind: sReturn, e: binary("-", binary(">", at(c), at(d)), binary("<", at(c), at(d)))}}
	g.funcs = append(g.funcs, f)
	return f
}

// tableStmt declares a table of functions of one type.
func (b *body) tableStmt(r *choice.Record) []*stmt {
	if b.pure {
		return nil
	}
	var same []*function
	for _, f := range b.g.funcs {
		if f.native == nil && !f.private && !f.effects && !recursive(f) && (len(same) == 0 || alike(f.typ, same[0].typ)) && f.typ.elem.arithmetic() {
			same = append(same, f)
		}
	}
	if len(same) == 0 {
		return nil
	}
	t := same[0].typ.pointer().array(1 + r.Below(3))
	v := b.local("tab", t)
	v.constant = true
	v.init = &initial{}
	for n := range t.len {
		f := same[r.Below(len(same))]
		v.init.parts = append(v.init.parts, part{n, false, &initial{e: &expr{op: opFunc, typ: f.typ.pointer(), fn: f}}})
	}
	b.add(v)
	return []*stmt{{kind: sDecl, v: v}}
}

func recursive(f *function) bool { return len(f.params) > 0 && f.params[0].counter }

func alike(a, b *typ) bool {
	if a.elem != b.elem || len(a.params) != len(b.params) {
		return false
	}
	for n := range a.params {
		if a.params[n] != b.params[n] {
			return false
		}
	}
	return true
}

// throughPointer calls a function of a table.
func (b *body) throughPointer(r *choice.Record, depth int) *expr {
	for _, v := range b.visible() {
		if v.typ.kind != kArray || v.typ.elem.kind != kPointer || v.typ.elem.elem.kind != kFunc {
			continue
		}
		t := v.typ.elem.elem
		e := &expr{op: opCall, typ: t.elem, args: []*expr{indexed(variableOf(v), b.indexBelow(r, v.typ.len, depth))}}
		for _, p := range t.params {
			a := b.ofType(r, p, depth)
			if a == nil {
				return nil
			}
			e.args = append(e.args, a)
		}
		return e
	}
	return nil
}

// natives adds the function of variable arguments.
func (g *program) natives() {
	if !g.on["varargs"] {
		return
	}
	// The letters of the format say what the arguments are.
	g.mix = &function{name: "va_mix", typ: &typ{kind: kFunc, elem: basic[kULong], params: []*typ{charPointer}, variadic: true},
		params: []*variable{{name: "f", typ: charPointer}}, effects: true, private: true, native: mixed, text: `{
  va_list ap, aq;
  unsigned long r = 7;
  va_start(ap, f);
  va_copy(aq, ap);
  for (; *f; f++)
    switch (*f) {
    case 'i': r = r * 31 + (unsigned)va_arg(ap, int); break;
    case 'l': r = r * 31 + va_arg(ap, unsigned long); break;
    case 'd': r = r * 31 + bits_d(va_arg(ap, double)); break;
    case 'p': r = r * 31 + (unsigned)*va_arg(ap, int *); break;
    }
  va_end(aq);
  va_end(ap);
  return r;
}`}
	g.funcs = append(g.funcs, g.mix)
}

// mixed is va_mix.
func mixed(m *machine, args []value) value {
	r := big.NewInt(7)
	for n, c := range cString(nil, args[0].p) {
		v := args[n+1]
		add := v.i
		switch c {
		case 'i':
			add = wrap(v.i, 32, false)
		case 'd':
			add, _ = new(big.Int).SetString(shown(nil, v), 16)
		case 'p':
			add = wrap(load(nil, place{v.p.obj, v.p.off, basic[kInt], nil}).i, 32, false)
		}
		r = wrap(new(big.Int).Add(new(big.Int).Mul(r, big.NewInt(31)), add), 64, false)
	}
	return integer(basic[kULong], r)
}

// variadicExpr calls the function of variable arguments.
func (b *body) variadicExpr(r *choice.Record, depth int) *expr {
	format := ""
	var args []*expr
	for range r.Below(10) {
		switch n := r.Below(4); {
		case n == 0:
			format += "i"
			args = append(args, cast(basic[kInt], b.arith(r, depth)))
		case n == 1:
			format += "l"
			args = append(args, cast(basic[kULong], b.arith(r, depth)))
		case n == 2 && b.g.on["floats"]:
			format += "d"
			args = append(args, cast(basic[kDouble], b.arith(r, depth)))
		default:
			if p := b.addressOf(r, basic[kInt], 1<<30); p != nil {
				format += "p"
				args = append(args, p)
			}
		}
	}
	return &expr{op: opCall, typ: basic[kULong], args: append([]*expr{{op: opFunc, typ: b.g.mix.typ, fn: b.g.mix}, literal(format)}, args...)}
}
