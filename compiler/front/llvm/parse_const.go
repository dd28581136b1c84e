package llvm

import (
	"math"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// maxConsts bounds how many integer constants are shared.
const maxConsts = 1 << 16

// parseInt is the number that a token is, in the form of t.
func (p *parser) parseInt(t *typ, text string) num.Int {
	if n := len(text); n <= 18 && text[0] != 'u' && text[0] != 's' {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			if t.bits >= 64 || v >= -1<<(t.bits-1) && (v < 0 || uint64(v) < 1<<t.bits) {
				x := num.New(v)
				if t.bits < 64 && v >= 1<<(t.bits-1) {
					x = x.SignExtend(uint(t.bits))
				}
				return x
			}
			p.fail("the number %s does not fit %s", text, t.text())
		}
	}
	var v num.Int
	ok := true
	switch {
	case strings.HasPrefix(text, "u0x"):
		v, ok = num.Parse(text[3:], 16)
	case strings.HasPrefix(text, "s0x"):
		if v, ok = num.Parse(text[3:], 16); ok {
			v = v.SignExtend(uint(4 * len(text[3:])))
		}
	default:
		if len(text) > maxIntBits {
			p.fail("the number does not fit %s", t.text())
		}
		v, ok = num.Parse(strings.TrimPrefix(text, "+"), 10)
	}
	if !ok {
		p.expected("a number")
	}
	if !v.FitsSigned(uint(t.bits)) && !v.FitsUnsigned(uint(t.bits)) {
		p.fail("the number %s does not fit %s", text, t.text())
	}
	return v.SignExtend(uint(t.bits))
}

// intConstant is a constant of type t.
func (p *parser) intConstant(t *typ, text string) value {
	k := constKey{t, text}
	if c := p.consts[k]; c != nil {
		return value{t: t, c: c}
	}
	c := &constant{kind: vInt, int: p.parseInt(t, text)}
	if len(p.consts) < maxConsts {
		p.consts[k] = c
	}
	return value{t: t, c: c}
}

// simple is a constant without parts.
func (p *parser) simple(t *typ, k valueKind) value {
	p.next()
	return value{t: t, c: &constant{kind: k}}
}

// constantOf reads a constant of type t.
func (p *parser) constantOf(t *typ) value {
	if p.tok.kind == tokLocal {
		p.fail("a constant is expected, and %%%s is computed", p.tok.text)
	}
	return p.valueOf(t)
}

// valueOf reads an operand of type t.
func (p *parser) valueOf(t *typ) value {
	switch p.tok.kind {
	case tokLocal:
		if p.fn == nil {
			p.fail("%%%s stands outside of a function", p.tok.text)
		}
		if t.kind == tVoid || t.kind == tFunc || t.kind == tLabel {
			p.fail("a value cannot be a %s", t.text())
		}
		v := value{t: t, slot: p.local(p.tok.text, t)}
		p.next()
		return v
	case tokInt:
		if t.kind != tInt {
			if t.kind == tFloat {
				return p.floatConstant(t)
			}
			p.fail("expected a %s, found the number %s", t.text(), p.tok.text)
		}
		v := p.intConstant(t, p.tok.text)
		p.next()
		return v
	case tokFloat:
		return p.floatConstant(t)
	case tokGlobal:
		if t.kind != tPtr {
			p.fail("@%s is a pointer, and a %s is expected", p.tok.text, t.text())
		}
		c := &constant{kind: vGlobal, at: p.here(), name: symbolName(p.tok.text)}
		p.next()
		return value{t: t, c: c}
	case tokCString:
		c := &constant{kind: vString, at: p.here(), text: unescape(p.tok.text)}
		if t.kind != tArray || t.elem.kind != tInt || t.elem.bits != 8 || t.n != uint64(len(c.text)) {
			p.fail("the string has %d bytes, and its type is %s", len(c.text), t.text())
		}
		p.next()
		return value{t: t, c: c}
	case tokMeta, tokMark:
		if t.kind == tMetadata {
			p.skipMeta()
			return value{t: t, c: &constant{kind: vMeta}}
		}
	case tokWord:
		return p.wordValue(t)
	case tokPunct:
		if p.is("{") || p.is("[") || p.is("<") {
			return p.aggregate(t)
		}
	}
	p.expected("a value of type " + t.text())
	return value{}
}

// wordValue reads a constant that begins with a word.
func (p *parser) wordValue(t *typ) value {
	if t.kind == tMetadata {
		return p.valueOf(p.typeOf())
	}
	if t.kind == tVoid || t.kind == tFunc || t.kind == tLabel {
		p.fail("a value cannot be a %s", t.text())
	}
	at := p.here()
	switch w := p.tok.text; w {
	case "true", "false":
		if t.kind != tInt || t.bits != 1 {
			p.fail("expected a %s, found %s", t.text(), w)
		}
		text := "0"
		if w == "true" {
			text = "1"
		}
		p.next()
		return p.intConstant(t, text)
	case "null":
		if t.kind != tPtr {
			p.fail("expected a %s, found null", t.text())
		}
		return p.simple(t, vNull)
	case "undef":
		return p.simple(t, vUndef)
	case "poison":
		return p.simple(t, vPoison)
	case "zeroinitializer":
		return p.simple(t, vZero)
	case "none":
		return p.simple(t, vZero)
	case "splat":
		if t.kind != tVector {
			p.fail("splat is a vector, and a %s is expected", t.text())
		}
		p.next()
		p.expect("(")
		e := p.typeOf()
		if e != t.elem {
			p.failPlace(at, "the elements of %s are no %s", t.text(), e.text())
		}
		v := p.constantOf(e)
		p.expect(")")
		return value{t: t, c: &constant{kind: vSplat, at: at, list: []value{v}}}
	case "blockaddress":
		p.next()
		p.expect("(")
		if p.tok.kind != tokGlobal {
			p.expected("the name of a function")
		}
		c := &constant{kind: vBlockAddress, at: at, name: symbolName(p.tok.text)}
		p.next()
		p.expect(",")
		if p.tok.kind != tokLocal {
			p.expected("the name of a block")
		}
		c.text = p.tok.text
		p.next()
		p.expect(")")
		return value{t: t, c: c}
	case "dso_local_equivalent", "no_cfi":
		p.next()
		return p.valueOf(t)
	case "asm":
		p.next()
		c := &constant{kind: vAsm, at: at}
		for p.tok.kind == tokWord {
			p.next()
		}
		c.text = p.str("assembly")
		p.expect(",")
		c.name = p.str("constraints")
		return value{t: t, c: c}
	}
	return p.expression(t)
}

// expressions are the operations of constants.
var expressions = map[string]bool{"getelementptr": true, "bitcast": true, "inttoptr": true, "ptrtoint": true, "ptrtoaddr": true, "trunc": true, "zext": true,
	"sext": true, "addrspacecast": true, "add": true, "sub": true, "mul": true, "shl": true, "lshr": true, "ashr": true, "and": true, "or": true,
	"xor": true, "icmp": true, "select": true}

// expression reads an operation on constants.
func (p *parser) expression(t *typ) value {
	if !expressions[p.tok.text] {
		p.expected("a value of type " + t.text())
	}
	if p.depth++; p.depth > maxNesting {
		p.fail("more than %d expressions in each other are not supported", maxNesting)
	}
	defer func() { p.depth-- }()
	c := &constant{kind: vExpr, at: p.here(), name: p.tok.text}
	p.next()
	for {
		f, ok := flagWords[p.tok.text]
		if !ok || p.tok.kind != tokWord {
			break
		}
		c.flags |= f
		p.next()
	}
	if p.accept("inrange") {
		p.skipParens()
	}
	if c.name == "icmp" {
		c.text = p.word("a predicate")
	}
	p.expect("(")
	if c.name == "getelementptr" {
		c.elem = p.typeOf()
		p.expect(",")
	}
	for {
		p.accept("inrange")
		c.list = append(c.list, p.constantOf(p.typeOf()))
		if p.accept("to") {
			if to := p.typeOf(); to != t {
				p.fail("the expression gives a %s, and a %s is expected", to.text(), t.text())
			}
			break
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return value{t: t, c: c}
}

// aggregate reads the parts of a struct, an array or a vector.
func (p *parser) aggregate(t *typ) value {
	if p.depth++; p.depth > maxNesting {
		p.fail("more than %d constants in each other are not supported", maxNesting)
	}
	defer func() { p.depth-- }()
	at := p.here()
	open := p.tok.text
	p.next()
	packed := open == "<" && p.accept("{")
	end := map[string]string{"{": "}", "[": "]", "<": ">"}[open]
	if packed {
		end = "}"
	}
	switch {
	case open == "[" && t.kind != tArray, (open == "{" || packed) && (t.kind != tStruct || t.packed != packed), open == "<" && !packed && t.kind != tVector:
		p.failPlace(at, "a constant in %s is no %s", open, t.text())
	}
	var list []value
	for !p.is(end) {
		et := p.typeOf()
		if want := t.part(len(list)); want == nil || et != want {
			p.fail("part %d of %s is no %s", len(list), t.text(), et.text())
		}
		list = append(list, p.constantOf(et))
		if !p.accept(",") {
			break
		}
	}
	p.expect(end)
	if packed {
		p.expect(">")
	}
	if want := t.parts(); uint64(len(list)) != want {
		p.failPlace(at, "%s has %d parts, and here are %d", t.text(), want, len(list))
	}
	return value{t: t, c: &constant{kind: vAggregate, at: at, list: list}}
}

// part is the type of part i of an aggregate; nil if there is none.
func (t *typ) part(i int) *typ {
	switch {
	case t.kind == tStruct && i < len(t.fields):
		return t.fields[i]
	case (t.kind == tArray || t.kind == tVector) && uint64(i) < t.n:
		return t.elem
	}
	return nil
}

// parts counts the parts of an aggregate.
func (t *typ) parts() uint64 {
	if t.kind == tStruct {
		return uint64(len(t.fields))
	}
	return t.n
}

// floatConstant reads a float of type t.
func (p *parser) floatConstant(t *typ) value {
	if t.kind != tFloat {
		p.fail("expected a %s, found %s", t.text(), p.what())
	}
	at, text := p.here(), p.tok.text
	bits, ok := floatBits(t.float, text)
	if !ok {
		p.fail("%s is no %s", text, t.text())
	}
	p.next()
	return value{t: t, c: &constant{kind: vFloat, at: at, int: bits}}
}

// hexFloats are the letters behind 0x, with the type that they are for.
var hexFloats = map[byte]ir.Type{'K': ir.F80, 'L': ir.F128, 'H': ir.F16, 'R': ir.BF16}

// floatBits are the bits of a float of type t of its text: a decimal number that the type holds exactly, the bits of a
// double in hexadecimal, or those of the type behind a letter.
func floatBits(t ir.Type, text string) (num.Int, bool) {
	if strings.HasPrefix(text, "0x") && len(text) > 2 {
		if want, ok := hexFloats[text[2]]; ok {
			v, ok := num.Parse(text[3:], 16)
			if !ok || want != t || !v.FitsUnsigned(uint(t.FloatBits())) || len(text) > 40 {
				return v, false
			}
			if t == ir.F128 && len(text) == 3+32 { // the low word stands first
				v = v.Shr(64).Or(v.Low(64).Shl(64))
			}
			return v, true
		}
		u, err := strconv.ParseUint(text[2:], 16, 64)
		if err != nil {
			return num.Int{}, false
		}
		return fromDouble(t, u)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		return num.Int{}, false
	}
	return fromDouble(t, math.Float64bits(f))
}

// fromDouble converts the bits of a double.
func fromDouble(t ir.Type, u uint64) (num.Int, bool) {
	switch t {
	case ir.F64:
		return num.FromUint64(u), true
	case ir.F32:
		f := math.Float64frombits(u)
		if math.IsNaN(f) {
			return num.FromUint64(u>>63<<31 | 0x7f800000 | u>>29&(1<<23-1)), u>>29&(1<<23-1) != 0
		}
		return num.FromUint64(uint64(math.Float32bits(float32(f)))), true
	case ir.F16:
		return narrowed(u, 5, 10)
	case ir.BF16:
		return narrowed(u, 8, 7)
	}
	return num.Int{}, false
}

// narrowed is a double in a format with so many bits of exponent and fraction, if that holds it exactly.
func narrowed(u uint64, exp, frac uint) (num.Int, bool) {
	sign, e, f := u>>63, int(u>>52&0x7ff), u&(1<<52-1)
	top, bias := 1<<exp-1, 1<<(exp-1)-1
	pack := func(e, f uint64) (num.Int, bool) {
		return num.FromUint64(sign<<(exp+frac) | e<<frac | f), true
	}
	switch {
	case e == 0 && f == 0:
		return pack(0, 0)
	case e == 0x7ff:
		return pack(uint64(top), f>>(52-frac))
	}
	e += bias - 1023
	drop := 52 - frac
	if e <= 0 { // subnormal there
		f |= 1 << 52
		drop += uint(1 - e)
		e = 0
	}
	if e >= top || drop > 63 || f&(1<<drop-1) != 0 {
		return num.Int{}, false
	}
	return pack(uint64(e), f>>drop)
}
