package llvm

import (
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// intrinsicFn lowers a call of an intrinsic.
type intrinsicFn func(g *fn, x *instr)

// intrinsics are those that are lowered, by their names without types.
var intrinsics map[string]intrinsicFn

// init fills the table, which refers to functions that look into it.
func init() {
	nothing := func(*fn, *instr) {}
	first := func(g *fn, x *instr) { g.set(g.val(x.args[0])) }
	intrinsics = map[string]intrinsicFn{
		"dbg": nothing, "donothing": nothing, "prefetch": nothing, "invariant.end": nothing, "experimental.noalias.scope.decl": nothing,
		"assume": assume, "sideeffect": nothing, "pseudoprobe": nothing, "var.annotation": nothing, "lifetime.start": lifetime, "lifetime.end": lifetime,
		"fake.use": nothing, "x86.sse2.pause": nothing, "codeview.annotation": nothing, "instrprof": nothing, "stackrestore": stackRestore, "stackprotector": nothing, "debugtrap": nothing,
		"expect": first, "expect.with.probability": first, "launder.invariant.group": first, "strip.invariant.group": first, "annotation": first,
		"ptr.annotation": first, "ssa.copy": first, "arithmetic.fence": first, "threadlocal.address": threadLocal, "canonicalize": first,
		"invariant.start": nullPointer, "stacksave": stackSave, "frameaddress": nullPointer, "returnaddress": nullPointer, "addressofreturnaddress": nullPointer,
		"memcpy": bulk, "memmove": bulk, "memset": bulk, "memcpy.inline": bulk, "memset.inline": bulk,
		"trap": trap, "ubsantrap": trap, "objectsize": objectSize, "is.constant": isConstant, "ptrmask": ptrMask, "load.relative": loadRelative,
		"va_start": vaStart, "va_end": nothing, "va_copy": vaCopy, "type.test": truth, "public.type.test": truth, "allow.runtime.check": truth, "allow.ubsan.check": truth,
		"abs": abs, "bswap": bswap, "bitreverse": bitReverse, "ctpop": countOnes, "ctlz": leadingZeros, "cttz": trailingZeros,
		"fshl": funnel, "fshr": funnel, "scmp": threeWay, "ucmp": threeWay, "vscale": nil,
		"fma": fma, "fmuladd": fmuladd, "is.fpclass": fpClass, "fptosi.sat": toIntSat, "fptoui.sat": toIntSat, "minimum": minimum, "maximum": minimum, "powi": powi,
		"ldexp": callLibrary, "lround": callLibrary, "llround": callLibrary, "lrint": callLibrary, "llrint": callLibrary, "eh.typeid.for": nil,
		"masked.load": maskedLoad, "masked.store": maskedStore, "vector.insert": vectorInsert, "vector.extract": vectorExtract, "vector.reverse": vectorReverse,
		"masked.gather": maskedGather, "masked.scatter": maskedScatter,
	}
	for _, name := range []string{"smax", "smin", "umax", "umin", "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "sshl.sat", "ushl.sat"} {
		intrinsics[name] = intBinary
	}
	for _, name := range []string{"sadd", "ssub", "smul", "uadd", "usub", "umul"} {
		intrinsics[name+".with.overflow"] = overflow
	}
	for name, op := range map[string]ir.Op{"sqrt": ir.OpFSqrt, "fabs": ir.OpFAbs} {
		intrinsics[name] = floatOps(op, 1)
	}
	for name, op := range map[string]ir.Op{"copysign": ir.OpCopySign, "minnum": ir.OpFMinNum, "maxnum": ir.OpFMaxNum, "minimumnum": ir.OpFMinNum, "maximumnum": ir.OpFMaxNum} {
		intrinsics[name] = floatOps(op, 2)
	}
	for _, name := range []string{"floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "sin", "cos", "tan", "asin", "acos", "atan", "atan2",
		"sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2", "log10", "pow"} {
		intrinsics[name] = callLibrary
	}
	for _, name := range []string{"add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin", "fadd", "fmul", "fmax", "fmin", "fmaximum", "fminimum"} {
		intrinsics["vector.reduce."+name] = reduce
	}
}

// intrinsicName is the longest beginning of a name that intrinsics has.
func intrinsicName(name string) (string, bool) {
	for name != "" {
		if f, ok := intrinsics[name]; ok {
			return name, f != nil
		}
		n := strings.LastIndexByte(name, '.')
		if n < 0 {
			break
		}
		name = name[:n]
	}
	return "", false
}

// intrinsicArity is how many arguments an intrinsic has at least; those that are not listed take one.
var intrinsicArity = map[string]int{"dbg": 0, "donothing": 0, "x86.sse2.pause": 0, "invariant.end": 0, "sideeffect": 0, "pseudoprobe": 0, "stacksave": 0, "trap": 0, "debugtrap": 0,
	"memcpy": 4, "memmove": 4, "memset": 4, "memcpy.inline": 4, "memset.inline": 4, "objectsize": 2, "ptrmask": 2, "load.relative": 2, "va_copy": 2, "fshl": 3, "fshr": 3, "scmp": 2,
	"ucmp": 2, "fma": 3, "fmuladd": 3, "is.fpclass": 2, "minimum": 2, "maximum": 2, "powi": 2, "ldexp": 2, "lifetime.start": 1, "lifetime.end": 1,
	"vector.insert": 3, "vector.extract": 2, "abs": 2, "ctlz": 2, "cttz": 2, "atan2": 2, "pow": 2, "copysign": 2, "minnum": 2, "maxnum": 2, "minimumnum": 2, "maximumnum": 2,
	"smax": 2, "smin": 2, "umax": 2, "umin": 2, "sadd.sat": 2, "ssub.sat": 2, "uadd.sat": 2, "usub.sat": 2, "sshl.sat": 2, "ushl.sat": 2,
	"sadd.with.overflow": 2, "ssub.with.overflow": 2, "smul.with.overflow": 2, "uadd.with.overflow": 2, "usub.with.overflow": 2, "umul.with.overflow": 2,
	"vector.reduce.fadd": 2, "vector.reduce.fmul": 2, "allow.runtime.check": 0, "allow.ubsan.check": 0, "addressofreturnaddress": 0, "codeview.annotation": 0,
	"masked.load": 3, "masked.store": 3, "masked.gather": 3, "masked.scatter": 3}

// intrinsic lowers a call of llvm.<name>.
func (g *fn) intrinsic(x *instr, name string) {
	base, ok := intrinsicName(name)
	if !ok && strings.HasPrefix(name, "x86.") { // an instruction of the processor: refused where it is reached
		g.callWith(x, g.b.SymbolAddr("llvm."+name, g.o), g.arguments(x, "llvm."+name, nil, false), false, nil)
		return
	}
	if !ok {
		g.c.fail(x.at, "the intrinsic llvm.%s is not supported", name)
	}
	least, listed := intrinsicArity[base]
	if !listed {
		least = 1
	}
	if len(x.args)-1 < least {
		g.c.fail(x.at, "llvm.%s takes %d arguments", name, least)
	}
	x.text = base
	intrinsics[base](g, x)
	if x.slot >= 0 && g.b != nil && g.vals[x.slot] == ir.NoValue {
		g.c.fail(x.at, "llvm.%s gives no %s", name, x.t.text())
	}
}

// scalars fails unless the arguments and the result of an intrinsic are of that kind.
func (g *fn) scalars(x *instr, k typeKind, n int) {
	for _, a := range x.args[:n] {
		if a.t.scalar().kind != k || (a.t != x.args[0].t) {
			g.c.fail(x.at, "llvm.%s does not take a %s", x.text, a.t.text())
		}
	}
	if x.t.scalar().kind == tVoid || (x.t.kind == tVector) != (x.args[0].t.kind == tVector) || x.t.kind == tVector && x.t.n != x.args[0].t.n {
		g.c.fail(x.at, "llvm.%s does not give a %s", x.text, x.t.text())
	}
}

// lanewise sets the result of an intrinsic on each element of its first n arguments.
func (g *fn) lanewise(x *instr, n int, f func(args []ir.Value) ir.Value) {
	one := func(part func(v value) ir.Value) ir.Value {
		var vs []ir.Value
		for _, a := range x.args[:n] {
			vs = append(vs, part(a))
		}
		return f(vs)
	}
	if x.args[0].t.kind != tVector {
		g.set(one(g.val))
		return
	}
	g.set(g.build(g.typeOf(x.t, x.at), int(x.args[0].t.n), func(i int) ir.Value {
		return one(func(v value) ir.Value { return g.part(v, i) })
	}))
}

// flagArg is a constant i1 argument.
func (g *fn) flagArg(x *instr, n int) bool {
	if n >= len(x.args)-1 {
		return false
	}
	k := x.args[n].c
	return k != nil && k.kind == vInt && k.int.Sign() != 0
}

func nullPointer(g *fn, x *instr) {
	if x.slot >= 0 {
		g.set(g.zero(x.t, x.at))
	}
}

func truth(g *fn, x *instr) { g.set(g.bool(true)) }

// assume is undefined unless its condition holds; so it is with what bundles say of pointers.
func assume(g *fn, x *instr) {
	c := g.val(x.args[0])
	g.undefinedIf(g.un(ir.OpNot, c))
	for _, b := range x.call.bundles {
		if len(b.args) == 0 || b.args[0].t.kind != tPtr {
			continue
		}
		p := g.val(b.args[0])
		addr := func() ir.Value { return g.un(ir.OpPtrToAddr, p) }
		switch b.tag {
		case "nonnull":
			g.undefinedIf(g.cmp(ir.EQ, addr(), g.num(0)))
		case "align":
			if len(b.args) < 2 || b.args[1].t.kind != tInt {
				continue
			}
			a := addr()
			if len(b.args) > 2 && b.args[2].t.kind == tInt {
				a = g.bin(ir.OpSub, a, g.val(b.args[2]))
			}
			g.undefinedIf(g.cmp(ir.NE, g.bin(ir.OpAnd, a, g.bin(ir.OpSub, g.val(b.args[1]), g.num(1))), g.num(0)))
		case "noundef":
			g.needs(p, b.args[0].t)
		}
	}
}

// lifetime makes a slot as if nobody had written it, where its life begins and where it ends. The slot itself stays, as it may
// live again.
func lifetime(g *fn, x *instr) {
	p := x.args[len(x.args)-2]
	if p.t.kind != tPtr || p.c != nil {
		return
	}
	a := g.allocated[p.slot]
	if a == nil || len(a.args) > 0 {
		return
	}
	g.c.mustLay(a.elem, x.at)
	if a.elem.size > 0 {
		g.forget(g.val(p), a.elem.size)
	}
}

// stackSave is the number of slots of the call, as a pointer; stackRestore ends those behind it.
func stackSave(g *fn, x *instr) {
	if x.t.kind != tPtr {
		g.c.fail(x.at, "llvm.stacksave gives a pointer")
	}
	i := g.b.Call(g.b.SymbolAddr("tuffy.stack_save", g.o), nil, g.mem, []ir.Type{ir.Int}, g.o)
	g.mem = g.f.Result(i, 0)
	g.set(g.conv(ir.OpIntToPtr, g.f.Result(i, 1), ir.PtrIn(x.t.bits)))
}

func stackRestore(g *fn, x *instr) {
	if x.args[0].t.kind != tPtr {
		g.c.fail(x.at, "llvm.stackrestore takes a pointer")
	}
	n := g.un(ir.OpPtrToAddr, g.val(x.args[0]))
	i := g.b.Call(g.b.SymbolAddr("tuffy.stack_restore", g.o), []ir.Value{n}, g.mem, nil, g.o)
	g.mem = g.f.Result(i, 0)
}

// threadLocal is the calling thread's object.
func threadLocal(g *fn, x *instr) {
	i := g.b.Call(g.b.SymbolAddr("tuffy.thread", g.o), []ir.Value{g.val(x.args[0])}, g.mem, []ir.Type{ir.Ptr}, g.o)
	g.mem = g.f.Result(i, 0)
	g.set(g.f.Result(i, 1))
}

// bulk is memcpy, memmove or memset.
func bulk(g *fn, x *instr) {
	op := map[string]ir.Op{"memcpy": ir.OpMemCpy, "memmove": ir.OpMemMove, "memset": ir.OpMemSet, "memcpy.inline": ir.OpMemCpy, "memset.inline": ir.OpMemSet}[x.text]
	if g.flagArg(x, 3) {
		op = map[ir.Op]ir.Op{ir.OpMemCpy: ir.OpVolatileMemCpy, ir.OpMemMove: ir.OpVolatileMemMove, ir.OpMemSet: ir.OpVolatileMemSet}[op]
	}
	want := []typeKind{tPtr, tPtr, tInt}
	if strings.HasPrefix(x.text, "memset") {
		want[1] = tInt
	}
	var vs []ir.Value
	for i, a := range x.args[:3] {
		if a.t.kind != want[i] || a.t.kind == tInt && a.t.bits == 1 {
			g.c.fail(x.at, "llvm.%s does not take a %s", x.text, a.t.text())
		}
		at := x.call.args[i]
		at.noundef = false
		vs = append(vs, g.attributed(g.val(a), a.t, &at))
	}
	vs[2] = g.zext(vs[2], x.args[2].t.bits)
	if op == ir.OpMemCpy { // from a place to itself is allowed
		same := g.cmp(ir.EQ, g.un(ir.OpPtrToAddr, vs[0]), g.un(ir.OpPtrToAddr, vs[1]))
		vs[2] = g.choose(same, g.num(0), vs[2])
	}
	i := g.b.Op(op, ir.Attr{}, g.o, nil, append(vs, g.mem)...)
	g.mem = g.f.Result(i, 0)
}

// trap ends the program.
func trap(g *fn, x *instr) {
	g.b.Stop(ir.OpTrap, g.o)
	g.b = nil
}

// objectSize says that nothing is known.
func objectSize(g *fn, x *instr) {
	if g.flagArg(x, 1) {
		g.set(g.num(0))
	} else {
		g.set(g.num(-1))
	}
}

func isConstant(g *fn, x *instr) { g.set(g.bool(x.args[0].c != nil && x.args[0].c.kind == vInt)) }

// ptrMask clears bits of an address and keeps what it points into.
func ptrMask(g *fn, x *instr) {
	if x.t.kind != tPtr || x.args[1].t.kind != tInt {
		g.c.fail(x.at, "llvm.ptrmask of a %s is not supported", x.t.text())
	}
	p := g.val(x.args[0])
	a := g.un(ir.OpPtrToAddr, p)
	m := g.bin(ir.OpAnd, a, g.val(x.args[1]))
	g.set(g.bin(ir.OpPtrAdd, p, g.bin(ir.OpSub, m, a)))
}

// loadRelative is a pointer moved by what stands in a table.
func loadRelative(g *fn, x *instr) {
	if k := x.args[0].c; k != nil {
		if f, ok := g.c.fold(x.args[0], x.at); ok && g.c.tables[f.sym] && f.from == "" && f.n.Sign() == 0 {
			at := g.bin(ir.OpPtrAdd, g.b.SymbolAddr(f.sym+tableSuffix, g.o), g.bin(ir.OpMul, g.val(x.args[1]), g.num(2)))
			g.set(g.read(at, ir.PtrBytes, 8, ir.Ptr, false))
			return
		}
	}
	p := g.val(x.args[0])
	at := g.bin(ir.OpPtrAdd, p, g.val(x.args[1]))
	d := g.sext(g.read(at, 4, 4, ir.Int, false), 32)
	g.set(g.bin(ir.OpPtrAdd, p, d))
}

// vaStart makes a list that is laid out as System V says, so that code that takes arguments itself finds them.
func vaStart(g *fn, x *instr) {
	if !g.src.t.variadic {
		g.c.fail(x.at, "va_start in a function without variable arguments")
	}
	p := g.val(x.args[0])
	i := g.b.Op(ir.OpVaStart, ir.Attr{}, g.o, nil, p, g.mem)
	g.mem = g.f.Result(i, 0)
	j := g.b.Call(g.b.SymbolAddr("tuffy.va_spill", g.o), []ir.Value{p}, g.mem, nil, g.o)
	g.mem = g.f.Result(j, 0)
}

// vaCopy copies the bytes of a list.
func vaCopy(g *fn, x *instr) {
	i := g.b.Op(ir.OpMemMove, ir.Attr{}, g.o, nil, g.val(x.args[0]), g.val(x.args[1]), g.num(ir.VaListBytes), g.mem)
	g.mem = g.f.Result(i, 0)
}

// callLibrary calls the function of the C library of that name.
func callLibrary(g *fn, x *instr) {
	n := len(x.args) - 1
	for _, a := range x.args[:n] {
		if k := a.t.scalar().kind; k != tFloat && k != tInt {
			g.c.fail(x.at, "llvm.%s does not take a %s", x.text, a.t.text())
		}
	}
	e := x.args[0].t.scalar()
	if e.kind != tFloat || (x.t.kind == tVector) != (x.args[0].t.kind == tVector) {
		g.c.fail(x.at, "llvm.%s does not take a %s", x.text, e.text())
	}
	g.lanewise(x, n, func(args []ir.Value) ir.Value { return g.library(x.text, e, x.t.scalar(), args) })
}

// library calls a function of the C library on floats of type e. Halves are computed as floats.
func (g *fn) library(name string, e, result *typ, args []ir.Value) ir.Value {
	t := e.float
	narrow := t == ir.F16 || t == ir.BF16
	if narrow {
		t = ir.F32
	}
	suffix, ok := map[ir.Type]string{ir.F32: "f", ir.F64: "", ir.F80: "l"}[t]
	if !ok {
		g.c.fail(g.x.at, "%s of a %s is not supported", name, e.text())
	}
	if narrow {
		for i, v := range args {
			if g.f.TypeOf(v).Kind() == ir.KindFloat {
				args[i] = g.conv(ir.OpFPConvert, v, t)
			}
		}
	}
	rt := t
	if result.kind == tInt {
		rt = ir.Int
	}
	i := g.b.Call(g.b.SymbolAddr(name+suffix, g.o), args, g.mem, []ir.Type{rt}, g.o)
	g.mem = g.f.Result(i, 0)
	v := g.f.Result(i, 1)
	switch {
	case rt == ir.Int && result.bits > 1:
		v = g.sext(v, result.bits)
	case narrow:
		v = g.conv(ir.OpFPConvert, v, e.float)
	}
	return v
}

// mask is 2^n - 1.
func mask(n uint32) num.Int { return num.Mask(uint(n)) }
