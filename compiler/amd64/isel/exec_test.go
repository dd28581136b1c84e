//go:build amd64 && linux

package isel_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/amd64/emit"
	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/regalloc"
	"github.com/tuffy-ir/tuffy/compiler/target"
	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// width is an int type: :sN or :uN. The values of floats are bit patterns of numbers of n bits.
type width struct {
	n      uint
	signed bool
}

// float64s and float32s are widths whose boundaries are those of floats: n is one of these.
var float64s, float32s = width{n: 64 + 256}, width{n: 32 + 256}

// floatValues are zeros, subnormals, ones, ends of the integers, infinities and NaNs.
func floatValues(n uint) []*big.Int {
	var out []*big.Int
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, 3, -7.75, 0.1, 100, 255, 256, -128, -129, 32767.5, 65536,
		1 << 31, 1<<31 - 1, -1 << 31, 1 << 32, 1 << 52, 1<<53 + 2, 1 << 62, 1 << 63, -1 << 63, 1 << 64, 1e19, 1e-300, 1e300, 1e-40, 5e-324,
		math.MaxFloat32, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	} {
		if n == 32 {
			out = append(out, new(big.Int).SetUint64(uint64(math.Float32bits(float32(f)))))
		} else {
			out = append(out, new(big.Int).SetUint64(math.Float64bits(f)))
		}
	}
	return out
}

func (w width) String() string {
	if w.n > 256 {
		return fmt.Sprintf("u%d", w.n-256)
	}
	if w.signed {
		return fmt.Sprintf("s%d", w.n)
	}
	return fmt.Sprintf("u%d", w.n)
}

func (w width) bounds() (lo, hi *big.Int) {
	one := big.NewInt(1)
	if w.signed {
		hi = new(big.Int).Lsh(one, w.n-1)
		return new(big.Int).Neg(hi), new(big.Int).Sub(hi, one)
	}
	return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, w.n), one)
}

// values are the boundaries of w: its ends, zero and what is next to them, and mixed bits.
func (w width) values() []*big.Int {
	if w.n > 256 {
		return floatValues(w.n - 256)
	}
	lo, hi := w.bounds()
	var out []*big.Int
	add := func(v *big.Int) {
		if v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
			return
		}
		for _, o := range out {
			if o.Cmp(v) == 0 {
				return
			}
		}
		out = append(out, v)
	}
	for _, d := range []int64{0, 1, 2} {
		add(new(big.Int).Add(lo, big.NewInt(d)))
		add(new(big.Int).Sub(hi, big.NewInt(d)))
		add(big.NewInt(d))
		add(big.NewInt(-d))
	}
	add(new(big.Int).Rsh(hi, 1))
	add(new(big.Int).Add(new(big.Int).Rsh(hi, 1), big.NewInt(1)))
	add(big.NewInt(7))
	add(big.NewInt(-100))
	add(new(big.Int).Rsh(big.NewInt(0x5a3c96e187b42df0), 63-min(w.n-1, 63)))
	return out
}

var testWidths = []width{
	{8, true}, {8, false}, {16, true}, {16, false}, {17, true}, {17, false}, {31, true}, {31, false},
	{32, true}, {32, false}, {33, true}, {33, false}, {63, true}, {63, false}, {64, true}, {64, false},
}

// testFunc is a function of up to three int or bool parameters and one result.
type testFunc struct {
	params []width // n = 0: bool
	result string
	body   string // in v1, v2, … the parameters and v0 the memory; makes v9
}

func (f testFunc) text(n int) string {
	var b strings.Builder
	var types []string
	for _, p := range f.params {
		if p.n == 0 {
			types = append(types, "bool")
		} else {
			types = append(types, "int:"+p.String())
		}
	}
	fmt.Fprintf(&b, `func @f%d(%s) -> %s {
  bb0(v0: mem):
`, n, strings.Join(types, ", "), f.result)
	for k, t := range types {
		fmt.Fprintf(&b, "    v%d: %s = param %d\n", k+1, t, k)
	}
	for line := range strings.SplitSeq(f.body, "\n") {
		fmt.Fprintf(&b, "    %s\n", line)
	}
	token := "v0"
	if strings.Contains(f.body, "v40: mem") {
		token = "v40"
	}
	fmt.Fprintf(&b, `    ret v9, %s
}
`, token)
	return b.String()
}

// settings are the ways to compile.
type settings struct {
	opt      int
	features []target.Feature
}

var allSettings = []settings{{0, nil}, {2, nil}, {2, []target.Feature{"popcnt", "abm", "bmi1", "bmi2", "pclmulqdq"}}}

func compileTest(t *testing.T, m *ir.Module, o settings) *object.Module {
	t.Helper()
	out := &object.Module{Name: "test.tir"}
	for _, f := range m.Funcs {
		mf, consts, err := isel.Func(f, m, isel.Options{Opt: o.opt, Features: o.features})
		if err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		a, err := regalloc.Run(mf, regalloc.Options{Local: o.opt == 0})
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, f, mf)
		}
		if err := regalloc.Check(mf, a); err != nil {
			t.Fatalf("%v\n%s\n%s", err, f, mf)
		}
		of, err := emit.Func(mf, a, emit.Options{Optimize: o.opt > 0})
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, f, mf)
		}
		of.Consts = append(of.Consts, consts...)
		out.Funcs = append(out.Funcs, of)
	}
	return out
}

// callerC calls function number n with the arguments that stand in its standard input, and writes
// the result, all as 64-bit words. With an argument it writes each at once.
const callerC = `
#include <stdio.h>
#include <stdint.h>
typedef uint64_t (*fn)(uint64_t, uint64_t, uint64_t);
extern fn const table[];
int main(int argc, char **argv) {
	uint64_t in[4];
	while (fread(in, 8, 4, stdin) == 4) {
		uint64_t r = table[in[0]](in[1], in[2], in[3]);
		fwrite(&r, 8, 1, stdout);
		if (argc > 1) fflush(stdout);
	}
	return 0;
}
`

// buildCaller links the functions f0 to fN with a program that calls them.
func buildCaller(t *testing.T, m *object.Module, count int) string {
	t.Helper()
	m, err := compiler.Outside(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	var o bytes.Buffer
	if err := object.WriteObject(&o, m); err != nil {
		t.Fatal(err)
	}
	var c strings.Builder
	c.WriteString(callerC)
	for n := range count {
		fmt.Fprintf(&c, "uint64_t f%d(uint64_t, uint64_t, uint64_t);\n", n)
	}
	c.WriteString("fn const table[] = {")
	for n := range count {
		fmt.Fprintf(&c, "f%d, ", n)
	}
	c.WriteString("};\n")
	return gcctest.Build(t, map[string]string{"f.o": o.String(), "main.c": c.String()}, "-no-pie", "-lm")
}

// invocation is a call with its arguments and what the interpreter says; nil is poison.
type invocation struct {
	fn   int
	args []*big.Int
	want interp.Value
}

// tuples calls f with all combinations of boundaries.
func tuples(ps []width, f func(args []*big.Int)) {
	if len(ps) == 0 {
		f(nil)
		return
	}
	vals := []*big.Int{big.NewInt(0), big.NewInt(1)}
	if ps[0].n > 0 {
		vals = ps[0].values()
	}
	for _, v := range vals {
		tuples(ps[1:], func(rest []*big.Int) { f(append([]*big.Int{v}, rest...)) })
	}
}

// sampled are combinations of boundaries to call f with: all, or as many at random as
// TUFFY_PROGRAMS says.
func sampled(t *testing.T, f testFunc, r *rand.Rand) [][]*big.Int {
	t.Helper()
	var all [][]*big.Int
	tuples(f.params, func(args []*big.Int) { all = append(all, args) })
	if n := int(testseed.Number(t, "TUFFY_PROGRAMS", 50)); n < len(all) {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:n]
	}
	return all
}

// interpret asks the interpreter for calls of the functions, each in a module of its own.
func interpret(t *testing.T, fs []testFunc, helpers string) []invocation {
	t.Helper()
	var calls []invocation
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	for n, f := range fs {
		m := irtest.Parse(t, f.text(n)+helpers)
		for _, args := range sampled(t, f, r) {
			o := interp.Options{Entry: fmt.Sprintf("f%d", n), PoisonResult: true}
			for k, a := range args {
				if f.params[k].n == 0 {
					o.Args = append(o.Args, interp.Bool(a.Sign() != 0))
				} else {
					o.Args = append(o.Args, interp.Int{V: num.FromBig(a)})
				}
			}
			out, err := interp.Run(context.Background(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			c := invocation{fn: n, args: args}
			if out.Kind == interp.Unsupported { // a shift beyond what the interpreter holds
				continue
			}
			if out.Kind != interp.Returned {
				t.Fatalf("%s%v: %s", fs[n].text(n), args, out.Text())
			}
			if _, poison := out.Values[0].(interp.Poison); !poison {
				c.want = out.Values[0]
			}
			calls = append(calls, c)
		}
	}
	return calls
}

// garbled is v as an argument: above the container of its type there are random bits.
func garbled(r *rand.Rand, v *big.Int, w width) uint64 {
	low := new(big.Int).And(v, new(big.Int).SetUint64(1<<64-1)).Uint64()
	n := uint(8)
	for n < w.n%256 {
		n *= 2
	}
	if n >= 64 {
		return low
	}
	return low&(1<<n-1) | r.Uint64()<<n
}

// runAll compiles the functions and compares every call with the interpreter.
func runAll(t *testing.T, fs []testFunc) {
	t.Helper()
	runWith(t, fs, "")
}

// runWith is runAll for functions that call others, whose text is given.
func runWith(t *testing.T, fs []testFunc, helpers string) {
	t.Helper()
	fs = testseed.Every(12, fs)
	var text strings.Builder
	for n, f := range fs {
		text.WriteString(f.text(n))
	}
	m := irtest.Parse(t, text.String()+helpers)
	calls := interpret(t, fs, helpers)
	r := rand.New(rand.NewPCG(1, 2))
	for _, o := range allSettings {
		var in bytes.Buffer
		for _, c := range calls {
			words := [4]uint64{0: uint64(c.fn)}
			for k, a := range c.args {
				words[k+1] = garbled(r, a, fs[c.fn].params[k])
			}
			_ = binary.Write(&in, binary.LittleEndian, words)
		}
		program := buildCaller(t, compileTest(t, m, o), len(fs))
		cmd := exec.Command(program)
		cmd.Stdin = bytes.NewReader(in.Bytes())
		got, err := cmd.Output()
		if err != nil {
			cmd = exec.Command(program, "flush")
			cmd.Stdin = bytes.NewReader(in.Bytes())
			got, err = cmd.Output()
			c := calls[min(len(got)/8, len(calls)-1)]
			t.Errorf("-O%d %v: %v at %v of\n%s", o.opt, o.features, err, c.args, fs[c.fn].text(c.fn))
			continue
		}
		checkCalls(t, o, fs, calls, got)
	}
	t.Logf("%d functions, %d calls, %d settings", len(fs), len(calls), len(allSettings))
}

func checkCalls(t *testing.T, o settings, fs []testFunc, calls []invocation, got []byte) {
	t.Helper()
	bad := 0
	for n, c := range calls {
		g := binary.LittleEndian.Uint64(got[8*n:])
		var ok bool
		switch w := c.want.(type) {
		case nil:
			ok = true
		case interp.Int:
			ok = w.V.Low64() == g
		case interp.Bool:
			ok = byte(g) == map[bool]byte{false: 0, true: 1}[bool(w)]
		}
		if !ok {
			if bad++; bad <= 5 {
				t.Errorf("-O%d %v: f(%v) = %#x, want %v:\n%s", o.opt, o.features, c.args, g, c.want, fs[c.fn].text(c.fn))
			}
		}
	}
	if bad > 5 {
		t.Errorf("%d more", bad-5)
	}
}

// binaryFuncs are the functions of two values of a type, and of one and a constant.
func binaryFuncs(op string, result func(w width) string, constants bool) []testFunc {
	var fs []testFunc
	for _, w := range testWidths {
		fs = append(fs, testFunc{[]width{w, w}, "int:" + result(w), fmt.Sprintf("v9: int:%s = %s v1, v2", result(w), op)})
		if !constants {
			continue
		}
		lo, hi := w.bounds()
		for _, c := range testseed.Every(3, []*big.Int{big.NewInt(0), big.NewInt(1), big.NewInt(-1), big.NewInt(3), big.NewInt(8), big.NewInt(100), lo, hi}) {
			if c.Cmp(lo) < 0 || c.Cmp(hi) > 0 {
				continue
			}
			fs = append(fs,
				testFunc{[]width{w}, "int:" + result(w), fmt.Sprintf("v5: int:%s = iconst %s\nv9: int:%s = %s v1, v5", w, c, result(w), op)},
				testFunc{[]width{w}, "int:" + result(w), fmt.Sprintf("v5: int:%s = iconst %s\nv9: int:%s = %s v5, v1", w, c, result(w), op)})
		}
	}
	return fs
}

func same(w width) string { return w.String() }

// wider is a type with room for sums and, up to 32 bits, products.
func wider(w width) string {
	if w.n < 63 {
		return "s64"
	}
	return w.String()
}

func TestArithmetic(t *testing.T) {
	for _, op := range testseed.Sample(t, 6, []string{"add", "sub", "mul", "and", "or", "xor", "min", "max", "div", "rem", "tdiv", "trem"}) {
		t.Run(op, func(t *testing.T) {
			runAll(t, append(binaryFuncs(op, same, true), binaryFuncs(op, wider, false)...))
		})
	}
}

// TestMasksBeyondContainer: a mask may have bits that no value of the operand's type has; what a register has
// there is garbage.
func TestMasksBeyondContainer(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 8))
	var fs []testFunc
	for _, w := range testWidths {
		if w.signed {
			continue
		}
		for range 8 {
			mask := r.Uint64() >> (1 + r.IntN(62))
			for _, order := range []string{"v6, v5", "v5, v6"} {
				fs = append(fs, testFunc{[]width{w, w}, "int:u64", fmt.Sprintf(`v5 = iconst %d
v6: int:%s = xor v1, v2
v7: int:%s = and %s
v8 = iconst 1
v9: int:u64 = or v7, v8`, mask, w, w, order)})
			}
		}
	}
	runAll(t, fs)
}
