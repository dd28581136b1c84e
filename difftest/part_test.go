package difftest_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/internal/irtest"
	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// place is where something stands in a text.
var place = regexp.MustCompile(`:\d+:\d+`)

// described is all that a comparison says, addresses of the counterexample among it.
func described(t *testing.T, before, after *ir.Module, c difftest.Config) string {
	t.Helper()
	c.Workers, c.Runs = 1, 60
	res, err := difftest.Check(context.Background(), before, after, c)
	if err != nil {
		return err.Error()
	}
	s := res.Text()
	for _, p := range res.Pairs {
		if d := p.Divergence; d != nil {
			s += d.Text("") + fmt.Sprint(p.Runs, d.Before.Space.Next(), d.After.Space.Next())
		}
	}
	return s
}

// TestCrowd: a comparison says of a function of a large file what it says of the function alone, and its runs place what the
// function reaches.
func TestCrowd(t *testing.T) {
	var crowd strings.Builder
	for n := range 50 {
		fmt.Fprintf(&crowd, "data @d%d = zero 1\nfunc @h%d() -> ptr {\n  bb0:\n    v0 = symbol_addr @d%d\n    ret v0\n}\n", n, n, n)
	}
	called := "  bb0(v0: mem):\n    v1 = param 0\n    v2 = symbol_addr @g\n    v3, v4 = call v2(v1), v0 -> int\n    ret v4, v3\n}\nfunc @g(int:s32) -> int {\n  bb0:\n    v0 = param 0\n    v1 = iconst %d\n    v2 = add v0, v1\n    ret v2\n}\n"
	written := "data @cell align 8 = zero 8\ndata @at align 8 = zero 8 relocs [0: @cell]\n"
	for _, x := range []struct {
		name, says, before, after string
		c                         difftest.Config
	}{
		{"a callee differs", "diverges", "func @f(int:s32) -> int {\n" + fmt.Sprintf(called, 5), "func @f(int:s32) -> int {\n" + fmt.Sprintf(called, 6), difftest.Config{Entry: "f"}},
		{"a callee was inlined", "refines", "func @f(int:s32) -> int {\n" + fmt.Sprintf(called, 5), "func @f(int:s32) -> int {\n  bb0:\n    v0 = param 0\n    v1 = iconst 5\n    v2 = add v0, v1\n    ret v2\n}\n", difftest.Config{Entry: "f"}},
		{"data behind data is written", "diverges", written + "func @f(int:u8) {\n  bb0(v0: mem):\n    v1 = param 0\n    v2 = symbol_addr @at\n    v3 = load.8 v2, v0 -> ptr\n    v4 = store.8 v1, v3, v0\n    ret v4\n}\n", written + "func @f(int:u8) {\n  bb0(v0: mem):\n    ret v0\n}\n", difftest.Config{Entry: "f"}},
		{"an address is returned", "depends on addresses", written + "func @f() -> int {\n  bb0:\n    v0 = symbol_addr @cell\n    v1 = ptrtoint v0\n    ret v1\n}\n", written + "func @f() -> int {\n  bb0:\n    v0 = symbol_addr @cell\n    v1 = ptrtoint v0\n    v2 = iconst 1\n    v3 = add v1, v2\n    ret v3\n}\n", difftest.Config{Entry: "f"}},
		{"an argument names data", "diverges", written + "func @f(ptr) -> int {\n  bb0(v0: mem):\n    v1 = param 0\n    v2 = load.8 v1, v0 -> int\n    ret v2, v0\n}\n", written + "func @f(ptr) -> int {\n  bb0(v0: mem):\n    v1 = iconst 1\n    ret v1, v0\n}\n", difftest.Config{Entry: "f", Inputs: []*difftest.Input{{Args: []difftest.Arg{{Symbol: "cell"}}}}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			alone := described(t, irtest.Parse(t, x.before), irtest.Parse(t, x.after), x.c)
			among := described(t, irtest.Parse(t, crowd.String()+x.before), irtest.Parse(t, crowd.String()+x.after), x.c)
			// What a function reaches lies elsewhere in the file.
			if lines := func(s string) string { return place.ReplaceAllString(s, "") }; lines(alone) != lines(among) {
				t.Errorf("alone:\n%s\nin a crowd:\n%s", alone, among)
			}
			if !strings.Contains(alone, x.says) {
				t.Errorf("not %s:\n%s", x.says, alone)
			}
		})
	}
}

// TestCrowdOfData: a function of which nothing is known sees the data symbols that its caller does not name.
func TestCrowdOfData(t *testing.T) {
	const text = "extern func @g()\ndata @seen = zero 1\nfunc @set() {\n  bb0(v0: mem):\n    v1 = symbol_addr @seen\n    v2 = iconst 1\n    v3 = store.1 v2, v1, v0\n    ret v3\n}\nfunc @f() {\n  bb0(v0: mem):\n    v1 = symbol_addr @g\n    v2 = call v1(), v0\n    ret v2\n}\n"
	m := irtest.Parse(t, text)
	// In other contents of data is no difference that the call could see, for it is one of the files; so it is looked
	// at what the call is said to have seen.
	c := difftest.Config{Entry: "f", Runs: 1, Options: interp.Options{Havoc: map[string]bool{"g": true}}}
	after := irtest.Parse(t, strings.Replace(text, "ret v2\n}\n", "trap\n}\n", 1))
	res, err := difftest.Check(context.Background(), m, after, c)
	if err != nil || res.Pairs[0].Divergence == nil {
		t.Fatal(err, res)
	}
	e := res.Pairs[0].Divergence.Before.Events
	if len(e) != 1 || len(e[0].Memory) != 1 {
		t.Errorf("the call saw %v, expected @seen", e)
	}
}
