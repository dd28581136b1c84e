package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestToolsOnCorpus compares what the tools say on both engines, on every function of the corpus.
func TestToolsOnCorpus(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../corpus/pass/*.tir", "../corpus/ub/*/*.tir", "../corpus/diff/*.tir"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no corpus at %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	seed := testseed.Seed(t)
	for _, name := range testseed.Sample(t, 100, files) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m := readable(src)
		if m == nil {
			continue
		}
		for _, f := range m.Funcs {
			if f != m.Func(f.Name) {
				continue
			}
			for _, strict := range []bool{true, false} {
				o := interp.Options{Entry: f.Name, Args: inputFor(f, seed), Strict: strict, Fuel: fuzzFuel, Seed: seed, AddressSeed: seed,
					MemLimit: 64 << 20, MaxDepth: 200}
				if err := fuzz.CompareTools(t.Context(), m, o); err != nil {
					t.Errorf("%s: @%s strict=%v: %v", name, f.Name, strict, err)
				}
			}
		}
	}
}

// TestToolsOnKernels compares them on the kernels at their smallest size.
func TestToolsOnKernels(t *testing.T) {
	for _, name := range testseed.Sample(t, 6, kernelNames(t)) {
		k := loadKernel(t, name)
		o := interp.Options{Entry: "kernel", Args: []interp.Value{interp.NewInt(k.sizes["T"].n)}}
		if err := fuzz.CompareTools(t.Context(), k.m, o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
