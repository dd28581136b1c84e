package ieee754

import (
	"bytes"
	"encoding/binary"
	"math"
	"os/exec"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/gcctest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// The program reads n, n f16 patterns, m, m f64 patterns. For each f16 b it writes, for
// all 65536 a, the patterns of a+b, a-b, a*b, a/b; then for each f64 its f16 and the f16
// of its f32; then all f16 as f32, f64 and f32's square root narrowed.
const gccSource = `
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
typedef _Float16 h;
static h ofbits(uint16_t b) { h x; memcpy(&x, &b, 2); return x; }
static void put(h x) { uint16_t b; memcpy(&b, &x, 2); fwrite(&b, 2, 1, stdout); }
int main(void) {
	static uint16_t b[4096]; static double d[1 << 16]; uint32_t n, m;
	if (fread(&n, 4, 1, stdin) != 1 || n > 4096 || fread(b, 2, n, stdin) != n) return 1;
	if (fread(&m, 4, 1, stdin) != 1 || m > 1 << 16 || fread(d, 8, m, stdin) != m) return 1;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t a = 0; a < 65536; a++) {
			volatile h x = ofbits(a), y = ofbits(b[i]);
			put(x + y); put(x - y); put(x * y); put(x / y);
		}
	for (uint32_t i = 0; i < m; i++) { put((h)d[i]); put((h)(float)d[i]); }
	for (uint32_t a = 0; a < 65536; a++) {
		volatile h x = ofbits(a);
		float f = x; double g = x;
		fwrite(&f, 4, 1, stdout); fwrite(&g, 8, 1, stdout); put((h)sqrtf(f));
	}
	return 0;
}`

// runGCC compiles and runs the reference program.
func runGCC(t *testing.T, input []byte) []byte {
	t.Helper()
	// _Float16 needs gcc 12. Without excess precision 16, it may keep float between operations.
	run := exec.Command(gcctest.Build(t, map[string]string{"f16.c": gccSource}, "-O1", "-fexcess-precision=16", "-lm"))
	run.Stdin = bytes.NewReader(input)
	out, err := run.Output()
	if err != nil {
		t.Fatalf("reference program: %v", err)
	}
	return out
}

func TestF16AgainstGCC(t *testing.T) {
	r := newRand(t)
	samples := interesting(r, F16)
	r.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	samples = samples[:testseed.Rounds(200, 6)]
	doubles := interesting(r, F64)
	for range testseed.Rounds(10000, 2000) {
		a := pattern(r, F16)
		mid := math.Float64bits((F16.widen(a) + F16.widen(a+1)) / 2)
		doubles = append(doubles, pattern(r, F64), pattern(r, F32)<<32, mid-1, mid, mid+1)
	}

	var in []byte
	in = binary.LittleEndian.AppendUint32(in, uint32(len(samples)))
	for _, b := range samples {
		in = binary.LittleEndian.AppendUint16(in, uint16(b))
	}
	in = binary.LittleEndian.AppendUint32(in, uint32(len(doubles)))
	for _, d := range doubles {
		in = binary.LittleEndian.AppendUint64(in, d)
	}
	out := runGCC(t, in)

	// next compares the following size bytes with a pattern of f; NaNs match NaNs.
	next := func(f Format, got uint64, what string, operands ...uint64) {
		var want uint64
		for i := range f.Width() / 8 {
			want |= uint64(out[i]) << (8 * i)
		}
		out = out[f.Width()/8:]
		if got != want && !(f.IsNaN(got) && f.IsNaN(want)) {
			t.Fatalf("%s %#x = %#x, gcc has %#x", what, operands, got, want)
		}
	}
	for i, b := range samples {
		for a := range uint64(1 << 16) {
			for _, op := range binaryOps[:4] {
				if i < 4 {
					if got, want := op.do(Exact{}, F16, a, b), op.do(Fast{}, F16, a, b); got != want {
						t.Fatalf("%s.f16 %#x, %#x: exact %#x, fast %#x", op.name, a, b, got, want)
					}
				}
				next(F16, op.do(Fast{}, F16, a, b), op.name, a, b)
			}
		}
	}
	for _, d := range doubles {
		next(F16, Exact{}.Convert(F16, F64, d), "f64 to f16", d)
		next(F16, Exact{}.Convert(F16, F32, Exact{}.Convert(F32, F64, d)), "f64 to f32 to f16", d)
	}
	for a := range uint64(1 << 16) {
		next(F32, Exact{}.Convert(F32, F16, a), "f16 to f32", a)
		next(F64, Exact{}.Convert(F64, F16, a), "f16 to f64", a)
		next(F16, Exact{}.Sqrt(F16, a), "sqrt", a)
	}
	if len(out) != 0 {
		t.Fatalf("%d bytes of gcc's output left", len(out))
	}
}
