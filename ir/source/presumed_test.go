package source

import "testing"

func TestPresumed(t *testing.T) {
	const text = "one\n#line 100 \"g.y\"\nrule\n  # 7\nseven\n# line 5 \"a.c\"\nfive\n#define x 1\nseven again\n"
	for _, row := range []struct {
		file string
		line int
		want string
	}{
		{"a.c", 1, "one"}, {"g.y", 100, "rule"}, {"g.y", 7, "seven"}, {"a.c", 5, "five"}, {"a.c", 6, "#define x 1"}, {"a.c", 7, "seven again"},
		{"a.c", 3, ""}, {"g.y", 102, ""}, {"b.c", 1, ""},
	} {
		if got := Presumed(text, "a.c", row.file, row.line); got != row.want {
			t.Errorf("%s:%d: got %q, want %q", row.file, row.line, got, row.want)
		}
	}
	if got := Presumed("a\nb", "x.c", "x.c", 2); got != "b" {
		t.Errorf("without directives: %q", got)
	}
}
