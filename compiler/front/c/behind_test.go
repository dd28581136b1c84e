package c_test

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// TestVolatileBehind counts the loads that are events, as gcc keeps them: volatile is a word of members, and of types in
// parentheses, that the parser does not keep for what a pointer points to.
func TestVolatileBehind(t *testing.T) {
	const before = `#include <stdarg.h>
struct t { int k, a[2]; };
struct s { volatile int *p, v; struct { volatile int z; } in; const volatile int *const q; int volatile *r[2]; volatile int (*rows)[3], **pp; volatile struct t w, *vt; int *plain, *volatile *pv; };
typedef int *ip;
int *volatile *vv;
`
	for _, tt := range []struct {
		text string
		want int
	}{
		{"*s->p;", 1}, {"s->v;", 1}, {"s->in.z;", 1}, {"*s->q;", 1}, {"**s->pp;", 1}, {"s->w.a[1];", 1}, {"s->p[3];", 1},
		{"s->vt->k;", 1}, {"s->vt->a[1];", 1}, {"*s->p++;", 1}, {"*(n ? s->p : s->p + 1);", 1},
		{"*(volatile int *)x;", 1}, {"*(int volatile *)x;", 1}, {"((volatile char *)x)[2];", 1}, {"*(1 + (volatile int *)x);", 1},
		{"*(volatile __typeof__(n) *)&(n);", 1}, {"((volatile struct t *)x)->k;", 1}, {"((volatile struct t *)x)->a[0];", 1},
		{"struct l { volatile int *p; } *l = x; *l->p;", 1}, {"*va_arg(ap, volatile int *);", 1}, {"*(struct l { volatile int *p; } *){x}->p;", 1},
		{"*(volatile ip *)x;", 1}, {"**(volatile ip *)x;", 1}, {"*(int *volatile *)x;", 1}, {"**(int **volatile *)x;", 1},
		// The parser takes these pointers for volatile ones, too: one load more stays.
		{"*s->pv;", 2}, {"**s->pv;", 2}, {"int *volatile *l = x; *l;", 2}, {"*vv;", 2},

		{"s->p;", 0}, {"*s->plain;", 0}, {"*(int *)x;", 0}, {"*(const int *)x;", 0}, {"s->vt;", 0},
	} {
		m, err := c.Compile([]c.File{{Name: "v.c", Text: []byte(before + "void g(struct s *s, void *x, int n, va_list ap) { " + tt.text + " }\n")}}, c.Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := strings.Count(m.String(), "load.volatile"); got != tt.want {
			t.Errorf("%s: %d loads are volatile, want %d", tt.text, got, tt.want)
		}
	}
}

// TestConstBehind: what a member or a type in parentheses calls const is not assigned (C11 6.3.2.1, 6.5.16).
func TestConstBehind(t *testing.T) {
	for text, ok := range map[string]bool{
		"*s->p = 1;": false, "s->p[1] = 1;": false, "*(const int *)x = 1;": false, "((const struct t *)x)->k = 1;": false, "(*s->row)[1] = 1;": false,
		"s->p = x;": true, "*(int *)x = 1;": true, "*s->q = 1;": true, "*(int *)s->p = 1;": true, "*(const ip *)x;": true, "**(const ip *)x = 1;": true,
	} {
		_, err := c.Compile([]c.File{{Name: "k.c", Text: []byte("typedef int *ip; struct t { int k; }; struct s { const int *p, (*row)[2]; int *const q; };\nvoid g(struct s *s, void *x) { " + text + " }\n")}}, c.Options{})
		if (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}
