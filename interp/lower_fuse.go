package interp

import "github.com/tuffy-ir/tuffy/ir"

// What C that is not optimized does to a variable, read it, compute, store it, is one instruction where the variable is a register:
// operations read registers (lower_defer.go), and write them where the store is what reads their result. Who leaves makes the store, too.

// target is where the instruction at hand writes its result instead of the slot of v: the register that store, the instruction
// behind it, writes.
type target struct {
	v        ir.Value
	store    ir.Inst
	extends  ir.Inst // the extension between the two, NoInst if there is none
	register int32
}

// storeAfter finds the store of a register that may be made by the code of instruction i.
func (l *lowerer) storeAfter(i ir.Inst) (t target, ok bool) {
	f := l.f
	if len(l.fn.registers) == 0 || l.w.o.DontCare.Kind != ChooseDefault || f.NumResults(i) == 0 || f.Op(i).IsTerminator() || f.Op(i) == ir.OpCall {
		return t, false
	}
	if _, ok := l.fn.registers[i]; ok {
		return t, false
	}
	t.v, t.store, t.extends = f.Result(i, f.NumResults(i)-1), f.NextInst(i), ir.NoInst
	if n := t.store; n != ir.NoInst && (f.Op(n) == ir.OpSExt || f.Op(n) == ir.OpZExt) && f.Arg(n, 0) == t.v && l.singleUse(t.v) {
		t.v, t.store, t.extends = f.Result(n, 0), f.NextInst(n), n
	}
	if t.store == ir.NoInst || f.Op(t.store) != ir.OpStore || f.Arg(t.store, 0) != t.v || !l.singleUse(t.v) ||
		claims(f.Operand(t.store, 0).Annot) || l.watched(i) || l.watched(t.store) || l.owned[t.v] {
		return t, false
	}
	r, ok := l.fn.registers[t.store]
	if !ok {
		return t, false
	}
	t.register = r.slot
	if f.TypeOf(t.v) != ir.Int {
		return t, true
	}
	n := 8 * f.Attr(t.store).N
	k := l.fn.class[t.v]
	return t, k != classG && k != classM && k != classL && (n == 64 || l.width[t.v].within(width{r.signed, n}))
}

// writesRegister lowers instruction i so that its code writes the register of the store behind it. It is false, and nothing was emitted, if
// that cannot be.
func (l *lowerer) writesRegister(i ir.Inst, m codeMeta) bool {
	t, ok := l.storeAfter(i)
	if !ok {
		return false
	}
	first, temps := len(l.fn.code), l.fn.size
	m.store, m.rest = t.store, m.rest-1
	l.target = t
	l.single(i, m)
	l.target = target{v: ir.NoValue}
	done := t.extends == ir.NoInst || l.fused[t.extends]
	if n := len(l.fn.code); n == first || l.fn.code[n-1].dst != t.register || !writesWord[l.fn.code[n-1].op] {
		done = false
	}
	if !done {
		l.fn.code, l.fn.meta, l.fn.size = l.fn.code[:first], l.fn.meta[:first], temps
		l.unfuse(i)
		return false
	}
	l.fused[t.store] = true
	return true
}

// unfuse takes back that the instructions behind i are made by its code.
func (l *lowerer) unfuse(i ir.Inst) {
	for range 2 {
		if i = l.f.NextInst(i); i == ir.NoInst {
			return
		}
		l.fused[i] = false
	}
}

// writesWord are the operations that write, without leaving, one word and nothing else.
var writesWord = func() (ops [numFastOps]bool) {
	for op, u := range operandUses {
		ops[op] = u&usesDst != 0 && u&(usesPairDst|usesSlotImm) == 0
	}
	for _, op := range []fastOp{fFToInt, fPopCount, fBitRev} {
		ops[op] = true
	}
	return ops
}()

// extendLoad lowers a load whose only reader extends what it has loaded, if one instruction can do both.
func (l *lowerer) extendLoad(i, next ir.Inst, m codeMeta) bool {
	f := l.f
	v, w, to := f.Result(i, f.NumResults(i)-1), f.Result(next, 0), uint64(f.Attr(next).Imm)
	n := 8 * uint64(f.Attr(i).N)
	if f.TypeOf(v) != ir.Int || n == 0 || n > 64 || to < n || l.expectsWide(next) || l.fn.class[v] == classG {
		return false
	}
	c := code{dst: l.slot(w), a: l.slot(f.Arg(i, 0)), imm: uint64(max(f.Attr(i).Align, 1)) - 1}
	if c.op, c.k = accessOf(n/8, true); c.op == fSlow {
		return false
	}
	from := width{false, uint32(n)}
	if f.Op(next) == ir.OpSExt && to == n {
		from.signed = true
		switch c.op {
		case fLoad8, fLoad16, fLoad32:
			c.op += fLoadS8 - fLoad8
		case fLoad64:
		default:
			return false
		}
	}
	tests, ok := l.tests(from, l.fn.class[w], f.AnnotOf(w))
	if !ok {
		return false
	}
	l.fused[next] = true
	m.inst2, m.rest = next, m.rest-1
	l.chain(c, tests, m)
	return true
}
