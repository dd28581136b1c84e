package emit

import (
	"fmt"
	"slices"

	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/x86"
)

// redZone is how much of the stack below RSP a leaf function may use (AMD64 ABI, "The Stack Frame").
var redZone = int64(abi.AMD64.RedZone)

// word is the size of what a push puts on the stack, the return address among it.
const word = 8

// frame is where the pieces of the stack frame are. From the stack pointer upwards: the areas of
// [mach.Areas], saved registers, RBP if it is the frame pointer, the return address.
type frame struct {
	mach.Areas
	size int64 // what the prologue subtracts from RSP after the pushes
	base int64 // of the areas from RSP, below 0 in the red zone
	// In the order of the pushes, which is that of hardware numbers.
	pushed  []x86.Reg
	pointer bool  // RBP points to where its old value is saved
	moves   bool  // RSP moves in the body: what keeps its place is found from RBP
	align   int64 // RSP is rounded down to it above the areas; 0: not
	bottom  int64 // RSP is rounded down to it below the areas, of which what moves with RSP comes down, too; 0: not
}

// makeFrame lays out the frame of f. A leaf function whose areas fit into the red zone leaves RSP alone;
// one that calls, or has objects of 16 bytes' alignment, keeps RSP at multiples of 16 in its body.
// Slots that are realigned are found from RSP, the caller's arguments from RBP: such a function has a frame pointer,
// see [mach.Func.NeedsFramePointer].
func makeFrame(f *mach.Func, a *mach.Alloc, o Options) frame {
	fr := frame{pointer: o.FramePointer || f.NeedsFramePointer(), Areas: mach.LayOutFrame(f, a, word)}
	calls := false
	fr.moves = slices.ContainsFunc(f.Objects, func(o mach.Object) bool { return o.Dynamic })
	for i := range f.Insts {
		// Without calls nothing needs RSP aligned but the objects, and the red zone is free.
		calls = calls || f.Insts[i].Kind == mach.Call
	}
	for r := x86.RAX; r <= x86.R15; r++ {
		if a.Saved.Has(mach.Reg(r)) && (r != x86.RBP || !fr.pointer) {
			fr.pushed = append(fr.pushed, r)
		}
	}
	// RSP is realigned: distances to the CFA are then only known through RBP.
	if least := int64(abi.AMD64.StackAlign); fr.moves {
		if fr.Align > least {
			panic("BUG: a frame that is realigned and moves: legalization makes such slots dynamic")
		}
		if fr.Bottom > least {
			fr.bottom = fr.Bottom
		}
	} else if align := max(fr.Align, fr.Bottom); align > least {
		fr.align = align
		fr.size = mach.RoundUp(fr.Size, align)
		return fr
	}
	above := fr.above()
	// At the entry RSP is 8 off a multiple of 16, since the call pushed the return address (AMD64
	// ABI, The Stack Frame).
	fr.size = mach.RoundUp(fr.Size, word)
	if calls || max(fr.Align, fr.Bottom) > word {
		fr.size = mach.RoundUp(fr.Size+above, 16) - above
	}
	// Signal handlers leave the red zone alone, calls do not.
	if o.RedZone && !calls && !fr.moves && fr.size <= redZone {
		fr.base = -fr.size
		fr.size = 0
	}
	return fr
}

// above is what stands above the areas, up to the CFA.
func (fr *frame) above() int64 {
	// The return address and the pushes.
	n := int64(word * (1 + len(fr.pushed)))
	if fr.pointer {
		n += word
	}
	return n
}

// slot is the memory operand of spill slot n.
func (fr *frame) slot(n int) x86.Mem { return fr.mem(fr.Slots[n]) }

// mem is the memory operand at an offset of the frame's areas, which lie above the stack pointer as the prologue
// leaves it.
func (fr *frame) mem(off int64) x86.Mem {
	if fr.moves {
		return x86.Mem{Base: x86.RBP, Disp: disp32(off - fr.size - int64(word*len(fr.pushed)))}
	}
	return x86.Mem{Base: x86.RSP, Disp: disp32(fr.base + off)}
}

// object is the memory operand of byte off of object n. One that comes in is counted from the return
// address.
func (fr *frame) object(f *mach.Func, n uint32, off int64) x86.Mem {
	off += fr.Objects[n]
	switch ob := &f.Objects[n]; {
	// What is at the bottom of the stack moves with RSP.
	case fr.moves && (ob.Outgoing || ob.Dynamic):
		return x86.Mem{Base: x86.RSP, Disp: disp32(off)}
	case !ob.Incoming:
		return fr.mem(off)
	case fr.pointer:
		// From RBP, where its old value is, up to the return address: one word.
		return x86.Mem{Base: x86.RBP, Disp: disp32(off + word)}
	}
	// off counts from the return address, which is the last word of what stands above.
	return x86.Mem{Base: x86.RSP, Disp: disp32(off + fr.size + fr.above() - word)}
}

// disp32 panics with an error about the user's program, which the emitter's entry catches: frames
// that large cannot be addressed.
func disp32(n int64) int32 {
	if int64(int32(n)) != n {
		panic(tooBig{fmt.Errorf("the stack frame is larger than 2 GiB")})
	}
	return int32(n)
}

// tooBig is thrown where a distance does not fit into its field.
type tooBig struct{ error }

// stackSlots says where the stack_slots of the program are, for debuggers: nowhere in a frame that
// is realigned, whose distance from the CFA is not known.
// Offsets count from the CFA, which is the same place for the whole of the function.
func (fr *frame) stackSlots(f *mach.Func) []object.StackSlot {
	if fr.align != 0 {
		return nil
	}
	above := fr.size + fr.above()
	var out []object.StackSlot
	for i := range f.Objects {
		if s := f.Objects[i].Slot; s != 0 {
			out = append(out, object.StackSlot{Inst: s - 1, Offset: int32(fr.base + fr.Objects[i] - above)})
		}
	}
	return out
}
