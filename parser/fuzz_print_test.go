package parser_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// FuzzPrint: generated programs and mutants of them read back as they were printed, and what is
// read back verifies.
func FuzzPrint(f *testing.F) {
	for k := range uint64(24) {
		f.Add(gen.Expand(k, 32<<(k%6)), gen.Expand(k, int(k%3)*32))
	}
	f.Fuzz(func(t *testing.T, data, mutation []byte) {
		m := gen.Program(data, preset.UB)
		if len(mutation) > 0 {
			m = mutate.Module(m, mutation)
		}
		text := m.Canonical()
		again, err := parser.Parse("printed.tir", []byte(text))
		if err != nil {
			t.Fatalf("the printed text does not parse:\n%v\n%s", err, text)
		}
		if err := ir.Verify(again); err != nil {
			t.Fatalf("what was read back does not verify: %v\n%s", err, text)
		}
		if s := again.Canonical(); s != text {
			t.Fatalf("printing again gives another text:\n%s\n--- again:\n%s", text, s)
		}
		parser.CheckRoundTrip(t, again) // its handles are in the order of the text
	})
}
