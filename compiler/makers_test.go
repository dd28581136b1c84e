package compiler_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestMakers: a listing says of each instruction who made it, and to ask for that changes no byte of the code.
func TestMakers(t *testing.T) {
	for _, name := range []string{"crc32", "sha256", "fib", "vecint", "strings"} {
		src, err := os.ReadFile(filepath.Join("..", "corpus", "bench", name+".tir"))
		if err != nil {
			t.Fatal(err)
		}
		for _, level := range []string{"0", "2"} {
			var entries []trace.Entry
			record := func(e *trace.Entry) { entries = append(entries, *e) }
			compile := func(makers bool, record func(e *trace.Entry)) *object.Module {
				m, err := parser.Parse(name, src)
				if err != nil {
					t.Fatal(err)
				}
				code, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level, Makers: makers, Record: record})
				if err != nil {
					t.Fatal(err)
				}
				return code
			}
			with, without, recorded := compile(true, nil), compile(false, nil), compile(false, record)
			for n := range with.Funcs {
				if !bytes.Equal(with.Funcs[n].Code, without.Funcs[n].Code) {
					t.Errorf("%s at -O%s: the code of %s is another one", name, level, with.Funcs[n].Name)
				}
			}
			// To record changes neither code nor lines.
			hashes, passes := map[trace.Hash]bool{}, map[string]int{}
			for n := range recorded.Funcs {
				if f, g := recorded.Funcs[n], without.Funcs[n]; !bytes.Equal(f.Code, g.Code) || !slices.Equal(f.Lines, g.Lines) {
					t.Errorf("%s at -O%s: %s is another one if decisions are recorded", name, level, f.Name)
				}
			}
			for n := range entries {
				e := &entries[n]
				passes[e.Pass]++
				if hashes[e.Hash] || e.Stage != trace.Codegen || len(e.Before.Instructions)+len(e.After.Instructions) == 0 {
					t.Errorf("%s at -O%s: %s", name, level, e.Text())
				}
				hashes[e.Hash] = true
			}
			if passes["isel"] < 10 || passes["regalloc"] == 0 || passes["emit"] == 0 || passes["legalize"] == 0 && name != "fib" {
				t.Errorf("%s at -O%s: %v", name, level, passes)
			}
			var text strings.Builder
			if err := object.WriteAnnotated(&text, with); err != nil {
				t.Fatal(err)
			}
			insts, rules := 0, 0
			for line := range strings.SplitSeq(text.String(), "\n") {
				if !strings.HasPrefix(line, "      ") || strings.Contains(line, ".byte") {
					continue
				}
				insts++
				if !strings.Contains(line, "  // ") {
					t.Errorf("%s at -O%s: nobody made %s", name, level, line)
				}
				if strings.Contains(line, "  // rule ") && strings.Contains(line, ", theorem Tuffy.X86.") {
					rules++
				}
			}
			if insts < 20 || rules == 0 {
				t.Errorf("%s at -O%s: %d instructions, %d by rules", name, level, insts, rules)
			}
		}
	}
}
