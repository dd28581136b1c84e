package isel

import (
	"strings"
	"sync"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/x86"
)

// Rows of vector registers are selected in their legacy form, whose destination is its first source. Where the target has
// AVX they all become VEX forms at the end: with a destination of their own, and of 256 bits where they were selected for
// a vector of as many. Mixing both would leave the upper halves of registers to be merged or saved.

// vexForm is what a legacy row becomes.
type vexForm struct {
	op    x86.Op
	three bool // the first source is an operand of its own, behind the destination
}

// vexForms are the VEX forms of legacy rows, of 128 and of 256 bits.
var vexForms = sync.OnceValue(func() map[x86.Op][2]vexForm {
	named := map[string][]x86.Op{}
	for op := range x86.Forms {
		if f := &x86.Forms[op]; strings.HasPrefix(f.Code, "VEX.") {
			named[f.Name] = append(named[f.Name], x86.Op(op))
		}
	}
	out := map[x86.Op][2]vexForm{}
	for op := range x86.Forms {
		f := &x86.Forms[op]
		if strings.HasPrefix(f.Code, "VEX.") || len(f.Implicit) > 0 {
			continue
		}
		var forms [2]vexForm
		for _, v := range named["v"+f.Name] {
			g := &x86.Forms[v]
			for n, bits := range [2]uint16{128, 256} {
				if three, ok := sameShape(f, g, bits); ok && forms[n].op == 0 {
					forms[n] = vexForm{v, three}
				}
			}
		}
		if forms != [2]vexForm{} {
			out[x86.Op(op)] = forms
		}
	}
	return out
})

// sameShape reports whether VEX row g does with vectors of so many bits what legacy row f does with 128, and whether
// it has one more source.
func sameShape(f, g *x86.Form, bits uint16) (three, ok bool) {
	args := g.Args
	switch len(g.Args) - len(f.Args) {
	case 0:
	case 1:
		if len(f.Args) < 2 || g.Args[1].Size != bits || g.Args[1].Kind != f.Args[0].Kind {
			return false, false
		}
		three, args = true, append([]x86.Arg{g.Args[0]}, g.Args[2:]...)
	default:
		return false, false
	}
	wide := bits == 128 // some operand has the size asked for
	for n := range args {
		a, b := &args[n], &f.Args[n]
		if a.Kind != b.Kind {
			return false, false
		}
		switch {
		case bits == 256 && a.Size == 256 && b.Size == 128:
			wide = true
		case a.Size != b.Size:
			return false, false
		case bits == 256 && n == 0 && b.Size == 128:
			return false, false
		}
	}
	return three, wide
}

// moveForms are the scalar moves, which are rows of their own for memory.
var moveForms = map[x86.Op]x86.Op{
	x86.MOVSS_x_xm32: x86.VMOVSS_x_m32, x86.MOVSS_xm32_x: x86.VMOVSS_m32_x,
	x86.MOVSD_x_xm64: x86.VMOVSD_x_m64, x86.MOVSD_xm64_x: x86.VMOVSD_m64_x,
}

// vex gives the rows of the function that has been selected their VEX forms.
func (s *selector) vex() {
	if !s.has.avx {
		return
	}
	s.code.VEX = true
	for i := range s.out.Insts {
		if s.out.Insts[i].Kind == mach.Row {
			s.vexRow(&s.out.Insts[i])
		}
	}
	if s.longMasks {
		s.code.SetWide(0)
		s.out.Target = amd64.Long
	}
}

// vexRow gives a row its VEX form, of 256 bits if it was selected for such vectors, if there is one.
func (s *selector) vexRow(in *mach.Inst) {
	row := &s.code.Rows[in.Row]
	if to, ok := moveForms[row.Op]; ok {
		if row.Args[0].Kind == x86.KMem || row.Args[1].Kind == x86.KMem {
			row.Op = to
		}
		return
	}
	n := index(s.code.Wide(in.Row))
	form := vexForms()[row.Op][n]
	if form.op == 0 {
		form = vexForms()[row.Op][0] // what moves a scalar into a long vector has no other
	}
	if form.op == 0 {
		return
	}
	if form.three {
		first, ok := s.firstSource(in, row)
		if !ok {
			return
		}
		copy(row.Args[2:], row.Args[1:])
		row.Args[1] = x86.R(first)
	}
	row.Op = form.op
}

// firstSource is the operand whose place the destination takes in the legacy form, and need not any more; or the only
// source, of a row that keeps nothing of its destination that matters.
func (s *selector) firstSource(in *mach.Inst, row *x86.Inst) (x86.Reg, bool) {
	ops := s.out.Operands[in.First : in.First+uint32(in.Num)]
	def := -1
	for n := range ops {
		if ops[n].Def {
			def = n
		}
	}
	if def < 0 || row.Args[0].Kind != x86.KReg || row.Args[0].Reg != amd64.Slot(def) {
		return 0, false
	}
	if ops[def].Want == mach.SameAs {
		use := int(ops[def].Reg)
		ops[def].Want, ops[def].Reg = mach.InReg, 0
		// A row that changes its operand names the one place twice.
		for k := 1; k < len(row.Args); k++ {
			if row.Args[k].Kind == x86.KReg && row.Args[k].Reg == amd64.Slot(def) {
				row.Args[k].Reg = amd64.Slot(use)
			}
		}
		return amd64.Slot(use), true
	}
	if row.Args[1].Kind != x86.KReg {
		return 0, false
	}
	n, ok := amd64.SlotOf(row.Args[1].Reg)
	if !ok || s.out.Classes[ops[n].V] != mach.Vec {
		return 0, false
	}
	if !ops[n].Def {
		ops[n].Want = mach.InReg
	}
	return row.Args[1].Reg, true
}
