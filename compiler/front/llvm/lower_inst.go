package llvm

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// instruction lowers x.
func (g *fn) instruction(x *instr) {
	if v, ok := g.compute(x); ok {
		g.set(v)
		return
	}
	switch x.op {
	case opAlloca:
		g.alloca(x)
	case opLoad:
		g.set(g.promised(x, g.load(x)))
	case opStore:
		g.store(x)
	case opFence:
		i := g.b.Op(ir.OpFence, ir.Attr{Order: x.order}, g.o, nil, g.mem)
		g.mem = g.f.Result(i, 0)
	case opCmpXchg:
		g.cmpxchg(x)
	case opAtomicRMW:
		g.set(g.rmw(x))
	case opCall, opInvoke:
		g.call(x)
		if x.op == opInvoke && g.b != nil {
			g.jump(x.nums[0])
		}
	case opVAArg:
		g.vaArg(x)
	case opLandingPad, opResume, opOther:
		g.c.fail(x.at, "%s is not supported", x.text)
	default:
		g.terminator(x)
	}
}

// jump ends the block with a branch to block n.
func (g *fn) jump(n uint32) {
	g.b.Br(g.target(n), g.o)
	g.b = nil
}

// terminator ends the block.
func (g *fn) terminator(x *instr) {
	switch x.op {
	case opRet:
		g.ret(x)
	case opBr:
		if len(x.args) == 0 {
			g.jump(x.nums[0])
			return
		}
		c := g.val(x.args[0])
		t, e := g.target(x.nums[0]), g.target(x.nums[1])
		g.b.BrIf(c, t, e, g.o)
	case opSwitch:
		g.switchOn(x)
	case opIndirectBr:
		g.indirect(x)
	case opUnreachable:
		g.b.Stop(ir.OpUnreachable, g.o)
	default:
		g.c.fail(x.at, "%s is not supported", x.text)
	}
	g.b = nil
}

func (g *fn) ret(x *instr) {
	if len(x.args) == 0 {
		g.leave()
		g.b.Ret(g.o, g.mem)
		return
	}
	v := g.val(x.args[0])
	r := &g.src.ret
	v = g.attributed(v, x.args[0].t, r)
	g.leave()
	g.b.Ret(g.o, v, g.mem)
}

// leave calls what runs behind main.
func (g *fn) leave() {
	if g.src.name == "main" {
		g.hooks(g.c.ends)
	}
}

func (g *fn) switchOn(x *instr) {
	v := g.val(x.args[0])
	if x.args[0].t.bits == 1 {
		v = g.fromBool(v)
	}
	var cases []ir.Target
	for i := range x.cases {
		if slices.ContainsFunc(x.cases[:min(i, 64)], x.cases[i].Equal) {
			g.c.fail(x.at, "the switch has the case %s twice", x.cases[i])
		}
		t := g.target(x.nums[i])
		n := x.cases[i]
		t.Case = &n
		cases = append(cases, t)
	}
	g.b.Switch(v, cases, g.target(x.nums[len(x.nums)-1]), g.o)
}

// indirect branches to a block whose address was taken: each is a byte of a symbol of the function.
func (g *fn) indirect(x *instr) {
	p := g.val(x.args[0])
	var cases []ir.Target
	sym := ""
	seen := map[int]bool{}
	for _, n := range x.nums {
		s, k := g.c.labelAddress(&constant{kind: vBlockAddress, at: x.at, name: g.src.name, text: g.src.blocks[n].name})
		if sym = s; seen[k] {
			continue
		}
		seen[k] = true
		t := g.target(n)
		c := num.New(int64(k))
		t.Case = &c
		cases = append(cases, t)
	}
	if sym == "" {
		g.b.Stop(ir.OpUnreachable, g.o)
		return
	}
	at := g.bin(ir.OpPtrDiff, p, g.b.SymbolAddr(sym, g.o))
	g.b.Switch(at, cases, ir.Goto(g.deadBlock(), g.mem), g.o)
}

// alloca makes a stack slot.
func (g *fn) alloca(x *instr) {
	g.c.mustLay(x.elem, x.at)
	if x.t != g.c.ptr {
		g.c.fail(x.at, "alloca in address space %d is not supported", x.t.bits)
	}
	align := uint32(min(max(x.align, 1), 1<<31))
	if x.align == 0 {
		align = uint32(x.elem.align)
	}
	size := x.elem.size
	if len(x.args) == 0 {
		g.set(g.b.StackSlot(int64(size), align, g.o))
		return
	}
	if k := x.args[0].c; k != nil && k.kind == vInt && x.args[0].t.bits > 1 {
		if n, ok := k.int.Low(uint(x.args[0].t.bits)).Uint64(); ok && (size == 0 || n <= 1<<40/size) {
			g.set(g.b.StackSlot(int64(size*n), align, g.o))
			return
		}
	}
	n := g.val(x.args[0])
	if x.args[0].t.bits == 1 {
		n = g.fromBool(n)
	} else {
		n = g.zext(n, x.args[0].t.bits)
	}
	g.set(g.b.StackSlotDyn(g.bin(ir.OpMul, n, g.big(num.FromUint64(size))), align, g.o))
}

// attr is what loads and stores of n bytes at an alignment say.
func memAttr(n, align uint64) ir.Attr {
	a := ir.Attr{N: uint32(n)}
	if align > 1 && align <= 1<<31 {
		a.Align = uint32(align)
	}
	return a
}

// access is the size and alignment of what an instruction accesses.
func (g *fn) access(x *instr, t *typ) (align uint64) {
	g.c.mustLay(t, x.at)
	if t.storeSize() > ir.MaxIntBytes {
		g.c.fail(x.at, "a value of %d bytes is not supported", t.storeSize())
	}
	if x.align != 0 {
		return x.align
	}
	return t.align
}

// load reads a value.
func (g *fn) load(x *instr) ir.Value {
	p := g.val(x.args[0])
	align := g.access(x, x.t)
	if x.flags&flagAtomic != 0 {
		return g.atomicLoad(x, p, align)
	}
	n := x.t.storeSize()
	if x.flags&flagVolatile == 0 && g.copies[x.slot] && n > 0 && n <= 4096 {
		return g.read(p, n, align, ir.Bytes(uint32(n)), false)
	}
	if x.flags&flagVolatile == 0 && g.stored[x.slot] && n > 1 && n <= 4096 && x.t.kind != tStruct && x.t.kind != tArray {
		g.raw[x.slot] = g.read(p, n, align, ir.Bytes(uint32(n)), false)
	}
	if lack := g.lack(x); lack != 0 {
		return g.loadBytes(x, p, align, lack)
	}
	if x.t.kind == tInt && g.bits[x.slot] && x.t.bits%8 == 0 && x.flags&flagVolatile == 0 {
		// Numbers that go back to memory bit by bit may be partly uninitialised, as those around bit-fields are.
		return g.frozenLoad(p, x.t, align)
	}
	g.loose = g.mixed[x.slot] && g.ofRecord(x)
	v := g.loadAt(x.t, p, align, x.flags&flagVolatile != 0, x.at)
	g.loose = false
	return v
}

// lack are the bytes of a loaded number that nobody asks for: others than those may be uninitialised, as those around a
// bit-field are. 0 is none.
func (g *fn) lack(x *instr) (lack uint64) {
	if x.t.kind != tInt || x.t.bits%8 != 0 || x.t.bits > 64 || x.flags&flagVolatile != 0 || g.bits[x.slot] || len(x.meta) > 0 && slices.ContainsFunc(x.meta, func(m metaUse) bool { return m.kind != "dbg" }) {
		return 0
	}
	for i := range x.t.bits / 8 {
		if g.demand[x.slot]>>(8*i)&0xff == 0 {
			lack |= 1 << i
		}
	}
	if lack == 1<<(x.t.bits/8)-1 {
		return 0
	}
	return lack
}

// loadBytes reads a number without some of its bytes, which are 0. All of them must be there.
func (g *fn) loadBytes(x *instr, p ir.Value, align, lack uint64) ir.Value {
	n := uint64(x.t.bits / 8)
	g.read(p, n, align, ir.Bytes(uint32(n)), false)
	sum := g.num(0)
	for i := uint64(0); i < n; {
		k := i
		for k < n && lack>>k&1 == 0 {
			k++
		}
		if k > i {
			u := g.read(g.offset(p, i), k-i, lowAlign(align, i), ir.Int, false)
			sum = g.bin(ir.OpOr, sum, g.bin(ir.OpShl, u, g.num(int64(8*i))))
		}
		i = k + 1
	}
	return g.signed(sum, x.t.bits)
}

// ofRecord reports whether a load reads the bytes of a record, by what is known of the address: a slot or a part of a struct or an
// array, or less aligned than the type.
func (g *fn) ofRecord(x *instr) bool {
	p := x.args[0]
	if x.align != 0 && x.align < x.t.align {
		return true
	}
	if p.c != nil {
		return false
	}
	a := g.allocated[p.slot]
	return g.records[p.slot] || a != nil && (a.elem.kind == tStruct || a.elem.kind == tArray)
}

// frozenLoad reads a number, of which bytes that nobody has written are any.
func (g *fn) frozenLoad(p ir.Value, t *typ, align uint64) ir.Value {
	n := t.storeSize()
	b := g.un(ir.OpFreeze, g.read(p, n, align, ir.Bytes(uint32(n)), false))
	return g.signed(g.conv(ir.OpBitCastExpose, b, ir.Int), t.bits)
}

// read reads n bytes as a scalar of type t.
func (g *fn) read(p ir.Value, n, align uint64, t ir.Type, volatile bool) ir.Value {
	if volatile && !single(n) { // by a copy, which is the event
		s := g.b.StackSlot(int64(n), 16, g.o)
		i := g.b.Op(ir.OpVolatileMemMove, ir.Attr{}, g.o, nil, s, p, g.num(int64(n)), g.mem)
		g.mem = g.f.Result(i, 0)
		return g.read(s, n, 1, t, false)
	}
	op := ir.OpLoad
	switch {
	case volatile:
		op = ir.OpVolatileLoad
	case t == ir.Int:
		op = ir.OpLoadExpose
	}
	i := g.b.Op(op, memAttr(n, align), g.o, []ir.Type{t}, p, g.mem)
	if volatile {
		g.mem = g.f.Result(i, 0)
		return g.f.Result(i, 1)
	}
	return g.f.Result(i, 0)
}

// single reports whether a volatile access of n bytes is one of the IR.
func single(n uint64) bool { return n == 1 || n == 2 || n == 4 || n == 8 }

// offset is p moved by n bytes.
func (g *fn) offset(p ir.Value, n uint64) ir.Value {
	if n == 0 {
		return p
	}
	return g.bin(ir.OpPtrAdd, p, g.big(num.FromUint64(n)))
}

// lowAlign is the alignment of what lies off bytes behind an address of an alignment.
func lowAlign(align, off uint64) uint64 {
	if off == 0 {
		return align
	}
	return min(align, off&-off)
}

// loadAt reads a value of type t.
func (g *fn) loadAt(t *typ, p ir.Value, align uint64, volatile bool, at place) ir.Value {
	n := t.storeSize()
	switch t.kind {
	case tInt:
		if g.loose && n > 1 && t.bits%8 == 0 && !volatile {
			return g.frozenLoad(p, t, align)
		}
		u := g.read(p, n, align, ir.Int, volatile)
		if t.bits%8 != 0 {
			g.with(u, ir.Unsigned(t.bits))
		}
		if t.bits == 1 {
			return g.un(ir.OpIntToBool, u)
		}
		return g.signed(u, t.bits)
	case tFloat:
		return g.read(p, n, align, t.float, volatile)
	case tPtr:
		return g.read(p, n, align, ir.PtrIn(t.bits), volatile)
	case tVector:
		if t.elem.bitSize()%8 != 0 {
			u := g.read(p, n, align, ir.Int, volatile)
			return g.build(g.typeOf(t, at), int(t.n), func(i int) ir.Value {
				w := uint32(t.elem.bitSize())
				e := g.b.Extend(ir.OpZExt, g.bin(ir.OpShr, u, g.num(int64(i)*int64(w))), w, g.o)
				return g.fromBits(e, t.elem)
			})
		}
		step := t.elem.bitSize() / 8
		return g.build(g.typeOf(t, at), int(t.n), func(i int) ir.Value {
			off := uint64(i) * step
			return g.loadAt(t.elem, g.offset(p, off), lowAlign(align, off), volatile, at)
		})
	case tArray:
		return g.build(g.typeOf(t, at), int(min(t.n, maxBuilt+1)), func(i int) ir.Value {
			off := uint64(i) * t.elem.size
			return g.loadAt(t.elem, g.offset(p, off), lowAlign(align, off), volatile, at)
		})
	case tStruct:
		return g.build(g.typeOf(t, at), len(t.fields), func(i int) ir.Value {
			off := t.offsets[i]
			return g.loadAt(t.fields[i], g.offset(p, off), lowAlign(align, off), volatile, at)
		})
	}
	g.c.fail(at, "a load of type %s is not supported", t.text())
	return 0
}

// store writes a value.
func (g *fn) store(x *instr) {
	p := g.val(x.args[1])
	align := g.access(x, x.t)
	if x.flags&flagAtomic != 0 {
		g.atomicStore(x, p, align)
		return
	}
	volatile := x.flags&flagVolatile != 0
	v := x.args[0]
	if n := x.t.storeSize(); v.c != nil && !volatile && n > 0 && n <= 4096 && (v.c.kind == vUndef || v.c.kind == vPoison) && x.t.kind != tPtr {
		// The bytes are as if nobody had written them.
		g.forget(p, n)
		return
	}
	s := g.val(v)
	if v.c == nil && !volatile && g.hasRaw(v.slot) {
		s = g.raw[v.slot] // with bytes that are no number
	}
	if v.c == nil && !volatile && x.t == g.c.i64 && g.addresses[v.slot] && !g.hasRaw(v.slot) {
		s = g.conv(ir.OpIntToPtr, g.zext(s, 64), ir.Ptr)
		g.write(s, p, ir.PtrBytes, align, false)
		return
	}
	if g.f.TypeOf(s).Kind() == ir.KindByte { // of a load that is only stored
		g.write(s, p, x.t.storeSize(), align, volatile)
		return
	}
	g.storeAt(x.t, s, p, align, volatile, x.at)
}

// hasRaw reports whether the bytes of a loaded value are at hand.
func (g *fn) hasRaw(slot int32) bool {
	_, ok := g.raw[slot]
	return ok
}

// write writes a scalar.
func (g *fn) write(v, p ir.Value, n, align uint64, volatile bool) {
	if volatile && !single(n) {
		s := g.b.StackSlot(int64(n), 16, g.o)
		g.write(v, s, n, 1, false)
		i := g.b.Op(ir.OpVolatileMemMove, ir.Attr{}, g.o, nil, p, s, g.num(int64(n)), g.mem)
		g.mem = g.f.Result(i, 0)
		return
	}
	op := ir.OpStore
	if volatile {
		op = ir.OpVolatileStore
	}
	i := g.b.Op(op, memAttr(n, align), g.o, nil, v, p, g.mem)
	g.mem = g.f.Result(i, 0)
}

// storeAt writes a value of type t.
func (g *fn) storeAt(t *typ, v, p ir.Value, align uint64, volatile bool, at place) {
	n := t.storeSize()
	switch t.kind {
	case tInt:
		switch {
		case t.bits == 1:
			v = g.fromBool(v)
		case t.bits%8 != 0:
			v = g.zext(v, t.bits)
		}
		g.write(v, p, n, align, volatile)
	case tFloat, tPtr:
		g.write(v, p, n, align, volatile)
	case tVector:
		w := t.elem.bitSize()
		if w%8 != 0 {
			sum := g.num(0)
			for i := range int(t.n) {
				e := g.bin(ir.OpShl, g.toBits(g.lane(v, i), t.elem), g.num(int64(i)*int64(w)))
				sum = g.bin(ir.OpOr, sum, e)
			}
			g.write(sum, p, n, align, volatile)
			return
		}
		for i := range int(t.n) {
			off := uint64(i) * (w / 8)
			g.storeAt(t.elem, g.lane(v, i), g.offset(p, off), lowAlign(align, off), volatile, at)
		}
	case tArray:
		if t.n > maxBuilt {
			g.c.fail(at, "a value with more than %d parts is not supported", maxBuilt)
		}
		for i := range int(t.n) {
			off := uint64(i) * t.elem.size
			g.storeAt(t.elem, g.lane(v, i), g.offset(p, off), lowAlign(align, off), volatile, at)
		}
	case tStruct:
		for i, f := range t.fields {
			off := t.offsets[i]
			g.storeAt(f, g.lane(v, i), g.offset(p, off), lowAlign(align, off), volatile, at)
		}
	default:
		g.c.fail(at, "a store of type %s is not supported", t.text())
	}
}

// uninitSymbol is a symbol of bytes that nobody has written.
const uninitSymbol = "llvm.uninit"

// maxForgotten bounds the bytes of that symbol.
const maxForgotten = 1 << 20

// forget makes n bytes at p as if nobody had written them.
func (g *fn) forget(p ir.Value, n uint64) {
	g.c.uninit = max(g.c.uninit, min(n, maxForgotten))
	for off := uint64(0); off < n; off += maxForgotten {
		k := min(n-off, maxForgotten)
		i := g.b.Op(ir.OpMemCpy, ir.Attr{}, g.o, nil, g.offset(p, off), g.b.SymbolAddr(uninitSymbol, g.o), g.num(int64(k)), g.mem)
		g.mem = g.f.Result(i, 0)
	}
}

// vaArg is the next argument of a list, of those that lie in memory, as va_start lays them out.
func (g *fn) vaArg(x *instr) {
	g.c.mustLay(x.t, x.at)
	at := g.offset(g.val(x.args[0]), 8)
	p := g.read(at, ir.PtrBytes, 8, ir.Ptr, false)
	if x.t.align > 8 {
		up := g.bin(ir.OpAnd, g.bin(ir.OpSub, g.num(0), g.un(ir.OpPtrToAddr, p)), g.num(15))
		p = g.bin(ir.OpPtrAdd, p, up)
	}
	v := g.loadAt(x.t, p, 8, false, x.at)
	g.write(g.offset(p, alignUp(x.t.size, 8)), at, ir.PtrBytes, 8, false)
	g.set(v)
}
