package mach

import (
	"slices"

	"github.com/tuffy-ir/tuffy/ir"
)

// NeedsFramePointer reports whether the frame pointer must point to the frame: where objects need an
// alignment that the stack pointer at entry does not have, or where the stack pointer moves.
func (f *Func) NeedsFramePointer() bool {
	most := f.Target.Registers().StackAlign
	for i := range f.Objects {
		if o := &f.Objects[i]; (o.Align > most || o.Dynamic) && !o.Incoming {
			return true
		}
	}
	return false
}

// Areas are the pieces of a stack frame from the stack pointer upwards: outgoing arguments, objects,
// spill slots. What stands above them (saved registers, the return address) is the business of the
// target.
type Areas struct {
	Slots   []int64 // of spill slots, from the stack pointer
	Objects []int64 // of objects, from the stack pointer; of incoming ones it is their Offset
	Size    int64
	Align   int64 // the greatest alignment of a piece but the outgoing arguments
	Bottom  int64 // the alignment of the outgoing arguments, 0 without any
}

// LayOutFrame places the outgoing arguments, objects and spill slots of f. Align is at least least.
func LayOutFrame(f *Func, a *Alloc, least int64) Areas {
	fr := Areas{Slots: make([]int64, len(a.Slots)), Objects: make([]int64, len(f.Objects)), Align: least}
	var at int64
	for i := 1; i < len(f.Objects); i++ {
		ob := &f.Objects[i]
		if ob.Outgoing || ob.Incoming {
			fr.Objects[i] = ob.Offset
		}
		if ob.Outgoing {
			at = max(at, ob.Offset+int64(ob.Size))
			fr.Bottom = max(fr.Bottom, int64(ob.Align))
		}
	}
	at = fr.placeDynamic(f, RoundUp(at, least))
	at = fr.placeObjects(f, at, least)
	fr.Size = fr.placeSlots(f.Target.Registers(), a, at)
	return fr
}

// placeDynamic puts the words of dynamic memory right above the outgoing arguments, which are all that keeps its
// distance from the stack pointer.
func (fr *Areas) placeDynamic(f *Func, at int64) int64 {
	for i := range f.Objects {
		if ob := &f.Objects[i]; ob.Dynamic {
			fr.Align = max(fr.Align, int64(ob.Align))
			at = RoundUp(at, int64(ob.Align))
			fr.Objects[i] = at
			at += int64(ob.Size)
		}
	}
	return at
}

// RoundUp is the least multiple of align, a power of two, that is not below n.
func RoundUp(n, align int64) int64 { return (n + align - 1) &^ (align - 1) }

// placeSlots puts the spill slots above at, those of the last class first: large slots leave no gaps
// between small ones.
func (fr *Areas) placeSlots(regs *Registers, a *Alloc, at int64) int64 {
	for c := int(NumClasses) - 1; c >= 0; c-- {
		size := int64(regs.Classes[c].Slot)
		for i, of := range a.Slots {
			if int(of) == c {
				align := min(size, int64(regs.StackAlign))
				fr.Align = max(fr.Align, align)
				at = RoundUp(at, align)
				fr.Slots[i] = at
				at += size
			}
		}
	}
	return at
}

// placeObjects puts the objects above at. Those of a region start where those of the region
// around it end, so that sibling regions, which are never entered at the same time, overlap.
func (fr *Areas) placeObjects(f *Func, at, least int64) int64 {
	end := at
	tops := map[ir.Region]int64{}
	byDepth := make([]int, 0, len(f.Objects))
	depth := make([]int, len(f.Objects))
	for i := 1; i < len(f.Objects); i++ {
		if ob := &f.Objects[i]; !ob.Incoming && !ob.Outgoing && !ob.Dynamic {
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
		from = RoundUp(from, al)
		fr.Align = max(fr.Align, al)
		fr.Objects[i] = from
		from += int64(ob.Size) + 1 // the end of one is not the address of another (docs/spec, "Memory")
		tops[ob.Region] = from
		end = max(end, from)
	}
	return RoundUp(end, least)
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
