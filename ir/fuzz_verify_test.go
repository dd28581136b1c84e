package ir_test

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// FuzzVerifyText: Verify never panics on what parses, says each thing at a place, and does not
// change the module.
func FuzzVerifyText(f *testing.F) {
	for _, pattern := range []string{"../corpus/pass/*.tir", "../corpus/ub/*/*.tir"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no corpus at %s: %v", pattern, err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(src))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if m, err := parser.Parse("fuzz.tir", []byte(src)); err == nil {
			verifyTwice(t, m)
		}
	})
}

// FuzzVerifyGenerated: every program of the generator verifies, and every mutant.
func FuzzVerifyGenerated(f *testing.F) {
	for k := range uint64(24) {
		f.Add(gen.Expand(k, 32<<(k%6)), gen.Expand(k, 32), k)
	}
	f.Fuzz(func(t *testing.T, data, mutation []byte, which uint64) {
		presets := []preset.Config{preset.Default, preset.UB, preset.Ints, preset.MemoryOnly, preset.FloatsOnly, preset.VectorsOnly}
		m := gen.Program(data, presets[which%uint64(len(presets))])
		for what, m := range map[string]*ir.Module{"program": m, "mutant": mutate.Module(m, mutation)} {
			if err := verifyTwice(t, m); err != nil {
				t.Fatalf("the %s: %v\n%s", what, err, m)
			}
		}
	})
}

// FuzzVerifyGarbage: Verify never panics on modules of random parts, most of them wrong; what
// it lets pass prints.
func FuzzVerifyGarbage(f *testing.F) {
	for k := range uint64(24) {
		f.Add(gen.Expand(k, 16<<(k%8)), byte(k))
	}
	f.Fuzz(func(t *testing.T, data []byte, wild byte) {
		g := &garbage{Rand: rand.New(&byteSource{data: data}), m: ir.NewModule(), wild: int(wild % 4)}
		g.module()
		if verifyTwice(t, g.m) == nil {
			_ = g.m.Canonical()
		}
	})
}

// verifyTwice verifies a module twice, which must say the same, and returns what it says.
func verifyTwice(t *testing.T, m *ir.Module) error {
	t.Helper()
	err := ir.Verify(m)
	again := ir.Verify(m)
	switch {
	case err == nil && again == nil:
		return nil
	case err == nil || again == nil || err.Error() != again.Error():
		t.Fatalf("Verify says %v, then %v", err, again)
	}
	if strings.Contains(err.Error(), "BUG") {
		t.Fatal(err)
	}
	return err
}

// byteSource is a source of random numbers that an engine can steer: the bytes, then what a
// fixed generator makes.
type byteSource struct {
	data []byte
	rest *rand.PCG
}

func (s *byteSource) Uint64() uint64 {
	if len(s.data) > 0 {
		var b [8]byte
		// One byte a number, in the high bits, which are those that rand.IntN looks at.
		b[7] = s.data[0]
		s.data = s.data[1:]
		return binary.LittleEndian.Uint64(b[:])
	}
	if s.rest == nil {
		s.rest = rand.NewPCG(1, 2)
	}
	return s.rest.Uint64()
}
