package mach

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// maxNaturalAlign is the alignment of RSP that the ABI promises at calls; objects that need more
// make the prologue realign the frame.
const maxNaturalAlign = 16

// redZone is how much of the stack below RSP a leaf function may use (AMD64 ABI, "The Stack Frame").
const redZone = 128

// NeedsFramePointer reports whether RBP must point to the frame: where objects need an alignment
// that the stack pointer at entry does not have.
func (f *Func) NeedsFramePointer() bool {
	for i := range f.Objects {
		if o := &f.Objects[i]; o.Align > maxNaturalAlign && !o.Incoming {
			return true
		}
	}
	return false
}

// frame is where the pieces of the stack frame are. From the stack pointer upwards: outgoing
// arguments, objects and spill slots, saved registers, RBP if it is the frame pointer, the return
// address.
type frame struct {
	size    int64   // what the prologue subtracts from RSP after the pushes
	base    int64   // of the pieces from RSP, below 0 in the red zone
	slots   []int32 // of spill slots, from the base
	objects []int64 // of objects, from the base; incoming ones from the CFA
	pushed  []x86.Reg
	pointer bool  // RBP points to where its old value is saved
	align   int64 // RSP is rounded down to it; 0: not
	calls   bool
}

// makeFrame lays out the frame of f.
func makeFrame(f *Func, a *Alloc, o Options) frame {
	fr := frame{pointer: o.FramePointer || f.NeedsFramePointer(), slots: make([]int32, len(a.Slots)), objects: make([]int64, len(f.Objects))}
	for i := range f.Insts {
		if f.Insts[i].Kind == Call {
			fr.calls = true
			break
		}
	}
	for r := x86.R15; r >= x86.RAX; r-- {
		if a.Saved.Has(r) && (r != x86.RBP || !fr.pointer) {
			fr.pushed = append(fr.pushed, r)
		}
	}
	slices.Reverse(fr.pushed)
	var at, align int64 = 0, 8
	for i := 1; i < len(f.Objects); i++ {
		ob := &f.Objects[i]
		switch {
		case ob.Outgoing:
			fr.objects[i] = ob.Offset
			at = max(at, ob.Offset+int64(ob.Size))
			align = max(align, int64(ob.Align))
		case ob.Incoming:
			fr.objects[i] = ob.Offset - 8
		}
	}
	at = (at + 7) &^ 7
	at = fr.placeObjects(f, at, &align)
	at = fr.placeSlots(a, at, &align)
	if align > maxNaturalAlign {
		fr.align = align
		fr.size = roundUp(at, align)
		return fr
	}
	above := int64(8 * (1 + len(fr.pushed)))
	if fr.pointer {
		above += 8
	}
	fr.size = roundUp(at, 8)
	if fr.calls || align > 8 {
		fr.size = roundUp(at+above, 16) - above
	}
	if o.RedZone && !fr.calls && fr.size <= redZone {
		fr.base = -fr.size
		fr.size = 0
	}
	return fr
}

func roundUp(n, align int64) int64 { return (n + align - 1) &^ (align - 1) }

// placeSlots puts the spill slots above at, those of vectors first.
func (fr *frame) placeSlots(a *Alloc, at int64, align *int64) int64 {
	for i, c := range a.Slots {
		if c == Vec {
			*align = max(*align, 16)
			at = roundUp(at, 16)
			fr.slots[i] = int32(at)
			at += 16
		}
	}
	for i, c := range a.Slots {
		if c == GPR {
			fr.slots[i] = int32(at)
			at += 8
		}
	}
	return at
}

// placeObjects puts the objects above at. Those of a region start where those of the region
// around it end, so that sibling regions, which are never entered at the same time, overlap.
func (fr *frame) placeObjects(f *Func, at int64, align *int64) int64 {
	end := at
	tops := map[ir.Region]int64{}
	byDepth := make([]int, 0, len(f.Objects))
	depth := make([]int, len(f.Objects))
	for i := 1; i < len(f.Objects); i++ {
		if ob := &f.Objects[i]; !ob.Incoming && !ob.Outgoing {
			byDepth = append(byDepth, i)
			depth[i] = len(regionPath(f, ob.Region))
		}
	}
	slices.SortStableFunc(byDepth, func(i, j int) int { return depth[i] - depth[j] })
	for _, i := range byDepth {
		ob := &f.Objects[i]
		from := at
		for _, r := range regionPath(f, ob.Region) {
			from = max(from, tops[r])
		}
		al := max(int64(ob.Align), 1)
		from = roundUp(from, al)
		*align = max(*align, al)
		fr.objects[i] = from
		from += int64(ob.Size) + 1 // the end of one is not the address of another (docs/spec, "Memory")
		tops[ob.Region] = from
		end = max(end, from)
	}
	return roundUp(end, 8)
}

// regionPath lists r and the regions around it.
func regionPath(f *Func, r ir.Region) []ir.Region {
	path := []ir.Region{r}
	for f.Source != nil && int(r) < f.Source.NumRegions() {
		if r = f.Source.RegionParent(r); r == ir.NoRegion {
			break
		}
		path = append(path, r)
	}
	return path
}

// slot is the memory operand of spill slot n.
func (fr *frame) slot(n int) x86.Mem { return fr.mem(int64(fr.slots[n])) }

func (fr *frame) mem(off int64) x86.Mem {
	return x86.Mem{Base: x86.RSP, Disp: disp32(fr.base + off)}
}

// object is the memory operand of byte off of object n.
func (fr *frame) object(f *Func, n uint32, off int64) x86.Mem {
	if !f.Objects[n].Incoming {
		return fr.mem(fr.objects[n] + off)
	}
	off += fr.objects[n]
	if fr.pointer {
		return x86.Mem{Base: x86.RBP, Disp: disp32(off + 16)}
	}
	return x86.Mem{Base: x86.RSP, Disp: disp32(off + fr.size + int64(8*(1+len(fr.pushed))))}
}

func disp32(n int64) int32 {
	if int64(int32(n)) != n {
		panic(tooBig{fmt.Errorf("the stack frame is larger than 2 GiB")})
	}
	return int32(n)
}

// tooBig is thrown where a distance does not fit into its field.
type tooBig struct{ error }
