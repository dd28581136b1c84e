package opt_test

import (
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/parser"
)

// TestRows: an index that is a counter and a part that stays in the loop, as that of an array in an array, is no walk from
// the start of the object: the row must not be forgotten when a loop becomes a memset, or a load is carried along.
func TestRows(t *testing.T) {
	for _, c := range []struct{ pass, body string }{
		{"loop-idiom", "v20 = store.8 v2, v12, v9"},
		{"loop-idiom", `
  v21 = ptradd v12, v7
  v20 = store.8 v2, v21, v9`},
		{"licm", `
  v21 = ptradd v12, v7
  v22 = load.8 v12, v9
  v23 = add v22, v3
  v24 = zext v23, 64
  v20 = store.8 v24, v21, v9`},
	} {
		text := strings.Replace(`data @a = "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"
func @main() -> int:u64 {
 bb0(v0: mem):
  v1 = symbol_addr @a
  v2 = iconst 0
  v3 = iconst 1
  v4 = iconst 3
  v5 = load.1 v1, v0
  v6 = sub v5, v4
  v7 = iconst 8
  v8 = iconst 5
  br bb1(v0, v2)
 bb1(v9: mem, v10: int):
  v27 = shl v10, v4
  v11 = add v6, v27
  v12 = ptradd v1, v11
  BODY
  v13 = add v10, v3
  v14 = icmp.lt v13, v8
  brif v14, bb1(v20, v13), bb2
 bb2:
  v30 = load.8 v1, v20
  v31 = iconst 48
  v32 = ptradd v1, v31
  v33 = load.8 v32, v20
  v34 = iconst 88
  v35 = ptradd v1, v34
  v36 = load.8 v35, v20
  v37 = xor v30, v33
  v38 = xor v37, v36
  v39:u64 = zext v38, 64
  ret v39, v20
}
`, "BODY", c.body, 1)
		before, err := parser.Parse("rows.tir", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		config := pass.Single("rows", 1, c.pass)
		if c.pass == "loop-idiom" {
			config.Stages[0].Passes[0].Params = map[string]int{"equal": 1, "bytes": 0}
		}
		mustRefine(t, c.pass, before, config)
	}
}
