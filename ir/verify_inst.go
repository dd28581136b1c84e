package ir

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// inst checks what the parts of i mean together, of which atInst was told.
// Later checks are skipped once one has failed: types that do not match would be reported again by each rule.
// flow is checked even of a branch with bad operands, since it is about blocks.
func (v *funcVerifier) inst(i Inst) {
	before := len(v.errs)
	switch v.f.Op(i) {
	case OpCall:
		v.call(i)
	case OpTargetIntrinsic:
		v.intrinsic(i)
	case OpRet:
		v.ret(i)
	case OpContinue, OpRegionYield: // flow compares the operands with the block arguments
	default:
		v.operands(i)
	}
	if len(v.errs) == before {
		v.results(i)
	}
	if len(v.errs) == before {
		v.rules(i)
		v.numbers(i)
		v.mark(i)
	}
	if v.f.Op(i).IsTerminator() && i == v.f.LastInst(v.f.InstBlock(i)) {
		v.flow(i)
	}
}

// operands checks I2 and T1 for the fixed operands of i.
// The letters of a signature are documented with the opcode table.
// An operand is compared by the letter at its place; the optional mask is one more letter.
func (v *funcVerifier) operands(i Inst) {
	f := v.f
	sig, optional := strings.CutSuffix(Ops[f.Op(i)].Sig, "?k")
	n := f.NumFixed(i)
	switch most := len(sig); {
	case optional && (n == most || n == most+1):
		if n > most {
			sig += "k"
		}
	case optional:
		v.instErrorf(i, "%s takes %d or %s, not %d", f.Mnemonic(i), most, Counted(most+1, "operand"), n)
		return
	case n != most:
		v.instErrorf(i, "%s takes %s, not %d", f.Mnemonic(i), Counted(most, "operand"), n)
		return
	}
	alike := v.vectorType(i, sig)
	for k := range n {
		t := f.TypeOf(f.Arg(i, k))
		if want := v.mismatch(sig[k], t, &alike, f.Attr(i).Lane); want != "" {
			hint := ""
			if d := f.Def(f.Arg(i, k)); t == Mem && d != NoInst && int(f.Op(d)) < len(Ops) && f.NumResults(d) > 1 {
				// d may not have been verified yet: nothing is asked of it but its opcode.
				hint = ": " + f.Op(d).String() + " makes the memory token first, then its data"
			}
			if own := otherKind(f.Op(i), t); own != "" {
				hint = ": " + own
			}
			v.instErrorf(i, "operand %d of %s is %s, not %s%s", k+1, f.Mnemonic(i), v.typeText(t), want, hint)
		}
	}
}

// vectorType is the type that gives the lanes of a vector operation: its first vector, or
// what it makes. Zero for other operations.
func (v *funcVerifier) vectorType(i Inst, sig string) Type {
	f := v.f
	if !f.Op(i).IsVector() {
		return 0
	}
	if k := strings.IndexByte(sig, 'v'); k >= 0 {
		return f.TypeOf(f.Arg(i, k))
	}
	if n := f.NumResults(i); n > 0 {
		return f.TypeOf(f.Result(i, n-1))
	}
	return 0
}

// mismatch says what a value of type t should be where the signature has the letter, empty if
// it is that. alike is the type of the operands that must be alike, once one is seen.
// Letters f and s stand for types that are alike among the operands: the first one seen says which.
func (v *funcVerifier) mismatch(letter byte, t Type, alike *Type, l Lane) string {
	want := func(ok bool, what string) string {
		if ok {
			return ""
		}
		return what
	}
	same := func() string {
		if *alike == 0 {
			*alike = t
		}
		if *alike == t {
			return ""
		}
		return v.typeText(*alike) + " like the operand before it"
	}
	switch letter {
	case 'i':
		return want(t == Int, "int")
	case 'b':
		return want(t == Bool, "bool")
	case 'p':
		return want(t.Kind() == KindPtr, "a pointer")
	case 'm':
		return want(t == Mem, "the memory token")
	case 'e':
		return want(t == Int || t == Bool, "int or bool")
	case 'g':
		return want(t.IsAggregate(), "a struct or array")
	case 'a':
		return want(t != Mem, "data")
	case 'F':
		return want(arithmeticFloat(t), "a float but f128")
	case 'l':
		return want(t == l.Scalar(), l.Scalar().String())
	case 'f':
		if !arithmeticFloat(t) {
			return "a float but f128"
		}
		return same()
	case 's':
		if t == Mem {
			return "data"
		}
		return same()
	}
	return v.vectorMismatch(letter, t, *alike, l)
}

// vectorMismatch is mismatch for letters of vectors: v the vector itself, k its mask, x an index vector with
// as many lanes.
// Masks have a byte a lane, so their width follows from the vector and the lane format.
// What is no whole number of lanes is reported at the letter v, once.
func (v *funcVerifier) vectorMismatch(letter byte, t, vector Type, l Lane) string {
	n, ok := l.Lanes(vector)
	if !ok {
		if letter == 'v' {
			return fmt.Sprintf("a vector of %s lanes, their number a power of two", l)
		}
		return "" // the vector itself is reported
	}
	switch letter {
	case 'v':
		if t != vector {
			return vector.String()
		}
	case 'k':
		if m, _ := l.MaskOf(vector); t != m {
			return fmt.Sprintf("the mask %s of %s in %s lanes", v.typeText(m), vector, l)
		}
	case 'x':
		if t.Kind() != KindVec || t.Scalable() != vector.Scalable() || t.VecBits()%(8*n) != 0 {
			return fmt.Sprintf("a vector of %d lanes of whole bytes, as %s has in %s lanes", n, vector, l)
		}
	default:
		panic(fmt.Sprintf("BUG: signature letter %q", letter))
	}
	return ""
}

// arithmeticFloat leaves out f128, which is moved and cast only.
func arithmeticFloat(t Type) bool { return t.Kind() == KindFloat && t != F128 }

// call checks the operands of a call: the callee, data, the memory token.
// Whether the arguments are those of the callee is behaviour, not form: a wrong call is undefined when it runs.
func (v *funcVerifier) call(i Inst) {
	f := v.f
	n := f.NumFixed(i)
	if n < 2 {
		v.instErrorf(i, "call takes a callee and, last, the memory token")
		return
	}
	if t := f.TypeOf(f.Arg(i, 0)); t.Kind() != KindPtr {
		v.instErrorf(i, "the callee is %s, not a pointer", v.typeText(t))
	}
	if t := f.TypeOf(f.Arg(i, n-1)); t != Mem {
		v.instErrorf(i, "the last operand of call is %s, not the memory token", v.typeText(t))
	}
	v.noTokens(i, 1, n-1)
}

// noTokens checks that operands lo to hi are data.
func (v *funcVerifier) noTokens(i Inst, lo, hi int) {
	for k := lo; k < hi; k++ {
		if v.f.TypeOf(v.f.Arg(i, k)) == Mem {
			v.instErrorf(i, "operand %d of %s is a memory token: it must be data", k+1, v.f.Op(i))
		}
	}
}

// intrinsic checks a target intrinsic's name, data operands and token.
// A name that no target knows is no mistake of the module: it is unsupported when it runs.
func (v *funcVerifier) intrinsic(i Inst) {
	f := v.f
	n := f.NumFixed(i)
	if f.Module.SymbolName(f.SymbolOf(i)) == "" {
		v.instErrorf(i, "target.intrinsic without a name")
	}
	if f.Attr(i).Memory {
		if n == 0 || f.TypeOf(f.Arg(i, n-1)) != Mem {
			v.instErrorf(i, "the last operand of a target.intrinsic with memory must be the memory token")
			return
		}
		n--
	}
	v.noTokens(i, 0, n)
}

// ret checks C7 and T2.
func (v *funcVerifier) ret(i Inst) {
	f := v.f
	n, want := f.NumFixed(i), f.Returns
	if n != len(want) && n != len(want)+1 {
		v.instErrorf(i, "ret has %s, the function has %s", Counted(n, "operand"), Counted(len(want), "result"))
		return
	}
	for k, p := range want {
		if t := f.TypeOf(f.Arg(i, k)); t != p.Type {
			v.instErrorf(i, "operand %d of ret is %s, the function's result is %s", k+1, v.typeText(t), v.typeText(p.Type))
		}
	}
	switch {
	case n > len(want):
		if t := f.TypeOf(f.Arg(i, n-1)); t != Mem {
			v.instErrorf(i, "operand %d of ret is %s, not the memory token", n, v.typeText(t))
		}
	case v.effects:
		v.instErrorf(i, "ret needs the memory token: the function has memory operations")
	}
}

// results checks I3: that the results have the types that the row says.
// Types after an arrow are taken as written; all others are compared with what the row's rule makes of the operands.
func (v *funcVerifier) results(i Inst) {
	f := v.f
	op := f.Op(i)
	var arrow []Type
	have, operands := v.have[:0], v.taken[:0]
	for n := range f.NumResults(i) {
		have = append(have, f.TypeOf(f.Result(i, n)))
	}
	for n := range f.NumFixed(i) {
		operands = append(operands, f.TypeOf(f.Arg(i, n)))
	}
	v.have, v.taken = have, operands
	tokens := 0
	switch rule := Ops[op].Result; rule {
	case ResArrow, ResArrowInt, ResArrowPtr:
		arrow = have
	case ResMemArrow, ResMemArrowInt, ResMemArrows, ResCall:
		tokens = 1
	case ResIntrinsic:
		if f.Attr(i).Memory {
			tokens = 1
		}
		arrow = have
	}
	if tokens > 0 {
		arrow = have[min(tokens, len(have)):]
	}
	var path []uint32
	if Ops[op].Form == FormPath {
		path = f.Path(i)
	}
	want, err := ResultTypes(op, f.Attr(i), operands, arrow, path, f.Params)
	switch {
	case err != nil && Ops[op].Result == ResPath:
		v.instErrorf(i, "%v", err)
	case err != nil: // the arrow has no one type
		v.instErrorf(i, "%s has %s", f.Mnemonic(i), Counted(len(have), "result"))
	case !equalTypes(want, have):
		v.instErrorf(i, "the results of %s are %s, not %s", f.Mnemonic(i), v.typeList(want), v.typeList(have))
	}
	for _, t := range arrow {
		if t == Mem {
			v.instErrorf(i, "%s cannot make a memory token as data", f.Mnemonic(i))
		}
	}
}

// typeList is types in parentheses.
func (v *funcVerifier) typeList(ts []Type) string {
	var s []string
	for _, t := range ts {
		s = append(s, v.typeText(t))
	}
	return "(" + strings.Join(s, ", ") + ")"
}

// rules checks what single operations demand of types and orderings (I3, I5 to I8).
// Rows whose signature says all have no case.
func (v *funcVerifier) rules(i Inst) {
	f := v.f
	op, a := f.Op(i), f.Attr(i)
	operand := func(n int) Type { return f.TypeOf(f.Arg(i, n)) }
	result := func(n int) Type { return f.TypeOf(f.Result(i, n)) }
	switch op {
	case OpFPConvert, OpSIToFP, OpUIToFP:
		if !arithmeticFloat(result(0)) {
			v.instErrorf(i, "%s makes a float but f128, not %s", op, result(0))
		}
	case OpIntToPtr:
		if result(0).Kind() != KindPtr {
			v.instErrorf(i, "inttoptr makes a pointer, not %s", result(0))
		}
	case OpBitCast:
		v.bitcast(i, operand(0), result(0))
	case OpBitCastExpose:
		v.bitcast(i, operand(0), result(0))
		v.noPointer(i, result(0))
	case OpInsertValue:
		if t, ok := operand(0).At(f.Path(i)); !ok {
			v.instErrorf(i, "%s has no field %v", operand(0), f.Path(i))
		} else if t != operand(1) {
			v.instErrorf(i, "the field at %v is %s, the value inserted is %s", f.Path(i), t, operand(1))
		}
	case OpVecSplat, OpVecLoad, OpVecGather:
		t := result(f.NumResults(i) - 1)
		if _, ok := a.Lane.Lanes(t); !ok {
			v.instErrorf(i, "%s makes a vector of %s lanes, their number a power of two, not %s", op, a.Lane, t)
		}
	case OpLoad, OpStore:
		v.width(i, f.TypeOf(f.Accessed(i)))
	case OpLoadExpose:
		v.width(i, result(0))
		v.noPointer(i, result(0))
	case OpVolatileLoad, OpVolatileStore:
		if v.width(i, f.TypeOf(f.Accessed(i))); a.N != 1 && a.N != 2 && a.N != 4 && a.N != 8 {
			v.instErrorf(i, "%s: a volatile access has 1, 2, 4 or 8 bytes; memmove.volatile copies others", f.Mnemonic(i))
		}
	case OpAtomicLoad, OpAtomicStore:
		v.width(i, f.TypeOf(f.Accessed(i)))
		what := "an atomic load"
		if op == OpAtomicStore {
			what = "an atomic store"
		}
		v.ordering(i, what, a.Order, false)
	case OpRMW, OpCmpXchg:
		v.exchange(i, operand(1), result(1))
	case OpVaStart:
		if !f.Variadic {
			v.instErrorf(i, "va_start in a function that is not variadic: its parameters end without ...")
		}
	case OpVaArg:
		v.vaArg(i)
	}
}

// mark checks that the rule of !ub is one about the opcode.
func (v *funcVerifier) mark(i Inst) {
	r := v.f.Mark(i).Rule
	if op := v.f.Op(i); r != RuleNone && !slices.Contains(Rules[r].Ops, op) {
		v.instErrorf(i, "!ub(%q) is no rule of %s", r, op)
	}
}

// vaArg checks the types of the arguments that a list gives. An int has at most the eight bytes of its place.
func (v *funcVerifier) vaArg(i Inst) {
	f := v.f
	n := f.Attr(i).N
	if n > IntBytes {
		v.instErrorf(i, "%s: an int behind the parameters takes 1 to %d bytes", f.Mnemonic(i), IntBytes)
	}
	for k := 1; k < f.NumResults(i); k++ {
		t := f.TypeOf(f.Result(i, k))
		size, sized := t.Size(1)
		switch {
		case t == Unit || sized && size == 0:
			v.instErrorf(i, "%s: %s has no bytes in memory", f.Mnemonic(i), t)
		case t.HasScalable():
			v.instErrorf(i, "%s: %s has no fixed size", f.Mnemonic(i), t)
		case n != 0 && sized && (size != uint64(n) || f.NumResults(i) > 2):
			v.instErrorf(i, "%s: %s takes %s", f.Mnemonic(i), t, Counted(size, "byte"))
		case n != 0 && f.NumResults(i) > 2:
			v.instErrorf(i, "%s: a number of bytes is for one argument", f.Mnemonic(i))
		}
	}
}

// ordering checks I7.
// The message lists what may be written, from the table that generators use.
func (v *funcVerifier) ordering(i Inst, what string, o Ordering, fail bool) {
	may := Orderings(v.f.Op(i), fail)
	if slices.Contains(may, o) {
		return
	}
	names := make([]string, len(may))
	for n := range may {
		names[n] = may[n].String()
	}
	last := len(names) - 1
	v.instErrorf(i, "%s cannot be %s: write %s or %s", what, o, strings.Join(names[:last], ", "), names[last])
}

// exchange checks the types of rmw and cmpxchg, and the ordering on failure.
func (v *funcVerifier) exchange(i Inst, operand, result Type) {
	op, a := v.f.Op(i), v.f.Attr(i)
	if operand != result {
		v.instErrorf(i, "%s reads %s and writes %s", op, result, operand)
		return
	}
	v.width(i, result)
	if op == OpRMW && a.RMW != RMWXchg && result != Int {
		v.instErrorf(i, "rmw.%s is for int, not %s", a.RMW, result)
	}
	if op == OpCmpXchg {
		v.ordering(i, "a cmpxchg that fails", a.Fail, true)
	}
}

// bitcast checks I5.
// Sizes are compared per unit of vscale, so a fixed vector is not cast to a scalable one.
func (v *funcVerifier) bitcast(i Inst, from, to Type) {
	for _, t := range [2]Type{from, to} {
		if t == Unit {
			v.instErrorf(i, "unit has no bytes to cast")
			return
		}
	}
	switch {
	case from == Int && to == Int:
		v.instErrorf(i, "a bitcast between ints has no size: write sext or zext")
	case from == Int || to == Int:
	default:
		f0, s0, _, _ := from.extent()
		f1, s1, _, _ := to.extent()
		if f0 != f1 || s0 != s1 {
			v.instErrorf(i, "bitcast from %s to %s changes the size", from, to)
		}
	}
}

// noPointer checks the result of what reads bytes as numbers: a pointer has none of its own, nor may a field be one.
func (v *funcVerifier) noPointer(i Inst, t Type) {
	switch t.Kind() {
	case KindInt, KindBool, KindFloat, KindByte, KindVec:
	default:
		v.instErrorf(i, "%s makes a number or bytes, not %s: read it without expose", v.f.Mnemonic(i), t)
	}
}

// width checks the bytes of a memory access to a value of type t (I4).
// A scalable value's size is not known here, so its N only has to be there.
// An atomic access without a number takes the natural size.
func (v *funcVerifier) width(i Inst, t Type) {
	a, name := v.f.Attr(i), v.f.Mnemonic(i)
	size, sized := t.Size(1)
	switch optional := a.N == 0 && v.f.Op(i).Is(Atomic); {
	case t == Unit:
		v.instErrorf(i, "unit has no bytes in memory")
	case t == Int && !optional && (a.N < 1 || a.N > MaxIntBytes):
		v.instErrorf(i, "%s: an int takes 1 to %d bytes", name, MaxIntBytes)
	case t.HasScalable() && v.f.Op(i).Is(Atomic):
		v.instErrorf(i, "%s: an atomic access to %s has no fixed size", name, t)
	case sized && size == 0:
		v.instErrorf(i, "%s: %s has no bytes in memory", name, t)
	case !t.HasScalable() && sized && !optional && uint64(a.N) != size:
		v.instErrorf(i, "%s: %s takes %s", name, t, Counted(size, "byte"))
	case t.HasScalable() && a.N == 0:
		v.instErrorf(i, "%s: %s takes at least one byte", name, t)
	}
}

// numbers checks I4 but for the bytes of accesses.
// Alignments are checked whatever the opcode: attributes has refused those where none may stand.
func (v *funcVerifier) numbers(i Inst) {
	f := v.f
	op, a := f.Op(i), f.Attr(i)
	for _, s := range Ops[op].Suffix {
		switch {
		case s == SufBits && (a.N < 1 || a.N > MaxAnnotBits):
			v.instErrorf(i, "%s: the number of bits is 1 to %d", f.Mnemonic(i), MaxAnnotBits)
		case s == SufBytes && op == OpBSwap && (a.N < 1 || a.N > MaxIntBytes):
			v.instErrorf(i, "%s: the number of bytes is 1 to %d", f.Mnemonic(i), MaxIntBytes)
		}
	}
	switch {
	case Ops[op].Form == FormWidth && (a.Imm < 1 || a.Imm > MaxAnnotBits):
		v.instErrorf(i, "%s to %d bits: the number of bits is 1 to %d", op, a.Imm, MaxAnnotBits)
	case op == OpStackSlot && a.Imm < 0:
		v.instErrorf(i, "a stack slot of %d bytes", a.Imm)
	case op == OpFConst:
		v.fconst(i)
	}
	if bits.OnesCount32(a.Align) > 1 {
		v.instErrorf(i, "alignment %d is no power of two", a.Align)
	}
}

// fconst checks that the bits fit the type.
// attributes has checked that the constant exists.
func (v *funcVerifier) fconst(i Inst) {
	a := v.f.Attr(i)
	c := num.FromUint64(uint64(a.Imm))
	if a.Aux != 0 {
		c = v.f.consts[a.Aux-1]
	}
	if n := a.FloatType().FloatBits(); !c.FitsUnsigned(uint(n)) {
		v.instErrorf(i, "the constant has more than the %d bits of %s", n, a.FloatType())
	}
}

// otherKind says what is written where an operand is of another kind than the opcode takes, or nothing.
func otherKind(op Op, t Type) string {
	switch {
	case t == Bool:
		if own, ok := map[Op]Op{OpAnd: OpBAnd, OpOr: OpBOr, OpXor: OpBXor}[op]; ok {
			return own.String() + " takes truth values"
		}
	case t.Kind() == KindFloat:
		if own, ok := map[Op]Op{OpAdd: OpFAdd, OpSub: OpFSub, OpMul: OpFMul, OpDiv: OpFDiv, OpTDiv: OpFDiv, OpRem: OpFRem, OpTRem: OpFRem, OpICmp: OpFCmp}[op]; ok {
			return own.String() + " takes floats"
		}
	case t == Int && (op == OpBrIf || op == OpSelect):
		return "icmp or int_to_bool makes a truth value"
	}
	return ""
}
