package ieee754

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"math/rand"
	"os/exec"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// x87Source reads n and n triples of an f80, an f80 and an int64, and writes what the
// processor makes of each: five operations, the six relations, conversions.
const x87Source = `
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
typedef long double L;
static L get(void) { L x; memset(&x, 0, sizeof x); if (fread(&x, 10, 1, stdin) != 1) x = -1; return x; }
static void put(L x) { fwrite(&x, 10, 1, stdout); }
int main(void) {
	uint32_t n;
	if (fread(&n, 4, 1, stdin) != 1) return 1;
	while (n--) {
		volatile L a = get(), b = get(); int64_t i;
		if (fread(&i, 8, 1, stdin) != 1) return 1;
		volatile L s;
		s = a + b; put(s); s = a - b; put(s); s = a * b; put(s); s = a / b; put(s); s = sqrtl(a); put(s);
		s = fmodl(a, b); put(s);
		putchar(a == b | (a < b) << 1 | (a <= b) << 2 | (a > b) << 3 | (a >= b) << 4 | (a != b) << 5);
		volatile float f = a; volatile double d = a;
		fwrite((void *)&f, 4, 1, stdout); fwrite((void *)&d, 8, 1, stdout);
		s = i; put(s); s = (uint64_t)i; put(s);
		uint64_t bits = i; memcpy((void *)&d, &bits, 8); s = d; put(s);
		uint32_t low = i; memcpy((void *)&f, &low, 4); s = f; put(s);
		int64_t t = a > -0x1p63L && a < 0x1p63L ? (int64_t)a : 0;
		fwrite(&t, 8, 1, stdout);
	}
	return 0;
}`

// patternF80 draws patterns of every kind: near each other in exponent or anywhere, short
// significands for ties, subnormals, infinities, NaNs, and patterns that are no value.
func patternF80(r *rand.Rand, near uint64) Bits {
	b := Bits{r.Uint64() & 0xffff, r.Uint64() | leadingF80}
	switch r.Intn(4) {
	case 0:
		b.Lo = b.Lo&^(1<<uint(r.Intn(63))-1) | leadingF80
	case 1:
		b.Lo = leadingF80 | 1<<uint(r.Intn(63)) | 1<<uint(r.Intn(63))
	case 2:
		b.Lo = ^uint64(0) << uint(r.Intn(63))
	}
	switch r.Intn(12) {
	case 0, 1, 2, 3:
		b.Hi = (near+uint64(r.Intn(140))-70)&0x7fff | b.Hi&0x8000
	case 4, 5:
		b.Hi = 16383 - 40 + uint64(r.Intn(120)) | b.Hi&0x8000
	case 6:
		b.Hi = b.Hi&0x8000 | uint64(r.Intn(3)) // subnormals and pseudo-denormals
		b.Lo >>= uint(r.Intn(64))
		if b.Hi&0x7fff != 0 {
			b.Lo |= leadingF80
		}
	case 7:
		b = Bits{b.Hi&0x8000 | 0x7ffe, ^uint64(0)>>uint(r.Intn(2))<<uint(r.Intn(64)) | leadingF80}
	case 8:
		b = Bits{b.Hi & 0x8000, 0}
	case 9:
		b = Bits{b.Hi&0x8000 | 0x7fff, leadingF80 | r.Uint64()&-uint64(r.Intn(2))}
	case 10:
		if r.Intn(4) == 0 {
			b.Lo &^= leadingF80
		}
	}
	return b
}

// TestF80AgainstProcessor compares every operation with what gcc's long double, which is the
// x87, answers. NaNs match NaNs.
func TestF80AgainstProcessor(t *testing.T) {
	r := newRand(t)
	n := testseed.Rounds(60000, 6000)
	type triple struct {
		a, b Bits
		i    int64
	}
	in := binary.LittleEndian.AppendUint32(nil, uint32(n))
	var all []triple
	for range n {
		x := triple{a: patternF80(r, 16383), i: int64(r.Uint64()) >> uint(r.Intn(64))}
		x.b = patternF80(r, x.a.Hi)
		if r.Intn(20) == 0 {
			x.b = x.a
		}
		all = append(all, x)
		for _, b := range []Bits{x.a, x.b} {
			in = binary.LittleEndian.AppendUint64(in, b.Lo)
			in = binary.LittleEndian.AppendUint16(in, uint16(b.Hi))
		}
		in = binary.LittleEndian.AppendUint64(in, uint64(x.i))
	}
	run := exec.Command(gcctest.Build(t, map[string]string{"x87.c": x87Source}, "-O1", "-lm"))
	run.Stdin = bytes.NewReader(in)
	out, err := run.Output()
	if err != nil {
		t.Fatalf("reference program: %v", err)
	}
	word := func(size int) uint64 {
		var b [8]byte
		copy(b[:], out[:size])
		out = out[size:]
		return binary.LittleEndian.Uint64(b[:])
	}
	var e Exact
	for _, x := range all {
		check := func(f Format, got Bits, what string) {
			t.Helper()
			want := Bits{Lo: word(min(f.Width()/8, 8))}
			if f == F80 {
				want.Hi = word(2)
			}
			if got != want && !(f.IsNaNBits(got) && f.IsNaNBits(want)) {
				t.Fatalf("%s of %04x.%016x, %04x.%016x, %#x is %04x.%016x, the processor has %04x.%016x",
					what, x.a.Hi, x.a.Lo, x.b.Hi, x.b.Lo, x.i, got.Hi, got.Lo, want.Hi, want.Lo)
			}
		}
		check(F80, e.AddBits(F80, x.a, x.b), "add")
		check(F80, e.SubBits(F80, x.a, x.b), "sub")
		check(F80, e.MulBits(F80, x.a, x.b), "mul")
		check(F80, e.DivBits(F80, x.a, x.b), "div")
		check(F80, e.SqrtBits(F80, x.a), "sqrt")
		check(F80, e.RemBits(F80, x.a, x.b), "rem")
		relations := word(1)
		for k, p := range []Pred{OEQ, OLT, OLE, OGT, OGE, UNE} {
			if got := e.CompareBits(F80, p, x.a, x.b); got != (relations>>k&1 != 0) {
				t.Fatalf("%s of %04x.%016x and %04x.%016x is %v", p, x.a.Hi, x.a.Lo, x.b.Hi, x.b.Lo, got)
			}
		}
		check(F32, e.ConvertBits(F32, F80, x.a), "to f32")
		check(F64, e.ConvertBits(F64, F80, x.a), "to f64")
		check(F80, e.FromIntBits(F80, big.NewInt(x.i)), "from int64")
		check(F80, e.FromIntBits(F80, new(big.Int).SetUint64(uint64(x.i))), "from uint64")
		check(F80, e.ConvertBits(F80, F64, Bits{Lo: uint64(x.i)}), "from f64")
		check(F80, e.ConvertBits(F80, F32, Bits{Lo: uint64(uint32(x.i))}), "from f32")
		if got, ok := e.ToIntBits(F80, x.a); ok && got.IsInt64() {
			if want := int64(word(8)); got.Int64() != want && want != 0 {
				t.Fatalf("%04x.%016x to int is %s, the processor has %d", x.a.Hi, x.a.Lo, got, want)
			}
		} else {
			word(8)
		}
	}
}

// TestF80Text reads back what is written, each pattern that is a value or a NaN.
func TestF80Text(t *testing.T) {
	r := newRand(t)
	for range 3000 {
		b := patternF80(r, 16383)
		if biased, _ := F80.fields(b); biased == 0 {
			b.Lo &^= leadingF80 // a pseudo-denormal reads back as the number that it is
		}
		text := F80.TextBits(b)
		if got, err := F80.ParseBits(text); err != nil || got != b {
			t.Fatalf("%04x.%016x is written %s and read back as %04x.%016x, %v", b.Hi, b.Lo, text, got.Hi, got.Lo, err)
		}
		if !F80.IsNaNBits(b) {
			if got := F80.FromBigFloat(F80.BigFloat(b)); got != b {
				t.Fatalf("%s by way of a big.Float is %s", text, F80.TextBits(got))
			}
		}
	}
	for text, want := range map[string]Bits{
		"1.0": {16383, 1 << 63}, "-0.5": {0xbffe, 1 << 63}, "inf": {0x7fff, 1 << 63}, "0x1p-16445": {0, 1},
		"1.18973149535723176502e4932": {0x7ffe, 1<<64 - 1}, "1.19e4932": {0x7fff, 1 << 63}, "3.3621031431120935062627e-4932": {1, 1 << 63},
		"0x3fffc000000000000000": {16383, 3 << 62}, "nan": {0x7fff, 3 << 62}, "1e-5000": {}, "0.1": {0x3ffb, 0xcccccccccccccccd},
	} {
		if got, err := F80.ParseBits(text); err != nil || got != want {
			t.Errorf("%s is read as %04x.%016x, %v", text, got.Hi, got.Lo, err)
		}
	}
}
