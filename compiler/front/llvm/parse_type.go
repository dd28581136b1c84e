package llvm

import (
	"strconv"

	"github.com/tuffy-ir/tuffy/ir"
)

// Limits of what is read, so that no text makes the reader take much more memory than it has bytes.
const (
	maxIntBits = 1 << 12 // of an integer
	maxNesting = 200     // of types and constants
	maxLanes   = 1 << 12 // of a vector
)

// types makes the types of a module, each once.
type types struct {
	named map[string]*typ
	list  []*typ // the named ones
	ints  map[uint32]*typ
	ptrs  map[uint32]*typ
	words map[string]*typ
	made  map[string]*typ // by their text
}

func newTypes() *types {
	s := &types{named: map[string]*typ{}, ints: map[uint32]*typ{}, ptrs: map[uint32]*typ{}, words: map[string]*typ{}, made: map[string]*typ{}}
	for name, t := range map[string]*typ{"void": {kind: tVoid}, "label": {kind: tLabel}, "metadata": {kind: tMetadata}, "token": {kind: tToken},
		"half": {kind: tFloat, float: ir.F16}, "bfloat": {kind: tFloat, float: ir.BF16}, "float": {kind: tFloat, float: ir.F32},
		"double": {kind: tFloat, float: ir.F64}, "fp128": {kind: tFloat, float: ir.F128}, "x86_fp80": {kind: tFloat, float: ir.F80},
		"ppc_fp128": {kind: tOther}, "x86_mmx": {kind: tOther}, "x86_amx": {kind: tOther}} {
		t.name = name
		s.words[name] = t
	}
	return s
}

// integer is iN.
func (s *types) integer(n uint32) *typ {
	t := s.ints[n]
	if t == nil {
		t = &typ{kind: tInt, bits: n}
		s.ints[n] = t
	}
	return t
}

// pointer is ptr addrspace(as).
func (s *types) pointer(as uint32) *typ {
	t := s.ptrs[as]
	if t == nil {
		t = &typ{kind: tPtr, bits: as}
		s.ptrs[as] = t
	}
	return t
}

// once is the type that has the same text as t.
func (s *types) once(t *typ) *typ {
	key := t.text()
	if old := s.made[key]; old != nil {
		return old
	}
	s.made[key] = t
	return t
}

func (s *types) vector(elem *typ, n uint64) *typ {
	return s.once(&typ{kind: tVector, elem: elem, n: n})
}

func (s *types) array(elem *typ, n uint64) *typ {
	return s.once(&typ{kind: tArray, elem: elem, n: n})
}

func (s *types) structure(packed bool, fields ...*typ) *typ {
	return s.once(&typ{kind: tStruct, fields: fields, packed: packed})
}

// text is t as LLVM writes it.
func (t *typ) text() string { return string(t.appendText(nil)) }

// appendText writes t; a struct with a name is its name.
func (t *typ) appendText(b []byte) []byte {
	switch t.kind {
	case tInt:
		return strconv.AppendUint(append(b, 'i'), uint64(t.bits), 10)
	case tPtr:
		b = append(b, "ptr"...)
		if t.bits != 0 {
			b = append(strconv.AppendUint(append(b, " addrspace("...), uint64(t.bits), 10), ')')
		}
		return b
	case tVector, tArray:
		open, end := byte('['), byte(']')
		if t.kind == tVector {
			open, end = '<', '>'
		}
		b = append(b, open)
		if t.scalable {
			b = append(b, "vscale x "...)
		}
		b = append(strconv.AppendUint(b, t.n, 10), " x "...)
		return append(t.elem.appendText(b), end)
	case tStruct:
		if t.name != "" {
			return append(append(b, '%'), t.name...)
		}
		if t.packed {
			b = append(b, '<')
		}
		b = append(b, '{')
		for i, f := range t.fields {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = f.appendText(b)
		}
		b = append(b, '}')
		if t.packed {
			b = append(b, '>')
		}
		return b
	case tFunc:
		b = append(t.elem.appendText(b), " ("...)
		for i, f := range t.fields {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = f.appendText(b)
		}
		if t.variadic {
			b = append(b, ", ..."...)
		}
		return append(b, ')')
	}
	return append(b, t.name...)
}

// isTypeWord reports whether a word begins a type.
func (p *parser) isTypeWord() bool {
	if p.tok.kind == tokWord {
		w := p.tok.text
		if p.types.words[w] != nil || w == "ptr" || w == "opaque" || w == "target" {
			return true
		}
		return w[0] == 'i' && len(w) > 1 && classes[w[1]]&chDigit != 0
	}
	return p.tok.kind == tokLocal || p.is("{") || p.is("[") || p.is("<")
}

// number reads a number without a sign.
func (p *parser) number(what string, limit uint64) uint64 {
	if p.tok.kind != tokInt {
		p.expected(what)
	}
	n, err := strconv.ParseUint(p.tok.text, 10, 64)
	if err != nil || n > limit {
		p.fail("%s %s is not between 0 and %d", what, p.tok.text, limit)
	}
	p.next()
	return n
}

// typeOf reads a type.
func (p *parser) typeOf() *typ {
	if p.depth++; p.depth > maxNesting {
		p.fail("more than %d types in each other are not supported", maxNesting)
	}
	defer func() { p.depth-- }()
	t := p.plainType()
	for {
		switch {
		case p.is("*"):
			p.next()
			t = p.types.pointer(0)
		case p.is("addrspace") && t.kind != tPtr:
			as := p.addressSpace()
			p.expect("*")
			t = p.types.pointer(as)
		case p.is("("):
			p.next()
			f := &typ{kind: tFunc, elem: t}
			for !p.is(")") {
				if p.accept("...") {
					f.variadic = true
					break
				}
				f.fields = append(f.fields, p.typeOf())
				p.attributes(paramAttr)
				if p.tok.kind == tokLocal {
					p.next()
				}
				if !p.accept(",") {
					break
				}
			}
			p.expect(")")
			t = p.types.once(f)
		default:
			return t
		}
	}
}

// addressSpace reads addrspace(N).
func (p *parser) addressSpace() uint32 {
	p.expect("addrspace")
	p.expect("(")
	if p.tok.kind == tokString { // addrspace("A") and its like
		p.fail("the address space %q is not supported", p.tok.text)
	}
	as := uint32(p.number("address space", ir.MaxTypePayload))
	p.expect(")")
	return as
}

// plainType reads a type without what may follow it.
func (p *parser) plainType() *typ {
	switch {
	case p.tok.kind == tokWord:
		w := p.tok.text
		if t := p.types.words[w]; t != nil {
			p.next()
			return t
		}
		switch {
		case w == "ptr":
			p.next()
			if p.is("addrspace") {
				return p.types.pointer(p.addressSpace())
			}
			return p.types.pointer(0)
		case w == "target":
			p.fail("types of a target are not supported")
		case w[0] == 'i' && len(w) > 1 && classes[w[1]]&chDigit != 0:
			n, err := strconv.ParseUint(w[1:], 10, 32)
			if err != nil || n == 0 || n > maxIntBits {
				p.fail("integers of %s bits are not supported: the limit is %d", w[1:], maxIntBits)
			}
			p.next()
			return p.types.integer(uint32(n))
		}
	case p.tok.kind == tokLocal:
		name := p.tok.text
		t := p.types.named[name]
		if t == nil {
			t = &typ{kind: tStruct, name: name, opaque: true, at: p.here()}
			p.types.named[name] = t
			p.types.list = append(p.types.list, t)
		}
		p.next()
		return t
	case p.is("{"):
		return p.types.once(&typ{kind: tStruct, fields: p.structBody()})
	case p.is("["):
		p.next()
		n := p.number("number of elements", 1<<62)
		p.expect("x")
		e := p.typeOf()
		p.expect("]")
		return p.types.array(e, n)
	case p.is("<"):
		return p.angleType()
	}
	p.expected("a type")
	return nil
}

// angleType reads a vector or a packed struct.
func (p *parser) angleType() *typ {
	p.next()
	if p.is("{") {
		f := p.structBody()
		p.expect(">")
		return p.types.once(&typ{kind: tStruct, packed: true, fields: f})
	}
	scalable := p.accept("vscale")
	if scalable {
		p.expect("x")
	}
	n := p.number("number of elements", 1<<62)
	p.expect("x")
	e := p.typeOf()
	if e.kind != tInt && e.kind != tFloat && e.kind != tPtr {
		p.fail("a vector has elements that are integers, floats or pointers, not %s", e.text())
	}
	p.expect(">")
	return p.types.once(&typ{kind: tVector, elem: e, n: n, scalable: scalable})
}

// structBody reads { T, … }.
func (p *parser) structBody() []*typ {
	p.expect("{")
	fields := []*typ{}
	for !p.is("}") {
		fields = append(fields, p.typeOf())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return fields
}

// typeDefinition reads %x = type T.
func (p *parser) typeDefinition() {
	name, at := p.tok.text, p.here()
	p.next()
	p.expect("=")
	p.expect("type")
	t := p.types.named[name]
	if t == nil {
		t = &typ{kind: tStruct, name: name, opaque: true, at: at}
		p.types.named[name] = t
		p.types.list = append(p.types.list, t)
	}
	if p.accept("opaque") {
		return
	}
	if !t.opaque {
		p.failPlace(at, "the type %%%s is defined twice", name)
	}
	packed := p.accept("<")
	if !p.is("{") {
		p.expected("the body of a struct")
	}
	fields := p.structBody()
	if packed {
		p.expect(">")
	}
	t.fields, t.packed, t.opaque = fields, packed, false
}
