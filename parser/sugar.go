package parser

import (
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// sugar is a spelling without an opcode. expand appends the exact arithmetic; the last
// statements bind the results.
// The expansion must be exact for operands of every size, as the operations of the IR are; only results have N bits.
// A row with no expand is handled by itself, after all functions were read.
type sugar struct {
	name          string
	args, results int
	op            ir.Op // the exact operation
	signed        bool
	expand        func(*expansion)
	doc           string
}

// Spelling says what one of the spellings that name no opcode is expanded into, without the number of bits behind its
// name; ok is false of what is none of them.
func Spelling(name string) (doc string, ok bool) {
	for _, row := range sugars {
		if row.name == name {
			return row.doc, true
		}
	}
	return "", false
}

// Spellings lists them.
func Spellings() (names []string) {
	for _, row := range sugars {
		names = append(names, row.name)
	}
	return names
}

// The documentation of the package lists the same names with their meaning.
var sugars = []sugar{
	{"sadd_overflow", 2, 2, ir.OpAdd, true, overflow, "r, o = sadd_overflow.N a, b: r is sext.N(a+b), o whether r is not a+b"},
	{"uadd_overflow", 2, 2, ir.OpAdd, false, overflow, "r, o = uadd_overflow.N a, b: r is zext.N(a+b), o whether r is not a+b"},
	{"ssub_overflow", 2, 2, ir.OpSub, true, overflow, "r, o = ssub_overflow.N a, b: r is sext.N(a-b), o whether r is not a-b"},
	{"usub_overflow", 2, 2, ir.OpSub, false, overflow, "r, o = usub_overflow.N a, b: r is zext.N(a-b), o whether r is not a-b"},
	{"smul_overflow", 2, 2, ir.OpMul, true, overflow, "r, o = smul_overflow.N a, b: r is sext.N(a*b), o whether r is not a*b"},
	{"umul_overflow", 2, 2, ir.OpMul, false, overflow, "r, o = umul_overflow.N a, b: r is zext.N(a*b), o whether r is not a*b"},
	{"saturating_add", 2, 1, ir.OpAdd, false, saturate, "r = saturating_add.N a, b: a+b clamped to 0 … 2^N-1"},
	{"saturating_sub", 2, 1, ir.OpSub, false, saturate, "r = saturating_sub.N a, b: a-b clamped to 0 … 2^N-1"},
	{"ssaturating_add", 2, 1, ir.OpAdd, true, saturate, "r = ssaturating_add.N a, b: a+b clamped to -2^(N-1) … 2^(N-1)-1"},
	{"ssaturating_sub", 2, 1, ir.OpSub, true, saturate, "r = ssaturating_sub.N a, b: a-b clamped to -2^(N-1) … 2^(N-1)-1"},
	{"ucarrying_mul_add", 4, 2, ir.OpMul, false, carry, "l, h = ucarrying_mul_add.N a, b, c, d: of a*b+c+d the low N bits and the rest"},
	{"scarrying_mul_add", 4, 2, ir.OpMul, true, carry, "l, h = scarrying_mul_add.N a, b, c, d: of a*b+c+d the low N bits, sign-extended, and the rest"},
	{"call_ret2", 1, 1, ir.OpCall, false, nil, "v = call_ret2 m: the second value returned by the call that made the token m"},
	{"null", 0, 1, ir.OpBitCast, false, null, "v = null: the pointer with address 0, bitcast of 0 -> ptr; v = null -> ptr(3) is that of an address space"},
}

// unsized reports whether the spelling has no number of bits behind its name.
func (r *sugar) unsized() bool { return r.op == ir.OpCall || r.op == ir.OpBitCast }

// sugarNamed finds the row of a mnemonic `name.N` and its N, which some names lack.
// It is asked before the opcode table, so no row may have the name of an opcode.
func sugarNamed(mnemonic string) (row *sugar, bits string) {
	name, bits, _ := strings.Cut(mnemonic, ".")
	for i := range sugars {
		if sugars[i].name == name {
			return &sugars[i], bits
		}
	}
	return nil, ""
}

// expansion is the state of one expanded statement.
type expansion struct {
	p    *parser
	b    *block
	s    stmt // as written: bindings and operands
	row  *sugar
	bits uint32
}

// call2 is a call_ret2 until the calls of the module are known.
// It makes no instruction of its own.
type call2 struct {
	res int32 // def
	// An array of one, as uses resolves slices of operands in place.
	token [1]use
	arrow []ir.Param
	off   int32
}

// sugar reads the operands of an expanded spelling, checks their number and expands it.
func (p *parser) sugar(b *block, s stmt, row *sugar, bits string, mn token) {
	for p.more() {
		s.ops = append(s.ops, p.use())
		if !p.accept(',') {
			break
		}
	}
	s.arrow = p.arrow()
	if len(s.ops) != row.args {
		p.fail(mn.off, "", "%s takes %s, found %d", row.name, ordinal(row.args, "operand"), len(s.ops))
	}
	if len(s.res) != row.results {
		p.fail(s.off, "", "%s has %s, %d bound", row.name, ordinal(row.results, "result"), len(s.res))
	}
	if row.unsized() && strings.Contains(mn.text, ".") {
		p.fail(mn.off, "", "%s has no suffix", row.name)
	}
	if row.expand == nil {
		p.fn.ret2 = append(p.fn.ret2, call2{s.res[0], [1]use{s.ops[0]}, s.arrow, mn.off})
		return
	}
	// The bound also keeps the constants of saturate small, which every use of the spelling makes anew.
	n, err := strconv.ParseUint(bits, 10, 16)
	if !row.unsized() && (err != nil || n == 0 || n > maxSugarBits) {
		p.fail(mn.off, "", "%s needs a number of bits from 1 to %d: %s.N", row.name, maxSugarBits, row.name)
	}
	if s.arrow != nil {
		if len(s.arrow) != len(s.res) {
			p.fail(mn.off, "", "%s has %s", row.name, ordinal(row.results, "result"))
		}
		for i, d := range s.res {
			p.resultType(mn.off, d, s.arrow[i])
		}
	}
	row.expand(&expansion{p, b, s, row, uint32(n)})
}

// resultType gives def d the type and the claims that an arrow says.
// A type that is written twice must be the same; claims that are written twice are met.
func (p *parser) resultType(at int32, d int32, r ir.Param) {
	v := &p.fn.defs[d]
	if v.typ != 0 && v.typ != r.Type {
		p.fail(at, "", "v%d is bound as %s, but -> says %s", v.num, v.typ, r.Type)
	}
	v.typ, v.annot = r.Type, p.meet(at, v.annot, r.Annot)
}

// step appends an instruction that binds res, or a new hidden value if res is negative.
// Its operands are defs, not numbers: a hidden value has none.
func (e *expansion) step(res int32, op ir.Op, a ir.Attr, ops ...use) use {
	if res < 0 {
		res = e.p.hidden(nil, e.s.off)
	}
	e.p.emit(e.b, stmt{op: op, off: e.s.off, origin: e.s.origin, attr: a, res: []int32{res}, ops: ops})
	return use{ref: res, off: e.s.off}
}

// constant appends an iconst.
// As intConst does: the attribute if it fits an int64, the pool otherwise.
func (e *expansion) constant(v num.Int) use {
	if n, ok := v.Int64(); ok {
		return e.step(-1, ir.OpIConst, ir.Attr{Imm: n})
	}
	u := e.step(-1, ir.OpIConst, ir.Attr{})
	e.b.stmts[len(e.b.stmts)-1].ext = &extra{konst: v}
	return u
}

// truncate appends sext or zext.
// The width is that of the spelling.
func (e *expansion) truncate(res int32, v use) use {
	op := ir.OpZExt
	if e.row.signed {
		op = ir.OpSExt
	}
	return e.step(res, op, ir.Attr{Imm: int64(e.bits)}, v)
}

// overflow: the exact result differs from its low bits, extended, exactly if it does not fit.
// This holds for operands of any size, also those that are no N-bit numbers themselves.
func overflow(e *expansion) {
	exact := e.step(-1, e.row.op, ir.Attr{}, e.s.ops...)
	r := e.truncate(e.s.res[0], exact)
	e.step(e.s.res[1], ir.OpICmp, ir.Attr{Pred: ir.NE}, r, exact)
}

// saturate clamps the exact result: the maximum with the lower bound, then the minimum with the upper one.
// lo is 0 and hi 2^N-1, or with a sign -2^(N-1) and 2^(N-1)-1: the complement of hi.
func saturate(e *expansion) {
	lo, hi := num.Int{}, num.Mask(uint(e.bits))
	if e.row.signed {
		hi = hi.Shr(1)
		lo = hi.Not()
	}
	exact := e.step(-1, e.row.op, ir.Attr{}, e.s.ops...)
	low := e.step(-1, ir.OpMax, ir.Attr{}, exact, e.constant(lo))
	e.step(e.s.res[0], ir.OpMin, ir.Attr{}, low, e.constant(hi))
}

// carry: a·b+c+d of N-bit operands has at most 2N bits; what is above the low N is the carry, by a shift that
// floors.
func carry(e *expansion) {
	v := e.step(-1, ir.OpMul, ir.Attr{}, e.s.ops[:2]...)
	v = e.step(-1, ir.OpAdd, ir.Attr{}, v, e.s.ops[2])
	v = e.step(-1, ir.OpAdd, ir.Attr{}, v, e.s.ops[3])
	e.truncate(e.s.res[0], v)
	e.step(e.s.res[1], ir.OpShr, ir.Attr{}, v, e.constant(num.New(int64(e.bits))))
}

// null is a pointer without provenance, as eight zero bytes read as one: not inttoptr, whose wildcard could reach
// an exposed allocation from an offset.
func null(e *expansion) {
	d := e.s.res[0]
	t := e.p.fn.defs[d].typ
	if t == 0 {
		t = ir.Ptr
	}
	if t.Kind() != ir.KindPtr {
		e.p.fail(e.s.off, "", "null is a pointer, not of type %s", t)
	}
	e.p.resultType(e.s.off, d, ir.Param{Type: t})
	e.step(d, e.row.op, ir.Attr{}, e.constant(num.Int{}))
}
