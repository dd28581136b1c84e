package facts

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// loweringOf are the demands of f for a lowering with ranges r; calls and returns look at everything.
func loweringOf(f *ir.Func, r *Ranges) *Demands {
	return DemandedFor(cfg.New(f), &Lowering{Ranges: r, Passed: func(ir.Inst, int) int { return Unbounded }})
}

func unknownRanges(f *ir.Func) *Ranges {
	r := new(Ranges)
	r.Reset(f.NumValues())
	for v := range ir.Value(f.NumValues()) {
		r.Set(v, Range{})
	}
	return r
}

// lowerings are the consumers of an int, NUMBER, that no exact rule bounds, and how many low bits they look at.
var lowerings = []struct {
	name, text string
	bits       int
}{
	{"address", ` v3 = stack_slot 64
 v4 = ptrtoaddr v3
 v5 = ptradd v3, v1
 v6 = ptrtoaddr v5
 v7 = sub v6, v4
 v8 = zext v7, 64
 ret v8, v0`, 64},
	{"pointer of a number", ` v3 = inttoptr v1
 v4 = ptrtoaddr v3
 ret v4, v0`, 64},
	{"store", ` v3 = stack_slot 8
 v4 = store.2 v1, v3, v0
 v5 = load.2 v3, v4
 ret v5, v4`, 16},
	{"atomic store", ` v3 = stack_slot 8
 v4 = store.atomic.relaxed.4 v1, v3, v0
 v5 = load.4 v3, v4
 ret v5, v4`, 32},
	{"read, modify, write", ` v3 = stack_slot 8
 v9 = iconst 9
 v4 = store.4 v9, v3, v0
 v5, v6 = rmw.add.relaxed.4 v3, v1, v4
 v7 = load.4 v3, v5
 ret v7, v5`, 32},
	{"new of compare and exchange", ` v3 = stack_slot 8
 v9 = iconst 9
 v4 = store.4 v9, v3, v0
 v5, v6 = cmpxchg.relaxed.relaxed.4 v3, v9, v1, v4
 v7 = load.4 v3, v5
 ret v7, v5`, 32},
	{"memset", ` v3 = stack_slot 8
 v9 = iconst 4
 v4 = memset v3, v1, v9, v0
 v5 = load.4 v3, v4
 ret v5, v4`, 8},
	{"leading zeros", ` v3 = count_leading_zeros.24 v1
 ret v3, v0`, 24},
	{"rotation", ` v3 = rotate_left.24 v1, v2
 ret v3, v0`, 24},
	{"shift to the left", ` v3 = shl v1, v2
 v4 = zext v3, 9
 ret v4, v0`, 9},
	{"freeze", ` v3 = freeze v1
 v4 = zext v3, 9
 ret v4, v0`, 9},
	{"shifted number that is not read", ` v3 = shr v1, v2
 v4 = zext v3, 9
 v5 = iconst 1
 ret v5, v0`, 0},
}

// TestLowerings: no bit changes the outcome that is said not to matter, and the highest of the others does.
func TestLowerings(t *testing.T) {
	program := func(text string, x num.Int) *ir.Module {
		return irtest.Parse(t, fmt.Sprintf(`func @main() -> int {
 bb0(v0: mem):
 v1 = iconst %s
 v2 = iconst 0
%s
}
`, x, text))
	}
	run := func(text string, x num.Int) string {
		out, err := interp.Run(context.Background(), program(text, x), interp.Options{})
		if err != nil || out.Kind != interp.Returned {
			t.Fatalf("%v %v\n%s", out, err, text)
		}
		return out.Text()
	}
	for _, c := range lowerings {
		text := c.text
		f := program(text, num.New(0)).Func("main")
		d := loweringOf(f, unknownRanges(f))
		var x ir.Value
		for i := range f.AllInsts() {
			if f.Op(i) == ir.OpIConst {
				x = f.Result(i, 0)
				break
			}
		}
		if got := d.Of(x); !got.Equal(num.Mask(uint(c.bits))) {
			t.Errorf("%s: %s is demanded, want %d bits", c.name, got.Text(16), c.bits)
		}
		for _, x := range []num.Int{num.New(0), num.New(0x1234), num.New(-1)} {
			want := run(text, x)
			for n := uint(0); n < 80; n++ {
				got := run(text, x.Xor(num.Pow2(n)))
				if n >= uint(c.bits) && got != want {
					t.Errorf("%s of %s: bit %d matters: %s, not %s", c.name, x, n, got, want)
				}
				if c.name != "leading zeros" && int(n) == c.bits-1 && got == want {
					t.Errorf("%s of %s: bit %d does not matter", c.name, x, n)
				}
			}
		}
	}
}

// TestLoweredAnd tries all small numbers, ranges and demands: a value of which all bits of its range are
// demanded keeps its number, of another any bits that are not demanded change, at both operands at once.
func TestLoweredAnd(t *testing.T) {
	m := irtest.Parse(t, `func @f(int, int) -> int {
 bb0:
  v0 = param 0
  v1 = param 1
  v2 = and v0, v1
  ret v2
}
`)
	f := m.Func("f")
	i := f.FirstInst(f.Entry())
	for f.Op(i) != ir.OpAnd {
		i = f.NextInst(i)
	}
	const width = 4
	spare := 0
	for a := range uint(width + 1) {
		for b := range uint(width + 1) {
			for of := range int64(1 << width) {
				r := unknownRanges(f)
				r.Set(f.Arg(i, 0), Unsigned(a))
				r.Set(f.Arg(i, 1), Unsigned(b))
				d := loweringOf(f, r)
				d.masks.set(f.Result(i, 0), num.New(of))
				// others are the numbers that may stand for x, of n bits, at operand k.
				others := func(k int, x, n uint) []uint {
					m := uint(d.Use(i, k).Low64())
					if all := uint(1)<<n - 1; m&all == all {
						return []uint{x}
					}
					var out []uint
					for y := range uint(1 << (width + 1)) {
						if (x^y)&m == 0 {
							out = append(out, y)
						}
					}
					return out
				}
				for x := range uint(1) << a {
					for y := range uint(1) << b {
						for _, x2 := range others(0, x, a) {
							for _, y2 := range others(1, y, b) {
								if (x&y^x2&y2)&uint(of) != 0 {
									t.Fatalf("demand %#x, %d of %d bits and %d of %d: %d and %d are no substitutes", of, x, a, y, b, x2, y2)
								}
								if x != x2 || y != y2 {
									spare++
								}
							}
						}
					}
				}
				d.Free()
			}
		}
	}
	if spare == 0 {
		t.Error("nothing was replaced")
	}
}

// TestLoweredShr: a shifted number that has a container stays in its range, so that it reads all of the operand.
func TestLoweredShr(t *testing.T) {
	m := irtest.Parse(t, `func @f(int:u100) -> int {
 bb0:
  v0 = param 0
  v1 = iconst 90
  v2 = shr v0, v1
  v3 = zext v2, 2
  ret v3
}
`)
	f := m.Func("f")
	for _, c := range []struct {
		r    Range
		want num.Int
	}{{Unsigned(10), minusOne}, {Unsigned(65), num.New(3).Shl(90)}} {
		r := unknownRanges(f)
		for i := range f.AllInsts() {
			if f.Op(i) == ir.OpShr {
				r.Set(f.Result(i, 0), c.r)
				d := loweringOf(f, r)
				if got := d.Use(i, 0); !got.Equal(c.want) {
					t.Errorf("a shifted number in %v: %s", c.r, got.Text(16))
				}
				d.Free()
			}
		}
	}
}

// TestLoweredChecks: a check of what is passed looks at the bits of its range where a register holds that, for a
// lowering; in the exact program it looks at all bits.
func TestLoweredChecks(t *testing.T) {
	for claim, want := range map[string]int64{"": 7, ":u8": 255, ":s16": 0xffff, ":u70": -1, ":known(0001)": 1} {
		m := irtest.Parse(t, strings.ReplaceAll(`func @f(int) -> int {
 bb0:
  v0 = param 0
  br bb1(v0)
 bb1(v1: intCLAIM):
  v2 = zext v1, 3
  ret v2
}
`, "CLAIM", claim))
		f := m.Func("f")
		d := loweringOf(f, unknownRanges(f))
		p := f.Result(f.FirstInst(f.Entry()), 0)
		if got := d.Of(p); !got.Equal(num.New(want)) {
			t.Errorf("%q: %s, want %#x", claim, got.Text(16), want)
		}
		exact := Demanded(f).Of(p)
		if claim != "" && !exact.Equal(minusOne) {
			t.Errorf("%q: the exact program reads %s", claim, exact.Text(16))
		}
	}
}

// TestRangesAreKept: what a value's range rests on is demanded although its reader looks at one bit, unless the opcode gives
// that range to any operand.
func TestRangesAreKept(t *testing.T) {
	f := irtest.Parse(t, `func @main() -> int {
 bb0(v0: mem):
 v1 = iconst 0x7cc8e37fe1ccea5d31c7df64f75a9f0000000017
 v2 = sext v1, 48
 v3 = zext v2, 1
 ret v3, v0
}
`).Func("main")
	var v []ir.Value
	for i := range f.AllInsts() {
		if f.NumResults(i) == 1 {
			v = append(v, f.Result(i, 0))
		}
	}
	for bits, want := range map[uint]uint{47: 48, 48: 1, 60: 1} {
		r := unknownRanges(f)
		r.Set(v[1], Signed(bits))
		if got := loweringOf(f, r).Of(v[0]); !got.Equal(num.Mask(want)) {
			t.Errorf("with range s%d %s is demanded, want %d bits", bits, got.Text(16), want)
		}
	}
}
