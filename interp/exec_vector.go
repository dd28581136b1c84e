package interp

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// Vector loads and stores: lane by lane, the active ones only. Bytes move in all their
// states. At most one report is made for an instruction.

// vectorMemory executes a vector load, store, gather or scatter.
// A lane that the mask turns off is not accessed and, in a load, is 0.
// After the first lane that fails the others are not accessed either.
func (x *inst) vectorMemory() []Value {
	w := x.w
	lane := uint64(x.attr.Lane.Bits / 8)
	// Operands: [value] base [indices] mask mem.
	store := x.op == ir.OpVecStore || x.op == ir.OpVecScatter
	base := 0
	if store {
		base = 1
	}
	mask := base + 1
	indexed := x.op == ir.OpVecGather || x.op == ir.OpVecScatter
	if indexed {
		mask++
	}
	var data []memory.Byte
	if store {
		// Stores only read it.
		data = x.args[0].(Bytes).B
	} else {
		n, _ := x.f.TypeOf(x.f.Result(x.i, x.f.NumResults(x.i)-1)).Size(w.o.VScale)
		data = make([]memory.Byte, n)
	}
	active, ok := x.active(mask, uint64(len(data))/lane, store)
	if ok {
		ok = x.basePointer(base, lane, active, store, indexed)
	}
	if w.ended != nil {
		return nil
	}
	for k, on := range active {
		if !on {
			continue
		}
		b := data[uint64(k)*lane : uint64(k+1)*lane]
		if ok {
			ok = x.moveLane(k, base, b, store, indexed)
		} else if !store {
			copy(b, poisonBytes(lane, w.causeHandle(x.born(CauseMissing, "nothing could be read"))))
		}
		if w.ended != nil {
			return nil
		}
	}
	if store {
		return x.w.one(x.token())
	}
	if x.op == ir.OpVecGather {
		return []Value{w.newVersion(), Bytes{data}}
	}
	return x.w.one(Bytes{data})
}

// active reads the mask. A bad lane of it counts as active, and ok is false.
// A mask that is bad makes the whole access one that is not made, after one report.
func (x *inst) active(operand int, lanes uint64, store bool) (on []bool, ok bool) {
	w := x.w
	w.checked(UBPoisonLength, x.f, x.i)
	on, ok = make([]bool, lanes), true
	for k := range on {
		b := memory.PoisonByte(0)
		if m, isBytes := x.args[operand].(Bytes); isBytes && k < len(m.B) {
			b = m.B[k]
		}
		on[k] = b.Kind != memory.Bits || b.Value != 0
		if b.Kind != memory.Bits && ok {
			ok = false
			w.fail(x.f, x.i, &UB{Code: UBPoisonLength, Message: fmt.Sprintf("lane %d of the mask is %s", k, b.Kind), Operands: x.operands(),
				Cause: w.causeOf(b.Cause), Fallback: wholeFallback(store)})
		}
	}
	return on, ok
}

// wholeFallback is what is done where no lane was accessed.
func wholeFallback(store bool) string {
	if store {
		return "nothing is stored"
	}
	return "the active lanes are poison"
}

// vectorFallback is what is done from the lane at hand on.
func vectorFallback(store bool) string {
	if store {
		return "this lane and the later ones are not stored"
	}
	return "this lane and the later ones are poison"
}

// basePointer checks the pointer operand. The alignment of a plain vector access is that of
// its first byte.
func (x *inst) basePointer(base int, lane uint64, active []bool, store, indexed bool) bool {
	w := x.w
	kind := "load"
	if store {
		kind = "store"
	}
	p, isPtr := x.args[base].(Ptr)
	if !isPtr {
		x.reach(base, lane, 0, kind, wholeFallback(store))
		return false
	}
	any := false
	for _, on := range active {
		any = any || on
	}
	if align := uint64(x.attr.Align); !indexed && any && align > 1 {
		w.checked(UBMisaligned, x.f, x.i)
		w.looksAtAlign(x.f, x.i, p.Pointer, align)
		if p.Addr%align != 0 {
			a := w.space.Record(w.allocationOf(p.Pointer))
			// Other pointers are reported by the first lane that uses them, as null, dangling or ended.
			if a != nil && a.State == memory.Live && p.Addr != 0 {
				flt := &memory.Fault{Code: memory.FaultMisaligned, Pointer: p.Pointer, Alloc: a, Offset: int64(p.Addr - a.Base), Size: lane, Align: align, Write: store}
				return w.failAccess(x.f, x.i, flt, kind, x.operands(), "the access is made all the same")
			}
		}
	}
	return true
}

// moveLane loads or stores lane k.
// Lane k is at k times the lane's size, or at the base plus index k, in bytes; both wrap as addresses do.
func (x *inst) moveLane(k, base int, b []memory.Byte, store, indexed bool) bool {
	w := x.w
	kind, n := "load", uint64(len(b))
	if store {
		kind = "store"
	}
	p := x.args[base].(Ptr).Pointer
	align := uint32(0)
	if indexed {
		d, cause := x.index(base+1, k)
		if cause != nil {
			w.checked(UBPoisonPointer, x.f, x.i)
			w.fail(x.f, x.i, &UB{Code: UBPoisonPointer, Message: fmt.Sprintf("index %d is poison", k), Operands: x.operands(), Cause: cause,
				Fallback: vectorFallback(store)})
			return false
		}
		p.Addr += d.Low64()
		align = x.attr.Align
	} else {
		p.Addr += uint64(k) * n
	}
	a, off, ok := x.reachPointer(p, n, align, kind, vectorFallback(store))
	if !ok {
		if !store && w.ended == nil {
			copy(b, poisonBytes(n, w.causeHandle(x.born(CauseMissing, "nothing could be read"))))
		}
		return false
	}
	if store {
		x.write(a, off, b)
		return true
	}
	if !x.fresh(a, off, n) {
		return false
	}
	w.mem.ReadBytes(a, off, b)
	return true
}

// index is lane k of the index vector, which has as many signed lanes as the data, or why it
// is poison.
func (x *inst) index(operand, k int) (num.Int, *Cause) {
	v := x.args[operand].(Bytes).B
	var lanes int
	if x.op == ir.OpVecScatter {
		lanes = 8 * len(x.args[0].(Bytes).B) / int(x.attr.Lane.Bits)
	} else {
		n, _ := x.f.TypeOf(x.f.Result(x.i, 1)).Size(x.w.o.VScale)
		lanes = 8 * int(n) / int(x.attr.Lane.Bits)
	}
	n := len(v) / lanes
	b := v[k*n : (k+1)*n]
	if bad := notBits(b); bad != nil {
		return num.Int{}, x.w.badCause(*bad, x.f, x.i, uint64(k*n), "the index vector", ir.Int, nil)
	}
	return unsignedOf(b).SignExtend(uint(8 * n)), nil
}
