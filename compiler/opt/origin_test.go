package opt_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestLocations: when every instruction of a program has a source location, every instruction of
// the optimized program has one, too: no rewrite made an instruction out of nothing.
func TestLocations(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "corpus", "*", "*.tir"))
	if err != nil || len(files) < 100 {
		t.Fatal(err, len(files))
	}
	insts, lost := 0, 0
	for _, name := range testseed.Sample(t, 4, files) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := parser.Parse(name, src)
		if err != nil || ir.Verify(m) != nil {
			continue // what a program may not be is somewhere else's matter
		}
		for _, f := range m.Funcs {
			for b := range f.Blocks() {
				for i := range f.Insts(b) {
					p := m.TextPos(f.Origin(i))
					m.SetLocation(f.Origin(i), ir.Location{File: name, Line: p.Line, Col: p.Col})
				}
			}
		}
		for _, level := range []string{"2", "fast"} {
			after := m.Clone()
			c, err := opt.Preset(level)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := pass.Run(context.Background(), after, opt.Passes(), pass.Options{Config: c, Policy: opt.FunctionPolicy()}); err != nil {
				t.Fatal(err)
			}
			for _, f := range after.Funcs {
				n := f.Number()
				for b := range f.Blocks() {
					for i := range f.Insts(b) {
						insts++
						if _, ok := after.Location(f.Origin(i)); !ok {
							lost++
							t.Errorf("%s at -O%s: @%s: %s has no location", name, level, f.Name, f.InstText(n, i))
						}
					}
				}
			}
		}
	}
	t.Logf("%d instructions, %d without a location", insts, lost)
	if insts < testseed.Rounds(1000, 500) {
		t.Errorf("only %d instructions were looked at", insts)
	}
}
