package interp

import (
	"math/bits"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// The way between specialised code and the slow path: an int instruction on operands of any classes
// and of up to 129 bits, and one on larger ones that are no poison, without the reference evaluator's
// values. It makes every check that the instruction asks for and gives up where one fails: a report is
// the reference evaluator's to write.

// wideInst is what the 129-bit routine must know of an instruction.
type wideInst struct {
	inst ir.Inst
	op   ir.Op
	pred ir.Pred
	n    uint64 // the width, of those that have one
	args [3]wideArg
	nargs,
	nres int
	res [2]wideArg
	low bool // a probe behind it overwrites all bits of the result from bit 128 on
}

// wideArg is an operand or a result: where it is, in which class, and what is claimed of it.
type wideArg struct {
	slot  int32
	class class // classO of a truth value
	claim *wideClaim
}

// wideClaim is a range and a pattern of known bits; zeros and ones are as wide as ints are here.
type wideClaim struct {
	annot  ir.Annot
	ranged bool
	r      width
	zeros  int129
	ones   int129
}

// claim is what annotation a claims, as [newWideClaim] says it.
func (fn *fastFunc) claim(a ir.Annot) (*wideClaim, bool) {
	if a == ir.NoAnnot {
		return nil, true
	}
	c, known := fn.claims[a]
	if !known {
		if c, known = newWideClaim(a); !known {
			return nil, false
		}
		if fn.claims == nil {
			fn.claims = map[ir.Annot]*wideClaim{}
		}
		fn.claims[a] = c
	}
	return c, true
}

// newWideClaim is nil for an annotation that claims nothing; ok is false if it says more than fits.
func newWideClaim(a ir.Annot) (c *wideClaim, ok bool) {
	if !claims(a) {
		return nil, true
	}
	c = &wideClaim{annot: a}
	c.r, c.ranged = annotWidth(a)
	if k := a.Known(); k != nil {
		var ok1, ok2 bool
		c.zeros, ok1 = of129(k.Zeros)
		c.ones, ok2 = of129(k.Ones)
		return c, ok1 && ok2
	}
	return c, true
}

// holds reports whether x satisfies the claim.
func (c *wideClaim) holds(x int129) bool {
	if c.ranged {
		switch n := int(c.r.n); {
		case c.r.signed && x.width() >= n, !c.r.signed && (x.negative() || x.bitLen() > n):
			return false
		}
	}
	return x.and(c.zeros).isZero() && c.ones.and(x.not()).isZero()
}

// wideOps are the operations of the 129-bit routine.
var wideOps = func() (ok [ir.NumOps]bool) {
	for _, op := range []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem, ir.OpAnd, ir.OpOr, ir.OpXor,
		ir.OpNot, ir.OpShl, ir.OpShr, ir.OpMin, ir.OpMax, ir.OpZExt, ir.OpSExt, ir.OpICmp, ir.OpSelect, ir.OpBSwap, ir.OpBitReverse,
		ir.OpRotateLeft, ir.OpRotateRight, ir.OpCountOnes, ir.OpCountLeadingZeros, ir.OpCountTrailingZeros, ir.OpMerge, ir.OpSplit,
		ir.OpIntToBool, ir.OpClMul} {
		ok[op] = true
	}
	return ok
}()

// bigOps are those that are expected on ints beyond 129 bits, too.
var bigOps = [ir.NumOps]func(a, b num.Int) (num.Int, *pureFault){
	ir.OpAdd: evalAdd, ir.OpSub: evalSub, ir.OpMul: evalMul, ir.OpDiv: evalDiv, ir.OpRem: evalRem, ir.OpTDiv: evalTDiv, ir.OpTRem: evalTRem,
	ir.OpAnd: evalAnd, ir.OpOr: evalOr, ir.OpXor: evalXor, ir.OpShl: evalShl, ir.OpShr: evalShr, ir.OpMin: evalMin, ir.OpMax: evalMax,
	ir.OpClMul: evalClmul,
}

// noWide marks an instruction that the routine does not do.
var noWide = &wideInst{}

// wideOf is what the routine knows of instruction i, made when it is first asked for; noWide if it does not do it.
func (fn *fastFunc) wideOf(w *world, i ir.Inst) *wideInst {
	if fn.wide == nil {
		fn.wide = make([]*wideInst, fn.f.NumInsts())
	}
	x := fn.wide[i]
	if x == nil {
		if x = fn.newWide(w, i); x == nil {
			x = noWide
		}
		fn.wide[i] = x
	}
	return x
}

// newWide collects the operands and results of i; nil if one of them is no int or truth value, or claims what is
// not checked here.
func (fn *fastFunc) newWide(w *world, i ir.Inst) *wideInst {
	f := fn.f
	op, attr := f.Op(i), f.Attr(i)
	if !wideOps[op] {
		return nil
	}
	x := &wideInst{inst: i, op: op, pred: attr.Pred, n: uint64(attr.N)}
	if op == ir.OpZExt || op == ir.OpSExt {
		x.n = uint64(attr.Imm)
	}
	arg := func(v ir.Value, a ir.Annot) (wideArg, bool) {
		if t := f.TypeOf(v); t != ir.Int && t != ir.Bool {
			return wideArg{}, false
		}
		c, ok := newWideClaim(a)
		return wideArg{fn.slotOf[v], fn.class[v], c}, ok
	}
	for n := range f.NumFixed(i) {
		o := f.Operand(i, n)
		a, ok := arg(o.Value, o.Annot)
		if !ok {
			return nil
		}
		x.args[n] = a
		x.nargs++
	}
	for n := range f.NumResults(i) {
		v := f.Result(i, n)
		a, ok := arg(v, f.AnnotOf(v))
		if !ok {
			return nil
		}
		x.res[n] = a
		x.nres++
	}
	if x.nres == 1 && x.res[0].claim == nil && w.overwrites(f.AnnotOf(f.Result(i, 0))) {
		o := newOverwritten(f.AnnotOf(f.Result(i, 0)), x.res[0], x.res[0])
		x.low = o != nil && o.bits.negative()
	}
	// Of truth values there are operations of their own.
	if op == ir.OpNot && x.res[0].class == classO || op == ir.OpSelect && x.res[0].class == classO {
		return nil
	}
	return x
}

// load129 reads the operand a of a frame; ok is false if it is boxed.
// Of a value that is computed modulo a power of two the bits above are any: lowering has seen to it that
// nothing depends on them.
func load129(s []slot, a *wideArg) (x int129, ok bool) {
	p := &s[a.slot]
	switch p.t {
	case 0:
		if a.class == classS || a.class == classG {
			return signed129(p.v), true
		}
		return int129{lo: p.v}, true
	case words:
		return int129{p.v, s[a.slot+1].v, -uint64(p.p)}, true
	}
	return x, false
}

// wordsOf is the int in slot i, an unsigned word or a signed one or of two words; ok is false if it is boxed.
func wordsOf(s []slot, i int32, unsigned uint8) (x int129, ok bool) {
	p := &s[i]
	switch {
	case p.t == words:
		return int129{p.v, s[i+1].v, -uint64(p.p)}, true
	case unsigned != 0:
		return int129{lo: p.v}, p.t == 0
	}
	return signed129(p.v), p.t == 0
}

// store129 writes the result a, which satisfies its claim.
func store129(s []slot, a *wideArg, x int129) {
	switch a.class {
	case classG:
		putInt(s, a.slot, x.lo, x.hi, x.ext)
	case classM:
		s[a.slot], s[a.slot+1] = slot{v: x.lo, t: words}, slot{v: x.hi}
	default:
		s[a.slot] = slot{v: x.lo}
	}
}

// putInt writes an int of 129 bits to a slot of class G.
func putInt(s []slot, dst int32, lo, hi, ext uint64) {
	if hi == uint64(int64(lo)>>63) && ext == hi {
		s[dst] = slot{v: lo}
		return
	}
	s[dst], s[dst+1] = slot{v: lo, p: uint32(ext & 1), t: words}, slot{v: hi}
}

// wideInst executes instruction i if it can; where it is false nothing was written.
// It is true also where work has ended the run: the caller looks at ended.
func (t *fastThread) wideInst(fn *fastFunc, base int32, i ir.Inst) bool {
	x := fn.wideOf(t.w, i)
	if x == noWide {
		return false
	}
	s := t.stack[base : base+fn.size]
	if x.op == ir.OpSelect {
		return t.wideSelect(fn, s, base, x)
	}
	a, ok := load129(s, &x.args[0])
	if ok && x.args[0].claim != nil && !x.args[0].claim.holds(a) {
		return false
	}
	var b int129
	if ok && x.nargs > 1 {
		b, ok = load129(s, &x.args[1])
		if ok && x.args[1].claim != nil && !x.args[1].claim.holds(b) {
			return false
		}
	}
	if !ok {
		return t.bigInst(fn, base, x)
	}
	switch x.op {
	case ir.OpICmp:
		s[x.res[0].slot] = slot{v: truth(compare129(x.pred, a, b))}
		return true
	case ir.OpIntToBool:
		s[x.res[0].slot] = slot{v: truth(!a.isZero())}
		return true
	case ir.OpSplit:
		return t.wideSplit(s, x, a)
	}
	if x.res[0].class == classL || x.res[0].class == classM {
		return wideModular(s, x, a, b)
	}
	r, ok := eval129(x, a, b)
	if !ok && x.low && x.op == ir.OpMul {
		r, ok = a.mulLow(b), true
	}
	if !ok {
		return t.bigInst(fn, base, x)
	}
	if x.res[0].claim != nil && !x.res[0].claim.holds(r) {
		return false
	}
	store129(s, &x.res[0], r)
	return true
}

func compare129(p ir.Pred, a, b int129) bool {
	switch p {
	case ir.EQ:
		return a == b
	case ir.NE:
		return a != b
	case ir.LT:
		return a.less(b)
	case ir.LE:
		return !b.less(a)
	case ir.GT:
		return b.less(a)
	}
	return !a.less(b)
}

// wideModular computes the low words of a result of which nothing else is looked at. The low words of sums,
// products, bitwise operations and left shifts follow from those of the operands.
func wideModular(s []slot, x *wideInst, a, b int129) bool {
	var r int129
	switch x.op {
	case ir.OpAdd:
		r, _ = a.add(b)
	case ir.OpSub:
		r, _ = a.sub(b)
	case ir.OpMul:
		r = a.mulLow(b)
	case ir.OpAnd:
		r = a.and(b)
	case ir.OpOr:
		r = a.or(b)
	case ir.OpXor:
		r = a.xor(b)
	case ir.OpNot:
		r = a.not()
	case ir.OpShl:
		// Lowering takes no other amounts.
		r = a.shl(b.lo)
	case ir.OpShr:
		r = a.shr(b.lo)
	case ir.OpZExt:
		if r = a; x.n <= 128 {
			r = a.low(x.n)
		}
	case ir.OpSExt:
		if r = a; x.n <= 128 {
			r = a.signExtend(x.n)
		}
	default:
		panic("BUG: " + x.op.String() + " modulo a power of two")
	}
	store129(s, &x.res[0], r)
	return true
}

// eval129 computes the only result of x; ok is false if it is poison or has more than 129 bits.
func eval129(x *wideInst, a, b int129) (r int129, ok bool) {
	switch x.op {
	case ir.OpAdd:
		return a.add(b)
	case ir.OpSub:
		return a.sub(b)
	case ir.OpMul:
		return a.mul(b)
	case ir.OpClMul:
		return a.clmul(b)
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		if b.isZero() {
			return r, false
		}
		div := a.euclid
		if x.op == ir.OpTDiv || x.op == ir.OpTRem {
			div = a.tdivrem
		}
		q, r, ok := div(b)
		if x.op == ir.OpDiv || x.op == ir.OpTDiv {
			return q, ok
		}
		return r, ok
	case ir.OpAnd:
		return a.and(b), true
	case ir.OpOr:
		return a.or(b), true
	case ir.OpXor:
		return a.xor(b), true
	case ir.OpNot:
		return a.not(), true
	case ir.OpMin:
		if b.less(a) {
			return b, true
		}
		return a, true
	case ir.OpMax:
		if b.less(a) {
			return a, true
		}
		return b, true
	case ir.OpShl, ir.OpShr:
		return shift129(x.op, a, b)
	}
	return eval129Bits(x, a, b)
}

// shift129 refuses negative amounts, which are poison, and results that have more bits.
func shift129(op ir.Op, a, b int129) (r int129, ok bool) {
	switch {
	case b.negative():
		return r, false
	case op == ir.OpShr:
		if b.hi != 0 {
			b.lo = 128
		}
		return a.shr(b.lo), true
	case a.isZero():
		return a, true
	case b.hi != 0 || b.lo > 128:
		return r, false
	}
	r = a.shl(b.lo)
	return r, r.shr(b.lo) == a
}

// eval129Bits is [eval129] of the operations on bits; those with a width have it up to 128.
func eval129Bits(x *wideInst, a, b int129) (r int129, ok bool) {
	n := x.n
	switch x.op {
	case ir.OpZExt:
		if n > 128 {
			return a, !a.negative()
		}
		return a.low(n), n > 0
	case ir.OpSExt:
		if n > 128 {
			return a, true
		}
		if n == 0 {
			return r, false
		}
		return a.signExtend(n), true
	case ir.OpCountOnes:
		return int129{lo: uint64(bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi))}, !a.negative()
	case ir.OpCountTrailingZeros:
		return int129{lo: a.trailingZeros()}, !a.isZero()
	case ir.OpBSwap:
		n *= 8
	}
	if n == 0 || n > 128 {
		return r, false
	}
	switch x.op {
	case ir.OpCountLeadingZeros:
		return int129{lo: n - uint64(a.low(n).bitLen())}, true
	case ir.OpBSwap:
		return int129{bits.ReverseBytes64(a.hi), bits.ReverseBytes64(a.lo), 0}.shr(128 - n), true
	case ir.OpBitReverse:
		return int129{bits.Reverse64(a.hi), bits.Reverse64(a.lo), 0}.shr(128 - n), true
	case ir.OpRotateLeft, ir.OpRotateRight:
		_, by, ok := b.euclid(int129{lo: n})
		k := by.lo
		if x.op == ir.OpRotateRight && k != 0 {
			k = n - k
		}
		a = a.low(n)
		return a.shl(k).low(n).or(a.shr(n - k)), ok
	case ir.OpMerge:
		return a.shr(n).shl(n).or(b.low(n)), true
	}
	panic("BUG: " + x.op.String() + " of 129 bits")
}

// wideSplit writes both parts, or none if a claim fails.
func (t *fastThread) wideSplit(s []slot, x *wideInst, a int129) bool {
	if x.n == 0 || x.n > 128 {
		return false
	}
	hi, lo := a.shr(x.n), a.low(x.n)
	if c := x.res[0].claim; c != nil && !c.holds(hi) {
		return false
	}
	if c := x.res[1].claim; c != nil && !c.holds(lo) {
		return false
	}
	store129(s, &x.res[0], hi)
	store129(s, &x.res[1], lo)
	return true
}

// wideSelect reads the arm that is taken, and checks what is claimed of it and of no other.
func (t *fastThread) wideSelect(fn *fastFunc, s []slot, base int32, x *wideInst) bool {
	c := &s[x.args[0].slot]
	if c.t != 0 {
		return false
	}
	arm := &x.args[2]
	if c.v != 0 {
		arm = &x.args[1]
	}
	v, ok := load129(s, arm)
	if !ok {
		return false
	}
	if arm.claim != nil && !arm.claim.holds(v) || x.res[0].claim != nil && !x.res[0].claim.holds(v) {
		return false
	}
	store129(s, &x.res[0], v)
	return true
}

// bigInst executes an operation on ints that are expected to be large without the detour over an instruction's whole
// context. It does nothing and returns false where an operand is poison, a claim does not hold, or the
// result is too large; work that was charged by then is charged twice, on every run alike.
func (t *fastThread) bigInst(fn *fastFunc, base int32, x *wideInst) bool {
	if t.stale {
		t.sweep()
	}
	var args [2]num.Int
	for n := range x.nargs {
		a := &x.args[n]
		v, ok := t.bigOperand(base, a)
		if !ok || a.claim != nil && !a.claim.annot.Holds(v) {
			return false
		}
		args[n] = v
	}
	var r num.Int
	var flt *pureFault
	switch eval := bigOps[x.op]; {
	case eval != nil:
		r, flt = eval(args[0], args[1])
	case x.op == ir.OpZExt:
		r, flt = evalZext(args[0], int64(x.n))
	case x.op == ir.OpSExt:
		r, flt = evalSext(args[0], int64(x.n))
	case x.op == ir.OpNot:
		r, flt = evalNot(args[0])
	case x.op == ir.OpICmp:
		t.w.charge(max(intWork(args[0]), intWork(args[1])))
		t.stack[base+x.res[0].slot] = slot{v: truth(evalICmp(x.pred, args[0], args[1]))}
		return true
	default:
		return false
	}
	// A result that violates its claim is poison, and a fault is poison or a limit: both are the reference
	// evaluator's to tell.
	res := &x.res[0]
	if flt != nil || res.claim != nil && !res.claim.annot.Holds(r) {
		return false
	}
	t.w.charge(max(intWork(args[0]), intWork(args[1]), intWork(r)))
	t.w.charge(hardWork(x.op, args[0], args[1]))
	if n := wideBytes(r); n > 0 {
		t.w.grow(n)
	}
	t.unbox(base+res.slot, res.class, Int{r})
	return true
}

// bigOperand returns the int that a holds, unless it is poison.
// A boxed value that is no Int is poison, as the operand has type int.
func (t *fastThread) bigOperand(base int32, a *wideArg) (num.Int, bool) {
	if x, ok := load129(t.stack[base:], a); ok {
		return x.num(), true
	}
	v, ok := t.objs[base+a.slot].(Int)
	return v.V, ok
}
