package cgen

import (
	"math/big"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

func halved(v *big.Int) *big.Int { return new(big.Int).Rsh(v, 1) }

// integerKinds is the kinds of integers that are drawn, the most common first.
var integerKinds = []kind{kInt, kUInt, kLong, kULong, kChar, kUChar, kShort, kUShort, kBool, kSChar, kLLong, kULLong, kInt128, kUInt128}

// intType draws an integer type.
func (g *program) intType(r *choice.Record) *typ {
	n := len(integerKinds)
	if !g.on["int128"] {
		n -= 2
	}
	return basic[integerKinds[r.Below(n)]]
}

// scalarType draws an arithmetic type.
func (g *program) scalarType(r *choice.Record) *typ {
	if n := r.Below(8); n > 5 && g.on["floats"] {
		if k := kFloat + kind(r.Below(3)); k != kLDouble || g.on["long double"] {
			return basic[k]
		}
	}
	return g.intType(r)
}

// types draws structs and unions. A union has integers only, the first as large as any other: reading another member than
// the one that was written is defined, and every byte has a value.
func (g *program) types(r *choice.Record) {
	if g.on["records"] {
		for range 1 + r.Below(3) {
			t := &typ{kind: kStruct, tag: g.name("S")}
			for range 1 + r.Below(6) {
				t.fields = append(t.fields, g.field(r))
			}
			t.layout()
			g.records = append(g.records, t)
		}
	}
	if g.on["unions"] {
		t := &typ{kind: kUnion, tag: g.name("U")}
		whole := basic[[]kind{kULong, kLong, kULLong}[r.Below(3)]]
		t.fields = append(t.fields, &field{name: g.name("m"), typ: whole})
		for range 1 + r.Below(3) {
			m := basic[[]kind{kInt, kUChar, kShort, kUInt, kSChar, kLong}[r.Below(6)]]
			if r.Below(3) == 0 {
				m = m.array(whole.size / m.size)
			}
			t.fields = append(t.fields, &field{name: g.name("m"), typ: m})
		}
		t.layout()
		g.records = append(g.records, t)
	}
}

// field draws a member of a struct.
func (g *program) field(r *choice.Record) *field {
	f := &field{name: g.name("m")}
	switch n := r.Below(10); {
	case n < 4 && g.on["bit-fields"]:
		f.typ = basic[[]kind{kInt, kUInt, kUInt, kInt, kUShort, kSChar, kLong, kULong, kBool}[r.Below(9)]]
		f.bits = 1 + r.Below(min(int(f.typ.bits()), 31))
	case n == 4:
		f.typ = g.scalarType(r).array(1 + r.Below(4))
	case n == 5 && len(g.records) > 0:
		f.typ = g.records[r.Below(len(g.records))]
	default:
		f.typ = g.scalarType(r)
	}
	return f
}

// objectType draws the type of a variable.
func (g *program) objectType(r *choice.Record) *typ {
	switch n := r.Below(12); {
	case n == 0 && len(g.records) > 0 || n == 1 && len(g.records) > 0:
		return g.records[r.Below(len(g.records))]
	case n == 2:
		return g.scalarType(r).array(1 + r.Below(6))
	case n == 3:
		return g.scalarType(r).array(1 + r.Below(4)).array(1 + r.Below(3))
	case n == 4 && len(g.records) > 0:
		return g.records[r.Below(len(g.records))].array(1 + r.Below(3))
	}
	return g.scalarType(r)
}

// global draws a global variable, with a constant initialiser or none.
func (g *program) global(b *body, r *choice.Record) {
	v := &variable{name: g.name("g"), global: true, typ: g.objectType(r)}
	v.constant = r.Chance(120)
	v.volat = !v.constant && g.on["volatile"] && calm(v.typ) && r.Chance(120)
	if n := r.Below(3); n > 0 || v.constant {
		v.init = b.constantInitial(r, v.typ)
	}
	g.globals = append(g.globals, v)
	if g.on["pointers"] && !v.volat && !v.constant && r.Below(3) == 0 {
		if target := leaf(&expr{op: opVar, typ: v.typ, v: v}, r, func(n int) *expr { return number(basic[kInt], int64(r.Below(n))) }); target != nil && target.bits == 0 && target.op != opField || target != nil && target.fld != nil && target.fld.bits == 0 {
			p := &variable{name: g.name("p"), global: true, typ: target.typ.pointer()}
			p.init = &initial{e: address(target)}
			g.globals = append(g.globals, p)
		}
	}
}

// constantInitial draws an initialiser of constants.
func (b *body) constantInitial(r *choice.Record, t *typ) *initial {
	return b.initialOf(r, t, func(t *typ) *expr { return b.literalOf(r, t) })
}

// initialOf draws an initialiser: with designators or without, some parts left out.
func (b *body) initialOf(r *choice.Record, t *typ, scalar func(*typ) *expr) *initial {
	switch {
	case t.kind == kArray:
		in := &initial{}
		named := r.Below(3) == 0 && b.g.on["literals"]
		for n := range t.len {
			if n > 0 && r.Below(6) == 0 {
				if !named {
					break
				}
				continue
			}
			in.parts = append(in.parts, part{n, named, b.initialOf(r, t.elem, scalar)})
		}
		return in
	case t.kind == kUnion:
		return &initial{parts: []part{{0, false, b.initialOf(r, t.fields[0].typ, scalar)}}}
	case t.kind == kStruct:
		in := &initial{}
		named := r.Below(2) == 0 && b.g.on["literals"]
		for n, f := range t.fields {
			if n > 0 && r.Below(6) == 0 {
				if !named {
					break
				}
				continue
			}
			x := b.initialOf(r, f.typ, scalar)
			if f.bits > 0 {
				x.e = forField(x.e, f.typ)
			}
			in.parts = append(in.parts, part{n, named, x})
		}
		return in
	}
	return &initial{e: scalar(t)}
}

// number is an integer constant.
func number(t *typ, v int64) *expr {
	return &expr{op: opConst, typ: t, i: wrap(big.NewInt(v), t.bits(), t.signed())}
}

// literalOf draws a constant of an arithmetic type: small, or near an end.
func (b *body) literalOf(r *choice.Record, t *typ) *expr {
	e := &expr{op: opConst, typ: t}
	if t.float() {
		f := new(big.Float).SetPrec(64).SetInt64(int64(int8(r.Byte())))
		e.f = f.SetMantExp(f, r.Below(6)-3)
		if f.Sign() == 0 && r.Below(8) == 7 {
			f.Neg(f)
		}
		return e
	}
	v := big.NewInt(int64(r.Below(12)))
	switch r.Below(8) {
	case 1:
		v = t.most()
	case 2:
		v = t.least()
	case 3:
		v.Sub(t.most(), v)
	case 4:
		v.Add(t.least(), v)
	case 5:
		v = new(big.Int).SetUint64(r.Word())
		if t.size > 8 {
			v.Lsh(v, uint(r.Below(64)))
		}
	case 6:
		v.Neg(v)
	}
	e.i = wrap(v, t.bits(), t.signed())
	return e
}

// function draws a function and its body. One that is pure writes nothing but its own variables, so that it may be called
// anywhere in an expression.
func (g *program) function(src *choice.Source, r *choice.Record) {
	f := &function{name: g.name("f"), typ: &typ{kind: kFunc, elem: g.scalarType(r)}}
	if r.Below(5) == 4 && len(g.records) > 0 {
		f.typ.elem = g.records[r.Below(len(g.records))]
	}
	f.effects = r.Below(3) != 0
	for range r.Below(5) {
		v := &variable{name: g.name("a"), typ: g.scalarType(r), depth: 1}
		switch n := r.Below(6); {
		case n == 4 && len(g.records) > 0:
			v.typ = g.records[r.Below(len(g.records))]
		case n == 5 && g.on["pointers"]:
			v.typ = v.typ.pointer()
			if len(g.records) > 0 && r.Below(2) == 0 {
				v.typ = g.records[r.Below(len(g.records))].pointer()
			}
		}
		f.typ.params, f.params = append(f.typ.params, v.typ), append(f.params, v)
	}
	b := &body{g: g, fn: f, src: &joined{[]*choice.Source{src}}, pure: !f.effects}
	b.push()
	for _, v := range f.params {
		b.add(v)
	}
	if r.Below(4) == 0 && g.on["recursion"] {
		b.recursive(r)
	}
	f.body = append(f.body, b.list(12)...)
	f.body = append(f.body, b.withScratch(func() []*stmt {
		return []*stmt{{kind: sReturn, e: b.ofType(b.src.record(), f.typ.elem, 2)}}
	})...)
	g.funcs = append(g.funcs, f)
}

// recursive gives the function a first parameter that counts its own calls down, and a call of itself.
func (b *body) recursive(r *choice.Record) {
	f := b.fn
	n := &variable{name: b.g.name("n"), typ: basic[kInt], counter: true, depth: 1}
	f.params, f.typ.params = append([]*variable{n}, f.params...), append([]*typ{n.typ}, f.typ.params...)
	b.add(n)
	args := []*expr{{op: opFunc, typ: f.typ, fn: f}, {op: opBinary, sign: "-", typ: basic[kInt], args: []*expr{variableOf(n), number(basic[kInt], 1)}}}
	for _, p := range f.params[1:] {
		args = append(args, variableOf(p))
	}
	v := &variable{name: b.g.name("v"), typ: f.typ.elem, depth: 1}
	f.body = append(f.body, &stmt{kind: sDecl, v: v})
	call := &expr{op: opCall, typ: f.typ.elem, args: args}
	v.init = b.constantInitial(r, v.typ)
	f.body = append(f.body, &stmt{kind: sIf, e: &expr{op: opBinary, sign: ">", typ: basic[kInt], args: []*expr{variableOf(n), number(basic[kInt], 0)}},
		body: []*stmt{{kind: sExpr, e: &expr{op: opAssign, typ: v.typ, args: []*expr{variableOf(v), call}}}}})
	b.add(v)
}

// mainBody draws main: statements, then every global is printed.
func (g *program) mainBody(src *joined) {
	b := &body{g: g, fn: g.main, src: src}
	b.push()
	g.main.body = b.list(1 << 20)
	for _, v := range g.globals {
		if v.typ.kind != kPointer && v.typ.kind != kFunc {
			g.main.body = append(g.main.body, b.show(variableOf(v), v.name)...)
		}
	}
	g.main.body = append(g.main.body, &stmt{kind: sLabel, label: plantMark}, &stmt{kind: sReturn, e: number(basic[kInt], 0)})
}

// show prints all parts of an object.
func (b *body) show(e *expr, name string) []*stmt {
	s := &stmt{kind: sPrint}
	var walk func(e *expr)
	walk = func(e *expr) {
		switch {
		case e.typ.kind == kArray:
			for n := range e.typ.len {
				walk(indexed(e, number(basic[kInt], int64(n))))
			}
		case e.typ.record():
			for _, f := range e.typ.fields {
				walk(member(e, f))
				if e.typ.kind == kUnion {
					return
				}
			}
		case e.typ.arithmetic():
			s.print, s.words = append(s.print, e), append(s.words, " ")
		}
	}
	walk(e)
	if len(s.print) == 0 {
		return nil
	}
	s.words[0] = name + "="
	return []*stmt{s}
}
