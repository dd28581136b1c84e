package opt_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/compiler/trace"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestRules: the passes list all rules that they have. What fires on generated programs is listed for
// its pass, and what the source names is listed for some pass.
func TestRules(t *testing.T) {
	table := opt.Passes()
	of := map[string][]string{}
	all := map[string]bool{}
	for _, p := range table {
		for _, r := range p.Rewrites {
			of[p.Name] = append(of[p.Name], r.Name)
		}
		if len(of[p.Name]) == 0 {
			t.Errorf("%s lists no rule", p.Name)
		}
		for n, r := range of[p.Name] {
			all[r] = true
			if slices.Index(of[p.Name], r) != n {
				t.Errorf("%s lists %s twice", p.Name, r)
			}
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	literal := regexp.MustCompile(`(?:Rule: |fire\(|rule :?= |rule, kind :?= )"(\w+)"`)
	for _, name := range files {
		if match, _ := filepath.Match("*_test.go", name); match {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range literal.FindAllSubmatch(text, -1) {
			named++
			if r := string(m[1]); !all[r] && r != "dissolve_" {
				t.Errorf("%s: no pass lists the rule %s", name, r)
			}
		}
	}
	if named < 40 {
		t.Errorf("%d rules are named in the source: the pattern of this test is wrong", named)
	}
	seed := testseed.Seed(t)
	fired := map[string]bool{}
	for k := range uint64(60) {
		m := gen.Program(gen.Expand(seed+k, 1200), preset.Default)
		var every []string
		for _, p := range table {
			every = append(every, p.Name)
		}
		c, err := opt.Preset("fast")
		if err != nil {
			t.Fatal(err)
		}
		if k%2 == 0 {
			c = &pass.Config{Name: "all"}
			for _, name := range every {
				c.Stages = append(c.Stages, pass.Single(name, 2, name).Stages...)
			}
		}
		tr, err := pass.Recorded(context.Background(), m, table, pass.Options{Config: c, Trace: trace.Decisions})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range tr.Entries {
			fired[e.Pass+"/"+e.Rule] = true
			if !slices.Contains(of[e.Pass], e.Rule) {
				t.Fatalf("seed %d: %s does not list the rule %s", seed+k, e.Pass, e.Rule)
			}
		}
		if _, key, err := pass.Known(table, tr); err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	if len(fired) < 60 {
		t.Errorf("only %d different rules fired", len(fired))
	}
	t.Logf("%d rules named in the source, %d different ones fired", named, len(fired))
}
