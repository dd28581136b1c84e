package corpus

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestEndless: of the loops without end the ones that must end are reported where their condition stands (bad), those that need not end the run
// early if nothing can be seen of them (ends), and otherwise come to its limit (limit). Loops that end do so without a report (good).
func TestEndless(t *testing.T) {
	files, err := filepath.Glob("c/endless/*.c")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs: %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := c.Compile([]c.File{{Name: name, Text: text}}, c.Options{Hosted: true, Words: true, Checks: true})
		if err != nil {
			t.Fatal(err)
		}
		out, err := interp.Run(context.Background(), m, interp.Options{Entry: "main", SourceUB: true, Fuel: 12_000_000, NoEvents: true})
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(filepath.Base(name), "_")
		switch early := out.Kind == interp.OutOfFuel && strings.Contains(out.Reason, "does not end"); {
		case kind == "bad":
			line := strings.Count(strings.SplitN(string(text), "/* HERE */", 2)[0], "\n") + 1
			if out.Kind != interp.Undefined || len(out.Reports) != 1 || out.Reports[0].Source == nil || out.Reports[0].Source.At.Line != line || out.Reports[0].Source.Rule != "C11 6.8.5p6" {
				t.Errorf("%s: line %d is not reported: %s", name, line, out.Text())
			}
		case kind == "good" && (out.Kind != interp.Returned || len(out.Reports) > 0),
			kind == "ends" && (!early || len(out.Reports) > 0),
			kind == "limit" && (out.Kind != interp.OutOfFuel || early || len(out.Reports) > 0):
			t.Errorf("%s: %s", name, out.Text())
		}
	}
}

// TestClean: programs of many idioms have no report with every check on.
func TestClean(t *testing.T) {
	files, err := filepath.Glob("c/clean/*.c")
	if err != nil || len(files) < 25 {
		t.Fatalf("%d programs: %v", len(files), err)
	}
	for _, name := range testseed.Sample(t, 4, files) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out, _, err := runC(name, string(text), "all", false)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range out.Reports {
			t.Errorf("a report of what is right:\n%s", u.Text(true))
		}
		if out.Kind != interp.Returned && out.Kind != interp.Exited {
			t.Errorf("%s: %s", name, out.Text())
		}
	}
}
