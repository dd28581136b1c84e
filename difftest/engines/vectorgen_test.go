package engines_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/amd64"
	"github.com/tuffy-ir/tuffy/compiler/mach"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// laneProgram draws a program of operations on vectors of one size with lanes of one format. The vectors come from
// memory that the four parameters fill; every result is stored, through a call, a loop or a branch at times.
type laneProgram struct {
	vectorProgram
	r     *rand.Rand
	lane  string // kind and bits
	bits  int    // of a lane
	width int    // of a vector
	at    int    // bytes of @out that are written
	vecs  []string
	masks []string
	long  bool // only what vectors of 256 bits do in registers of that size
}

func (p *laneProgram) n() int                   { return p.width / p.bits }
func (p *laneProgram) float() bool              { return p.lane[0] == 'f' }
func (p *laneProgram) vecType() string          { return fmt.Sprintf("vec<%d>", p.width) }
func (p *laneProgram) maskType() string         { return fmt.Sprintf("vec<%d>", 8*p.n()) }
func (p *laneProgram) any(of []string) string   { return of[p.r.IntN(len(of))] }
func (p *laneProgram) constant(n any) string    { return p.line(":u64 = iconst %d", n) }
func (p *laneProgram) pick(of ...string) string { return p.any(of) }

// in is a place in @in, at any byte.
func (p *laneProgram) in(bytes int) string {
	return p.line(" = ptradd v6, %s", p.constant(p.r.IntN(512-bytes)))
}

// out stores so many bytes.
func (p *laneProgram) out(v string, bytes int) {
	at := p.line(" = ptradd v5, %s", p.constant(p.at))
	p.line(" = store.%d %s, %s, v0", bytes, v, at)
	p.at += bytes
}

func (p *laneProgram) vec(v string)  { p.vecs = append(p.vecs, v); p.out(v, p.width/8) }
func (p *laneProgram) mask(v string) { p.masks = append(p.masks, v); p.out(v, p.n()) }

// scalar is a lane of a vector, or a parameter.
func (p *laneProgram) scalar() string {
	if p.float() || p.r.IntN(2) == 0 {
		return p.line(" = vec.extract.%s %s, %s", p.lane, p.any(p.vecs), p.constant(p.r.IntN(p.n())))
	}
	return p.pick("v1", "v2", "v3", "v4")
}

// number is a constant vector whose lanes are those numbers.
func (p *laneProgram) number(bits int, lanes []int) string {
	text := "0x"
	for k := len(lanes) - 1; k >= 0; k-- {
		text += fmt.Sprintf("%0*x", bits/4, uint64(lanes[k]))
	}
	return p.line(" = bitcast %s -> vec<%d>", p.line(":u%d = iconst %s", bits*len(lanes), text), bits*len(lanes))
}

// order is a constant for a shuffle: anything, or one of the patterns that have instructions of their own.
func (p *laneProgram) order() string {
	n := p.n()
	lanes := make([]int, n)
	kind, by := p.r.IntN(8), p.r.IntN(2*n)
	for k := range lanes {
		switch kind {
		case 0: // by turns, from the low or high halves of both
			lanes[k] = k%2*n + k/2 + by%2*n/2
		case 1:
			lanes[k] = n - 1 - k + by%2*n
		case 2:
			lanes[k] = (k + by) % (2 * n)
		case 3:
			lanes[k] = by
		case 4: // in place, of either
			lanes[k] = k + p.r.IntN(2)*n
		case 5: // within four lanes
			lanes[k] = k&^3 + p.r.IntN(4)
		default:
			lanes[k] = p.r.IntN(2*n + 1)
		}
	}
	if p.bits < 64 && p.r.IntN(4) == 0 {
		return p.number(p.bits, lanes)
	}
	return p.number(min(p.bits, 16), lanes)
}

// step adds an operation.
func (p *laneProgram) step() {
	v, w := p.any(p.vecs), p.any(p.vecs)
	masked := ""
	if p.r.IntN(4) == 0 && !p.long {
		masked = ", " + p.any(p.masks)
	}
	k := p.r.IntN(20)
	if p.long {
		k = p.longStep()
	}
	switch {
	case k < 5 && p.float():
		op := p.pick("fadd", "fsub", "fmul", "fdiv", "fmin", "fmax")
		if p.long {
			op = p.pick("fadd", "fsub", "fmul", "fdiv")
		}
		p.vec(p.line(" = vec.%s.%s %s, %s%s", op, p.lane, v, w, masked))
	case k == 5 && p.float():
		p.vec(p.line(" = vec.%s.%s %s%s", p.pick("fneg", "fabs"), p.lane, v, masked))
	case k < 5:
		op := p.pick("add", "sub", "mul", "and", "or", "xor", "min", "max", "add", "mul")
		p.vec(p.line(" = vec.%s.%s %s, %s%s", op, p.lane, v, w, masked))
	case k == 5:
		by := p.constant(p.pickInt(0, 1, p.bits/2, p.bits-1, p.bits, p.bits+3, p.r.IntN(p.bits)))
		if p.r.IntN(2) == 0 && (!p.long || p.bits == 16 || p.bits == 32) {
			by = p.line(":u6 = and %s, %s", p.pick("v1", "v2", "v3"), p.constant(63))
		}
		by = p.line(" = vec.splat.%s %s -> %s", p.lane, by, p.vecType())
		p.vec(p.line(" = vec.%s.%s %s, %s%s", p.pick("shl", "shr"), p.lane, v, by, masked))
	case k < 9 && p.float():
		pred := p.pick("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")
		p.mask(p.line(" = vec.fcmp.%s.%s %s, %s", pred, p.lane, v, w))
	case k < 9:
		p.mask(p.line(" = vec.icmp.%s.%s %s, %s", p.pick("eq", "ne", "lt", "le", "gt", "ge"), p.lane, v, w))
	case k == 9:
		m, one := p.any(p.masks), p.any(p.masks)
		if p.r.IntN(2) == 0 {
			lanes := make([]int, p.n())
			for k := range lanes {
				lanes[k] = p.r.IntN(2)
			}
			one = p.number(8, lanes)
		}
		p.mask(p.line(" = vec.%s.%s %s, %s", p.pick("and", "or", "xor"), p.pick("i8", "u8", "m"), m, one))
	case k < 12:
		p.vec(p.line(" = vec.select.%s %s, %s, %s", p.lane, p.any(p.masks), v, w))
	case k == 12:
		p.vec(p.line(" = vec.splat.%s %s -> %s", p.lane, p.scalar(), p.vecType()))
	case k == 13:
		at := p.constant(p.r.IntN(p.n()))
		if p.r.IntN(3) == 0 && !p.long {
			at = "v4"
		}
		p.vec(p.line(" = vec.insert.%s %s, %s, %s", p.lane, v, p.scalar(), at))
	case k == 14:
		p.vec(p.line(" = vec.shuffle.%s %s, %s, %s", p.lane, v, w, p.order()))
	case k == 15 && p.float():
		// Sums of floats are in the order of the lanes.
		p.out(p.line(" = vec.reduce.%s.%s %s%s", p.pick("fadd", "fmin", "fmax"), p.lane, v, masked), p.bits/8)
	case k == 15:
		op := p.pick("add", "mul", "smin", "smax", "umin", "umax", "and", "or", "xor")
		p.out(p.line(" = vec.reduce.%s.%s %s%s", op, p.lane, v, masked), p.bits/8)
	case k == 16:
		p.vec(p.line(" = select %s, %s, %s -> %s", p.line(" = icmp.lt v1, v2"), v, w, p.vecType()))
	case k == 17:
		p.vec(p.line(" = vec.%s.%s %s, %s", p.pick("compress", "expand"), p.lane, v, p.any(p.masks)))
	case k == 18:
		p.vec(p.line(" = vec.load.%s %s, %s, v0 -> %s", p.lane, p.in(p.width/8), p.any(p.masks), p.vecType()))
	default:
		callee := p.line(" = symbol_addr @other")
		p.next += 2
		fmt.Fprintf(&p.body, "    v%d, v%d = call %s(%s, %s, v1), v0 -> %s\n", p.next-1, p.next, callee, v, p.any(p.masks), p.vecType())
		p.vec(fmt.Sprint("v", p.next))
	}
}

// longStep is a case of step that long registers have.
func (p *laneProgram) longStep() int {
	cases := []int{0, 1, 2, 3, 12, 13, 5}
	if p.bits == 32 || p.bits == 64 || p.bits == 8 {
		cases = append(cases, 6, 7, 10, 11)
		if p.bits > 8 {
			cases = append(cases, 9)
		}
	}
	if p.float() {
		return cases[p.r.IntN(len(cases))]
	}
	if p.lane[0] == 'i' {
		cases = append(cases, 15)
	}
	return cases[p.r.IntN(len(cases))]
}

func (p *laneProgram) pickInt(of ...int) int { return of[p.r.IntN(len(of))] }

// text is the whole program: @f fills @in, and @other passes vectors around a loop.
func (p *laneProgram) text() string {
	p.next = 6
	var fill strings.Builder
	state := []string{"v1", "v2", "v3", "v4"}
	for k := range 64 {
		// Some bytes are small, so that lanes are equal and masks are false at times.
		a, b := state[k%4], state[(k+1)%4]
		w := p.line(":u64 = %s %s, %s", []string{"xor", "and", "or", "xor"}[k/4%4], a, b)
		if k%3 == 0 {
			w = p.line(":u64 = rotate_left.64 %s, %s", w, p.constant(1+k))
		}
		at := p.line(" = ptradd v6, %s", p.constant(8*k))
		p.line(" = store.8 %s, %s, v0", w, at)
		state[k%4] = w
	}
	for range 3 {
		p.vec(p.line(" = load.%d %s, v0 -> %s", p.width/8, p.in(p.width/8), p.vecType()))
	}
	if !p.long || p.bits != 16 {
		p.mask(p.line(" = load.%d %s, v0 -> %s", p.n(), p.in(p.n()), p.maskType()))
	}
	for range 24 {
		p.step()
	}
	fmt.Fprintf(&fill, `data @out align 16 = zero %d
data @in align 16 = zero 512
func @other(%[2]s, %[3]s, int:u64) -> %[2]s noinline {
  bb0(v0: mem):
    v1 = param 0
    v2 = param 1
    v3:u64 = param 2
    v4 = iconst 3
    v5:u2 = and v3, v4
    v6 = iconst 0
    v7 = iconst 1
    br bb1(v1, v2, v5)
  bb1(v8: %[2]s, v9: %[3]s, v10:u2: int):
    v11 = vec.select.%[4]s v9, v8, v1
    v12 = vec.xor.i8 v8, v11
    v13 = vec.xor.m v9, v2
    v14 = icmp.eq v10, v6
    brif v14, bb3, bb2
  bb2:
    v15:u2 = sub v10, v7
    br bb1(v12, v13, v15)
  bb3:
    v16 = vec.xor.i8 v12, v11
    ret v16, v0
}
func @f(int:u64, int:u64, int:u64, int:u64) {
  bb0(v0: mem):
    v1:u64 = param 0
    v2:u64 = param 1
    v3:u64 = param 2
    v4:u64 = param 3
    v5 = symbol_addr @out
    v6 = symbol_addr @in
%[5]s    ret v0
}
`, p.at, p.vecType(), p.maskType(), p.lane, p.body.String())
	return fill.String()
}

// TestLanes: programs that are drawn over all formats of lanes and all sizes of vectors agree on the reference
// evaluator, simulator and processor, without optimization and with it. Vectors are of a register, of several, and of
// half a one.
func TestLanes(t *testing.T) { lanes(t, "", false) }

// TestLanesAVX is the same with instructions of AVX, and TestLongLanes with vectors that are in registers of 256 bits.
func TestLanesAVX(t *testing.T)  { lanes(t, "+avx2", false) }
func TestLongLanes(t *testing.T) { lanes(t, "+avx2", true) }

// enginesFor are the engines that run code with such features: the processor if it has them.
func enginesFor(features string) []string {
	has, _ := os.ReadFile("/proc/cpuinfo")
	for _, f := range strings.FieldsFunc(features, func(r rune) bool { return r == '+' || r == ',' }) {
		if !strings.Contains(string(has), " "+f+" ") {
			return both[:2]
		}
	}
	return both
}

// lanes compares programs for a machine with such features.
func lanes(t *testing.T, features string, long bool) {
	seed := testseed.Seed(t)
	machine, err := target.Parse("")
	if err == nil && features != "" {
		err = machine.Override("features=" + features)
	}
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	functions, inLong := 0, 0
	count := func(f *mach.Func, _ *mach.Alloc, _ *object.Func) {
		if f.Name == "f" {
			functions++
			inLong += min(len(amd64.CodeOf(f).Long), 1)
		}
	}
	for _, lane := range []string{"i8", "s8", "u8", "i16", "s16", "u16", "i32", "s32", "u32", "i64", "s64", "u64", "f32", "f64"} {
		var bits int
		fmt.Sscan(lane[1:], &bits)
		for _, width := range []int{64, 128, 256, 512} {
			for round := range testseed.Rounds(4, 1) {
				if long && width < 256 {
					continue
				}
				if testing.Short() && width > 256 && lane[0] != 'i' {
					continue
				}
				p := &laneProgram{r: rand.New(rand.NewPCG(seed, uint64(round*1000+width))), lane: lane, bits: bits, width: width, long: long}
				text := p.text()
				m := module(t, "lanes.tir", text)
				list, err := engines.Check(context.Background(), m, engines.Config{Entry: "f", Interp: interp.Options{Exact: true},
					Engines: enginesFor(features), Levels: []string{"0", "2"}, Runs: 4, Seed: seed, Compile: compiler.Options{Check: true, Target: machine, Machine: count}})
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, text)
				}
				for _, a := range list {
					if len(a.Differences) > 0 || len(a.Rejected) > 0 {
						t.Fatalf("seed %d, lanes %s of %d bits: %s\n%s", seed, lane, width, a, text)
					}
					compared += a.Compared
				}
			}
		}
	}
	if compared == 0 {
		t.Fatal("nothing was compared")
	}
	if long && 2*inLong < functions {
		t.Errorf("only %d of %d functions have long registers", inLong, functions)
	}
	t.Logf("%d calls compared, %d of %d functions with long registers", compared, inLong, functions)
}
