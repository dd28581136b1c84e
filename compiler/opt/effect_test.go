package opt_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// steps runs a program and counts the instructions that it executes; 0 if it does not return.
func steps(b *testing.B, m *ir.Module) float64 {
	b.Helper()
	out, err := interp.Run(context.Background(), m, interp.Options{Strict: true, Fuel: 2_000_000_000, MaxDepth: 100_000})
	if err != nil {
		b.Fatal(err)
	}
	if out.Kind != interp.Returned {
		return 0
	}
	return float64(out.Steps)
}

// workload is programs with the instructions that they execute as they are.
type workload struct {
	name   string
	m      []*ir.Module
	before []float64
}

func workloads(b *testing.B) []*workload {
	b.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "corpus", "bench", "*.tir"))
	if err != nil || len(files) < 10 {
		b.Fatal(err, len(files))
	}
	kernels, generated := &workload{name: "kernels"}, &workload{name: "generated"}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		m, err := parser.Parse(name, src)
		if err != nil {
			b.Fatal(err)
		}
		kernels.m = append(kernels.m, m)
	}
	for seed := uint64(1); len(generated.m) < 500; seed++ {
		generated.m = append(generated.m, gen.Program(gen.Expand(seed, 800), preset.Default))
	}
	out := []*workload{kernels, generated}
	for _, w := range out {
		for _, m := range w.m {
			w.before = append(w.before, steps(b, m))
		}
	}
	return out
}

// share is the geometric mean over programs of the part of its instructions that a program still
// executes after a pipeline, in percent.
func (w *workload) share(b *testing.B, c *pass.Config) float64 {
	b.Helper()
	sum, n := 0.0, 0
	for k, m := range w.m {
		if w.before[k] == 0 {
			continue
		}
		after := m.Clone()
		if _, err := pass.Run(context.Background(), after, opt.Passes(), pass.Options{Config: c}); err != nil {
			b.Fatal(err)
		}
		if s := steps(b, after); s > 0 {
			sum += math.Log(s / w.before[k])
			n++
		}
	}
	return 100 * math.Exp(sum/float64(n))
}

// BenchmarkEffect reports which share of the instructions programs still execute after each level,
// and after -O2 without each of its passes.
func BenchmarkEffect(b *testing.B) {
	work := workloads(b)
	measure := func(b *testing.B, c *pass.Config) {
		for b.Loop() {
			for _, w := range work {
				b.ReportMetric(w.share(b, c), w.name+"%")
			}
		}
	}
	for _, level := range opt.Levels {
		b.Run("O"+level, func(b *testing.B) {
			c, err := opt.Preset(level)
			if err != nil {
				b.Fatal(err)
			}
			measure(b, c)
		})
	}
	for _, p := range opt.Passes() {
		b.Run("without="+p.Name, func(b *testing.B) {
			c, err := opt.Preset("2")
			if err != nil {
				b.Fatal(err)
			}
			if err := c.Disable(opt.Passes(), p.Name); err != nil {
				b.Fatal(err)
			}
			measure(b, c)
		})
	}
}
