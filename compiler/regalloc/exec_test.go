//go:build amd64 && linux

package regalloc

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/amd64/emit"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/x86"
)

// emission are the ways to emit that the processor tries.
var emission = []struct {
	name string
	r    Options
	e    emit.Options
}{
	{"local", Options{Local: true}, emit.Options{}},
	{"local, optimized", Options{Local: true}, emit.Options{Optimize: true, RedZone: true}},
	{"greedy", Options{}, emit.Options{Optimize: true, AlignLoops: true}},
	{"greedy, frame pointer", Options{FramePointer: true}, emit.Options{Optimize: true, FramePointer: true}},
}

// TestNative runs random functions on the processor, in a child process, and compares with what
// their instructions mean.
func TestNative(t *testing.T) {
	s := seed(t)
	var text strings.Builder
	text.WriteString(harness)
	var want []string
	var names []string
	wrapped := 0
	for i := range uint64(120) {
		rng := rand.New(rand.NewPCG(s, i))
		size, pressure := 10+rng.IntN(200), 2+rng.IntN(24)
		if i%2 == 0 {
			size, pressure = 10+rng.IntN(30), 2
		}
		f := generate(rng, size, pressure, true)
		if rng.IntN(5) == 0 {
			f.Objects = append(f.Objects, mach.Object{Size: 40, Align: 64}) // the frame must be realigned
		}
		var args [5]uint64
		for k := range args {
			args[k] = rng.Uint64()
		}
		expect := fmt.Sprint(evaluate(f, args))
		for _, m := range emission {
			f.Name = fmt.Sprintf("f%d", len(want))
			a, err := Run(f, m.r)
			if err == nil {
				err = Check(f, a)
			}
			if err != nil {
				t.Fatalf("function %d, %s: %v", i, m.name, err)
			}
			fn, err := emit.Func(f, a, m.e)
			if err != nil {
				t.Fatal(err)
			}
			assemble(&text, fn, args)
			if len(fn.Unwind) > 1 && fn.Unwind[1].Offset > 4 {
				wrapped++
			}
			want = append(want, expect)
			names = append(names, fmt.Sprintf("function %d, %s", i, m.name))
		}
	}
	if t.Logf("%d of %d functions with a late prologue", wrapped, len(want)); wrapped == 0 {
		t.Error("shrink-wrapping never happens")
	}
	text.WriteString("\t.section .note.GNU-stack,\"\",@progbits\n")
	program := gcctest.Build(t, map[string]string{"f.s": text.String(), "main.c": fmt.Sprintf(driverC, len(want))})
	out, err := exec.Command(program).Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for k, line := range lines {
		if k < len(want) && line != want[k] {
			t.Fatalf("%s: the processor computes %s, the instructions mean %s", names[k], line, want[k])
		}
	}
	if err != nil || len(lines) != len(want) {
		t.Fatalf("%d of %d functions ran: %v", len(lines), len(want), err)
	}
}

// harness has mix, which checks the alignment of the stack and destroys what a call may, and
// enter, which calls a function and looks after the callee-saved registers.
const harness = `
	.intel_syntax noprefix
	.text
	.globl enter
mix:
	lea rax, [rsp+8]
	test al, 15
	jz 1f
	ud2
1:	lea rax, [rdi+2*rsi]
	xor rax, rdx
	movq xmm1, rax
	paddq xmm0, xmm1
	mov rcx, 0xbad
	mov rdx, rcx
	mov rsi, rcx
	mov rdi, rcx
	mov r8, rcx
	mov r9, rcx
	mov r10, rcx
	mov r11, rcx
	.irp n, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	pcmpeqd xmm\n, xmm\n
	.endr
	ret
enter:
	push rbx
	push rbp
	push r12
	push r13
	push r14
	push r15
	push rdx
	mov rax, rdi
	mov r10, rsi
	mov rbx, 11
	mov rbp, 12
	mov r12, 13
	mov r13, 14
	mov r14, 15
	mov r15, 16
	mov rdi, [r10]
	mov rsi, [r10+8]
	mov rdx, [r10+16]
	mov rcx, [r10+24]
	movq xmm0, [r10+32]
	call rax
	pop rdx
	mov [rdx], rax
	movups [rdx+8], xmm0
	sub rbx, 11
	sub rbp, 12
	sub r12, 13
	sub r13, 14
	sub r14, 15
	sub r15, 16
	or rbx, rbp
	or rbx, r12
	or rbx, r13
	or rbx, r14
	or rbx, r15
	mov [rdx+24], rbx
	pop r15
	pop r14
	pop r13
	pop r12
	pop rbp
	pop rbx
	ret
`

const driverC = `
#include <stdio.h>
extern void enter(void *f, unsigned long *args, unsigned long *out);

extern void *first[];
extern unsigned long inputs[];
int main(void) {
	for (long i = 0; i < %d; i++) {
		unsigned long out[4];
		enter(first[i], inputs + 5 * i, out);
		printf("[%%lu %%lu %%lu %%lu]\n", out[0], out[1], out[2], out[3]);
		fflush(stdout);
	}
	return 0;
}
`

// assemble writes the code of fn, with its entry in the table of functions.
func assemble(w *strings.Builder, fn *object.Func, args [5]uint64) {
	fmt.Fprintf(w, "\t.text\n\t.balign %d\n%s:\n", fn.Align, fn.Name)
	assembleBytes(w, fn.Code, fn.Relocs)
	for _, d := range fn.Consts {
		fmt.Fprintf(w, "\t.data\n\t.balign 8\n%s:\n", d.Name)
		assembleBytes(w, append(d.Bytes, make([]byte, d.Zero)...), d.Relocs)
	}
	fmt.Fprintf(w, "\t.section .table,\"aw\"\n\t.globl first\n.ifndef first\nfirst:\n.endif\n\t.quad %s\n", fn.Name)
	fmt.Fprintf(w, "\t.section .inputs,\"aw\"\n\t.globl inputs\n.ifndef inputs\ninputs:\n.endif\n\t.quad %d,%d,%d,%d,%d\n", args[0], args[1], args[2], args[3], args[4])
}

func assembleBytes(w *strings.Builder, code []byte, relocs []object.Reloc) {
	at := 0
	raw := func(to int) {
		for ; at < to; at++ {
			fmt.Fprintf(w, "\t.byte %d\n", code[at])
		}
	}
	for _, r := range relocs {
		raw(int(r.Offset))
		if r.Kind == object.Abs64 {
			fmt.Fprintf(w, "\t.quad %s + %d\n", r.Symbol, r.Add)
			at += 8
		} else {
			fmt.Fprintf(w, "\t.long %s + %d - .\n", r.Symbol, r.Add)
			at += 4
		}
	}
	raw(len(code))
}

// lanes is a value of either class.
type lanes [2]uint64

// evaluate runs f, made of the rows that the generator calls real, and returns rax, the halves of
// xmm0 and 0 for the callee-saved registers.
func evaluate(f *mach.Func, args [5]uint64) [4]uint64 {
	values := make([]lanes, len(f.Classes))
	b := mach.Block(0)
	var x, y uint64 // what was compared
	for {
		info := &f.Blocks[b]
		taken := 0
		for i := info.First; i < info.End; i++ {
			in, ops := &f.Insts[i], f.Ops(i)
			v := func(n int) *lanes { return &values[ops[n].V] }
			switch in.Kind {
			case mach.Params:
				for n := range ops {
					if r := ops[n].Reg; x86.Reg(r) == x86.XMM0 {
						*v(n) = lanes{args[4]}
					} else {
						*v(n) = lanes{args[n]}
					}
				}
			case mach.Copy:
				*v(0) = *v(1)
			case mach.Call:
				rax := v(2)[0] + 2*v(3)[0] ^ v(4)[0]
				x0 := *v(5)
				*v(0), *v(1) = lanes{rax}, lanes{x0[0] + rax, x0[1]}
			case mach.Branch:
				if !holds(x86.Cond(in.Cond), x, y) {
					taken = 1
				}
			case mach.Table:
				taken = int(v(0)[0])
			case mach.Return:
				return [4]uint64{v(0)[0], v(1)[0], v(1)[1]}
			case mach.Row:
				switch r := &amd64.CodeOf(f).Rows[in.Row]; r.Op {
				case x86.CMP_r64_rm64:
					x, y = v(0)[0], v(1)[0]
				case x86.SUB_rm64_imm8:
					x, y = v(1)[0], 1
					*v(0) = lanes{x - y}
				default:
					row(r, v)
				}
			}
		}
		e := &info.Succs[taken]
		passed := make([]lanes, len(e.Args))
		for k, a := range e.Args {
			passed[k] = values[a]
		}
		b = e.To
		for k, p := range f.Blocks[b].Params {
			values[p] = passed[k]
		}
	}
}

// row runs an instruction that leaves the flags alone, or whose flags nothing reads.
func row(x *x86.Inst, v func(int) *lanes) {
	switch x.Op {
	case x86.MOV_r64_imm64:
		*v(0) = lanes{uint64(x.Args[1].Imm)}
	case x86.ADD_r64_rm64:
		*v(0) = lanes{v(1)[0] + v(2)[0]}
	case x86.SUB_r64_rm64:
		*v(0) = lanes{v(1)[0] - v(2)[0]}
	case x86.XOR_r64_rm64:
		*v(0) = lanes{v(1)[0] ^ v(2)[0]}
	case x86.IMUL_r64_rm64:
		*v(0) = lanes{v(1)[0] * v(2)[0]}
	case x86.LEA_r64_m:
		*v(0) = lanes{v(1)[0] + 4*v(2)[0] + 5}
	case x86.SHL_rm64_cl:
		*v(0) = lanes{v(1)[0] << (v(2)[0] & 63)}
	case x86.MUL_rm64:
		hi, lo := bits.Mul64(v(2)[0], v(3)[0])
		*v(0), *v(1) = lanes{lo}, lanes{hi}
	case x86.AND_rm64_imm8:
		*v(0) = lanes{v(1)[0] & 3}
	case x86.MOVQ_x_rm64, x86.MOVQ_rm64_x:
		*v(0) = lanes{v(1)[0]}
	case x86.PADDQ_x_xm128:
		*v(0) = lanes{v(1)[0] + v(2)[0], v(1)[1] + v(2)[1]}
	default:
		panic(fmt.Sprintf("BUG: %v has no meaning here", x.Op))
	}
}

// holds evaluates a condition after cmp x, y.
func holds(c x86.Cond, x, y uint64) bool {
	d := x - y
	overflow := (x^y)&(x^d)>>63 != 0
	sign := int64(d) < 0
	var h bool
	switch c &^ 1 {
	case x86.O:
		h = overflow
	case x86.B:
		h = x < y
	case x86.E:
		h = d == 0
	case x86.BE:
		h = x <= y
	case x86.S:
		h = sign
	case x86.P:
		h = bits.OnesCount8(uint8(d))%2 == 0
	case x86.L:
		h = sign != overflow
	case x86.LE:
		h = d == 0 || sign != overflow
	}
	return h != (c&1 != 0)
}
