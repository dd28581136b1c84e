package interp

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// liveSlot is a stack slot and the region at whose end it dies.
// The region is that of the block whose instruction made it.
type liveSlot struct {
	region ir.Region
	id     memory.AllocID
}

// stackSlot executes stack_slot.
// The slot belongs to the call at hand, which ends it at the latest.
func (x *inst) stackSlot() Value {
	if x.attr.Imm < 0 {
		x.w.limit("stack slot of %d bytes", x.attr.Imm)
		return Poison{}
	}
	return x.newSlot(uint64(x.attr.Imm))
}

// stackSlotDyn executes stack_slot.dyn. Sizes of 2^63 and more are those that stack_slot cannot have either; what is
// less and more than there is memory is a limit of the run.
func (x *inst) stackSlotDyn() Value {
	w := x.w
	w.checked(UBBadSlotSize, x.f, x.i)
	u := &UB{Code: UBBadSlotSize, Operands: x.operands(), Fallback: "the slot has no bytes"}
	switch v := x.args[0].(type) {
	case Poison:
		u.Message, u.Cause = "the size of the stack slot is poison", v.Cause
	case Int:
		if v.V.Sign() >= 0 && v.V.BitLen() <= 63 {
			return x.newSlot(v.V.Low64())
		}
		u.Message = fmt.Sprintf("the size of the stack slot is %s", formatInt(v.V))
	}
	if !w.fail(x.f, x.i, u) {
		return Poison{}
	}
	return x.newSlot(0)
}

// newSlot makes a stack slot of the innermost call.
// The name is made once a site, not once a call.
func (x *inst) newSlot(size uint64) Value {
	w, site := x.w, x.w.site(x.f, x.i)
	name, ok := w.slotNames[site]
	if !ok {
		name = w.slotName(x.f, x.i)
		w.slotNames[site] = name
	}
	p, ok := w.allocSlot(size, x.attr.Align, name, site)
	if !ok {
		return Poison{}
	}
	slots := x.t.slots()
	*slots = append(*slots, liveSlot{x.f.BlockRegion(x.f.InstBlock(x.i)), p.Alloc})
	return Ptr{p}
}

// slotName is what the slots of a stack_slot instruction are called.
func (w *world) slotName(f *ir.Func, i ir.Inst) string {
	return w.number(f).Name(f.Result(i, 0)) + " of " + ir.SymbolText(f.Name)
}

// allocSlot makes a stack slot; ok is false if that ended the run.
func (w *world) allocSlot(size uint64, align uint32, name string, site memory.Site) (p memory.Pointer, ok bool) {
	id, err := w.mem.Alloc(memory.Stack, size, uint64(align), name, site)
	if err != nil {
		w.limit("%s", err)
		return p, false
	}
	return w.space.Pointer(id, 0), true
}

// killSlot ends a stack slot because control left its region or function, or stack_end says so.
// Later uses are reported with the place where the slot was made and i, where it ended.
func (w *world) killSlot(id memory.AllocID, f *ir.Func, i ir.Inst) {
	w.mem.Free(id, w.site(f, i), memory.DeadSlot)
}

// endKind is what stack_end does, in reports.
const endKind = "stack_end"

// stackEnd executes stack_end.
// Ending is a write of all bytes to the race detector, as free is. The slot is looked for from the newest on: scopes
// end in the reverse order of their beginnings.
func (x *inst) stackEnd() {
	const fallback = "nothing ends"
	w := x.w
	a, off, ok := x.reach(0, 0, 0, endKind, fallback)
	if !ok {
		return
	}
	w.checked(UBBadSlotEnd, x.f, x.i)
	slots := x.t.slots()
	n := len(*slots) - 1
	for n >= 0 && (*slots)[n].id != a.ID {
		n--
	}
	if n < 0 || off != 0 {
		w.fail(x.f, x.i, &UB{Code: UBBadSlotEnd, Operands: x.operands(), Fallback: fallback,
			Message: fmt.Sprintf("offset %d of %s, a %s, is no start of a stack slot of this call", off, allocName(a), a.Kind),
			Access:  w.access(endKind, x.args[0].(Ptr).Pointer, 0, 0, a, off)})
		return
	}
	if w.touchAll(x.f, x.i, a) {
		*slots = slices.Delete(*slots, n, n+1)
		w.killSlot(a.ID, x.f, x.i)
	}
}
