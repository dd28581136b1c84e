package c_test

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// TestConstraints wants what breaks a constraint of C refused, with the words of the second column; gcc refuses each,
// too.
func TestConstraints(t *testing.T) {
	const before = `struct s { int a; const int k; } s1, s2; struct r { int a; } r1; const int n = 1; const struct s cs; int f(int); void v(void);
int arr[3]; const int carr[3]; const struct s *ps; int *const fixed = arr; int x, *p; double d; struct open *po; enum e { E };
struct bits { int b : 3; } bits; int g(void) { `
	for _, tt := range []struct{ text, want string }{
		{"n = 1;", "n is const"},
		{"static int length[x];", "constant expression"},
		{"p = (int *)1.5;", "cannot be converted"},
		{"d = (double)p;", "cannot be converted"},
		{"x = (int)r1;", "cannot be converted"},
		{"p = (int *)r1;", "cannot be converted"},
		{"n++;", "n is const"},
		{"--n;", "n is const"},
		{"n += 1;", "n is const"},
		{"carr[1] = 2;", "carr is const"},
		{"cs.a = 1;", "cs is const"},
		{"s1.k = 1;", "k is const"},
		{"ps->a = 1;", "const"},
		{"*&n = 1;", "const"},
		{"fixed = p;", "fixed is const"},
		{"s1 = s2;", "has a member that is const"},
		{"1 = x;", "no object"},
		{"x + 1 = 2;", "unary-expression"},
		{"f(1) = 2;", "no object"},
		{"E = 2;", "no object"},
		{"arr = p;", "cannot be assigned"},
		{"__builtin_setjmp(1.0);", "this must be a pointer"},
		{"f = 0;", "cannot be assigned"},
		{"x = v();", "void"},
		{"x = v() + 1;", ""},
		{"if (v()) x = 1;", ""},
		{"f(v());", "void"},
		{"return v();", "void"},
		{"return r1;", "cannot become"},
		{"x = r1;", "cannot become"},
		{"r1 = x;", "cannot become"},
		{"r1 = s1;", "cannot become"},
		{"p = 1.5;", "cannot become"},
		{"d = p;", "cannot become"},
		{"f(1, 2);", "takes 1 argument"},
		{"f();", "takes 1 argument"},
		{"f(r1);", "cannot become"},
		{"x();", "function"},
		{"__builtin_fmax(1);", "takes 2 arguments"},
		{"__builtin_popcount(1, 2);", "takes 1 argument"},
		{"&1;", "object"},
		{"&bits.b;", "bit-field"},
		{"*x;", "pointer"},
		{"x->a;", "pointer"},
		{"r1.b;", "member"},
		{"po->a;", ""},
		{"x = *po;", ""},
		{"x = r1 + 1;", ""},
		{"x = p * 2;", ""},
		{"x = d % 2;", ""},
		{"x = d << 1;", ""},
		{"x = ~d;", ""},
		{"x = -p;", ""},
		{"p = p + d;", ""},
		{"p = p + p;", ""},
		{"x = p < d;", ""},
		{"while (r1) ;", ""},
		{"switch (d) { }", "integer"},
		{"(struct r)x;", ""},
		{"break;", "not within"},
		{"continue;", "not within"},
		{"case 1: ;", "not within"},
		{"switch (x) { case 1: case 1: ; }", "twice"},
		{"goto nowhere;", "undefined"},
		{"a: ; a: ;", "twice"},
		{"void o;", "void"},
		{"struct open o;", ""},
		{"int o[-1];", ""},
		{"struct { int b : 99; } o; o.b = 1;", "99"},
		{"_Alignas(3) int o;", "power of two"},
	} {
		_, err := c.Compile([]c.File{{Name: "t.c", Text: []byte(before + tt.text + " return 0; }\n")}}, c.Options{Hosted: true})
		if err == nil {
			t.Errorf("%s is accepted", tt.text)
		} else if !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "t.c:3:") {
			t.Errorf("%s: want %q at line 3:\n%v", tt.text, tt.want, err)
		}
	}
}
