package c_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// TestWarnings: what gcc 12 warns of without options, at the same lines, and what it says nothing of.
func TestWarnings(t *testing.T) {
	const before = `#include <stddef.h>
int printf(const char *, ...), scanf(const char *, ...);
struct s { int a; } s1; struct t { int a; } t1; int f(int *); void v(void); int old(); int (*fp)(int), (*fv)(void);
int *p; const int *cp; char *str; unsigned *up; long *lp; void *vp; struct s *sp; struct t *tp; struct open *po; int n; unsigned char c; signed char sc; unsigned u; long l; _Bool b; int row[3], (*pr)[3]; enum e { E } e;
`
	for _, tt := range []struct{ text, want string }{
		{"p = 5;", "is made of an integer"},
		{"p = 0;", ""},
		{"p = NULL;", ""},
		{"p = (int *)5;", ""},
		{"p = n;", "is made of an integer"},
		{"n = p;", "is made of a pointer"},
		{"n = row;", "is made of a pointer"},
		{"b = p;", ""},
		{"l = (long)p;", ""},
		{"f(n);", "is made of an integer"},
		{"f(0);", ""},
		{"old(p);", ""},
		{"p = lp;", "points to something else"},
		{"p = up;", ""},
		{"p = vp;", ""},
		{"vp = lp;", ""},
		{"sp = tp;", "points to something else"},
		{"po = vp;", ""},
		{"p = cp;", "const no more"},
		{"cp = p;", ""},
		{"vp = 0;", ""},
		{"str = \"abc\";", ""},
		{"fp = fv;", "points to something else"},
		{"fp = f;", "points to something else"},
		{"p = row;", ""},
		{"pr = &row;", ""},
		{"p = pr;", "points to something else"},
		{"c = 300;", "300 becomes 44"},
		{"c = -1;", ""},
		{"sc = 255;", ""},
		{"sc = 127;", ""},
		{"sc = 1000;", "1000 becomes -24"},
		{"u = -1;", ""},
		{"n = 4294967295u;", ""},
		{"n = 5000000000;", "becomes"},
		{"b = 2;", ""},
		{"c = (unsigned char)300;", ""},
		{"if (p == n) v();", "compared with an integer"},
		{"if (p == 0) v();", ""},
		{"if (p == lp) v();", "different types"},
		{"if (p < lp) v();", "different types"},
		{"if (p == vp) v();", ""},
		{"printf(\"%d\", l);", "takes an argument of type int"},
		{"printf(\"%ld\", n);", "takes an argument of type long"},
		{"printf(\"%u %d %x\", n, u, c);", ""},
		{"printf(\"%s\", p);", "takes an argument of type char *"},
		{"printf(\"%s\", str);", ""},
		{"printf(\"%f\", 1.0f);", ""},
		{"printf(\"%Lf\", 1.0);", "takes an argument of type long double"},
		{"printf(\"%f\", n);", "takes an argument of type double"},
		{"printf(\"%*d\", l, n);", "argument 2 is of type long"},
		{"printf(\"%hd\", l);", "takes an argument of type int"},
		{"printf(\"%n\", lp);", "takes an argument of type int *"},
		{"scanf(\"%d\", p);", ""},
		{"scanf(\"%d\", up);", ""},
		{"scanf(\"%d\", lp);", "takes an argument of type int *"},
		{"scanf(\"%*d%ld\", lp);", ""},
		{"scanf(\"%hd\", p);", "takes an argument of type short *"},
		{"scanf(\"%[]x]%d\", str, p);", ""},
		{"scanf(\"%lf\", p);", "takes an argument of type double *"},
		{"scanf(\"%d\", n);", "takes an argument of type int *"},
		{"n = n / 0;", "division by zero"},
		{"n = n % 0;", "division by zero"},
		{"n = n << 32;", "shift by 32"},
		{"n = n << 31;", ""},
		{"n = n >> -1;", "shift by -1"},
		{"n = 7 >> -1;", "shift by -1"},
		{"n = n ? 1 << -122 : 0;", "shift by -122"},
		{"l = l << 40;", ""},
		{"undeclared(1);", "undeclared is not declared"},
		{"exit(0);", "exit is not declared"},
		{"__builtin_abort();", ""},
		{"return 1;", "return with a value"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			said := warningsOf(t, before+"void g(void) { "+tt.text+" }\n")
			if (tt.want == "") != (len(said) == 0) || !strings.Contains(strings.Join(said, "\n"), tt.want) || len(said) > 1 {
				t.Errorf("warnings %q, want one with %q", said, tt.want)
			}
		})
	}
	for text, want := range map[string]string{
		"int g(void) { return; }\n":                                 "return without a value",
		"g(void) { return 0; }\n":                                   "has no type",
		"static int g(int *p) { return p; }\n":                      "is made of a pointer", // nothing calls it
		"int *p = 5;\n":                                             "is made of an integer",
		"int g(void) { return sizeof(long) == 4 ? 1 << 40 : 2; }\n": "",
		"struct m { const int *p, *q[2]; }; void g(struct m *m, const int *x) { m->p = x; m->q[1] = x; struct m n = {x, {x}}; n.p = m->p; }\n": "",
		"struct m { const int *p; }; void g(struct m *m, int *x) { x = m->p; }\n":                                                              "const no more",
		"void g(const int *x) { x = (const int *)x; int *y = (const int *)x; }\n":                                                              "const no more",
		"int f(const void *x) { const int *const *p = x; int *const *q = x; return **p + **q; }\n":                                             "",
		"#include <stdio.h>\n#include <string.h>\nint g(void) { return 0; }\n":                                                                 "",
	} {
		if said := warningsOf(t, text); (want == "") != (len(said) == 0) || !strings.Contains(strings.Join(said, "\n"), want) {
			t.Errorf("%s: warnings %q, want one with %q", text, said, want)
		}
	}
}

// warningsOf are the warnings of a text, without the excerpts.
func warningsOf(t *testing.T, text string) (said []string) {
	t.Helper()
	_, err := c.Compile([]c.File{{Name: "w.c", Text: []byte(text)}}, c.Options{Warn: func(w c.Warning) {
		if want := fmt.Sprintf("w.c:%d:%d: warning: %s\n", w.Line, w.Col, w.Msg); !strings.HasPrefix(w.String(), want) || w.Line == 0 || w.Col == 0 {
			t.Errorf("%q, want %q at the beginning", w, want)
		}
		said = append(said, w.Msg)
	}})
	if err != nil {
		t.Error(err)
	}
	return said
}

// TestUnusedFunctions: mistakes in functions that nothing refers to are errors; what is only not supported is none.
func TestUnusedFunctions(t *testing.T) {
	for text, want := range map[string]string{
		"static int f(void) { const int x = 1; x = 2; return x; }":                                  "x is const",
		"static inline void f(void) { int *p; p = f(1); }":                                          "void",
		"static int f(void) { int g(void) { return 1; } return g(); } int main(void) { return 0; }": "",
		"static int f(void) { static int k; return k++; } int k = 1;":                               "",
	} {
		_, err := c.Compile([]c.File{{Name: "u.c", Text: []byte(text)}}, c.Options{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestLineZero: a text that says that line 0 follows is read as one that says line 1, in all forms that compilers write.
func TestLineZero(t *testing.T) {
	for _, head := range []string{"#line 0", "  #  line 000", "#line 1"} {
		if _, err := c.Compile([]c.File{{Name: "t.c", Text: []byte(head + "\nint main(void) { return 0; }\n")}}, c.Options{Hosted: true}); err != nil {
			t.Errorf("%s: %v", head, err)
		}
		_, err := c.Compile([]c.File{{Name: "t.c", Text: []byte(head + "\nint main(void) { return x; }\n")}}, c.Options{Hosted: true})
		if err == nil || !strings.Contains(err.Error(), ":1:25: error: undefined: x") {
			t.Errorf("%s: want an error in line 1, got %v", head, err)
		}
	}
}
