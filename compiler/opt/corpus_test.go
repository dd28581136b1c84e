package opt_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

var update = flag.Bool("update", false, "rewrite the .after.tir files of corpus/opt")

var corpus = filepath.Join("..", "..", "corpus", "opt")

func read(t *testing.T, name string) *ir.Module {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parser.Parse(filepath.Base(name), src)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCorpus runs the pass that a folder is named after on its programs: each before must become
// its after, and that must refine it; the cases of a pass that may change results are such that no
// order of their operations rounds anything. A first line "// with a=1 b=2" sets parameters. A case whose name starts with "not_" must stay as it is.
func TestCorpus(t *testing.T) {
	for _, p := range opt.Passes() {
		cases, err := filepath.Glob(filepath.Join(corpus, p.Name, "*.before.tir"))
		if err != nil {
			t.Fatal(err)
		}
		if len(cases) < 3 {
			t.Errorf("%s has %d cases in corpus/opt, want at least 3", p.Name, len(cases))
		}
		negative := 0
		for n, name := range cases {
			base := strings.TrimSuffix(filepath.Base(name), ".before.tir")
			if strings.HasPrefix(base, "not_") {
				negative++
			}
			if n%testseed.Rounds(1, 8) > 0 {
				continue
			}
			t.Run(p.Name+"/"+base, func(t *testing.T) { transformed(t, p.Name, name, base) })
		}
		if negative == 0 {
			t.Errorf("%s has no case that it must leave alone", p.Name)
		}
	}
}

// parameters are those that the first line of a case sets.
func parameters(t *testing.T, file string) map[string]int {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(src), "\n")
	list, ok := strings.CutPrefix(line, "// with ")
	if !ok {
		return nil
	}
	out := map[string]int{}
	for _, word := range strings.Fields(list) {
		name, value, _ := strings.Cut(word, "=")
		if out[name], err = strconv.Atoi(value); err != nil {
			t.Fatalf("%s: %q: expected a parameter and its value", file, word)
		}
	}
	return out
}

func transformed(t *testing.T, name, file, base string) {
	before, m := read(t, file), read(t, file)
	config := pass.Single(name, 4, name)
	if opt.FastMath(name) {
		config.Stages[0].Passes[0].Params = map[string]int{"reassoc": 1, "contract": 1}
	}
	if given := parameters(t, file); given != nil {
		config.Stages[0].Passes[0].Params = given
	}
	rep, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	after := strings.TrimSuffix(file, ".before.tir") + ".after.tir"
	if *update {
		if err := os.WriteFile(after, []byte(m.Canonical()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(after)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), m.Canonical()); d != "" {
		t.Errorf("not as in %s (-want +got):\n%s", after, d)
	}
	if changed := rep.Changes > 0; changed == strings.HasPrefix(base, "not_") {
		t.Errorf("%d rewrites fired", rep.Changes)
	}
	c := difftest.Config{Runs: 60}
	if before.Func("main") != nil {
		c.Entry = "main" // what runs is known, and passes may rely on it
	}
	res, err := difftest.Check(context.Background(), before, m, c)
	if err != nil {
		t.Fatal(err)
	}
	if v := res.Verdict(); v == difftest.Diverged {
		t.Errorf("after does not refine before:\n%s", res.Text())
	}
}
