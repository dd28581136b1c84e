//go:build amd64 && linux

package emit_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/amd64/emit"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/regalloc"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/x86"
)

// builder makes machine functions by hand.
type builder struct {
	f    *mach.Func
	body [][]mach.Inst
}

func newBuilder(blocks int) *builder {
	b := &builder{f: &mach.Func{Name: "f", Target: amd64.Target, Code: &amd64.Code{Rows: make([]x86.Inst, 1)}, Classes: make([]mach.Class, 1), Objects: make([]mach.Object, 1), Blocks: make([]mach.BlockInfo, blocks)}, body: make([][]mach.Inst, blocks)}
	for i := range b.f.Blocks {
		b.f.Blocks[i].Freq = 1
	}
	return b
}

func (b *builder) value() mach.VReg {
	b.f.Classes = append(b.f.Classes, mach.GPR)
	return mach.VReg(len(b.f.Classes) - 1)
}

func (b *builder) add(block int, in mach.Inst, ops ...mach.Operand) {
	in.Origin = ir.NoInst
	in.First, in.Num = uint32(len(b.f.Operands)), uint16(len(ops))
	b.f.Operands = append(b.f.Operands, ops...)
	b.body[block] = append(b.body[block], in)
}

func (b *builder) edges(block int, to ...mach.Block) {
	for _, t := range to {
		b.f.Blocks[block].Succs = append(b.f.Blocks[block].Succs, mach.Edge{To: t})
		b.f.Blocks[t].Preds = append(b.f.Blocks[t].Preds, mach.Block(block))
	}
}

func (b *builder) seal() *mach.Func {
	for i, body := range b.body {
		b.f.Blocks[i].First = uint32(len(b.f.Insts))
		b.f.Insts = append(b.f.Insts, body...)
		b.f.Blocks[i].End = uint32(len(b.f.Insts))
	}
	return b.f
}

func def(v mach.VReg) mach.Operand { return mach.Operand{V: v, Def: true} }
func use(v mach.VReg) mach.Operand { return mach.Operand{V: v} }

func fixed(o mach.Operand, r x86.Reg) mach.Operand {
	o.Want, o.Reg = mach.Fixed, mach.Reg(r)
	return o
}

func tied(v mach.VReg, to int) mach.Operand {
	return mach.Operand{V: v, Def: true, Want: mach.SameAs, Reg: mach.Reg(to)}
}

func (b *builder) row(op x86.Op, args ...x86.Operand) mach.Inst {
	x := x86.Inst{Op: op}
	copy(x.Args[:], args)
	code := amd64.CodeOf(b.f)
	code.Rows = append(code.Rows, x)
	return mach.Inst{Row: uint32(len(code.Rows) - 1)}
}

func slot(n int) x86.Operand { return x86.R(amd64.Slot(n)) }

const callerSaved mach.RegSet = 1<<x86.RCX | 1<<x86.RDX | 1<<x86.RSI | 1<<x86.RDI | 1<<x86.R8 | 1<<x86.R9 | 1<<x86.R10 | 1<<x86.R11

// fibonacci calls itself, but not for small arguments.
func fibonacci() *mach.Func {
	b := newBuilder(3)
	b.f.Blocks[1].Freq, b.f.Blocks[2].Freq = 0.6, 0.4
	n := b.value()
	b.add(0, mach.Inst{Kind: mach.Params}, fixed(def(n), x86.RDI))
	b.add(0, b.row(x86.CMP_rm64_imm8, slot(0), x86.I(2)), use(n))
	b.add(0, mach.Inst{Kind: mach.Branch, Cond: uint8(x86.L)})
	b.edges(0, 1, 2)
	b.add(1, mach.Inst{Kind: mach.Return}, fixed(use(n), x86.RAX))
	call := func(arg mach.VReg) mach.VReg {
		in := b.row(x86.CALL_rel32, x86.I(0))
		in.Kind, in.Sym, in.Clobbers = mach.Call, "f", callerSaved
		r := b.value()
		b.add(2, in, fixed(def(r), x86.RAX), fixed(use(arg), x86.RDI))
		return r
	}
	minus := func(k int64) mach.VReg {
		d := b.value()
		b.add(2, b.row(x86.SUB_rm64_imm8, slot(0), x86.I(k)), tied(d, 1), use(n))
		return d
	}
	x := call(minus(1))
	y := call(minus(2))
	s := b.value()
	b.add(2, b.row(x86.ADD_r64_rm64, slot(0), slot(2)), tied(s, 1), use(x), use(y))
	b.add(2, mach.Inst{Kind: mach.Return}, fixed(use(s), x86.RAX))
	return b.seal()
}

// frames writes three objects, of which two live in regions side by side and one wants more
// alignment than the stack has, adds the addresses' low bits and an argument from memory.
func frames(align uint64) *mach.Func {
	b := newBuilder(1)
	b.f.Objects = append(b.f.Objects, mach.Object{Size: 8, Align: align}, mach.Object{Size: 24, Align: 8}, mach.Object{Size: 8, Align: 8, Incoming: true, Offset: 8})
	b.add(0, mach.Inst{Kind: mach.Params})
	at, low, sum, total := b.value(), b.value(), b.value(), b.value()
	b.add(0, mach.Inst{Kind: mach.Addr, Obj: 1}, def(at))
	b.add(0, b.row(x86.AND_rm64_imm32, slot(0), x86.I(int64(align-1))), tied(low, 1), use(at))
	store := func(obj uint32, off int32, n int64) {
		in := b.row(x86.MOV_rm64_imm32, x86.M(x86.Mem{Base: x86.RSP, Disp: off}), x86.I(n))
		in.Obj = obj
		b.add(0, in)
	}
	store(1, 0, 1000)
	store(2, 16, 200)
	add := func(d, v mach.VReg, obj uint32, off int32) {
		in := b.row(x86.ADD_r64_rm64, slot(0), x86.M(x86.Mem{Base: x86.RSP, Disp: off}))
		in.Obj = obj
		b.add(0, in, tied(d, 1), use(v))
	}
	add(sum, low, 1, 0)
	add(total, sum, 2, 16)
	result := b.value()
	add(result, total, 3, 0)
	b.add(0, mach.Inst{Kind: mach.Return}, fixed(use(result), x86.RAX))
	return b.seal()
}

// far has a branch over n instructions of ten bytes.
func far(n int) *mach.Func {
	b := newBuilder(4)
	v := b.value()
	b.add(0, mach.Inst{Kind: mach.Params}, fixed(def(v), x86.RDI))
	b.add(0, b.row(x86.CMP_rm64_imm8, slot(0), x86.I(7)), use(v))
	b.add(0, mach.Inst{Kind: mach.Branch, Cond: uint8(x86.E)})
	b.edges(0, 1, 2)
	b.add(1, mach.Inst{Kind: mach.Jump})
	b.edges(1, 3)
	x := v
	for range n {
		d := b.value()
		b.add(2, b.row(x86.LEA_r64_m, slot(0), x86.M(x86.Mem{Base: amd64.Slot(1), Disp: 1000})), def(d), use(x))
		x = d
	}
	b.add(2, mach.Inst{Kind: mach.Return}, fixed(use(x), x86.RAX))
	b.add(3, mach.Inst{Kind: mach.Return}, fixed(use(v), x86.RAX))
	return b.seal()
}

// TestByHand runs functions made by hand on the processor, in a child process.
func TestByHand(t *testing.T) {
	tests := []struct {
		name string
		f    *mach.Func
		arg  int
		want int
	}{
		{"fibonacci of 1", fibonacci(), 1, 1},
		{"fibonacci of 20", fibonacci(), 20, 6765},
		{"objects", frames(8), 0, 1200 + 77},
		{"objects, realigned", frames(64), 0, 1200 + 77},
		{"branch of 8 bits", far(17), 5, 17005},
		{"branch of 8 or 32 bits", far(18), 5, 18005},
		{"branch of 32 bits", far(19), 5, 19005},
		{"branch of 32 bits, taken", far(400), 7, 7},
	}
	var text, calls strings.Builder
	text.WriteString("\t.text\n")
	var want []string
	for _, c := range tests {
		for _, o := range []emit.Options{{}, {Optimize: true}, {Optimize: true, RedZone: true, AlignLoops: true}, {FramePointer: true}} {
			for _, local := range []bool{false, true} {
				c.f.Name = fmt.Sprintf("f%d", len(want))
				for i := range c.f.Insts {
					if c.f.Insts[i].Sym != "" {
						c.f.Insts[i].Sym = c.f.Name
					}
				}
				fn := emitted(t, c.f, local, o)
				fmt.Fprintf(&text, "\t.globl %s\n%s:\n", fn.Name, fn.Name)
				write(&text, fn)
				fmt.Fprintf(&calls, "extern long %s(long, long, long, long, long, long, long);\n#define CALL%d printf(\"%%ld\\n\", %s(%d, 2, 3, 4, 5, 6, 77))\n", fn.Name, len(want), fn.Name, c.arg)
				want = append(want, fmt.Sprintf("%d", c.want))
			}
		}
	}
	fmt.Fprintf(&calls, "int main(void) {\n")
	for i := range want {
		fmt.Fprintf(&calls, "\tCALL%d;\n", i)
	}
	got := strings.Fields(build(t, text.String(), "#include <stdio.h>\n"+calls.String()+"\treturn 0;\n}\n"))
	if len(got) != len(want) {
		t.Fatalf("%d of %d functions ran", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s, way %d: %s, want %s", tests[i/8].name, i%8, got[i], want[i])
		}
	}
}

func emitted(t *testing.T, f *mach.Func, local bool, o emit.Options) *object.Func {
	t.Helper()
	a, err := regalloc.Run(f, regalloc.Options{Local: local, FramePointer: o.FramePointer})
	if err != nil {
		t.Fatal(err)
	}
	if err := regalloc.Check(f, a); err != nil {
		t.Fatal(err)
	}
	fn, err := emit.Func(f, a, o)
	if err != nil {
		t.Fatal(err)
	}
	return fn
}

// write writes the bytes of fn for the assembler.
func write(w *strings.Builder, fn *object.Func) {
	at := 0
	for _, r := range append(fn.Relocs, object.Reloc{Offset: uint64(len(fn.Code))}) {
		for ; at < int(r.Offset); at++ {
			fmt.Fprintf(w, "\t.byte %d\n", fn.Code[at])
		}
		if r.Symbol != "" {
			fmt.Fprintf(w, "\t.long %s + %d - .\n", r.Symbol, r.Add)
			at += 4
		}
	}
}

// build assembles, compiles, links and runs.
func build(t *testing.T, asm, c string) string {
	t.Helper()
	out, err := exec.Command(gcctest.Build(t, map[string]string{"f.s": asm + "\t.section .note.GNU-stack,\"\",@progbits\n", "main.c": c})).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestShrinkWrap: the path that returns early sets up no frame.
func TestShrinkWrap(t *testing.T) {
	fn := emitted(t, fibonacci(), false, emit.Options{Optimize: true})
	code := fn.Code
	for off := 0; off < len(code); {
		in, n, err := x86.Decode(code[off:])
		if err != nil {
			t.Fatal(err)
		}
		switch in.Op {
		case x86.RET:
			return
		case x86.PUSH_r64, x86.SUB_rm64_imm8:
			t.Fatalf("the frame is set up at %d, before the first return", off)
		}
		off += n
	}
	t.Fatal("no return")
}

// TestObjectsOverlap: objects of regions side by side share their place, one of a region around
// them does not.
func TestObjectsOverlap(t *testing.T) {
	src := ir.NewModule().AddFunc("f", nil, nil)
	a, b := src.AddRegion(ir.Body, ir.PlainRegion), src.AddRegion(ir.Body, ir.PlainRegion)
	bld := newBuilder(1)
	bld.f.Source = src
	for _, r := range []ir.Region{a, b, ir.Body} {
		bld.f.Objects = append(bld.f.Objects, mach.Object{Size: 8, Align: 8, Region: r})
	}
	bld.add(0, mach.Inst{Kind: mach.Params})
	for obj := uint32(1); obj <= 3; obj++ {
		in := bld.row(x86.MOV_rm64_imm32, x86.M(x86.Mem{Base: x86.RSP}), x86.I(0))
		in.Obj = obj
		bld.add(0, in)
	}
	bld.add(0, mach.Inst{Kind: mach.Return})
	fn := emitted(t, bld.seal(), false, emit.Options{})
	var at []int32
	for off := 0; off < len(fn.Code); {
		in, n, err := x86.Decode(fn.Code[off:])
		if err != nil {
			t.Fatal(err)
		}
		if in.Op == x86.MOV_rm64_imm32 {
			at = append(at, in.Args[0].Mem.Disp)
		}
		off += n
	}
	if len(at) != 3 || at[0] != at[1] || at[2] == at[0] {
		t.Errorf("objects at %v: want the first two in one place, the third elsewhere", at)
	}
}
