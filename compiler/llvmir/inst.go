package llvmir

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Operations whose low bits depend on low bits only are computed in the width of the result, the others in one that holds the operands, too.
var (
	modular     = map[ir.Op]string{ir.OpAdd: "add", ir.OpSub: "sub", ir.OpMul: "mul", ir.OpAnd: "and", ir.OpOr: "or", ir.OpXor: "xor"}
	bools       = map[ir.Op]string{ir.OpBAnd: "and", ir.OpBOr: "or", ir.OpBXor: "xor"}
	floats      = map[ir.Op]string{ir.OpFAdd: "fadd", ir.OpFSub: "fsub", ir.OpFMul: "fmul", ir.OpFDiv: "fdiv", ir.OpFRem: "frem"}
	floatFns    = map[ir.Op]string{ir.OpFAbs: "fabs", ir.OpCopySign: "copysign", ir.OpFSqrt: "sqrt", ir.OpFMA: "fma"}
	intPreds    = map[ir.Pred]string{ir.EQ: "eq", ir.NE: "ne", ir.LT: "slt", ir.LE: "sle", ir.GT: "sgt", ir.GE: "sge"}
	floatSuffix = map[string]string{"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "x86_fp80": "f80", "fp128": "f128"}
	copies      = map[ir.Op]string{ir.OpMemCpy: "memcpy", ir.OpMemMove: "memmove"}
)

// inst writes an instruction that ends no block.
func (g *fn) inst(i ir.Inst) {
	f := g.f
	op := f.Op(i)
	arg := func(n int) ir.Value { return f.Arg(i, n) }
	if name := modular[op]; name != "" {
		v := f.Result(i, 0)
		n := g.width(v)
		g.line("%%v%d = %s i%d %s, %s", v, name, n, g.int(arg(0), n), g.int(arg(1), n))
		return
	}
	if name := bools[op]; name != "" {
		g.line("%%v%d = %s i1 %s, %s", f.Result(i, 0), name, g.val(arg(0)), g.val(arg(1)))
		return
	}
	switch op {
	case ir.OpIConst, ir.OpBConst, ir.OpFConst, ir.OpPoison, ir.OpSymbolAddr, ir.OpStackEnd:
		return // stands where it is used; a slot that has ended is not used again
	case ir.OpParam:
		n := int(f.Attr(i).Imm)
		g.taken(f.Result(i, 0), f.Params[n], fmt.Sprintf("%%p%d", n))
	case ir.OpCall:
		g.call(i)
	case ir.OpVaStart, ir.OpVaEnd, ir.OpVaCopy, ir.OpVaArg:
		g.list(i)
	case ir.OpICmp:
		n := max(g.bitsOf(arg(0)), g.bitsOf(arg(1)))
		g.line("%%v%d = icmp %s i%d %s, %s", f.Result(i, 0), intPreds[f.Attr(i).Pred], n, g.int(arg(0), n), g.int(arg(1), n))
	case ir.OpFCmp:
		g.line("%%v%d = fcmp %s %s %s, %s", f.Result(i, 0), f.Attr(i).Pred.String(), g.typeOf(arg(0)), g.val(arg(0)), g.val(arg(1)))
	case ir.OpSelect, ir.OpFreeze, ir.OpNot, ir.OpBoolToInt, ir.OpIntToBool:
		g.choice(i)
	case ir.OpLoad, ir.OpLoadExpose, ir.OpVolatileLoad, ir.OpStore, ir.OpVolatileStore, ir.OpMemCpy, ir.OpMemMove, ir.OpMemSet, ir.OpStackSlot, ir.OpStackSlotDyn:
		g.memory(i)
	case ir.OpPtrAdd, ir.OpPtrAddInBounds, ir.OpPtrDiff, ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr:
		g.pointer(i)
	default:
		if !g.float(i) && !g.number(i) {
			g.unsupported(f.Mnemonic(i))
		}
	}
}

// bitsOf is the width of an int, also of a constant, which has no value of its own.
func (g *fn) bitsOf(v ir.Value) uint32 {
	if i := g.f.Def(v); i != ir.NoInst {
		switch g.f.Op(i) {
		case ir.OpIConst:
			k := g.f.IntConst(i)
			if n := signedBits(k, k); n <= maxBits {
				return max(n, 2)
			}
			g.fail(g.pos, "the number is too large")
		case ir.OpPoison:
			return 2
		}
	}
	return g.width(v)
}

// choice writes what is of ints and of others.
func (g *fn) choice(i ir.Inst) {
	f := g.f
	v, x := f.Result(i, 0), f.Arg(i, 0)
	isInt := f.TypeOf(v) == ir.Int
	switch f.Op(i) {
	case ir.OpSelect:
		a, b := f.Arg(i, 1), f.Arg(i, 2)
		if isInt {
			n := g.width(v)
			g.line("%%v%d = select i1 %s, i%d %s, i%d %s", v, g.val(x), n, g.int(a, n), n, g.int(b, n))
			return
		}
		g.line("%%v%d = select i1 %s, %s %s, %s %s", v, g.val(x), g.typeOf(v), g.val(a), g.typeOf(v), g.val(b))
	case ir.OpFreeze:
		if isInt {
			n := g.width(v)
			g.line("%%v%d = freeze i%d %s", v, n, g.int(x, n))
			return
		}
		g.line("%%v%d = freeze %s %s", v, g.typeOf(v), g.val(x))
	case ir.OpNot:
		if isInt {
			n := g.width(v)
			g.line("%%v%d = xor i%d %s, -1", v, n, g.int(x, n))
			return
		}
		g.line("%%v%d = xor i1 %s, true", v, g.val(x))
	case ir.OpBoolToInt:
		g.set(v, g.val(x), 1, false)
	default:
		n := g.bitsOf(x)
		g.line("%%v%d = icmp ne i%d %s, 0", v, n, g.int(x, n))
	}
}

// memory writes accesses and slots.
func (g *fn) memory(i ir.Inst) {
	f := g.f
	a := f.Attr(i)
	align := max(a.Align, 1)
	volatile := ""
	if op := f.Op(i); op == ir.OpVolatileLoad || op == ir.OpVolatileStore {
		volatile = "volatile "
	}
	switch op := f.Op(i); op {
	case ir.OpLoad, ir.OpLoadExpose, ir.OpVolatileLoad:
		rs := f.Results(i)
		v := rs[len(rs)-1]
		p := g.val(f.Arg(i, 0))
		switch {
		case f.TypeOf(v) == ir.Int:
			g.set(v, g.temp("load %si%d, ptr %s, align %d", volatile, 8*a.N, p, align), 8*a.N, false)
		case f.TypeOf(v) == ir.Bool:
			g.line("%%v%d = trunc i8 %s to i1", v, g.temp("load %si8, ptr %s, align %d", volatile, p, align))
		default:
			g.line("%%v%d = load %s%s, ptr %s, align %d", v, volatile, g.typeOf(v), p, align)
		}
	case ir.OpStore, ir.OpVolatileStore:
		x := f.Arg(i, 0)
		p := g.val(f.Arg(i, 1))
		switch {
		case f.TypeOf(x) == ir.Int:
			g.line("store %si%d %s, ptr %s, align %d", volatile, 8*a.N, g.int(x, 8*a.N), p, align)
		case f.TypeOf(x) == ir.Bool:
			g.line("store %si8 %s, ptr %s, align %d", volatile, g.temp("zext i1 %s to i8", g.val(x)), p, align)
		default:
			g.line("store %s%s %s, ptr %s, align %d", volatile, g.typeOf(x), g.val(x), p, align)
		}
	case ir.OpMemCpy, ir.OpMemMove:
		name := g.intrinsic("void", "llvm."+copies[op]+".p0.p0.i64", "ptr", "ptr", "i64", "i1")
		g.line("call void %s(ptr %s, ptr %s, i64 %s, i1 false)", name, g.val(f.Arg(i, 0)), g.val(f.Arg(i, 1)), g.int(f.Arg(i, 2), 64))
	case ir.OpMemSet:
		name := g.intrinsic("void", "llvm.memset.p0.i64", "ptr", "i8", "i64", "i1")
		g.line("call void %s(ptr %s, i8 %s, i64 %s, i1 false)", name, g.val(f.Arg(i, 0)), g.int(f.Arg(i, 1), 8), g.int(f.Arg(i, 2), 64))
	case ir.OpStackSlot:
		g.line("%%v%d = alloca [%d x i8], align %d", f.Result(i, 0), a.Imm, align)
	default:
		g.line("%%v%d = alloca i8, i64 %s, align %d", f.Result(i, 0), g.int(f.Arg(i, 0), 64), align)
	}
}

// list writes what is done with a list of variable arguments, whose numbers are passed in 64 bits.
func (g *fn) list(i ir.Inst) {
	f := g.f
	p := g.val(f.Arg(i, 0))
	switch f.Op(i) {
	case ir.OpVaStart:
		g.line("call void %s(ptr %s)", g.intrinsic("void", "llvm.va_start.p0", "ptr"), p)
	case ir.OpVaEnd:
		g.line("call void %s(ptr %s)", g.intrinsic("void", "llvm.va_end.p0", "ptr"), p)
	case ir.OpVaCopy:
		g.line("call void %s(ptr %s, ptr %s)", g.intrinsic("void", "llvm.va_copy.p0", "ptr", "ptr"), p, g.val(f.Arg(i, 1)))
	default:
		if f.NumResults(i) != 2 {
			g.unsupported("a va_arg of other than one value")
		}
		v := f.Result(i, 1)
		if f.TypeOf(v) == ir.Int {
			g.set(v, g.temp("va_arg ptr %s, i64", p), 64, true)
			return
		}
		g.line("%%v%d = va_arg ptr %s, %s", v, p, g.typeOf(v))
	}
}

// pointer writes arithmetic of pointers.
func (g *fn) pointer(i ir.Inst) {
	f := g.f
	v := f.Result(i, 0)
	switch f.Op(i) {
	case ir.OpPtrAdd, ir.OpPtrAddInBounds:
		in := ""
		if f.Op(i) == ir.OpPtrAddInBounds {
			in = "inbounds "
		}
		g.line("%%v%d = getelementptr %si8, ptr %s, i64 %s", v, in, g.val(f.Arg(i, 0)), g.int(f.Arg(i, 1), 64))
	case ir.OpPtrDiff:
		a, b := g.temp("ptrtoint ptr %s to i64", g.val(f.Arg(i, 0))), g.temp("ptrtoint ptr %s to i64", g.val(f.Arg(i, 1)))
		g.set(v, g.temp("sub i64 %s, %s", a, b), 64, true)
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		g.set(v, g.temp("ptrtoint ptr %s to i64", g.val(f.Arg(i, 0))), 64, false)
	default:
		g.typeOf(v)
		g.line("%%v%d = inttoptr i64 %s to ptr", v, g.int(f.Arg(i, 0), 64))
	}
}

// float writes operations of floats.
func (g *fn) float(i ir.Inst) bool {
	f := g.f
	op := f.Op(i)
	if f.NumResults(i) == 0 {
		return false
	}
	v := f.Result(i, 0)
	if name := floats[op]; name != "" {
		g.line("%%v%d = %s %s %s, %s", v, name, g.typeOf(v), g.val(f.Arg(i, 0)), g.val(f.Arg(i, 1)))
		return true
	}
	if name := floatFns[op]; name != "" {
		t := g.typeOf(v)
		args, params := "", []string(nil)
		for n := range f.NumOperands(i) {
			if n > 0 {
				args += ", "
			}
			args += t + " " + g.val(f.Arg(i, n))
			params = append(params, t)
		}
		g.line("%%v%d = call %s %s(%s)", v, t, g.intrinsic(t, "llvm."+name+"."+floatSuffix[t], params...), args)
		return true
	}
	x := f.Arg(i, 0)
	switch op {
	case ir.OpFNeg:
		g.line("%%v%d = fneg %s %s", v, g.typeOf(v), g.val(x))
	case ir.OpFPConvert:
		from, to := f.TypeOf(x), f.TypeOf(v)
		switch {
		case from.FloatBits() < to.FloatBits():
			g.line("%%v%d = fpext %s %s to %s", v, g.typeOf(x), g.val(x), g.typeOf(v))
		case from.FloatBits() > to.FloatBits():
			g.line("%%v%d = fptrunc %s %s to %s", v, g.typeOf(x), g.val(x), g.typeOf(v))
		default:
			return false
		}
	case ir.OpSIToFP, ir.OpUIToFP:
		n := g.bitsOf(x)
		g.line("%%v%d = sitofp i%d %s to %s", v, n, g.int(x, n), g.typeOf(v))
	case ir.OpFPToSI, ir.OpFPToUI:
		a := f.Attr(i)
		if a.N < 2 {
			return false
		}
		name := map[ir.Op]string{ir.OpFPToSI: "fptosi", ir.OpFPToUI: "fptoui"}[op]
		if a.Sat {
			t, to := g.typeOf(x), fmt.Sprintf("i%d", a.N)
			of := g.intrinsic(to, fmt.Sprintf("llvm.%s.sat.%s.%s", name, to, floatSuffix[t]), t)
			g.set(v, g.temp("call %s %s(%s %s)", to, of, t, g.val(x)), a.N, op == ir.OpFPToSI)
			return true
		}
		g.set(v, g.temp("%s %s %s to i%d", name, g.typeOf(x), g.val(x), a.N), a.N, op == ir.OpFPToSI)
	case ir.OpBitCast, ir.OpBitCastExpose:
		return g.bitcast(v, x)
	default:
		return false
	}
	return true
}

// bitcast writes the bits of a float, of bytes, a pointer or a number as another.
func (g *fn) bitcast(v, x ir.Value) bool {
	from, to := g.f.TypeOf(x), g.f.TypeOf(v)
	switch {
	case from.Kind() == ir.KindFloat && to == ir.Int:
		n := uint32(from.FloatBits())
		g.set(v, g.temp("bitcast %s %s to i%d", g.typeOf(x), g.val(x), n), n, false)
	case from == ir.Int && to.Kind() == ir.KindFloat:
		n := uint32(to.FloatBits())
		g.line("%%v%d = bitcast i%d %s to %s", v, n, g.int(x, n), g.typeOf(v))
	case from.Kind() == ir.KindByte && to == ir.Int:
		n := 8 * from.ByteLen()
		g.set(v, g.temp("bitcast %s %s to i%d", g.typeOf(x), g.val(x), n), n, false)
	case from == ir.Int && to.Kind() == ir.KindByte:
		n := 8 * to.ByteLen()
		g.line("%%v%d = bitcast i%d %s to %s", v, n, g.int(x, n), g.typeOf(v))
	case (from.Kind() == ir.KindByte || from.Kind() == ir.KindFloat) && (to.Kind() == ir.KindByte || to.Kind() == ir.KindFloat) && from != ir.F80 && to != ir.F80:
		g.line("%%v%d = bitcast %s %s to %s", v, g.typeOf(x), g.val(x), g.typeOf(v))
	case from == ir.Ptr && to == ir.Int:
		g.set(v, g.temp("ptrtoint ptr %s to i64", g.val(x)), 64, false)
	default:
		return false
	}
	return true
}

// number writes the operations of ints that look at high bits.
func (g *fn) number(i ir.Inst) bool {
	f := g.f
	a := f.Attr(i)
	if f.NumResults(i) == 0 || f.TypeOf(f.Result(i, 0)) != ir.Int {
		return false
	}
	v, x := f.Result(i, 0), f.Arg(i, 0)
	w := g.width(v)
	switch f.Op(i) {
	case ir.OpDiv, ir.OpRem, ir.OpTDiv, ir.OpTRem:
		g.divide(i, v)
	case ir.OpMin, ir.OpMax:
		y := f.Arg(i, 1)
		n := max(w, g.bitsOf(x), g.bitsOf(y))
		p, q := g.int(x, n), g.int(y, n)
		less := g.temp("icmp %s i%d %s, %s", map[ir.Op]string{ir.OpMin: "slt", ir.OpMax: "sgt"}[f.Op(i)], n, p, q)
		g.set(v, g.temp("select i1 %s, i%d %s, i%d %s", less, n, p, n, q), n, true)
	case ir.OpShl:
		k, over := g.amount(f.Arg(i, 1), w, w, 0)
		r := g.temp("shl i%d %s, %s", w, g.int(x, w), k)
		g.set(v, g.temp("select i1 %s, i%d 0, i%d %s", over, w, w, r), w, true)
	case ir.OpShr:
		n := max(w, g.bitsOf(x))
		k, _ := g.amount(f.Arg(i, 1), n, n, n-1)
		g.set(v, g.temp("ashr i%d %s, %s", n, g.int(x, n), k), n, true)
	case ir.OpSExt, ir.OpZExt:
		n := uint32(a.Imm)
		if n == 0 || n > maxBits {
			return false
		}
		g.set(v, g.int(x, n), n, f.Op(i) == ir.OpSExt)
	case ir.OpCountOnes, ir.OpCountLeadingZeros, ir.OpCountTrailingZeros, ir.OpBSwap, ir.OpBitReverse, ir.OpRotateLeft, ir.OpRotateRight:
		return g.counted(i, v, x, a.N)
	case ir.OpMerge:
		if a.N == 0 || a.N > maxBits {
			return false
		}
		n := max(w, a.N+1)
		high := g.temp("and i%d %s, %s", n, g.int(x, n), num.Pow2(uint(a.N)).Neg())
		low := g.resize(g.int(f.Arg(i, 1), a.N), a.N, n, false)
		g.set(v, g.temp("or i%d %s, %s", n, high, low), n, true)
	case ir.OpSplit:
		if a.N == 0 || a.N > maxBits {
			return false
		}
		n := max(w, g.bitsOf(x), a.N+1)
		g.set(v, g.temp("ashr i%d %s, %d", n, g.int(x, n), a.N), n, true)
		g.set(f.Result(i, 1), g.int(x, a.N), a.N, false)
	default:
		return false
	}
	return true
}

// amount is a number of places in n bits, and whether it is at least limit, where most stands for it.
func (g *fn) amount(y ir.Value, n, limit, most uint32) (amount, over string) {
	m := max(g.bitsOf(y), 16)
	k := g.int(y, m)
	over = g.temp("icmp sge i%d %s, %d", m, k, limit)
	return g.resize(g.temp("select i1 %s, i%d %d, i%d %s", over, m, most, m, k), m, n, true), over
}

// divide writes a division; what LLVM has as undefined is poison here, and so anything.
func (g *fn) divide(i ir.Inst, v ir.Value) {
	f := g.f
	x, y := f.Arg(i, 0), f.Arg(i, 1)
	n := max(g.width(v), g.bitsOf(x), g.bitsOf(y)) + 1
	a, b := g.temp("freeze i%d %s", n, g.int(x, n)), g.temp("freeze i%d %s", n, g.int(y, n))
	zero := g.temp("icmp eq i%d %s, 0", n, b)
	b = g.temp("select i1 %s, i%d 1, i%d %s", zero, n, n, b)
	// Frozen numbers may be the least and -1, which the width excludes of others.
	least := num.Pow2(uint(n) - 1).Neg()
	over := g.temp("and i1 %s, %s", g.temp("icmp eq i%d %s, -1", n, b), g.temp("icmp eq i%d %s, %s", n, a, least))
	b = g.temp("select i1 %s, i%d 1, i%d %s", over, n, n, b)
	r := g.temp("srem i%d %s, %s", n, a, b)
	switch f.Op(i) {
	case ir.OpTRem:
		g.set(v, r, n, true)
		return
	case ir.OpRem:
		size := g.temp("select i1 %s, i%d %s, i%d %s", g.temp("icmp slt i%d %s, 0", n, b), n, g.temp("sub i%d 0, %s", n, b), n, b)
		g.set(v, g.temp("select i1 %s, i%d %s, i%d %s", g.temp("icmp slt i%d %s, 0", n, r), n, g.temp("add i%d %s, %s", n, r, size), n, r), n, true)
		return
	}
	q := g.temp("sdiv i%d %s, %s", n, a, b)
	if f.Op(i) == ir.OpDiv {
		step := g.temp("select i1 %s, i%d 1, i%d -1", g.temp("icmp slt i%d %s, 0", n, b), n, n)
		q = g.temp("select i1 %s, i%d %s, i%d %s", g.temp("icmp slt i%d %s, 0", n, r), n, g.temp("add i%d %s, %s", n, q, step), n, q)
	}
	g.set(v, q, n, true)
}

// counted writes what LLVM has intrinsics for; size is the number behind the dot.
func (g *fn) counted(i ir.Inst, v, x ir.Value, size uint32) bool {
	n := size
	name, flag := "", ""
	switch g.f.Op(i) {
	case ir.OpCountOnes:
		name, n = "ctpop", g.bitsOf(x)
	case ir.OpCountTrailingZeros:
		name, flag, n = "cttz", ", i1 true", g.bitsOf(x)
	case ir.OpCountLeadingZeros:
		name, flag = "ctlz", ", i1 false"
	case ir.OpBSwap:
		if name, n = "bswap", 8*size; n%16 != 0 {
			return false
		}
	case ir.OpBitReverse:
		name = "bitreverse"
	default:
		return g.rotate(i, v, x, n)
	}
	if n < 2 || n > maxBits {
		return false
	}
	t := fmt.Sprintf("i%d", n)
	params := []string{t}
	if flag != "" {
		params = append(params, "i1")
	}
	r := g.temp("call %s %s(%s %s%s)", t, g.intrinsic(t, "llvm."+name+"."+t, params...), t, g.int(x, n), flag)
	g.set(v, r, n, false)
	return true
}

// rotate is a rotation of n bits, a power of two.
func (g *fn) rotate(i ir.Inst, v, x ir.Value, n uint32) bool {
	if n < 2 || n > maxBits || n&(n-1) != 0 {
		return false
	}
	name := "llvm.fshl"
	if g.f.Op(i) == ir.OpRotateRight {
		name = "llvm.fshr"
	}
	t := fmt.Sprintf("i%d", n)
	r := g.int(x, n)
	g.set(v, g.temp("call %s %s(%s %s, %s %s, %s %s)", t, g.intrinsic(t, name+"."+t, t, t, t), t, r, t, r, t, g.int(g.f.Arg(i, 1), n)), n, false)
	return true
}
