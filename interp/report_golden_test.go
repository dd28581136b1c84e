package interp

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/golden"
)

// TestReports: what reports say of programs whose values and blocks have numbers of their author. Every name in a
// report is one of the program, both engines give the same text, nothing in it commands a terminal, and each
// line of demands is in the report: want alone would be what we printed.
func TestReports(t *testing.T) {
	name := regexp.MustCompile(`\b(?:v|bb)[0-9]+\b`)
	golden.Check(t, "testdata/reports.txt", func(t *testing.T, c *golden.Case) string {
		var texts [2]string
		for n, exact := range []bool{false, true} {
			o := Options{Exact: exact, Strict: strings.Contains(c.Part("options"), "strict"), Fuel: 1 << 20}
			for line := range strings.Lines(c.Part("options")) {
				fmt.Sscanf(line, "track %d", &o.Track)
				o.Leaks = o.Leaks || strings.HasPrefix(line, "leaks")
			}
			out, err := Run(context.Background(), parse(t, c.Program), o)
			if err != nil {
				t.Fatal(err)
			}
			var s strings.Builder
			for _, u := range out.Reports {
				s.WriteString(u.Text(strings.Contains(c.Part("options"), "verbose")) + "\n")
				if u.Times > 1 {
					s.WriteString("times " + strings.Repeat("|", u.Times) + "\n")
				}
			}
			for _, l := range out.Leaks {
				s.WriteString("leak: " + l.Text() + "\n")
			}
			if out.Life != nil {
				s.WriteString("life: " + out.Life.Text() + "\n")
			}
			texts[n] = s.String() + out.Text() + "\n"
		}
		if texts[0] != texts[1] {
			t.Errorf("the fast engine says\n%s\nthe reference evaluator\n%s", texts[0], texts[1])
		}
		for _, word := range name.FindAllString(texts[0], -1) {
			if !regexp.MustCompile(`\b` + word + `\b`).MatchString(c.Program) {
				t.Errorf("%s is no name of the program", word)
			}
		}
		if i := strings.IndexFunc(texts[0], func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }); i >= 0 {
			t.Errorf("a control character: %q", texts[0][i:])
		}
		for line := range strings.Lines(c.Part("demands")) {
			if line = strings.TrimRight(line, "\n"); !strings.Contains(texts[0], line) {
				t.Errorf("no %q in\n%s", line, texts[0])
			}
		}
		return texts[0]
	})
}
