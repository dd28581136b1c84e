package host

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir/num"
	"github.com/tuffy-ir/tuffy/memory"
)

// The program reads records and answers each with the result and the text of snprintf. A
// record is: kind of the argument, stars (1 width, 2 precision), width, precision, argument,
// and the zero-ended format and string, with their lengths.
const printfSource = `
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) record { uint8_t kind, stars; int32_t width, prec; uint64_t bits; uint32_t format, string; };
static char out[1 << 17], format[1 << 12], string[1 << 12];
#define CALL(...) (r.stars == 0 ? snprintf(out, sizeof out, format, __VA_ARGS__) \
	: r.stars == 1 ? snprintf(out, sizeof out, format, r.width, __VA_ARGS__) \
	: r.stars == 2 ? snprintf(out, sizeof out, format, r.prec, __VA_ARGS__) \
	: snprintf(out, sizeof out, format, r.width, r.prec, __VA_ARGS__))
int main(void) {
	struct record r;
	while (fread(&r, sizeof r, 1, stdin) == 1) {
		if (r.format > sizeof format || r.string > sizeof string) return 1;
		if (fread(format, 1, r.format, stdin) != r.format || fread(string, 1, r.string, stdin) != r.string) return 1;
		double d; memcpy(&d, &r.bits, 8);
		int32_t n = -2;
		switch (r.kind) {
		case 'i': n = CALL((int)r.bits); break;
		case 'l': n = CALL((long long)r.bits); break;
		case 'd': n = CALL(d); break;
		case 's': n = CALL(string); break;
		case 'p': n = CALL((void *)r.bits); break;
		}
		if (n < 0 || n >= (int32_t)sizeof out) return 1;
		fwrite(&n, 4, 1, stdout); fwrite(out, 1, n, stdout);
	}
	return 0;
}`

// printfCase is one conversion and its argument.
type printfCase struct {
	format      string
	kind        byte
	stars       uint8
	width, prec int32
	bits        uint64
	text        string
}

func (c printfCase) args(e *fakeEnv) []Value {
	var a []Value
	if c.stars&1 != 0 {
		a = append(a, IntValue(int64(c.width)))
	}
	if c.stars&2 != 0 {
		a = append(a, IntValue(int64(c.prec)))
	}
	switch c.kind {
	case 'i':
		return append(a, IntValue(int64(int32(c.bits))))
	case 'l':
		// Both readings of the 64 bits are of the type; which one is tied to the bits.
		if c.bits%2 == 0 {
			return append(a, SizeValue(c.bits))
		}
		return append(a, Value{Kind: Long, Int: num.New(int64(c.bits))})
	case 'd':
		return append(a, Value{Kind: F64, Bits: c.bits})
	case 'p':
		return append(a, PtrValue(memory.Pointer{Addr: c.bits}))
	}
	return append(a, PtrValue(e.text(c.text)))
}

// equivalent avoids a fault of glibc (2.36 for one): %#g of a number that rounding carries
// from 10^P-1 to 10^P loses its zeros, 1.e+06. C11 7.21.6.1 p8 says what %#g is there, with
// exponent X >= P: style e with precision P-1, which glibc converts well.
func (c printfCase) equivalent() printfCase {
	verb := c.format[len(c.format)-1]
	x := math.Abs(math.Float64frombits(c.bits))
	if c.kind != 'd' || verb|0x20 != 'g' || !strings.Contains(c.format, "#") || x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return c
	}
	head := strings.TrimSuffix(c.format[:len(c.format)-1], "l")
	p := 6
	if dot := strings.IndexByte(head, '.'); dot >= 0 {
		switch text := head[dot+1:]; {
		case text == "":
			p = 0
		case text != "*":
			p, _ = strconv.Atoi(text) // the grammar above writes digits
		case c.prec >= 0:
			p = int(c.prec)
		}
		head = head[:dot]
	}
	p = max(p, 1)
	bound := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p)), nil))
	carried, _, err := big.ParseFloat(strconv.FormatFloat(x, 'e', p-1, 64), 10, 512, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	if carried.Cmp(bound) != 0 || big.NewFloat(x).Cmp(bound) >= 0 {
		return c
	}
	c.format = fmt.Sprintf("%s.%d%c", head, p-1, verb-'g'+'e')
	c.stars &^= 2
	return c
}

// realPrintf gives the texts of the C library.
func realPrintf(t *testing.T, cases []printfCase) []string {
	t.Helper()
	var in bytes.Buffer
	for _, c := range cases {
		c = c.equivalent()
		in.Write([]byte{c.kind, c.stars})
		for _, v := range []any{c.width, c.prec, c.bits, uint32(len(c.format) + 1), uint32(len(c.text) + 1)} {
			_ = binary.Write(&in, binary.LittleEndian, v) // a bytes.Buffer does not fail
		}
		in.WriteString(c.format + "\x00" + c.text + "\x00")
	}
	run := exec.Command(gcctest.Build(t, map[string]string{"printf.c": printfSource}, "-O1", "-w"))
	run.Stdin = &in
	run.Env = append(os.Environ(), "LC_ALL=C")
	got, err := run.Output()
	if err != nil {
		t.Fatalf("the reference program: %v", err)
	}
	texts := make([]string, len(cases))
	r := bytes.NewReader(got)
	for i := range cases {
		var n uint32
		if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		b := make([]byte, n)
		if _, err := io.ReadFull(r, b); err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		texts[i] = string(b)
	}
	if r.Len() != 0 {
		t.Fatalf("%d bytes too many from the reference program", r.Len())
	}
	return texts
}

var (
	printfInts = []uint64{0, 1, 7, 8, 10, 127, 128, 255, 256, 32767, 32768, 65535, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32,
		1<<63 - 1, 1 << 63, ^uint64(0), ^uint64(0) - 41, 0xdeadbeefcafef00d}
	printfFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 0.5, 1.5, 2.5, 0.05, 0.25, 9.5, 9.9995, 99.9999999, 999999.5,
		123456, 1234567, 123456789.125, -1e10, 1e15, 1e16, 1e100, 1e-4, 1e-5, 9.9999951e-5, 0.00012345678,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(math.NaN(), -1)}
)

// flagSets lists the subsets of the flags that a conversion may have.
func flagSets(flags string) []string {
	sets := []string{""}
	for _, f := range flags {
		for _, s := range sets[:len(sets):len(sets)] {
			sets = append(sets, s+string(f))
		}
	}
	return sets
}

// integerCases: all directives of a small grammar, each with some values; directives without
// flags and width with all of them.
func integerCases(r *rand.Rand) []printfCase {
	var cases []printfCase
	for _, verb := range "diuxXo" {
		flags := "-+ 0"
		if strings.ContainsRune("xXo", verb) {
			flags += "#"
		}
		for _, set := range flagSets(flags) {
			for _, width := range []string{"", "1", "7", "25", "*"} {
				for _, prec := range []string{"", ".", ".0", ".1", ".4", ".22", ".*"} {
					for _, length := range []string{"", "hh", "h", "l", "ll", "z", "j", "t"} {
						values := printfInts
						if set != "" || width != "" {
							values = []uint64{0, printfInts[r.IntN(len(printfInts))], r.Uint64()}
						}
						for _, v := range values {
							c := printfCase{format: "%" + set + width + prec + length + string(verb), kind: 'i', bits: v}
							if length != "" && length[0] != 'h' {
								c.kind = 'l'
							}
							cases = append(cases, c.withStars(r))
						}
					}
				}
			}
		}
	}
	return cases
}

func (c printfCase) withStars(r *rand.Rand) printfCase {
	if strings.Contains(strings.ReplaceAll(c.format, ".*", ""), "*") {
		c.stars |= 1
		c.width = int32(r.IntN(60) - 30)
	}
	if strings.Contains(c.format, ".*") {
		c.stars |= 2
		c.prec = int32(r.IntN(30) - 5)
	}
	return c
}

func floatCases(r *rand.Rand) []printfCase {
	var cases []printfCase
	for _, verb := range "fFeEgGaA" {
		for _, set := range flagSets("-+ #0") {
			for _, width := range []string{"", "5", "24", "*"} {
				for _, prec := range []string{"", ".", ".0", ".1", ".3", ".10", ".17", ".40", ".*"} {
					var values []float64
					if set == "" || set == "#" || width == "" {
						values = append(values, printfFloats...)
					}
					values = append(values, printfFloats[r.IntN(len(printfFloats))], math.Float64frombits(r.Uint64()),
						math.Ldexp(r.Float64(), r.IntN(80)-40), float64(r.IntN(2000))/8)
					for k, v := range values {
						c := printfCase{format: "%" + set + width + prec + []string{"", "l"}[k%2] + string(verb), kind: 'd', bits: math.Float64bits(v)}
						cases = append(cases, c.withStars(r))
					}
				}
			}
		}
	}
	return cases
}

func otherCases(r *rand.Rand) []printfCase {
	var cases []printfCase
	for _, minus := range []string{"", "-"} {
		for _, width := range []string{"", "1", "3", "12", "*"} {
			for _, prec := range []string{"", ".", ".0", ".2", ".9", ".*"} {
				for _, s := range []string{"", "a", "hello", "tab\tand \xff bytes"} {
					cases = append(cases, printfCase{format: "<%" + minus + width + prec + "s>", kind: 's', text: s}.withStars(r))
				}
			}
			for b := range uint64(256) {
				cases = append(cases, printfCase{format: "%" + minus + width + "c", kind: 'i', bits: b}.withStars(r))
			}
			for _, p := range []uint64{0, 1, 0x7fff12345678, math.MaxUint64} {
				cases = append(cases, printfCase{format: "%" + minus + width + "p", kind: 'p', bits: p}.withStars(r))
			}
		}
	}
	return append(cases, printfCase{format: "100%% of %d%%", kind: 'i', bits: 7}, printfCase{format: "%%%%", kind: 'i'})
}

// TestPrintfAgainstC compares with the printf of the C library.
func TestPrintfAgainstC(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 1))
	cases := append(append(integerCases(r), floatCases(r)...), otherCases(r)...)
	want := realPrintf(t, cases)
	var e *fakeEnv
	bad := 0
	for i, c := range cases {
		if i%500 == 0 {
			e = newFake(true)
		}
		e.out = e.out[:0]
		res, _ := e.call(t, "printf", append([]Value{PtrValue(e.text(c.format))}, c.args(e)...)...)
		if len(e.ub) != 0 {
			t.Fatalf("printf(%q) of %+v: %q", c.format, c, e.ub)
		}
		if n := int64(res[0].Int.Low64()); string(e.out) != want[i] || n != int64(len(want[i])) {
			t.Errorf("printf(%q) of %+v: got %q (result %d), want %q", c.format, c, e.out, n, want[i])
			if bad++; bad > 20 {
				t.FailNow()
			}
		}
	}
	t.Logf("%d conversions", len(cases))
}

// TestEquivalent: only the directives of the fault are asked in another way.
func TestEquivalent(t *testing.T) {
	for _, r := range []struct {
		format string
		x      float64
		want   string
	}{
		{"%#g", 999999.5, "%#.5e"}, {"%-#9.2lG", -99.99, "%-#9.1E"}, {"%#.g", 9.5, "%#.0e"}, {"%#*.*g", 99.99, "%#*.1e"},
		{"%g", 999999.5, "%g"}, {"%#g", 999999, "%#g"}, {"%#g", 1e6, "%#g"}, {"%#g", 99.9999999, "%#g"}, {"%#g", 9999999.5, "%#g"}, {"%#e", 999999.5, "%#e"},
	} {
		c := printfCase{format: r.format, kind: 'd', stars: 3, prec: 2, bits: math.Float64bits(r.x)}
		if got := c.equivalent().format; got != r.want {
			t.Errorf("%s of %v: %s, want %s", r.format, r.x, got, r.want)
		}
	}
}

// TestPrintfConcatenates: a format of several directives is its parts one after another, each
// taking its own arguments.
func TestPrintfConcatenates(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 2))
	pool := append(append(integerCases(r), floatCases(r)...), otherCases(r)...)
	for range 2000 {
		e := newFake(true)
		var format, want string
		var args []Value
		for range 1 + r.IntN(5) {
			c := pool[r.IntN(len(pool))]
			a := c.args(e)
			if strings.HasPrefix(c.format, "%%%%") {
				a = nil
			}
			e.out = nil
			e.call(t, "printf", append([]Value{PtrValue(e.text(c.format))}, a...)...)
			format, want, args = format+c.format+"|", want+string(e.out)+"|", append(args, a...)
		}
		e.out = nil
		res, _ := e.call(t, "printf", append([]Value{PtrValue(e.text(format))}, args...)...)
		if string(e.out) != want || int64(res[0].Int.Low64()) != int64(len(want)) || len(e.ub) != 0 {
			t.Fatalf("%q: got %q (%s, %q), want %q", format, e.out, res[0].Int, e.ub, want)
		}
	}
}

// TestSnprintf: every size of buffer gets the text cut to fit, and nothing beyond is touched.
func TestSnprintf(t *testing.T) {
	const want = "x=-12345 ok"
	for n := range uint64(16) {
		e := newFake(true)
		buf := e.buffer(memory.Stack, make([]memory.Byte, 16))
		a, off, _ := e.space.Check(buf, 16, 0, true)
		if err := e.space.Fill(a, off, 16, memory.UninitByte()); err != nil {
			t.Fatal(err)
		}
		res, _ := e.call(t, "snprintf", PtrValue(buf), SizeValue(n), PtrValue(e.text("x=%d %s")), IntValue(-12345), PtrValue(e.text("ok")))
		if got := int64(res[0].Int.Low64()); got != int64(len(want)) {
			t.Errorf("n=%d: result %d", n, got)
		}
		var expect []memory.Byte
		if n > 0 {
			expect = known(append([]byte(want[:min(n-1, uint64(len(want)))]), 0))
		}
		for len(expect) < 16 {
			expect = append(expect, memory.UninitByte())
		}
		if got := e.states(buf, 16); fmt.Sprint(got) != fmt.Sprint(expect) {
			t.Errorf("n=%d: buffer %v, want %v", n, got, expect)
		}
	}
	e := newFake(true)
	if res, _ := e.call(t, "snprintf", PtrValue(memory.Pointer{}), SizeValue(0), PtrValue(e.text("%5d")), IntValue(1)); int64(res[0].Int.Low64()) != 5 {
		t.Errorf("a null buffer of size 0: %s", res[0].Int)
	}
}
