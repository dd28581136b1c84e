package mutants

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSample: a number of a seed is one edit, the same each time, of a file of its place, and Go still parses it.
func TestSample(t *testing.T) {
	seen := map[string]bool{}
	sampler, err := NewSampler(root)
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(200) {
		m, err := sampler.Mutant(12345, n)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := sampler.Mutant(12345, n); n < 5 && (err != nil || again.Mutant != m.Mutant) {
			t.Errorf("number %d is another one the second time: %+v, %v", n, again.Mutant, err)
		}
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
		if err != nil {
			t.Fatal(err)
		}
		wrong, err := m.Apply(src)
		if err != nil {
			t.Error(err)
			continue
		}
		if string(wrong) == string(src) {
			t.Errorf("%s changes nothing", m.Name)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), m.File, wrong, parser.SkipObjectResolution); err != nil {
			t.Errorf("%s, %s: %v", m.Name, m.What, err)
		}
		seen[m.Operator], seen[m.Place.Name] = true, true
	}
	for _, o := range Operators() {
		if !seen[o.Name] {
			t.Errorf("no mutant of %s among 200", o.Name)
		}
	}
	for _, p := range Places() {
		if !seen[p.Name] {
			t.Errorf("no mutant of the %s among 200", p.Name)
		}
	}
}

// TestOperators: what each rule makes of a line, all of it.
func TestOperators(t *testing.T) {
	for _, row := range []struct {
		operator, body string
		want           []string
	}{
		{"boundary", "return a < b || a >= c", []string{"return a <= b || a >= c", "return a < b || a > c"}},
		{"constant", "return a + 3 > 0", []string{"return a + 3 > 1", "return a + 4 > 0", "return a + 2 > 0"}},
		{"constant", "return x[7]", nil},
		{"swapped", "return a - b*c", []string{"return (b*c) - (a)"}},
		{"operator", "return a + b", []string{"return a - b"}},
		{"operator", "return a &^ b", []string{"return a & b"}},
		{"condition", "return a && f(b)", []string{"return a", "return f(b)"}},
		{"check", "if a < b { return 1 }; return 2", []string{"if false && (a < b) { return 1 }; return 2"}},
		{"check", "if a < b { panic(1) }; return 2", nil},
		{"width", "return uint64(a) >> 63", []string{"return uint64(uint32(a)) >> 63", "return uint64(a) >> 31"}},
		{"sign", "return int64(a) >> n", []string{"return int64(uint64(a) >> n)"}},
		{"sign", "return uint64(a) < uint64(b)", []string{"return int64(a) < int64(b)"}},
		{"sign", "return uint64(0xff) >> n", nil},
		{"case", "switch a { case 1: return 1; case 2, 3: return 2 }; return 3",
			[]string{"switch a { ; case 2, 3: return 2 }; return 3", "switch a { case 1: return 1; case 3: return 2 }; return 3", "switch a { case 1: return 1; case 2: return 2 }; return 3"}},
		{"negation", "return !a", []string{"return a"}},
		{"assignment", "x = f(a); n++; y := x; return y", []string{"_ = f(a); n++; y := x; return y", "x = f(a); _ = n; y := x; return y"}},
		{"call", "f(a); panic(b)", []string{"; panic(b)"}},
		{"operator", `fmt.Println(a + b); return`, nil},
	} {
		const head = "package p\n\nfunc g() {\n"
		src := []byte(head + row.body + "\n}\n")
		all, err := sitesOf("p.go", src)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range all {
			if s.operator == row.operator {
				text := string(src[:s.start]) + s.text + string(src[s.end:])
				got = append(got, strings.Join(strings.Fields(strings.TrimSuffix(strings.TrimPrefix(text, head), "\n}\n")), " "))
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s of %q:\n got %q\nwant %q", row.operator, row.body, got, row.want)
		}
	}
}
