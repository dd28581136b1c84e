package mach

import "github.com/tuffy-ir/tuffy/compiler/object"

// stackSlots says where the stack_slots of the program are, for debuggers: nowhere in a frame that
// is realigned, whose distance from the CFA is not known.
func (fr *frame) stackSlots(f *Func) []object.StackSlot {
	if fr.align != 0 {
		return nil
	}
	above := fr.size + int64(8*(1+len(fr.pushed))) // from RSP up to the CFA
	if fr.pointer {
		above += 8
	}
	var out []object.StackSlot
	for i := range f.Objects {
		if s := f.Objects[i].Slot; s != 0 {
			out = append(out, object.StackSlot{Inst: s - 1, Offset: int32(fr.base + fr.objects[i] - above)})
		}
	}
	return out
}
