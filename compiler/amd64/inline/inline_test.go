package inline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64/inline"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/sim"
	"github.com/tuffy-ir/tuffy/x86/att"
)

const block = 0x10000

// TestFunctions runs functions of random operands in the simulator, which ends the run where one does not preserve what
// it must: each result is one more than the input in the same place.
func TestFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	regs := []string{"rax", "rcx", "rdx", "rbx", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}
	for n := range 200 {
		r.Shuffle(len(regs), func(i, j int) { regs[i], regs[j] = regs[j], regs[i] })
		a := &ir.Asm{}
		text := ""
		count := r.IntN(len(regs) + 1)
		if n == 0 {
			count = len(regs) // no register is left for the block
		}
		for k, reg := range regs[:count] {
			size := uint32(1) << r.IntN(4)
			a.In = append(a.In, ir.AsmReg{Reg: reg, Off: uint32(16 * k), Size: size})
			a.Out = append(a.Out, ir.AsmReg{Reg: reg, Off: uint32(16*k + 8), Size: size})
			text += fmt.Sprintf("leaq 1(%%%[1]s), %%%[1]s\n", reg)
		}
		a.Out = append(a.Out, ir.AsmReg{Reg: "ccb", Off: 256, Size: 1}, ir.AsmReg{Reg: "ccae", Off: 257, Size: 1})
		for k := range 4 {
			reg, size := fmt.Sprintf("xmm%d", 3*k), []uint32{4, 8, 16}[r.IntN(3)]
			a.In = append(a.In, ir.AsmReg{Reg: reg, Off: uint32(512 + 32*k), Size: size})
			a.Out = append(a.Out, ir.AsmReg{Reg: reg, Off: uint32(528 + 32*k), Size: size})
		}
		if count < len(regs) {
			a.Clobbers = regs[count : count+1]
			text += fmt.Sprintf("movq $-1, %%%s\n", regs[count])
		}
		code, err := att.Assemble(text + "stc")
		if err != nil {
			t.Fatal(err)
		}
		a.Code = code
		f := inline.Func(&ir.Extern{Name: "f", Asm: a})
		m := sim.New(sim.Options{})
		in := make([]byte, 4096)
		for k := range in {
			in[k] = byte(r.Uint32())
		}
		for _, err := range []error{m.Map(0x1000, 4096, sim.Read|sim.Exec), m.Write(0x1000, f.Code), m.Map(block, 4096, sim.Read|sim.Write), m.Write(block, in)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		stop, err := m.Call(context.Background(), 0x1000, block)
		if err != nil || stop.Kind != sim.Returned {
			t.Fatalf("%v %v\n%s", stop, err, text)
		}
		out := make([]byte, 4096)
		if err := m.Read(block, out); err != nil {
			t.Fatal(err)
		}
		for k := range count {
			carry := uint(1)
			for j := range a.Out[k].Size {
				carry += uint(in[16*uint32(k)+j])
				if got := out[16*uint32(k)+8+j]; got != byte(carry) {
					t.Fatalf("%+v: byte %d is %#x, want %#x", a.Out[k], j, got, byte(carry))
				}
				carry >>= 8
			}
		}
		if out[256] != 1 || out[257] != 0 {
			t.Fatalf("carry is %d, no carry %d", out[256], out[257])
		}
		for k := range 4 {
			o := a.Out[count+2+k]
			for j := range o.Size {
				if in[o.Off-16+j] != out[o.Off+j] {
					t.Fatalf("%+v: byte %d", o, j)
				}
			}
		}
	}
}
