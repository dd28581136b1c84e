package parser

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// plainTypes are the types without parameters.
var plainTypes = map[string]ir.Type{
	"int": ir.Int, "bool": ir.Bool, "unit": ir.Unit, "mem": ir.Mem,
	"bf16": ir.BF16, "f16": ir.F16, "f32": ir.F32, "f64": ir.F64, "f80": ir.F80, "f128": ir.F128,
	"float": ir.F32, "double": ir.F64,
}

const typeHint = "types: int bool unit mem ptr ptr(AS) byte(N) b<8N> bf16 f16 f32 f64 f80 f128 vec<W> vec<vscale x W> struct{…} [T; N]"

const annotHint = "annotations: :sN :uN :iN :known(…) :alignN :nofpclass(…) :abi(\"…\")"

// typeWord reports whether a type may begin with the word, to tell an unknown type from an unknown annotation.
func typeWord(s string) bool {
	_, ok := plainTypes[s]
	return ok || s == "ptr" || s == "byte" || s == "b" || s == "vec" || s == "struct"
}

// parseType reads a type, with the claims on the fields of an aggregate.
// Equal types are equal handles: package ir interns them.
func (p *parser) parseType() (ir.Type, ir.Annot) { return p.typeAt(0) }

// fieldType reads the type of a field or an element and the claims on it.
func (p *parser) fieldType(depth int) (ir.Type, ir.Annot) {
	t, a := p.typeAt(depth)
	at := p.tok.off
	return t, p.meet(at, a, p.annotations())
}

// typeAt is parseType at a depth of nesting.
// A text of a million brackets must not exhaust the stack, so the limit ends the reading altogether.
func (p *parser) typeAt(depth int) (ir.Type, ir.Annot) {
	at := p.tok.off
	if depth > ir.MaxTypeDepth {
		p.report(at, "", "type is nested deeper than the limit of %d", ir.MaxTypeDepth)
		p.stop()
		panic(bailout{})
	}
	switch {
	case p.is('['):
		return p.arrayType(depth)
	case p.tok.kind == tWord && p.tok.text == "struct":
		return p.structType(depth)
	}
	return p.simpleType(), ir.NoAnnot
}

// simpleType reads a type that is no aggregate.
// b<8N> and byte(N) are one type in two spellings.
func (p *parser) simpleType() ir.Type {
	at := p.tok.off
	if p.tok.kind != tWord {
		p.unexpected("a type")
	}
	word := p.tok.text
	if t, ok := plainTypes[word]; ok {
		p.next()
		return t
	}
	switch word {
	case "ptr":
		p.next()
		// A parenthesis on the next line cannot belong to the type.
		if !p.is('(') || p.tok.nl {
			return ir.Ptr
		}
		p.next()
		n := p.uintMax(ir.MaxTypePayload, "an address space")
		p.expect(')', "after the address space")
		return ir.PtrIn(uint32(n))
	case "byte":
		p.next()
		p.expect('(', "after byte")
		n := p.uintMax(ir.MaxTypePayload, "a number of bytes")
		p.expect(')', "after the number of bytes")
		return ir.Bytes(uint32(n))
	case "b":
		p.next()
		n := p.angleBits()
		return ir.Bytes(n / 8)
	case "vec":
		return p.vecType()
	}
	hint := typeHint
	if p.tok.kind == tWord && (isNumbered(p.tok.text, "i") || isNumbered(p.tok.text, "s") || isNumbered(p.tok.text, "u")) {
		hint = "integers have no width: write int, and int:s32 to claim a range"
	}
	if p.isWord("void") {
		hint = "a function without results has no arrow"
	}
	p.fail(at, hint, "unknown type %s", p.found())
	return 0
}

// angleBits reads `<bits>`, bitsToAngle the rest behind the bracket: whole bytes.
func (p *parser) angleBits() uint32 {
	p.expect('<', "before the number of bits")
	return p.bitsToAngle()
}

func (p *parser) bitsToAngle() uint32 {
	at := p.tok.off
	n := p.uintMax(ir.MaxTypePayload, "a number of bits")
	if n%8 != 0 {
		p.fail(at, "", "%d bits are no whole number of bytes", n)
	}
	p.expect('>', "after the number of bits")
	return uint32(n)
}

// vecType reads `vec<W>` or `vec<vscale x W>`, W in bits.
// The width must be whole bytes, by bitsToAngle.
func (p *parser) vecType() ir.Type {
	p.next()
	p.expect('<', "after vec")
	scalable := p.acceptWord("vscale")
	if scalable && !p.acceptWord("x") {
		p.unexpected("'x' after vscale")
	}
	return ir.Vec(p.bitsToAngle(), scalable)
}

// structType reads `struct{T, …}`, with claims on the fields.
func (p *parser) structType(depth int) (ir.Type, ir.Annot) {
	at := p.tok.off
	p.next()
	p.expect('{', "after struct")
	var fields []ir.Type
	var claims []ir.Annot
	for !p.is('}') {
		if len(fields) > ir.MaxTypeFields {
			p.fail(at, "", "struct has more than the limit of %d fields", ir.MaxTypeFields)
		}
		f, a := p.fieldType(depth + 1)
		// The two lists stay as long as each other: a field without a claim has NoAnnot.
		fields, claims = append(fields, f), append(claims, a)
		if !p.accept(',') {
			break
		}
	}
	p.expect('}', "after the fields of the struct")
	t, err := ir.Struct(fields...)
	if err != nil {
		p.fail(at, "", "%v", err)
	}
	return t, ir.FieldClaims(claims)
}

// arrayType reads `[T; N]`. Within the brackets ';' is no comment, which the lexer knows by p.arrays; the
// count goes down before the token behind ';' is read.
func (p *parser) arrayType(depth int) (ir.Type, ir.Annot) {
	at := p.tok.off
	p.arrays++
	p.next()
	elem, a := p.fieldType(depth + 1)
	if !p.is(';') {
		p.unexpected("';' before the number of elements")
	}
	p.arrays--
	p.next()
	n := p.uintMax(1<<63-1, "a number of elements")
	p.expect(']', "after the number of elements")
	t, err := ir.Array(elem, n)
	if err != nil {
		p.fail(at, "", "%v", err)
	}
	return t, ir.ElemClaims(a)
}

// claims reads what may follow a value or parameter: annotations and at most one type, each
// after a colon. types says whether a type may stand there.
// Claims are met one by one, so their order does not matter and contradictions are found where they stand.
func (p *parser) claims(types bool) (t ir.Type, a ir.Annot) {
	for p.is(':') {
		p.next()
		at := p.tok.off
		if b, ok := p.annotation(); ok {
			a = p.meet(at, a, b)
			continue
		}
		if !types || t != 0 {
			p.fail(at, annotHint, "annotation expected, found %s", p.found())
		}
		if p.tok.kind == tWord && !typeWord(p.tok.text) {
			p.fail(at, typeHint+"; "+annotHint, "unknown type or annotation %s", p.found())
		}
		var b ir.Annot
		t, b = p.parseType()
		a = p.meet(at, a, b)
	}
	return t, a
}

// annotations reads annotations only.
func (p *parser) annotations() ir.Annot {
	_, a := p.claims(false)
	return a
}

// meet is the claim that both make; a mistake if nothing could satisfy it.
// Equal claims and absent ones cost nothing; others cost their pattern's length each time, so it is counted.
func (p *parser) meet(at int32, a, b ir.Annot) ir.Annot {
	if a != 0 && b != 0 && a != b {
		p.chargePattern(at, a)
		p.chargePattern(at, b)
	}
	m, err := a.Meet(b)
	if err != nil {
		p.fail(at, "", "%v", err)
	}
	return m
}

// chargePattern bounds the work that long bit patterns cause.
func (p *parser) chargePattern(at int32, a ir.Annot) {
	p.charge(at, a.PatternBits())
}

// charge counts n symbols of a pattern.
// Short ones are free: a text can only hold so many.
func (p *parser) charge(at int32, n int) {
	if n <= freePattern {
		return
	}
	// A few bytes such as :i65536 stand for a long pattern, so the length of the text does not bound the
	// work.
	if p.patterns += n; p.patterns > maxPatterns {
		p.fail(at, "", "the text has more than the limit of %d symbols of long bit patterns", maxPatterns)
	}
}

// annotation reads one annotation after its colon; ok is false if none is there.
// A word is one if it is letters and digits of a known kind; whatever else stands after a colon is a type.
func (p *parser) annotation() (a ir.Annot, ok bool) {
	if p.tok.kind != tWord {
		return 0, false
	}
	at, word := p.tok.off, p.tok.text
	switch word {
	case "known":
		return p.knownBits(), true
	case "nofpclass":
		return p.fpClasses(), true
	case "abi":
		return p.abiClasses(), true
	}
	digits := strings.TrimLeft(word, "abcdefghijklmnopqrstuvwxyz")
	kind := word[:len(word)-len(digits)]
	if digits == "" || strings.Trim(digits, "0123456789") != "" || kind != "s" && kind != "u" && kind != "i" && kind != "align" {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if kind == "align" {
		if err != nil || bits.OnesCount64(n) != 1 || n > maxAlign {
			p.fail(at, "", "alignment %s is no power of two up to 2^31", digits)
		}
		p.next()
		return ir.Aligned(uint32(n)), true
	}
	if err != nil || n > ir.MaxAnnotBits {
		p.fail(at, "", "annotation width %s is over the limit of %d bits", clip(digits), ir.MaxAnnotBits)
	}
	p.next()
	switch kind {
	case "s":
		return ir.Signed(uint32(n)), true
	case "u":
		return ir.Unsigned(uint32(n)), true
	}
	// Charged once a width: later uses share the handle.
	if a, ok = p.lowBits[uint32(n)]; !ok {
		p.charge(at, int(n))
		a = ir.LowBits(uint32(n))
		p.lowBits[uint32(n)] = a
	}
	return a, true
}

// knownBits reads the pattern as raw text: it is made of digits, letters and '?'.
// The lexer would cut it into tokens, as it has no notion of '?'.
// p.off is the byte after '(' here, since the bracket is the lookahead.
func (p *parser) knownBits() ir.Annot {
	p.next()
	if !p.is('(') {
		p.unexpected("'(' after known")
	}
	at := p.off
	n := strings.IndexAny(p.src[at:], ")\n")
	if n < 0 || p.src[int(at)+n] != ')' {
		p.fail(at, "", ":known pattern is not closed on its line")
	}
	pattern := strings.Trim(p.src[at:int(at)+n], " \t")
	p.charge(at, len(pattern))
	a, err := ir.KnownBits(pattern)
	if err != nil {
		p.fail(at, "", "%v", err)
	}
	p.off += int32(n) + 1
	p.next()
	return a
}

// fpClasses reads `nofpclass(nan inf …)`, with blanks or commas.
func (p *parser) fpClasses() ir.Annot {
	p.next()
	p.expect('(', "after nofpclass")
	var c ir.FPClass
	for p.tok.kind == tWord {
		one, ok := ir.ParseFPClass(p.tok.text)
		if !ok {
			p.fail(p.tok.off, "classes: nan inf zero "+strings.Join(ir.FPClassNames[:], " "), "unknown float class %s", p.found())
		}
		c |= one
		p.next()
		p.accept(',')
	}
	p.expect(')', "after the classes")
	return ir.NoFPClass(c)
}

// abiClasses reads `abi("is")` or `abi("m", 32)`.
func (p *parser) abiClasses() ir.Annot {
	p.next()
	p.expect('(', "after abi")
	at := p.tok.off
	classes := p.take(tString, "the quoted classes of eightbytes").text
	align := uint64(0)
	if p.accept(',') {
		align = p.uintMax(maxAlign, "an alignment")
	}
	p.expect(')', "after the classes")
	a, err := ir.ABI(classes, uint32(align))
	if err != nil {
		p.fail(at, "", "%v", err)
	}
	return a
}

// clip shortens a text for a message.
func clip(s string) string {
	if len(s) > 40 {
		return s[:37] + "..."
	}
	return s
}
