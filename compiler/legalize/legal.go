package legalize

import (
	"github.com/tuffy-ir/tuffy/compiler/facts"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// rules has for each opcode what makes an instruction of it legal, beyond legal types and
// containers of its operands and results. nil: nothing makes it legal.
// An instruction with a nil row must be replaced by a step, or the function is rejected.
var rules = [ir.NumOps]func(l *lowerer, i ir.Inst) bool{
	ir.OpIConst: always, ir.OpBConst: always, ir.OpFConst: always, ir.OpParam: always, ir.OpSymbolAddr: always,
	ir.OpFreeze: always, ir.OpSelect: always, ir.OpBoolToInt: always, ir.OpIntToBool: always,
	ir.OpBAnd: always, ir.OpBOr: always, ir.OpBXor: always,
	ir.OpAdd: always, ir.OpSub: always, ir.OpMul: always,
	ir.OpAnd: always, ir.OpOr: always, ir.OpXor: always, ir.OpNot: always,
	ir.OpShl: func(l *lowerer, i ir.Inst) bool { return shifting(l, i) || l.dividend(i) }, ir.OpShr: shifting,
	ir.OpICmp: joined, ir.OpMin: joined, ir.OpMax: joined,
	ir.OpTDiv: dividing, ir.OpTRem: dividing, ir.OpMerge: func(l *lowerer, i ir.Inst) bool { return l.dividend(i) },
	ir.OpZExt: extending, ir.OpSExt: extending,
	ir.OpTargetIntrinsic:    passedThrough,
	ir.OpSplit:              func(l *lowerer, i ir.Inst) bool { return l.productSplit(i) },
	ir.OpCountOnes:          func(l *lowerer, _ ir.Inst) bool { return l.popcnt },
	ir.OpCountTrailingZeros: always,
	ir.OpCountLeadingZeros:  sized(32, 64),
	ir.OpBSwap:              sized(2, 4, 8),
	ir.OpRotateLeft:         sized(8, 16, 32, 64), ir.OpRotateRight: sized(8, 16, 32, 64),
	ir.OpFAdd: hardFloat, ir.OpFSub: hardFloat, ir.OpFMul: hardFloat, ir.OpFDiv: hardFloat, ir.OpFSqrt: hardFloat,
	ir.OpFNeg: hardFloat, ir.OpFAbs: hardFloat, ir.OpFCmp: hardFloat,
	ir.OpFMA:       func(l *lowerer, i ir.Inst) bool { return l.fma && hardFloat(l, i) },
	ir.OpFPConvert: func(l *lowerer, i ir.Inst) bool { return hardFloat(l, i) && hard(l.f.TypeOf(l.f.Result(i, 0))) },
	ir.OpSIToFP: func(l *lowerer, i ir.Inst) bool {
		return hard(l.f.TypeOf(l.f.Result(i, 0))) && l.rangeOf(l.f.Arg(i, 0)).In(facts.Signed(64))
	},
	ir.OpFPToSI:  func(l *lowerer, i ir.Inst) bool { a := l.f.Attr(i); return hardFloat(l, i) && !a.Sat && a.N <= 64 },
	ir.OpBitCast: func(l *lowerer, i ir.Inst) bool { return l.castable(i) },
	ir.OpPtrAdd:  always, ir.OpPtrDiff: always, ir.OpPtrToInt: always, ir.OpPtrToAddr: always, ir.OpIntToPtr: always,
	ir.OpStackSlot: func(l *lowerer, i ir.Inst) bool { return !l.realigned(i) }, ir.OpStackSlotDyn: always, ir.OpStackEnd: always,
	ir.OpLoad: accessing, ir.OpStore: accessing,
	ir.OpMemCpy: always, ir.OpMemMove: always, ir.OpMemSet: always,
	ir.OpVolatileLoad: accessing, ir.OpVolatileStore: accessing,
	ir.OpVolatileMemCpy: always, ir.OpVolatileMemMove: always, ir.OpVolatileMemSet: always,
	ir.OpAtomicLoad: accessing, ir.OpAtomicStore: accessing, ir.OpRMW: accessing, ir.OpCmpXchg: accessing,
	ir.OpFence: always, ir.OpLandingPad: always,
	ir.OpVaStart: always, ir.OpVaArg: oneArgument, ir.OpVaCopy: always, ir.OpVaEnd: always,
	ir.OpRet: always, ir.OpBr: always, ir.OpBrIf: always, ir.OpContinue: always, ir.OpRegionYield: always,
	ir.OpUnreachable: always, ir.OpTrap: always,
	ir.OpSwitch: func(l *lowerer, i ir.Inst) bool { return l.casesFit(i) },
}

// calling asks for the rules itself, which would be a cycle in the initialization of the table.
func init() {
	rules[ir.OpCall] = calling
	for op := range ir.Op(ir.NumOps) {
		if op.IsVector() {
			rules[op] = nativeVector
		}
	}
}

// realigned reports whether the stack slot i needs an alignment that a frame cannot have whose size changes.
func (l *lowerer) realigned(i ir.Inst) bool {
	return l.f.Attr(i).Align > stackAlign && l.f.Count(ir.OpStackSlotDyn) > 0
}

// stackAlign is the alignment of the stack pointer where a function is entered.
const stackAlign = 16

func always(*lowerer, ir.Inst) bool { return true }

// sized makes an operation legal whose number is one of ns.
func sized(ns ...uint32) func(l *lowerer, i ir.Inst) bool {
	return func(l *lowerer, i ir.Inst) bool {
		for _, n := range ns {
			if l.f.Attr(i).N == n {
				return true
			}
		}
		return false
	}
}

// hard reports whether the processor computes with t.
func hard(t ir.Type) bool { return t == ir.F32 || t == ir.F64 }

// hardFloat reports whether the first operand of i is a float that the processor computes with.
func hardFloat(l *lowerer, i ir.Inst) bool { return hard(l.f.TypeOf(l.f.Arg(i, 0))) }

// shifting reports whether the amount of i is below 64, so that the machine's shift does what the
// program says.
func shifting(l *lowerer, i ir.Inst) bool { return l.amountBelow(i, 64) }

// extending reports whether i extends from a number of one register.
func extending(l *lowerer, i ir.Inst) bool { return l.f.Attr(i).Imm <= 64 }

// joined reports whether one register size holds both operands.
func joined(l *lowerer, i ir.Inst) bool { return l.join(i).Container() != 0 }

// join is the range with both operands of i.
func (l *lowerer) join(i ir.Inst) Range {
	return l.rangeOf(l.f.Arg(i, 0)).Join(l.rangeOf(l.f.Arg(i, 1)))
}

// dividing: the division does not trap.
// A divisor that may be 0 is not legal, even if division by 0 is poison: the machine traps.
func dividing(l *lowerer, i ir.Inst) bool {
	x, y := l.rangeOf(l.f.Arg(i, 0)), l.f.Arg(i, 1)
	j := l.join(i)
	return l.longDivision(i) || j.Container() != 0 && l.nonzero(y) && !l.overflows(x, y, j)
}

// overflows reports whether the quotient of a number of range x by y may be more than the
// register of join j has: the least number by -1.
func (l *lowerer) overflows(x Range, y ir.Value, j Range) bool {
	if !j.Signed() || x.Lo.V.Neg().Less(num.Pow2(uint(j.Container()-1))) {
		return false
	}
	if c, ok := constant(l.f, y); ok {
		return c == -1
	}
	return l.rangeOf(y).Signed() && !l.safe(y)
}

// nonzero reports whether y is seen never to be 0, unless it is poison.
// It reads the claim on y, its constant, or the mark of [lowerer.divisor]; a constant that is too
// large to be small is not 0.
func (l *lowerer) nonzero(y ir.Value) bool {
	if k := l.f.AnnotOf(y).Known(); k != nil && k.Ones.Sign() != 0 {
		return true
	}
	if c, ok := constant(l.f, y); ok {
		return c != 0
	}
	if i := l.f.Def(y); i != ir.NoInst && l.f.Op(i) == ir.OpIConst {
		return true
	}
	return l.safe(y)
}

// safe reports whether y is a divisor that [lowerer.divisor] made.
func (l *lowerer) safe(y ir.Value) bool { _, ok := l.divisors[y]; return ok }

// accessing reports whether one move of the machine does the access.
func accessing(l *lowerer, i ir.Inst) bool {
	f, n := l.f, l.f.Attr(i).N
	switch f.TypeOf(f.Accessed(i)) {
	case vec128:
		return n == 16
	case vec256:
		return n == 32
	}
	if n == 0 { // atomic, of the natural size
		n = ir.NaturalBytes(f.TypeOf(f.Accessed(i)))
	}
	return n == 1 || n == 2 || n == 4 || n == 8
}

// width is the container of int v, 0 if it has none.
// A claim :iN, as well as the range, may make it smaller.
func (l *lowerer) width(v ir.Value) int {
	if n, ok := Demanded(l.f.AnnotOf(v)); ok && n <= 64 {
		w := facts.Unsigned(uint(n)).Container()
		if c := l.ranges.of.Container(v); c != 0 {
			w = min(w, c)
		}
		return w
	}
	return l.ranges.of.Container(v)
}

// rangeOf is the range of int v.
// It holds whenever v is not poison, and is [everything] for a value that nothing is known of.
func (l *lowerer) rangeOf(v ir.Value) Range { return l.ranges.of.Of(v) }

// amountBelow reports whether the amount of shift i is below n.
func (l *lowerer) amountBelow(i ir.Inst, n int) bool {
	return amount(l.rangeOf(l.f.Arg(i, 1))) < n
}

// productSplit reports whether i is the split.64 of a product of 128 bits.
func (l *lowerer) productSplit(i ir.Inst) bool {
	f := l.f
	m := f.Def(f.Arg(i, 0))
	return f.Attr(i).N == 64 && m != ir.NoInst && l.product(m) && f.NextInst(m) == i
}

// product reports whether i is a mul whose result is read by one split.64 only, of operands that
// are both unsigned or both signed.
func (l *lowerer) product(i ir.Inst) bool {
	f := l.f
	if f.Op(i) != ir.OpMul {
		return false
	}
	v, uses := f.Result(i, 0), 0
	for u := range f.Uses(v) {
		if f.Op(u.Inst) != ir.OpSplit || f.Attr(u.Inst).N != 64 {
			return false
		}
		uses++
	}
	return uses == 1 && l.join(i).Container() != 0 && l.rangeOf(v).Finite()
}

// dividend reports whether i is the merge.64 that [lowerer.longQuotient] makes for one division, or the
// shift below it.
func (l *lowerer) dividend(i ir.Inst) bool {
	if op := l.f.Op(i); op != ir.OpMerge && op != ir.OpShl || l.dividends == nil {
		return false
	}
	_, ok := l.dividends[l.f.Result(i, 0)]
	return ok
}

// longDivision reports whether i divides such a merge.
func (l *lowerer) longDivision(i ir.Inst) bool {
	if op := l.f.Op(i); op != ir.OpTDiv && op != ir.OpTRem || l.dividends == nil {
		return false
	}
	_, ok := l.dividends[l.f.Arg(i, 0)]
	return ok
}

// castable reports whether i casts between legal types of the same size.
// An int takes the size of the other type.
func (l *lowerer) castable(i ir.Inst) bool {
	from, to := l.f.TypeOf(l.f.Arg(i, 0)), l.f.TypeOf(l.f.Result(i, 0))
	if smallMask(to) {
		return l.masksMade && from == ir.Int
	}
	if from == vec128 || to == vec128 || from == vec256 || to == vec256 {
		return from == to
	}
	if from == ir.Int {
		from = to
	}
	n, ok := from.Size(1)
	return ok && (n == 1 || n == 2 || n == 4 || n == 8)
}

// casesFit reports whether the number can be each of the cases, so that the comparison can be
// made in its register.
func (l *lowerer) casesFit(i ir.Inst) bool {
	r := l.rangeOf(l.f.Arg(i, 0))
	for n := range l.f.NumTargets(i) - 1 {
		if c := l.f.TargetCase(i, n); !r.Contains(c) {
			return false
		}
	}
	return true
}

// legalType reports whether a register holds a value of type t.
func (l *lowerer) legalType(t ir.Type) bool { return legalType(t) || t == vec256 && l.long }

// legalType is that without long registers, and what one register passes.
func legalType(t ir.Type) bool {
	switch t.Kind() {
	case ir.KindInt, ir.KindBool, ir.KindPtr, ir.KindMem:
		return true
	case ir.KindFloat:
		return !t.IsWideFloat()
	case ir.KindByte:
		n := t.ByteLen()
		return n == 1 || n == 2 || n == 4 || n == 8
	case ir.KindVec:
		return t == vec128
	}
	return false
}

// legal reports whether selection can take i as it stands. Block arguments are checked on their
// own.
// The types are looked at before the rule, which may rely on them.
func (l *lowerer) legal(i ir.Inst) bool {
	f := l.f
	if l.x87(i) {
		return true
	}
	for n := range f.NumResults(i) {
		v := f.Result(i, n)
		if t := f.TypeOf(v); t == ir.Int {
			if l.width(v) == 0 && !l.product(i) && !l.dividend(i) {
				return false
			}
		} else if !l.legalType(t) && !l.maskIn(i, t) {
			return false
		}
	}
	op := f.Op(i)
	if op == ir.OpStore && !l.legalType(f.TypeOf(f.Arg(i, 0))) {
		return false
	}
	for n := range f.NumOperands(i) {
		v := f.Arg(i, n)
		if t := f.TypeOf(v); t == ir.Int {
			if l.width(v) == 0 && op != ir.OpSplit && !l.longDivision(i) && !l.dividend(i) {
				return false
			}
		} else if !l.legalType(t) && !l.maskIn(i, t) {
			return false
		}
	}
	rule := rules[op]
	return rule != nil && rule(l, i)
}

// passedThrough reports whether target intrinsic i may be an instruction, which package isel finds by its name: on vectors of 128
// bits, and perhaps a constant behind them.
func passedThrough(l *lowerer, i ir.Inst) bool {
	f := l.f
	if f.Attr(i).Memory || f.NumResults(i) != 1 || f.NumFixed(i) == 0 {
		return false
	}
	t := f.TypeOf(f.Result(i, 0))
	if t != vec128 {
		return false
	}
	for n := range f.NumFixed(i) {
		v := f.Arg(i, n)
		if _, is := constant(f, v); f.TypeOf(v) != t && !(is && n > 0 && n == f.NumFixed(i)-1) {
			return false
		}
	}
	return true
}

// maskIn reports whether t is that of a mask in an instruction that may have one.
func (l *lowerer) maskIn(i ir.Inst, t ir.Type) bool {
	return l.masksMade && smallMask(t) && (l.f.Op(i).IsVector() || l.f.Op(i) == ir.OpBitCast)
}
