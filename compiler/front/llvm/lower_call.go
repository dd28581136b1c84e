package llvm

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// calleeOf is the name of the function that a call calls directly, and what is known of it.
func (g *fn) calleeOf(x *instr) (name string, f *function) {
	k := x.args[len(x.args)-1].c
	if k == nil || k.kind != vGlobal {
		return "", nil
	}
	c, ok := g.c.foldSymbol(k)
	if !ok || c.sym == "" || c.n.Sign() != 0 {
		return "", nil
	}
	f, _ = g.c.mod.byName[c.sym].(*function)
	return c.sym, f
}

// call lowers a call.
func (g *fn) call(x *instr) {
	if k := x.args[len(x.args)-1].c; k != nil && k.kind == vAsm {
		g.assembly(x, k)
		return
	}
	for _, b := range x.call.bundles {
		switch b.tag {
		case "funclet", "deopt", "gc-transition", "gc-live", "preallocated", "ptrauth", "clang.arc.attachedcall":
			g.c.fail(x.at, "the operand bundle %q is not supported", b.tag)
		}
	}
	name, f := g.calleeOf(x)
	if base, ok := strings.CutPrefix(name, "llvm."); ok && (f == nil || !f.defined) {
		g.intrinsic(x, base)
		return
	}
	if g.jumps(x, name, f) {
		return
	}
	if f != nil && !f.defined && f.noreturn && rustPanic(name) {
		g.b.Stop(ir.OpTrap, g.o)
		g.b = nil
		return
	}
	outside := name != "" && (f == nil || !f.defined)
	lib := name
	if outside {
		lib = libraryName(name)
		outside = !inRuntime(lib) && !g.c.apart
	}
	args := g.arguments(x, name, f, outside)
	var callee ir.Value
	if name != "" {
		callee = g.b.SymbolAddr(lib, g.o)
	} else {
		callee = g.val(x.args[len(x.args)-1])
	}
	g.callWith(x, callee, args, outside, f)
}

// callWith calls and takes the result.
func (g *fn) callWith(x *instr, callee ir.Value, args []ir.Value, outside bool, f *function) {
	t := x.t
	var results []ir.Type
	flat := t.kind == tInt && t.bits == 1 && outside // C's truth values are numbers
	record := t.kind == tStruct && outside           // and its structs are bytes
	handle := t.kind == tInt && outside && g.c.o.Takes != nil && g.c.o.Takes(libraryName(g.outsideName(x)), -1) == Pointer
	if t.kind != tVoid {
		r := g.typeOf(t, x.at)
		switch {
		case flat:
			r = ir.Int
		case handle:
			r = ir.Ptr
		case record:
			g.c.mustLay(t, x.at)
			r = ir.Bytes(uint32(t.size))
		}
		results = append(results, r)
	}
	i := g.b.Call(callee, args, g.mem, results, g.o)
	g.mem = g.f.Result(i, 0)
	if t.kind != tVoid {
		v := g.f.Result(i, 1)
		switch {
		case flat:
			v = g.toBool(v)
		case handle:
			v = g.number(g.un(ir.OpPtrToInt, v), 64, t.bits)
		case record:
			s := g.b.StackSlot(int64(t.size), uint32(t.align), g.o)
			g.write(v, s, t.size, 1, false)
			v = g.loadAt(t, s, 1, false, x.at)
		case t.kind == tInt && t.bits > 1 && (f == nil || !f.defined):
			v = g.sext(v, t.bits)
		case t.kind == tInt && t.bits > 1:
			g.with(v, claim(t))
		}
		ret := x.call.ret
		if f != nil && !f.defined {
			ret.merge(f.ret)
		}
		ret.noundef = false // what is outside gives no poison, and what is inside has checked
		g.set(g.promised(x, g.attributed(v, t, &ret)))
	}
	if x.flags&flagMustTail == 0 && f != nil && f.noreturn {
		g.b.Stop(ir.OpUnreachable, g.o)
		g.b = nil
	}
}

// outsideName is the name of the function that x calls.
func (g *fn) outsideName(x *instr) string {
	name, _ := g.calleeOf(x)
	return name
}

// arguments are what a call passes.
func (g *fn) arguments(x *instr, name string, f *function, outside bool) []ir.Value {
	var args []ir.Value
	fixed := len(x.elem.fields)
	for n, a := range x.args[:len(x.args)-1] {
		t := a.t
		v := g.val(a)
		at := x.call.args[n]
		if f != nil && n < len(f.params) && !f.defined {
			at.merge(f.params[n])
		}
		byval := at.byval
		if byval == nil && f != nil && n < len(f.params) {
			byval = f.params[n].byval
		}
		at.noundef = false
		v = g.attributed(v, t, &at)
		switch {
		case byval != nil:
			v = g.passByValue(v, byval, at.align, n >= fixed, x.at)
		case t.kind == tInt && t.bits == 1 && (outside || n >= fixed):
			v = g.fromBool(v)
		case t.kind == tInt && t.bits > 1 && outside && g.c.o.Takes != nil:
			v = g.passed(v, t, g.c.o.Takes(libraryName(name), n))
		case t.kind == tMetadata, t.kind == tToken:
			g.c.fail(x.at, "an argument of type %s is not supported", t.text())
		}
		args = append(args, v)
	}
	return args
}

// passed is an integer as a function of the library takes it.
func (g *fn) passed(v ir.Value, t *typ, how Passing) ir.Value {
	switch how {
	case Unsigned:
		return g.zext(v, t.bits)
	case Pointer:
		return g.conv(ir.OpIntToPtr, g.zext(v, t.bits), ir.Ptr)
	}
	return v
}

// passByValue is a copy of what p points to: its address, or behind the parameters its bytes.
func (g *fn) passByValue(p ir.Value, t *typ, align uint64, rest bool, at place) ir.Value {
	g.c.mustLay(t, at)
	n := t.size
	if rest {
		if n > ir.MaxTypePayload {
			g.c.fail(at, "a value of %d bytes is not supported", n)
		}
		return g.read(p, n, 1, ir.Bytes(uint32(n)), false)
	}
	s := g.b.StackSlot(int64(n), uint32(max(align, t.align)), g.o)
	i := g.b.Op(ir.OpMemCpy, ir.Attr{}, g.o, nil, s, p, g.big(num.FromUint64(n)), g.mem)
	g.mem = g.f.Result(i, 0)
	return s
}

// rustShims are the functions that rustc makes for a program, as their mangled names end.
var rustShims = []string{"alloc", "alloc_zeroed", "dealloc", "realloc", "no_alloc_shim_is_unstable_v2"}

// libraryName is what a function of glibc is called that headers give another name.
func libraryName(name string) string {
	for _, prefix := range []string{"__isoc99_", "__isoc23_"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest
		}
	}
	if strings.HasSuffix(name, "3std2rt19lang_start_internal") {
		return "__rust_lang_start_internal"
	}
	if strings.HasSuffix(name, "3std7process4exit") {
		return "exit"
	}
	if strings.Contains(name, "__rust_") {
		for _, shim := range rustShims {
			if strings.HasSuffix(name, "__rust_"+shim) {
				return "__rust_" + shim
			}
		}
	}
	switch name {
	case "__strdup":
		return "strdup"
	case "__xpg_strerror_r":
		return "strerror_r"
	case "__xpg_basename":
		return "basename"
	}
	return name
}

// jumps lowers setjmp and longjmp, which are instructions.
func (g *fn) jumps(x *instr, name string, f *function) bool {
	if f == nil || f.defined || len(x.args) < 2 {
		return false
	}
	switch name {
	case "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp":
		i := g.b.Op(ir.OpSetJmp, ir.Attr{}, g.o, []ir.Type{ir.Int}, g.val(x.args[0]), g.mem)
		g.mem = g.f.Result(i, 0)
		if x.slot >= 0 {
			g.set(g.sext(g.f.Result(i, 1), 32))
		}
		return true
	case "longjmp", "_longjmp", "siglongjmp":
		if len(x.args) != 3 {
			return false
		}
		g.b.Op(ir.OpLongJmp, ir.Attr{}, g.o, nil, g.val(x.args[0]), g.val(x.args[1]), g.mem)
		g.b = nil
		return true
	}
	return false
}

// assembly lowers inline assembly without a text, which only keeps compilers from knowing something, and cpuid, which gives zeros.
func (g *fn) assembly(x *instr, k *constant) {
	if strings.Contains(k.text, "cpuid") && x.t.kind == tStruct { // a processor without features
		g.set(g.zero(x.t, x.at))
		return
	}
	if strings.TrimSpace(k.text) != "" {
		g.c.fail(x.at, "the inline assembly %q is not supported", k.text)
	}
	outs := 0
	var ties []int
	n := 0
	for _, c := range strings.Split(k.name, ",") {
		switch {
		case c == "" || strings.HasPrefix(c, "~"):
		case strings.HasPrefix(c, "="):
			outs++
			if strings.Contains(c, "*") {
				n++
			}
		case classes[c[0]]&chDigit != 0:
			ties = append(ties, n)
			n++
		default:
			n++
		}
	}
	switch {
	case x.t.kind == tVoid:
		return
	case outs == 1 && len(ties) == 1 && ties[0] < len(x.args)-1 && x.args[ties[0]].t == x.t:
		g.set(g.val(x.args[ties[0]]))
	default:
		g.c.fail(x.at, "inline assembly with the constraints %q is not supported", k.name)
	}
}

// attributed is v, poison where an attribute does not hold of it.
func (g *fn) attributed(v ir.Value, t *typ, a *attrs) ir.Value {
	if t.kind == tPtr {
		if a.nonnull {
			v = g.poisonUnless(g.cmp(ir.NE, g.un(ir.OpPtrToAddr, v), g.num(0)), v)
		}
		if a.align > 1 && a.align <= 1<<31 {
			low := g.bin(ir.OpAnd, g.un(ir.OpPtrToAddr, v), g.num(int64(a.align-1)))
			v = g.poisonUnless(g.cmp(ir.EQ, low, g.num(0)), v)
		}
	}
	if t.kind == tInt && a.rangeLo != nil {
		v = g.poisonUnless(g.within(v, t, [][2]num.Int{{*a.rangeLo, *a.rangeHi}}), v)
	}
	if a.noundef {
		g.needs(v, t)
	}
	return v
}

// within reports whether v lies in one of the ranges [lo, hi), which may wrap.
func (g *fn) within(v ir.Value, t *typ, ranges [][2]num.Int) ir.Value {
	if t.bits == 1 {
		v = g.bin(ir.OpSub, g.num(0), g.fromBool(v))
	}
	var all ir.Value
	for i, r := range ranges {
		a, b := g.cmp(ir.GE, v, g.big(r[0])), g.cmp(ir.LT, v, g.big(r[1]))
		op := ir.OpBAnd
		if r[1].Cmp(r[0]) <= 0 { // beyond the largest signed number
			op = ir.OpBOr
		}
		c := g.bin(op, a, b)
		if i > 0 {
			c = g.bin(ir.OpBOr, all, c)
		}
		all = c
	}
	return all
}

// needs is undefined behaviour if v is poison.
func (g *fn) needs(v ir.Value, t *typ) {
	if c, ok := g.doubt(v, t); ok {
		g.undefinedIf(c)
	}
}

// doubt is false, or poison if v or a part of it is; ok is false where v is a constant.
func (g *fn) doubt(v ir.Value, t *typ) (c ir.Value, ok bool) {
	if i := g.f.Def(v); i != ir.NoInst && g.f.Op(i).IsConst() {
		return 0, false
	}
	switch t.kind {
	case tInt:
		if t.bits == 1 {
			return g.bin(ir.OpBXor, v, v), true
		}
		return g.cmp(ir.NE, v, v), true
	case tPtr:
		a := g.un(ir.OpPtrToAddr, v)
		return g.cmp(ir.NE, a, a), true
	case tFloat:
		return g.cmp(ir.FFalse, v, v), true
	case tVector, tArray, tStruct:
		n := int(t.parts())
		if n > 64 {
			return 0, false
		}
		for i := range n {
			d, has := g.doubt(g.lane(v, i), t.part(i))
			if has && ok {
				d = g.bin(ir.OpBOr, c, d)
			}
			if has {
				c, ok = d, true
			}
		}
		return c, ok
	}
	return 0, false
}

// promised is the result of a load or call with what its metadata promise.
func (g *fn) promised(x *instr, v ir.Value) ir.Value {
	if len(x.meta) == 0 || g.f.TypeOf(v).Kind() == ir.KindByte {
		return v
	}
	var a attrs
	for _, m := range x.meta {
		switch m.kind {
		case "nonnull":
			a.nonnull = true
		case "noundef":
			a.noundef = true
		case "align":
			if ns := g.c.metaInts(m.id); len(ns) == 1 {
				a.align = ns[0].Low64()
			}
		case "range":
			ns := g.c.metaInts(m.id)
			if len(ns) < 2 || len(ns)%2 != 0 || x.t.kind != tInt {
				break
			}
			var rs [][2]num.Int
			for pair := range slices.Chunk(ns, 2) {
				rs = append(rs, [2]num.Int{pair[0].SignExtend(uint(x.t.bits)), pair[1].SignExtend(uint(x.t.bits))})
			}
			v = g.poisonUnless(g.within(v, x.t, rs), v)
		}
	}
	return g.attributed(v, x.t, &a)
}

// metaInts are the numbers of a node.
func (c *lowering) metaInts(id int32) []num.Int {
	if id < 0 || int(id) >= len(c.mod.meta) {
		return nil
	}
	return c.mod.meta[id].ints
}

// promises makes what is said of parameters hold: poison where it is not so, undefined where noundef says that it is none.
func (g *fn) promises() {
	var all ir.Value
	have := false
	for i := range g.src.params {
		a := g.src.params[i]
		t := g.src.t.fields[i]
		noundef := a.noundef
		a.noundef, a.align = false, 0 // the claim of the signature
		g.vals[i] = g.attributed(g.vals[i], t, &a)
		if a.deref > 0 && t.kind == tPtr {
			defer g.reaches(g.vals[i], a.deref)
		}
		if noundef {
			if c, ok := g.doubt(g.vals[i], t); ok {
				if have {
					c = g.bin(ir.OpBOr, all, c)
				}
				all, have = c, true
			}
		}
	}
	if have {
		g.undefinedIf(all)
	}
}

// reaches is undefined behaviour if not n bytes can be read at p.
func (g *fn) reaches(p ir.Value, n uint64) {
	g.read(p, 1, 1, ir.Bytes(1), false)
	if n > 1 {
		g.read(g.offset(p, n-1), 1, 1, ir.Bytes(1), false)
	}
}
