package corpus

import (
	"os"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// TestSuite runs the pairs of c/suite, which were written from the text of the standard by somebody who had not read the interpreter:
// each program that the index says is reported has a report, and no twin has one.
func TestSuite(t *testing.T) {
	index, err := os.ReadFile("c/suite/index.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(index)), "\n")[1:]
	if len(rows) < 200 {
		t.Fatalf("only %d pairs", len(rows))
	}
	for n, row := range testseed.Sample(t, 8, rows) {
		f := strings.Split(row, "\t")
		if len(f) != 6 {
			t.Fatalf("%q has %d columns, want 6", row, len(f))
		}
		t.Run(f[0], func(t *testing.T) {
			exact := n%8 == 0 // the reference evaluator is slow
			if got := suiteReports(t, f[0]+"/bad.c", exact); f[5] == "yes" && len(got) == 0 {
				t.Errorf("no report of: %s", f[3])
			}
			for _, u := range suiteReports(t, f[0]+"/good.c", exact) {
				t.Errorf("a report of what is right:\n%s", u.Text(true))
			}
		})
	}
}

// suiteReports are the reports of a program of the suite, with every check on.
func suiteReports(t *testing.T, name string, exact bool) []*interp.UB {
	t.Helper()
	text, err := os.ReadFile("c/suite/" + name)
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := runC("c/suite/"+name, string(text), "all", exact)
	if err != nil {
		t.Fatal(err)
	}
	return out.Reports
}
