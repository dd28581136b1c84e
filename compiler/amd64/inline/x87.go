package inline

import (
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// The stack of the x87 is empty where functions are called. Inline assembly finds its inputs on it, st0 on top, and
// leaves its outputs on top of the inputs that it does not take off: an input that is taken off is an output, too, or a
// clobber. Source: the manual of gcc, "Extended Asm", "x86 floating-point asm operands".

// x87Number is the place on the stack that a name of package ir says, or -1.
func x87Number(name string) int {
	if s, ok := strings.CutPrefix(name, "st"); ok && len(s) == 1 {
		return int(s[0] - '0')
	}
	return -1
}

// x87Operands are the operands on the stack, from its top.
func x87Operands(all []ir.AsmReg) (out []ir.AsmReg) {
	for _, r := range all {
		if x87Number(r.Reg) >= 0 {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(p, q ir.AsmReg) int { return x87Number(p.Reg) - x87Number(q.Reg) })
	return out
}

var (
	x87Loads  = map[uint32]string{4: "fld m32", 8: "fld m64", 10: "fld m80"}
	x87Stores = map[uint32]string{4: "fstp m32", 8: "fstp m64", 10: "fstp m80"}
)

// fill loads the inputs on the stack from the block, to which rdi points.
func (w *writer) fill(a *ir.Asm) {
	for _, r := range slices.Backward(x87Operands(a.In)) {
		w.inst(x87Loads[r.Size], x86.M(x86.Mem{Base: x86.RDI, Disp: int32(r.Off)}))
	}
}

// empty stores the outputs on the stack, and takes off what is left. It changes no flags.
func (w *writer) empty(a *ir.Asm, block x86.Reg) {
	gone := map[string]bool{}
	for _, r := range x87Operands(a.Out) {
		gone[r.Reg] = true
		w.inst(x87Stores[r.Size], x86.M(x86.Mem{Base: block, Disp: int32(r.Off)}))
	}
	for _, r := range a.Clobbers {
		gone[r] = true
	}
	for _, r := range x87Operands(a.In) {
		if !gone[r.Reg] {
			w.f.Code = append(w.f.Code, 0xdd, 0xd8) // fstp st(0)
		}
	}
}
