package engines_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// vectorProgram is a program whose function @f makes two vectors of 128 bits of four words and stores the results of
// operations on them one after the other: bytes that are poison are not compared, all others are.
type vectorProgram struct {
	body strings.Builder
	next int // value
	done int // results
}

// line adds an instruction and returns the value that it makes.
func (p *vectorProgram) line(format string, args ...any) string {
	p.next++
	fmt.Fprintf(&p.body, "    v%d%s\n", p.next, fmt.Sprintf(format, args...))
	return fmt.Sprint("v", p.next)
}

// keep stores a result of so many bytes.
func (p *vectorProgram) keep(v string, bytes int) {
	at := p.line(" = ptradd v5, %s", p.line(":u32 = iconst %d", 16*p.done))
	p.line(" = store.%d %s, %s, v0", bytes, v, at)
	p.done++
}

func (p *vectorProgram) vector(format string, args ...any) { p.keep(p.line(" = "+format, args...), 16) }

func (p *vectorProgram) text() string {
	return fmt.Sprintf(`data @out align 16 = zero %d
func @f(int:u64, int:u64, int:u64, int:u64) {
  bb0(v0: mem):
    v1:u64 = param 0
    v2:u64 = param 1
    v3:u64 = param 2
    v4:u64 = param 3
    v5 = symbol_addr @out
    v6 = iconst 0
    v7 = iconst 1
    v8 = vec.splat.i64 v1 -> vec<128>
    v9 = vec.insert.i64 v8, v2, v7
    v10 = vec.splat.i64 v6 -> vec<128>
    v11 = vec.insert.i64 v10, v3, v6
    v12 = vec.insert.i64 v11, v4, v7
%s    ret v0
}
`, 16*p.done, p.body.String())
}

// vectorPrograms are all operations by the bits of a lane. Shifts and moves have constant amounts and lanes; some
// operations are such as the processor does not have.
func vectorPrograms() (out []string) {
	program := func(fill func(p *vectorProgram)) {
		p := &vectorProgram{next: 12}
		fill(p)
		out = append(out, p.text())
	}
	constant := func(p *vectorProgram, n int) string { return p.line(" = iconst %d", n) }
	for _, bits := range []int{8, 16, 32, 64} {
		program(func(p *vectorProgram) {
			for _, kind := range []string{"i", "s", "u"} {
				lane := fmt.Sprint(kind, bits)
				for _, op := range []string{"add", "sub", "mul", "and", "or", "xor", "min", "max"} {
					p.vector("vec.%s.%s v9, v12", op, lane)
				}
				for k := range min(128/bits, 5) {
					in := p.line(" = vec.insert.%s v9, v4, %s", lane, constant(p, k))
					p.vector("vec.xor.i8 %s, v12", in)
					p.keep(p.line(" = vec.extract.%s v9, %s", lane, constant(p, 128/bits-1-k)), 8)
				}
				p.vector("vec.splat.%s v2 -> vec<128>", lane)
				p.keep(p.line(" = vec.reduce.add.%s v9", lane), 8)
			}
		})
		program(func(p *vectorProgram) {
			for _, kind := range []string{"i", "s", "u"} {
				lane := fmt.Sprint(kind, bits)
				for _, by := range []int{0, 1, bits / 2, bits - 1, bits, bits + 3} {
					for _, op := range []string{"shl", "shr"} {
						p.vector("vec.%s.%s v9, %s", op, lane, p.line(" = vec.splat.%s %s -> vec<128>", lane, constant(p, by)))
					}
				}
			}
		})
	}
	for _, bits := range []int{32, 64} {
		lane := fmt.Sprint("f", bits)
		program(func(p *vectorProgram) {
			for _, op := range []string{"fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"} {
				p.vector("vec.%s.%s v9, v12", op, lane)
			}
			p.vector("vec.fneg.%s v9", lane)
			p.vector("vec.fabs.%s v9", lane)
			one := p.line(" = vec.extract.%s v9, v7", lane)
			other := p.line(" = vec.extract.%s v12, v6", lane)
			p.vector("vec.insert.%s %s, %s, v7", lane, p.line(" = vec.splat.%s %s -> vec<128>", lane, one), other)
			p.vector("vec.insert.%s v9, %s, v6", lane, other)
		})
	}
	// The lanes of both operands, in orders that are one number: the lowest digit is lane 0.
	for bits, orders := range map[int][]string{32: {"3210", "0123", "1111", "7654", "6464", "9213"}, 64: {"10", "01", "11", "32", "23", "91"}} {
		program(func(p *vectorProgram) {
			for _, order := range orders {
				number := "0x"
				for _, k := range order {
					number += fmt.Sprintf("%0*c", bits/4, k)
				}
				index := p.line(" = bitcast %s -> vec<128>", p.line(":u128 = iconst %s", number))
				p.vector("vec.shuffle.i%d v9, v12, %s", bits, index)
			}
		})
	}
	return append(out, vectorFlow)
}

// vectorFlow passes vectors through a call, a block argument, memory, a select and a number.
const vectorFlow = `
func @callee(vec<128>, int:u64, vec<128>) -> vec<128> noinline {
  bb0:
    v0 = param 0
    v1:u64 = param 1
    v2 = param 2
    v3 = vec.splat.i64 v1 -> vec<128>
    v4 = vec.add.i32 v0, v3
    v5 = vec.sub.i16 v4, v2
    ret v5
}
func @flow(int:u64, int:u64, int:u64, int:u64) -> (int:u64, int:u64) {
  bb0(v0: mem):
    v1:u64 = param 0
    v2:u64 = param 1
    v3:u64 = param 2
    v4 = iconst 0
    v5 = iconst 1
    v6 = vec.splat.i64 v1 -> vec<128>
    v7 = vec.insert.i64 v6, v2, v5
    v8 = stack_slot 32 align 16
    v9 = store.16 v7, v8, v0
    v10 = icmp.lt v1, v3
    v11 = symbol_addr @callee
    brif v10, bb1(v7, v9), bb2
  bb2:
    v12, v13 = call v11(v7, v3, v6), v9 -> vec<128>
    br bb1(v13, v12)
  bb1(v14: vec<128>, v15: mem):
    v16 = icmp.lt v2, v3
    v17 = select v16, v14, v6
    v18 = iconst 16
    v19 = ptradd v8, v18
    v20 = store.16 v17, v19, v15
    v21 = load.16 v8, v20 -> vec<128>
    v22 = vec.xor.i64 v21, v17
    v23:u128 = bitcast v22 -> int
    v24 = bitcast v23 -> vec<128>
    v25 = vec.add.i8 v24, v22
    v26:u64 = vec.extract.u64 v25, v4
    v27:u64 = vec.extract.u64 v25, v5
    ret v26, v27, v20
}
`

// TestWholeVectors: every operation on vectors of 128 bits, native or lane by lane, agrees on interpreter, simulator and
// processor, without and with SSE4.1, AVX and AVX2.
func TestWholeVectors(t *testing.T) {
	for _, features := range []string{"", "+sse4_1", "+avx", "+avx2"} {
		machine, err := target.Parse("")
		if err != nil {
			t.Fatal(err)
		}
		if features != "" {
			if err := machine.Override("features=" + features); err != nil {
				t.Fatal(err)
			}
		}
		for _, text := range testseed.Sample(t, 3, vectorPrograms()) {
			m := module(t, "vectors.tir", text)
			list, err := engines.Check(context.Background(), m, engines.Config{
				Engines: enginesFor(features), Levels: []string{"0", "2"}, Runs: 12, Compile: compiler.Options{Check: true, Target: machine}})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range list {
				if len(a.Differences) > 0 || len(a.Rejected) > 0 || a.Compared == 0 {
					t.Errorf("features %q: %s\n%s", features, a, m)
				}
			}
		}
	}
}
