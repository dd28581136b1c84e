package interp

import (
	"sort"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/memory"
)

// A front end whose programs take arguments from lists by themselves, as compilers for System V lower va_arg, calls
// tuffy.va_spill behind va_start: the list then is laid out as that ABI says, with all arguments in the area of those that
// had no register. The pointer to that area stands where that of any list does, so that library functions find the list.

// The fields of System V's va_list beside that pointer, and what they hold when no register is left
// (System V ABI, AMD64 supplement, figure 3.34).
const (
	listGP, usedGP = 0, 48
	listFP, usedFP = 4, 176
	listSave       = 16
)

// spillSlot is how many bytes an argument in memory takes at least.
const spillSlot = 8

// spill lays out the list that argument 0 points to.
func (c *checkCall) spill() {
	w := c.w
	list := c.object(0)
	p, ok := c.args[0].(Ptr)
	if list == nil || !ok {
		return
	}
	off := p.Addr - list.Base
	if off+ir.VaListBytes > list.Size {
		return
	}
	b := make([]memory.Byte, ir.PtrBytes)
	w.mem.ReadBytes(list, off+listAt, b)
	_, l, why := w.listIn(b, false)
	if why != "" || l.spilled != nil {
		return
	}
	area, starts := w.spilledBytes(l)
	id, err := w.mem.Alloc(memory.Stack, uint64(len(area)), 16, "arguments of "+ir.SymbolText(l.of.Name), w.site(c.f, c.i))
	if err != nil {
		w.limit("%s", err)
		return
	}
	a := w.space.Record(id)
	a.Ext = &argList{of: l.of, args: l.args, spilled: starts}
	slots := w.cur.slots()
	*slots = append(*slots, liveSlot{ir.Body, id}) // it ends with the call
	fields := make([]memory.Byte, 0, ir.VaListBytes)
	fields = append(append(fields, intBytesOf(usedGP, listFP-listGP)...), intBytesOf(usedFP, listAt-listFP)...)
	fields = append(append(fields, pointerBytes(w.space.Pointer(id, 0))...), intBytesOf(0, ir.VaListBytes-listSave)...)
	if err := w.mem.WriteBytes(a, 0, area); err != nil {
		w.limit("%s", err)
		return
	}
	if err := w.mem.WriteBytes(list, off, fields); err != nil {
		w.limit("%s", err)
	}
}

// intBytesOf is a number as n bytes.
func intBytesOf(v int64, n uint64) []memory.Byte { return intBytes(NewInt(v).V, n) }

// spilledBytes are the arguments of a list in memory, each at a multiple of 8, a long double of 16, and where each begins. A slot
// behind them is never used.
func (w *world) spilledBytes(l *argList) (area []memory.Byte, starts []uint64) {
	pad := func(align int) {
		for len(area)%align != 0 {
			area = append(area, memory.UninitByte())
		}
	}
	starts = make([]uint64, 0, len(l.args)+1)
	for _, a := range l.args {
		size := uint64(spillSlot)
		if v, ok := a.value.(Int); ok && !v.V.FitsSigned(64) && !v.V.FitsUnsigned(64) {
			size = 2 * spillSlot
		}
		if a.typ == ir.F80 || size > spillSlot {
			pad(16)
		}
		starts = append(starts, uint64(len(area)))
		area = append(area, w.encode(a.value, a.typ, size)...)
		pad(spillSlot)
	}
	starts = append(starts, uint64(len(area)))
	for range spillSlot {
		area = append(area, memory.UninitByte())
	}
	return area, starts
}

// next is the number of the first argument at an offset of the area or behind it.
func (l *argList) next(off uint64) uint64 {
	n := sort.Search(len(l.args), func(n int) bool { return l.spilled[n] >= off })
	return uint64(n)
}
