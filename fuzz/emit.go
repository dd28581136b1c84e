package fuzz

import (
	"math/big"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// function is the state of making one function: the block at hand, the values that dominate
// it, and what it may still spend.
type function struct {
	g      *generator
	f      *ir.Func
	src    *source
	at     *ir.Builder
	region ir.Region
	mem    ir.Value // the token at hand, NoValue in a function without memory operations

	pool     []value
	menu     []int // weights of the statement table
	budget   int   // instructions still to make
	depth    int   // nesting of control flow
	scope    int   // the sequence of statements at hand
	scopes   int
	times    int // how often the block at hand runs at most
	cost     int // instructions that run at most
	limit    int // of cost
	exits    []exit
	claims   *record // where annotations take their decisions
	unsafe   bool    // in a block that never runs: nothing is guarded
	self     *callee
	recursed bool // a call of itself was made
}

// exit is a block that may be branched to from where the function is.
type exit struct {
	block  ir.Block
	shapes []shape
}

// emit makes an instruction at the end of the block. Its operands get claims.
func (x *function) emit(op ir.Op, a ir.Attr, arrow []ir.Type, operands ...value) ir.Inst {
	fixed := make([]ir.Operand, len(operands))
	types := make([]ir.Type, len(operands))
	for n := range operands {
		fixed[n] = x.operand(operands[n])
		types[n] = operands[n].typ
	}
	if op.Is(ir.MemUse | ir.MemDef) {
		fixed = append(fixed, ir.Operand{Value: x.mem})
		types = append(types, ir.Mem)
	}
	return x.make(op, a, arrow, fixed, types)
}

func (x *function) make(op ir.Op, a ir.Attr, arrow []ir.Type, fixed []ir.Operand, types []ir.Type) ir.Inst {
	var path []uint32
	if ir.Ops[op].Form == ir.FormPath {
		path = x.g.path
	}
	res, err := ir.ResultTypes(op, a, types, arrow, path, x.f.Params)
	if err != nil {
		panic("BUG: generating " + op.String() + ": " + err.Error())
	}
	x.count()
	i := x.at.Inst(op, a, fixed, nil, res, ir.Synthetic)
	if len(res) > 0 && res[0] == ir.Mem {
		x.mem = x.f.Result(i, 0)
	}
	return i
}

// count accounts for one instruction more.
func (x *function) count() {
	x.budget--
	x.cost += x.times
}

// operand is a use of v, perhaps with a claim.
func (x *function) operand(v value) ir.Operand {
	return ir.Operand{Value: v.id, Annot: x.useClaim(v)}
}

// define makes a result known: it gets a claim and joins the pool.
func (x *function) define(i ir.Inst, n int, v value) value {
	v.id = x.f.Result(i, n)
	v.typ = x.f.TypeOf(v.id)
	x.f.SetAnnot(v.id, x.resultClaim(&v))
	return x.push(v)
}

// flow joins what is wrong with the operands.
func flow(operands ...value) flags {
	var f flags
	for n := range operands {
		f |= operands[n].flags &^ fragments
		if operands[n].nan {
			f |= unspecified
		}
	}
	return f
}

// int makes an int instruction.
func (x *function) int(op ir.Op, a ir.Attr, s span, operands ...value) value {
	i := x.emit(op, a, nil, operands...)
	return x.define(i, 0, value{span: s, flags: flow(operands...)})
}

// int64 makes a constant.
func (x *function) int64(v int64) value { return x.big(big.NewInt(v)) }

// big makes a constant.
func (x *function) big(v *big.Int) value {
	a := ir.Attr{}
	if v.IsInt64() {
		a.Imm = v.Int64()
	} else {
		a.Aux = x.f.AddConst(v)
	}
	return x.int(ir.OpIConst, a, exactly(v))
}

// bool makes a truth value.
func (x *function) bool(v bool) value {
	a := ir.Attr{}
	if v {
		a.Imm = 1
	}
	return x.define(x.emit(ir.OpBConst, a, nil), 0, value{})
}

// compare makes icmp.
func (x *function) compare(_ *record, p ir.Pred, a, b value) value {
	i := x.emit(ir.OpICmp, ir.Attr{Pred: p}, nil, a, b)
	return x.define(i, 0, value{flags: flow(a, b)})
}

// extend makes sext or zext; where it can, the use says that the high bits do not matter.
func (x *function) extend(r *record, op ir.Op, v value, n uint) value {
	i := x.emit(op, ir.Attr{Imm: int64(n)}, nil, v)
	x.ignoreHigh(r, i, 0, n)
	return x.define(i, 0, value{span: extendSpan(v.span, n, op == ir.OpSExt), flags: flow(v)})
}

// binary makes an int operation that is never poison for the operands given.
func (x *function) binary(_ *record, op ir.Op, a, b value) value {
	return x.int(op, ir.Attr{}, spans[op](a.span, b.span), a, b)
}

// spans are the ranges of what operations of two ints give.
var spans = map[ir.Op]func(a, b span) span{
	ir.OpAdd: addSpan, ir.OpSub: subSpan, ir.OpMul: mulSpan, ir.OpDiv: quotientSpan, ir.OpTDiv: quotientSpan,
	ir.OpRem: remSpan, ir.OpTRem: tremSpan, ir.OpAnd: andSpan, ir.OpOr: orSpan, ir.OpXor: xorSpan,
	ir.OpShl: shlSpan, ir.OpShr: shrSpan, ir.OpMin: minSpan, ir.OpMax: maxSpan, ir.OpClMul: clmulSpan,
}

// chooseBool makes a select.
func (x *function) chooseBool(c, a, b value) value {
	v := value{flags: c.flags | a.flags | b.flags, nan: a.nan || b.nan, class: a.class | b.class}
	if a.typ == ir.Int || a.typ.IsAggregate() && a.span.lo != nil && b.span.lo != nil {
		v.span = a.span.hull(b.span)
	}
	if a.obj != nil && a.obj == b.obj {
		v.obj, v.lo, v.hi, v.wild = a.obj, min(a.lo, b.lo), max(a.hi, b.hi), a.wild || b.wild
	}
	return x.define(x.emit(ir.OpSelect, ir.Attr{}, nil, c, a, b), 0, v)
}

// Claims.

// claimMenu are the bit patterns that annotations are drawn from: interned patterns live as
// long as the process, so there is a fixed number of them.
var claimMenu = func() (m struct {
	Zeros, Ones, Low, Ahead, Negative, Ignored []ir.Annot
}) {
	pattern := func(p string) ir.Annot {
		a, err := ir.KnownBits(p)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return a
	}
	for n := range knownBits {
		q := strings.Repeat("?", n)
		m.Zeros = append(m.Zeros, pattern("?0"+q))
		m.Ones = append(m.Ones, pattern("?1"+q))
		m.Low = append(m.Low, pattern("?"+strings.Repeat("0", n+1)))
		m.Ahead = append(m.Ahead, pattern("0?"+q))
		m.Negative = append(m.Negative, pattern("1?"+q))
	}
	for n := range 70 {
		m.Ignored = append(m.Ignored, ir.LowBits(uint32(n+1)))
	}
	return m
}()

// drawPattern draws a bit pattern of the menu.
func drawPattern(r *record) ir.Annot {
	tables := [...][]ir.Annot{claimMenu.Zeros, claimMenu.Ones, claimMenu.Low, claimMenu.Ahead, claimMenu.Negative}
	return tables[r.below(len(tables))][r.below(knownBits)]
}

// intClaim draws a claim that holds for every int of s.
func (x *function) intClaim(s span) ir.Annot {
	r := x.claims
	widen := uint32(0)
	if r.chance(x.g.cfg.Loose) {
		widen = 1 + uint32(r.below(7))
	}
	n := uint32(s.bitLen())
	signed, unsigned := ir.Signed(n+1+widen), ir.Unsigned(n+widen)
	kind := r.below(8)
	known := ir.NoAnnot
	if kind >= 5 {
		known = x.knownClaim(s)
	}
	switch {
	case (kind == 5 || kind == 6 && known != 0) && !x.g.cfg.Ranged:
		return known
	case s.lo.Sign() >= 0 && kind%2 == 0:
		return meet(unsigned, known)
	}
	return meet(signed, known)
}

func meet(a, b ir.Annot) ir.Annot {
	m, err := a.Meet(b)
	if err != nil {
		return a
	}
	return m
}

// knownClaim draws a bit pattern from the menu that holds for every int of s.
func (x *function) knownClaim(s span) ir.Annot {
	r := x.claims
	tables := [...][]ir.Annot{claimMenu.Ones, claimMenu.Zeros, claimMenu.Low, claimMenu.Ahead, claimMenu.Negative}
	first, at := r.below(len(tables)), r.below(knownBits)
	for n := range tables {
		t := tables[(first+n)%len(tables)]
		tight := (first+n)%len(tables) >= 2
		for k := range t {
			a := t[(at+k)%len(t)]
			if tight {
				if a = t[k]; (first+n)%len(tables) == 2 {
					a = t[len(t)-1-k]
				}
			}
			if s.holds(a) {
				return a
			}
		}
	}
	return ir.NoAnnot
}

// useClaim draws the claim of a use of v, which always holds.
func (x *function) useClaim(v value) ir.Annot {
	if v.id == ir.NoValue || v.typ.IsAggregate() || !x.g.has(Claims) || !x.claims.chance(x.g.cfg.Annotate/3) {
		return ir.NoAnnot
	}
	return x.claim(v)
}

// claim draws a claim that holds for v if it is not poison.
func (x *function) claim(v value) ir.Annot {
	switch v.typ.Kind() {
	case ir.KindInt:
		if v.span.lo == nil || v.span.bitLen() > 4200 {
			return ir.NoAnnot
		}
		return x.intClaim(v.span)
	case ir.KindPtr:
		if v.obj != nil && v.lo == v.hi && v.obj.align > 1 {
			a := v.obj.align
			for v.lo%int64(a) != 0 {
				a /= 2
			}
			if a > 1 {
				return ir.Aligned(a)
			}
		}
	case ir.KindStruct, ir.KindArray:
		if v.span.lo != nil && v.span.bitLen() <= 4200 {
			return ir.ClaimInts(v.typ, func() ir.Annot {
				if x.claims.below(3) == 0 {
					return ir.NoAnnot
				}
				return x.intClaim(v.span)
			})
		}
	case ir.KindFloat:
		if c := allClasses &^ v.class; c != 0 && v.class != 0 {
			return ir.NoFPClass(c)
		}
	}
	return ir.NoAnnot
}

// resultClaim draws the claim of a definition.
func (x *function) resultClaim(v *value) ir.Annot {
	if !x.g.has(Claims) || !x.claims.chance(x.g.cfg.Annotate) {
		return ir.NoAnnot
	}
	return x.claim(*v)
}

// breakClaim gives the latest int, if it was made since mark and nothing reads it yet, a
// claim that some of its values violate.
func (x *function) breakClaim(mark int) {
	if len(x.pool) <= mark || !x.g.has(Claims) || !x.claims.chance(x.g.cfg.Broken) {
		return
	}
	v := &x.pool[len(x.pool)-1]
	if v.typ != ir.Int || v.span.lo == nil || x.f.HasUses(v.id) || v.span.bitLen() < 2 || v.span.bitLen() > 4000 {
		return
	}
	x.f.SetAnnot(v.id, ir.Unsigned(uint32(v.span.bitLen()-1)))
	if x.g.cfg.UB == 0 { // else the violation is to be observed
		v.flags |= tainted
	}
}

// ignoreHigh says that operand n of i ignores the bits from bits on, which must be true.
func (x *function) ignoreHigh(_ *record, i ir.Inst, n int, bits uint) {
	if bits == 0 || int(bits) > len(claimMenu.Ignored) || !x.g.has(Claims) || !x.claims.chance(x.g.cfg.Annotate/2) {
		return
	}
	o := x.f.Operand(i, n)
	if o.Annot.Known() == nil {
		o.Annot = meet(claimMenu.Ignored[bits-1], o.Annot)
		x.f.SetOperand(i, n, o)
	}
}
