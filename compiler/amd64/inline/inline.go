// Package inline makes functions of inline assembly: code that loads the operands from the block, the assembly itself,
// and code that stores the results. What a caller expects to be preserved is saved around them.
//
// Source: System V ABI, AMD64 supplement, 3.2.1.
package inline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
	"github.com/tuffy-ir/tuffy/x86/att"
)

// preserved are the registers that a function saves before it changes them.
var preserved = []x86.Reg{x86.RBX, x86.RBP, x86.R12, x86.R13, x86.R14, x86.R15}

// dwarf are the numbers of the preserved registers in unwind tables (ABI, figure 3.36).
var dwarf = map[x86.Reg]uint8{x86.RBX: 3, x86.RBP: 6, x86.R12: 12, x86.R13: 13, x86.R14: 14, x86.R15: 15}

// Register is the register with a name of package ir's inline assembly.
func Register(name string) (x86.Reg, bool) {
	for r := x86.RAX; r <= x86.XMM15; r++ {
		if r.String() == name {
			return r, true
		}
	}
	return x86.NoReg, false
}

// Condition is the condition of an operand that is a flag: ccz.
func Condition(name string) (x86.Cond, bool) {
	name, ok := strings.CutPrefix(name, "cc")
	if !ok {
		return 0, false
	}
	return att.Condition(name)
}

// Func is the function of a verified external function that is inline assembly.
func Func(e *ir.Extern) *object.Func {
	w := &writer{f: &object.Func{Name: e.Name, Local: true, Align: 16, Unwind: []object.Unwind{{CFAReg: 7, CFA: 8}}}}
	a := e.Asm
	used := map[x86.Reg]bool{}
	out := map[x86.Reg]bool{}
	for _, r := range a.Out {
		if reg, ok := Register(r.Reg); ok {
			used[reg], out[reg] = true, true
		}
	}
	for _, r := range a.In {
		reg, _ := Register(r.Reg)
		used[reg] = true
	}
	for _, c := range a.Clobbers {
		if reg, ok := Register(c); ok {
			used[reg] = true
		}
	}
	// The block is found again by a register that is no result.
	block := x86.NoReg
	for _, r := range []x86.Reg{x86.R11, x86.R10, x86.R9, x86.R8, x86.RDI, x86.RSI, x86.RCX, x86.RDX, x86.RAX, x86.RBX, x86.R12, x86.R13, x86.R14, x86.R15, x86.RBP} {
		if !out[r] {
			block = r
			break
		}
	}
	spare := block == x86.NoReg // every register is a result: the last is stored by way of the stack
	if spare {
		block = x86.R11
	}
	used[block] = true
	var saved []x86.Reg
	for _, r := range preserved {
		if used[r] {
			saved = append(saved, r)
			w.push(r)
		}
	}
	w.push(x86.RDI)
	// The register of the block is the last that an operand overwrites.
	in := slices.Clone(a.In)
	slices.SortStableFunc(in, func(p, q ir.AsmReg) int {
		if p.Reg == q.Reg {
			return 0
		} else if p.Reg == "rdi" {
			return 1
		} else if q.Reg == "rdi" {
			return -1
		}
		return 0
	})
	w.fill(a)
	for _, r := range in {
		if x87Number(r.Reg) < 0 {
			w.load(r, x86.RDI)
		}
	}
	w.f.Code = append(w.f.Code, a.Code...)
	if spare {
		// The result in r11 goes where the block is kept, which comes to r11 instead.
		w.inst("xchg rm64, r64", x86.M(x86.Mem{Base: x86.RSP}), x86.R(block))
	} else {
		w.inst("mov r64, rm64", x86.R(block), x86.M(x86.Mem{Base: x86.RSP}))
	}
	w.empty(a, block)
	for _, r := range a.Out {
		if x87Number(r.Reg) < 0 {
			w.store(r, block, spare)
		}
	}
	w.inst("lea r64, m", x86.R(x86.RSP), x86.M(x86.Mem{Base: x86.RSP, Disp: 8}))
	w.frame -= 8
	w.row()
	for _, r := range slices.Backward(saved) {
		w.inst("pop r64", x86.R(r))
		w.frame -= 8
		w.saved = w.saved[:len(w.saved)-1]
		w.row()
	}
	w.inst("ret")
	return w.f
}

type writer struct {
	f     *object.Func
	frame int32 // what was pushed, in bytes
	saved []object.SavedReg
}

// inst writes an instruction of the row. Whatever is asked for here can be encoded.
func (w *writer) inst(row string, args ...x86.Operand) {
	op, ok := x86.Find(row)
	if !ok {
		panic("BUG: no row " + row)
	}
	w.append(x86.Inst{Op: op}, args)
}

func (w *writer) append(i x86.Inst, args []x86.Operand) {
	copy(i.Args[:], args)
	code, _, err := x86.Append(w.f.Code, &i)
	if err != nil {
		panic(fmt.Sprintf("BUG: inline assembly: %v", err))
	}
	w.f.Code = code
}

// row notes the frame from here on.
func (w *writer) row() {
	w.f.Unwind = append(w.f.Unwind, object.Unwind{Offset: uint32(len(w.f.Code)), CFAReg: 7, CFA: 8 + w.frame, Saved: slices.Clone(w.saved)})
}

func (w *writer) push(r x86.Reg) {
	w.inst("push r64", x86.R(r))
	w.frame += 8
	if n, ok := dwarf[r]; ok {
		w.saved = append(w.saved, object.SavedReg{Reg: n, Offset: -8 - w.frame})
	}
	w.row()
}

// loads and stores are the rows by the size of the operand. A smaller operand fills a register with zeros.
var (
	generalLoads  = map[uint32]string{1: "movzx r32, rm8", 2: "movzx r32, rm16", 4: "mov r32, rm32", 8: "mov r64, rm64"}
	generalStores = map[uint32]string{1: "mov rm8, r8", 2: "mov rm16, r16", 4: "mov rm32, r32", 8: "mov rm64, r64"}
	vectorLoads   = map[uint32]string{4: "movss x, xm32", 8: "movsd x, xm64", 16: "movups x, xm128"}
	vectorStores  = map[uint32]string{4: "movss xm32, x", 8: "movsd xm64, x", 16: "movups xm128, x"}
)

func (w *writer) load(r ir.AsmReg, block x86.Reg) {
	reg, _ := Register(r.Reg)
	from := x86.M(x86.Mem{Base: block, Disp: int32(r.Off)})
	if reg.IsXMM() {
		w.inst(vectorLoads[r.Size], x86.R(reg), from)
		return
	}
	w.inst(generalLoads[r.Size], x86.R(reg), from)
}

// store writes a result; flags are still as the assembly left them, as no move changes them. Of a spare r11, which is
// where the block was kept, another register that was stored before takes the value along.
func (w *writer) store(r ir.AsmReg, block x86.Reg, spare bool) {
	to := x86.M(x86.Mem{Base: block, Disp: int32(r.Off)})
	if c, ok := Condition(r.Reg); ok {
		op, _ := x86.Find("setcc rm8")
		w.append(x86.Inst{Op: op, Cond: c}, []x86.Operand{to})
		return
	}
	reg, _ := Register(r.Reg)
	switch {
	case reg.IsXMM():
		w.inst(vectorStores[r.Size], to, x86.R(reg))
	case spare && reg == block:
		w.inst("push r64", x86.R(x86.RAX))
		w.inst("mov r64, rm64", x86.R(x86.RAX), x86.M(x86.Mem{Base: x86.RSP, Disp: 8}))
		w.inst(generalStores[r.Size], to, x86.R(x86.RAX))
		w.inst("pop r64", x86.R(x86.RAX))
	default:
		w.inst(generalStores[r.Size], to, x86.R(reg))
	}
}
