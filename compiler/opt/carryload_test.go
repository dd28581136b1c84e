package opt_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestCarriedLoads: what an iteration stores is passed to the next one's load if it is of the same bytes and nothing
// comes between, and the program does the same in any case.
func TestCarriedLoads(t *testing.T) {
	const load, store = "v12 = load.SIZE v11, v7", "v17 = store.SIZE v15, v16, v7"
	// What is stored depends on what is loaded.
	body := func(lines ...string) string {
		return strings.Replace(strings.Join(lines, "\n"), "v11, v7", `v11, v7
v14 = add v12, v8
v15 = zext v14, 64`, 1)
	}
	for _, c := range []struct {
		name       string
		from, to   int // multiples of the size that the load and the store are ahead of the counter
		step, size int
		body       string
		carried    bool
	}{
		{"one ahead", -1, 0, 1, 4, body(load, store), true},
		{"one ahead by steps of two", -2, 0, 2, 8, body(load, store), true},
		{"backwards", 1, 0, -1, 2, body(load, store), true},
		{"two ahead", -2, 0, 1, 4, body(load, store), false},
		{"the same", 0, 0, 1, 4, body(load, store), false},
		{"one behind", 1, 0, 1, 4, body(load, store), false},
		{"half ahead", -1, 0, 2, 4, body(load, store), false},
		{"of the other array between", -1, 0, 1, 4, body(load, "v30 = store.4 v6, v2, v7", strings.Replace(store, "v7", "v30", 1)), true},
		{"of the same array between", -1, 0, 1, 4, body(load, "v30 = store.4 v6, v5, v7", strings.Replace(store, "v7", "v30", 1)), false},
		{"of the same array behind", -1, 0, 1, 4, body(load, strings.Replace(store, "v17", "v30", 1), "v17 = store.1 v6, v16, v30"), false},
		{"of fewer bytes", -1, 0, 1, 4, body(load, "v17 = store.2 v15, v16, v7"), false},
		{"store first", -1, 0, 1, 4, body("v30 = store.4 v6, v16, v7", "v12 = load.4 v11, v30", "v17 = store.4 v12, v5, v30"), false},
		{"a call between", -1, 0, 1, 4, body(load, "v31 = symbol_addr @g", "v30 = call v31(), v7", strings.Replace(store, "v7", "v30", 1)), false},
	} {
		text := fmt.Sprintf(`data @a = "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"
data @b = zero 64
func @g() {
 bb0(v0: mem):
  v1 = symbol_addr @a
  v2 = iconst 40
  v3 = ptradd v1, v2
  v4 = store.8 v2, v3, v0
  ret v4
}
func @main() -> int:u64 {
 bb0(v0: mem):
  v1 = symbol_addr @a
  v2 = symbol_addr @b
  v3 = iconst %[1]d
  v4 = iconst 40
  v5 = ptradd v1, v4
  v6 = iconst 77
  v20 = iconst 7
  v21 = iconst %[2]d
  br bb1(v20, v0)
 bb1(v8: int, v7: mem):
  v9 = mul v8, v3
  v22 = iconst %[3]d
  v10 = add v9, v22
  v11 = ptradd v5, v10
  v23 = iconst %[4]d
  v24 = add v9, v23
  v16 = ptradd v5, v24
  BODY
  v18 = add v8, v21
  v25 = iconst 0
  v26 = iconst 14
  v27 = icmp.gt v18, v25
  v28 = icmp.lt v18, v26
  v29 = band v27, v28
  brif v29, bb1(v18, v17), bb2
 bb2:
  v40 = load.8 v1, v17
  v41 = load.8 v5, v17
  v44 = iconst 24
  v45 = ptradd v5, v44
  v42 = load.8 v45, v17
  v43 = xor v40, v41
  v46 = xor v43, v42
  v47:u64 = zext v46, 64
  ret v47, v17
}
`, c.size, c.step, c.from*c.size, c.to*c.size)
		text = strings.ReplaceAll(strings.Replace(text, "BODY", c.body, 1), "SIZE", fmt.Sprint(c.size))
		before, err := parser.Parse("carried.tir", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		m := mustRefine(t, c.name, before, pass.Single("licm", 1, "licm"))
		got := false
		for b := range m.Func("main").Blocks() {
			got = got || len(m.Func("main").Args(b)) == 3
		}
		if got != c.carried {
			t.Errorf("%s: carried %t, want %t\n%s", c.name, got, c.carried, m)
		}
	}
}

// mustRefine runs passes on a program and fails if the result does not verify or does not refine it, or if the program is undefined.
func mustRefine(t *testing.T, name string, before *ir.Module, config *pass.Config) *ir.Module {
	t.Helper()
	m := before.Clone()
	if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: config}); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	res, err := difftest.Check(context.Background(), before, m, difftest.Config{Runs: 1})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict() == difftest.Diverged {
		t.Errorf("%s:\n%s\n%s", name, res.Text(), m)
	}
	for _, p := range res.Pairs {
		if p.Undefined+p.Inconclusive > 0 {
			t.Errorf("%s: the program is undefined\n%s", name, res.Text())
		}
	}
	return m
}
