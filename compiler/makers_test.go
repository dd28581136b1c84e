package compiler_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/object"
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
			compile := func(makers bool) *object.Module {
				m, err := parser.Parse(name, src)
				if err != nil {
					t.Fatal(err)
				}
				code, err := compiler.Compile(context.Background(), m, compiler.Options{Level: level, Makers: makers})
				if err != nil {
					t.Fatal(err)
				}
				return code
			}
			with, without := compile(true), compile(false)
			for n := range with.Funcs {
				if !bytes.Equal(with.Funcs[n].Code, without.Funcs[n].Code) {
					t.Errorf("%s at -O%s: the code of %s is another one", name, level, with.Funcs[n].Name)
				}
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
