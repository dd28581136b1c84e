package llvm

import (
	"math/bits"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// scan looks at how values are used, from the last use to the first.
func (g *fn) scan() {
	n := len(g.src.ntypes)
	uses, stored := make([]int32, n), make([]int32, n)
	g.bits, g.copies, g.demand = make([]bool, n), make([]bool, n), make([]uint64, n)
	masked := make([]bool, n)
	g.allocated = map[int32]*instr{}
	g.stored, g.raw = make([]bool, n), map[int32]ir.Value{}
	g.mixed, g.records = make([]bool, n), make([]bool, n)
	for i := range g.bits {
		g.bits[i], g.mixed[i] = true, true
	}
	for k := len(g.src.insts) - 1; k >= 0; k-- {
		x := &g.src.insts[k]
		switch x.op {
		case opAlloca:
			g.allocated[x.slot] = x
		case opGEP:
			g.records[x.slot] = x.elem.kind == tStruct || x.elem.kind == tArray
		case opCall: // a record is copied to a slot from which it is loaded as a number
			if name, _ := g.calleeOf(x); strings.HasPrefix(name, "llvm.memcpy.") && len(x.args) > 1 && x.args[0].c == nil {
				g.records[x.args[0].slot] = true
			}
		}
		for i, a := range x.args {
			if a.c != nil {
				continue
			}
			uses[a.slot]++
			g.demand[a.slot] |= g.demanded(x, i)
			g.mixed[a.slot] = g.mixed[a.slot] && g.handsOn(x, i)
			switch {
			case x.op == opStore && i == 0 && x.flags&(flagAtomic|flagVolatile) == 0:
				stored[a.slot]++
			case x.op == opAnd && x.args[1].c != nil && g.bits[x.slot]:
				masked[a.slot] = true
			case movesBits[x.op] && g.bits[x.slot]:
			default:
				g.bits[a.slot] = false
			}
		}
		if x.call != nil {
			for _, b := range x.call.bundles {
				for _, a := range b.args {
					if a.c == nil {
						uses[a.slot]++
						g.bits[a.slot], g.mixed[a.slot] = false, false
						g.demand[a.slot] = ^uint64(0)
					}
				}
			}
		}
	}
	for i := range uses {
		g.copies[i] = uses[i] > 0 && uses[i] == stored[i]
		g.stored[i] = stored[i] > 0
		g.bits[i] = g.bits[i] && masked[i]
	}
	g.findAddresses()
}

// findAddresses finds the numbers that are addresses: of ptrtoint, and what chooses among such. Where one is stored, a pointer may be
// read, as LLVM makes stores of numbers of those of pointers.
func (g *fn) findAddresses() {
	g.addresses = make([]bool, len(g.src.ntypes))
	for range 2 { // the second time sees what a loop hands back
		for i := range g.src.insts {
			x := &g.src.insts[i]
			switch x.op {
			case opPtrToInt:
				g.addresses[x.slot] = x.t == g.c.i64
			case opPhi, opSelect, opFreeze:
				for _, a := range x.args {
					if a.c == nil && a.t == g.c.i64 && g.addresses[a.slot] {
						g.addresses[x.slot] = true
					}
				}
			}
		}
	}
}

// handsOn reports whether operand i of x is only handed on, and may be undefined in part: bytes of a record that are passed as a
// number, its padding among them.
func (g *fn) handsOn(x *instr, i int) bool {
	switch x.op {
	case opStore:
		return i == 0 && x.flags&(flagAtomic|flagVolatile) == 0
	case opRet:
		return !g.src.ret.noundef
	case opCall, opInvoke:
		if i == len(x.args)-1 || x.call.args[i].noundef {
			return false
		}
		name, _ := g.calleeOf(x)
		return !strings.HasPrefix(name, "llvm.")
	case opInsertValue, opExtractValue:
		return i == 1 || x.slot >= 0 && g.mixed[x.slot]
	}
	return false
}

// movesBits are the operations whose result has bits of their operands.
var movesBits = map[opcode]bool{opAnd: true, opOr: true, opXor: true, opShl: true, opLShr: true, opTrunc: true, opZExt: true}

// demanded are the bits of operand i of x that its result depends on, as far as that is asked for.
func (g *fn) demanded(x *instr, i int) uint64 {
	const all = ^uint64(0)
	a := x.args[i]
	if x.slot < 0 || a.t.kind != tInt || a.t.bits > 64 || x.t.kind != tInt || x.t.bits > 64 {
		return all
	}
	d := g.demand[x.slot]
	low := func(n uint32) uint64 { return all >> (64 - n) }
	var c uint64
	known := false
	if len(x.args) == 2 && i == 0 && x.args[1].c != nil && x.args[1].c.kind == vInt {
		c, known = x.args[1].c.int.Low64(), true
	}
	switch {
	case x.op == opAnd && known:
		return d & c & low(a.t.bits)
	case x.flags != 0: // the others decide what is poison
		return all
	case x.op == opTrunc, x.op == opZExt:
		return d & low(min(a.t.bits, x.t.bits))
	case x.op == opSExt:
		if d>>(a.t.bits-1) != 0 {
			d |= 1 << (a.t.bits - 1)
		}
		return d & low(a.t.bits)
	case x.op == opShl && known && c < uint64(a.t.bits):
		return d & low(a.t.bits) >> c
	case x.op == opLShr && known && c < uint64(a.t.bits):
		return d << c & low(a.t.bits)
	case x.op == opAShr && known && c < uint64(a.t.bits):
		d &= low(a.t.bits)
		out := d << c & low(a.t.bits)
		if bits.Len64(d)+int(c) > int(a.t.bits)-1 {
			out |= 1 << (a.t.bits - 1)
		}
		return out
	}
	return all
}
