package c_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/internal/usage"
	"github.com/tuffy-ir/tuffy/ir"
)

// BenchmarkCompile translates C and reports lines of the files, without those of their headers, a second of processor
// time: with parsing, all checks, lowering and the verifier. The programs of the corpus are many small files that include
// headers; corpus/c/pass are taken together. TUFFY_C_FILES names others by a pattern, as large ones.
func BenchmarkCompile(b *testing.B) {
	pattern := os.Getenv("TUFFY_C_FILES")
	if pattern == "" {
		pattern = filepath.Join(corpus, "pass", "*.c")
	}
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		b.Fatalf("no files match %s: %v", pattern, err)
	}
	var files []c.File
	lines := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, c.File{Name: name, Text: text})
		lines += bytes.Count(text, []byte("\n"))
	}
	o := c.Options{Hosted: true, Freeform: true, Warn: func(c.Warning) {}}
	b.ReportAllocs()
	instructions := 0
	start := usage.Spent(b)
	for b.Loop() {
		instructions = 0
		for _, f := range files {
			m, err := c.Compile([]c.File{f}, o)
			if err != nil {
				b.Fatal(err)
			}
			if err := ir.Verify(m); err != nil {
				b.Fatal(err)
			}
			for _, f := range m.Funcs {
				instructions += f.NumInsts()
			}
		}
	}
	spent := (usage.Spent(b) - start).Seconds()
	b.ReportMetric(float64(lines*b.N)/spent, "lines/cpu-s")
	b.ReportMetric(float64(instructions), "instructions")
}
