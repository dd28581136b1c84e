package host

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// libcCase is a call of a function, and of the function of the C library. An argument is a string, in a buffer of 64
// bytes, int64, float64 (of whose kind the function is), cell for the address of a pointer, or nil for null.
type libcCase struct {
	name string
	args []any
}

type cell struct{}

// bufferBytes is the size of the buffer of a string argument.
const bufferBytes = 64

// cType is the C type of a kind.
func cType(k Kind) string { return strings.Replace(k.String(), "pointer", "char *", 1) }

// truth tells the functions of which C promises only whether the result is 0.
func truth(name string) bool { return strings.HasPrefix(name, "is") || name == "bcmp" }

// source is a block of C that makes the call and prints what it did, one line.
func (c libcCase) source(f *Function) string {
	var decl, args, dump strings.Builder
	for n, a := range c.args {
		if n > 0 {
			args.WriteString(", ")
		}
		switch a := a.(type) {
		case string:
			fmt.Fprintf(&decl, "char b%d[%d] = {", n, bufferBytes)
			for _, x := range []byte(a) {
				fmt.Fprintf(&decl, "%d,", int8(x))
			}
			decl.WriteString("0};")
			fmt.Fprintf(&args, "b%d", n)
			fmt.Fprintf(&dump, "dump(b%d);", n)
		case cell:
			decl.WriteString("char *end = 0;")
			args.WriteString("&end")
			dump.WriteString(`printf(" %ld", (long)(end - b0));`)
		case int64:
			fmt.Fprintf(&args, "(%s)%dULL", cType(f.Params[n]), uint64(a))
		case float64:
			if f.Params[n] == F32 {
				fmt.Fprintf(&args, "f32(%du)", math.Float32bits(float32(a)))
			} else {
				fmt.Fprintf(&args, "f64(%dull)", math.Float64bits(a))
			}
		case nil:
			args.WriteString("0")
		}
	}
	call := fmt.Sprintf("%s(%s)", c.name, args.String())
	show := call + ";"
	if len(f.Result) == 1 {
		switch k := f.Result[0]; {
		case k == Ptr:
			show = fmt.Sprintf(`char *r = %s; printf("%%ld", r ? (long)(r - b0) : -1L);`, call)
		case !k.IsInt():
			show = fmt.Sprintf("show(%s);", call)
		case truth(c.name):
			show = fmt.Sprintf(`printf("%%d", !!%s);`, call)
		case k == Size:
			show = fmt.Sprintf(`printf("%%lu", (unsigned long)%s);`, call)
		default:
			show = fmt.Sprintf(`printf("%%ld", (long)%s);`, call)
		}
	}
	return fmt.Sprintf("{ %s %s %s puts(\"\"); }\n", decl.String(), show, dump.String())
}

const libcSource = `
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static float f32(uint32_t x) { float f; memcpy(&f, &x, 4); return f; }
static double f64(uint64_t x) { double f; memcpy(&f, &x, 8); return f; }
static void show(double x) { uint64_t b; memcpy(&b, &x, 8); if (x != x) printf("nan"); else printf("%lx", b); }
static void dump(const char *b) { printf(" "); for (int i = 0; i < 64; i++) printf("%02x", (unsigned char)b[i]); }
`

// ours is the line of the same call here.
func (c libcCase) ours(t *testing.T, f *Function) string {
	t.Helper()
	e := newFake(true)
	var args []Value
	var first, end memory.Pointer
	var dump []func() string
	for n, a := range c.args {
		switch a := a.(type) {
		case string:
			p := e.buffer(memory.Heap, known(append([]byte(a), make([]byte, bufferBytes-len(a))...)))
			if n == 0 {
				first = p
			}
			args = append(args, PtrValue(p))
			dump = append(dump, func() string {
				b, _ := e.Read(p, bufferBytes, false)
				return fmt.Sprintf(" %x", b)
			})
		case cell:
			end = e.heap(8)
			args = append(args, PtrValue(end))
			dump = append(dump, func() string {
				b := e.states(end, 8)[0]
				return fmt.Sprintf(" %d", int64(b.Frag.Addr-first.Addr))
			})
		case int64:
			v := num.New(a)
			if f.Params[n] == Size {
				v = v.Low(64)
			}
			args = append(args, Value{Kind: f.Params[n], Int: v})
		case float64:
			v := Value{Kind: f.Params[n], Bits: math.Float64bits(a)}
			if v.Kind == F32 {
				v.Bits = uint64(math.Float32bits(float32(a)))
			}
			args = append(args, v)
		case nil:
			args = append(args, null())
		}
	}
	res, _ := e.call(t, c.name, args...)
	if len(e.ub) > 0 {
		return fmt.Sprint(e.ub)
	}
	var line string
	if len(res) == 1 {
		switch r := res[0]; {
		case r.Kind == Ptr && r.Ptr == (memory.Pointer{}):
			line = "-1"
		case r.Kind == Ptr:
			line = fmt.Sprint(r.Ptr.Addr - first.Addr)
		case !r.Kind.IsInt():
			x := math.Float64frombits(r.Bits)
			if r.Kind == F32 {
				x = float64(math.Float32frombits(uint32(r.Bits)))
			}
			if line = fmt.Sprintf("%x", math.Float64bits(x)); x != x {
				line = "nan"
			}
		case truth(c.name):
			line = fmt.Sprint(r.Int.Sign() & 1)
		default:
			line = r.Int.String()
		}
	}
	for _, d := range dump {
		line += d()
	}
	return line
}

// product makes calls with all combinations of arguments.
func product(name string, sets ...[]any) []libcCase {
	out := []libcCase{{name: name}}
	for _, set := range sets {
		var next []libcCase
		for _, c := range out {
			for _, a := range set {
				next = append(next, libcCase{name, append(c.args[:len(c.args):len(c.args)], a)})
			}
		}
		out = next
	}
	return out
}

// libcCases are boundary values of every function that computes.
func libcCases() []libcCase {
	var out []libcCase
	add := func(names string, sets ...[]any) {
		for _, n := range strings.Fields(names) {
			out = append(out, product(n, sets...)...)
		}
	}
	var chars []any
	for c := int64(-1); c < 256; c++ {
		chars = append(chars, c)
	}
	add("isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper", chars)
	ints := []any{int64(0), int64(1), int64(-1), int64(2), int64(40), int64(-40), int64(math.MaxInt32), int64(-math.MaxInt32)}
	longs := append(ints[:len(ints):len(ints)], int64(math.MaxInt64), int64(-math.MaxInt64), int64(1<<32), int64(-1<<40))
	add("ffs abs", ints)
	add("ffs", []any{int64(math.MinInt32)})
	add("ffsl ffsll labs llabs", longs)
	add("ffsl ffsll", []any{int64(math.MinInt64)})
	var floats []any
	for _, x := range []float64{0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 0.1, 7.3, 1 << 22, 1<<22 + 0.5, 1<<23 - 0.5, 1 << 23, 1<<24 + 2, 1 << 51, 1<<52 - 0.5, 1 << 52, 1<<53 + 2, 1e30, 1e-30,
		math.MaxFloat32, 0x1p-149, 0x1p-126, math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, math.Inf(1), math.NaN()} {
		floats = append(floats, x, math.Copysign(x, -1))
	}
	add("fabs fabsf floor floorf ceil ceilf trunc truncf sqrt sqrtf", floats)
	var few []any
	for n := 0; n < len(floats); n += 5 { // of both signs
		few = append(few, floats[n])
	}
	add("fmod fmodf copysign copysignf", few, few)
	add("fma fmaf", few[:7], few[:7], few[:7])
	for _, x := range few { // C leaves open which of two zeros is the smaller
		for _, y := range few {
			if x.(float64) != 0 || y.(float64) != 0 {
				for _, n := range []string{"fmin", "fminf", "fmax", "fmaxf"} {
					if !strings.HasSuffix(n, "f") || float32(x.(float64)) != 0 || float32(y.(float64)) != 0 {
						out = append(out, libcCase{n, []any{x, y}})
					}
				}
			}
		}
	}
	texts := []any{"", "a", "ab", "ba", "aab", "abab", "\xff", "abc\x00xyz", "hello, world"}
	sizes := []any{int64(0), int64(1), int64(2), int64(3), int64(20)}
	add("strcat strcpy stpcpy strspn strcspn strstr", texts, texts)
	add("strncat strncpy bcmp", texts, texts, sizes)
	add("strnlen bzero", texts, sizes)
	add("strpbrk", texts, texts)
	add("memccpy", texts[:4], texts, []any{int64(0), int64('a'), int64('b'), int64(-1), int64('a' + 256)}, sizes)
	add("strchr strrchr", texts, []any{int64(0), int64('a'), int64('b'), int64('z'), int64(-1), int64(255), int64('a' + 256)})
	numbers := []any{"", "0", "42", " \t\n\v\f\r-17x", "+9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "99999999999999999999999999999999", "-1", "0x", "0xg", "0X1fG",
		"-0x10", "017", "08", "zZ9", "-", "+-3", "--3", "abc", "  ", "1\xff", "0x8000000000000000", "7fffffffffffffff", "1010102"}
	bases := []any{int64(0), int64(2), int64(3), int64(8), int64(10), int64(16), int64(17), int64(35), int64(36)}
	add("strtol strtoll strtoul strtoull", numbers, []any{cell{}, nil}, bases)
	add("atoi atol atoll", []any{"", "0", "42", " \t\n\v\f\r-17x", "2147483647", "-2147483648", "+-3", "-", "0x10", "017", "\xff"})
	add("atol atoll", []any{"9223372036854775807", "-9223372036854775808"})
	var reals []any
	for _, s := range []string{"", "1", "-0", "  +42.5e-1x", "1e", "1e+", "1.5e3x", ".5", "5.", ".", "-.e1", "0x", "0x.", "0x1p", "0x1.8p+1z", "0X.8P-3", "0x.p1", "inf", "-INFINITY", "infinit", "in", "nan", "nan(a_1)x", "nan(",
		"1e400", "-1e-400", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1.7976931348623158e308", "1.7976931348623159e308",
		"9007199254740993", "9007199254740992.99999999999999999999999999999", "9007199254740993.00000000000000000000000000001", "0.1", "1_0", "1e99999999999", "0e99999999999", "0x1p99999999999", "0x0p-9999999",
		"0x1.fffffffffffff8p1023", "0x1.fffffffffffff7ffffffffffp1023", "0x1p-1075", "0x1.0000000000001p-1075", "3.4028235677973366e38", "3.4028235677973367e38", "7.006492321624085e-46", "7.006492321624086e-46",
		"1.00000005960464477539062499999999999999999", "1.000000059604644775390625", "1.00000005960464477539062500000000000000001", "--1", "+-1", "00012", "0x00012.5", "1.2.3", "1e5e5", "\t\n\v\f\r7"} {
		reals = append(reals, s)
	}
	add("strtod strtof", reals, []any{cell{}, nil})
	add("atof", reals)
	return out
}

// TestLibc: each function gives what that of the C library gives.
func TestLibc(t *testing.T) {
	cases := testseed.Sample(t, 5, libcCases())
	var text strings.Builder
	text.WriteString(libcSource)
	const chunk = 400 // calls of a C function: one with all of them is slow to compile
	for n, c := range cases {
		f, ok := Lookup(c.name)
		if !ok {
			t.Fatalf("no function %s", c.name)
		}
		if n%chunk == 0 {
			if n > 0 {
				text.WriteString("}\n")
			}
			fmt.Fprintf(&text, "static void part%d(void) {\n", n/chunk)
		}
		text.WriteString(c.source(f))
	}
	text.WriteString("}\nint main(void) {\n")
	for n := 0; n < len(cases); n += chunk {
		fmt.Fprintf(&text, "part%d();\n", n/chunk)
	}
	text.WriteString("}\n")
	got, err := exec.Command(gcctest.Build(t, map[string]string{"libc.c": text.String()}, "-O0", "-fno-builtin", "-w", "-lm")).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(got), "\n"), "\n")
	if len(lines) != len(cases) {
		t.Fatalf("%d answers to %d calls", len(lines), len(cases))
	}
	for n, c := range cases {
		f, _ := Lookup(c.name)
		if ours := c.ours(t, f); ours != lines[n] {
			t.Errorf("%s%#v: got %s, the C library %s", c.name, c.args, ours, lines[n])
		}
	}
}

// rand48Source draws from the generator of POSIX, seeded with each number of the input and once before any seed.
const rand48Source = `
#define _XOPEN_SOURCE 700
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void draw(void) {
	for (int i = 0; i < 40; i++) {
		double d = drand48();
		uint64_t b;
		memcpy(&b, &d, 8);
		long m = mrand48(), l = lrand48();
		printf("%ld %ld %lx\n", l, m, b);
	}
}
int main(void) {
	long seed;
	draw();
	while (scanf("%ld", &seed) == 1) srand48(seed), draw();
}`

// TestRand48: the generator has the sequence of the C library for every seed, and before the first.
func TestRand48(t *testing.T) {
	seeds := []int64{0, 1, -1, 42, math.MaxInt32, math.MinInt32, 1 << 32, math.MaxInt64, math.MinInt64}
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	for range 50 {
		seeds = append(seeds, int64(r.Uint64()))
	}
	var in, ours strings.Builder
	e := newFake(true)
	number := func(name string, args ...Value) Value {
		res, s := e.call(t, name, args...)
		if s != Done || len(e.ub) > 0 {
			t.Fatal(name, s, e.ub)
		}
		if len(res) == 0 {
			return Value{}
		}
		return res[0]
	}
	draw := func() {
		for range 40 {
			d := number("drand48").Bits
			m := number("mrand48").Int
			fmt.Fprintf(&ours, "%s %s %x\n", number("lrand48").Int, m, d)
		}
	}
	draw()
	for _, s := range seeds {
		fmt.Fprintln(&in, s)
		number("srand48", Value{Kind: Long, Int: num.New(s)})
		draw()
	}
	cmd := exec.Command(gcctest.Build(t, map[string]string{"rand48.c": rand48Source}, "-O0"))
	cmd.Stdin = strings.NewReader(in.String())
	theirs, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(ours.String(), "\n"), strings.Split(string(theirs), "\n")
	if len(a) != len(b) {
		t.Fatalf("%d lines, %d of the C library", len(a), len(b))
	}
	for n := range a {
		if a[n] != b[n] {
			t.Fatalf("line %d is %s, of the C library %s", n+1, a[n], b[n])
		}
	}
}
