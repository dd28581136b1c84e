package engines_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/internal/testseed"
	"github.com/tuffy-ir/tuffy/interp"
)

// blockProgram moves or fills bytes of @buffer: %[1]s is the function, called with a destination v10, a source v11 or a byte
// v12, and lengths v9 from 0 to 140, then a long one.
const blockProgram = `data @buffer = zero 4288
func @f(int:u12, int:u6, int:u6, int:u8) {
  bb0(v0: mem):
    v1:u12 = param 0
    v2:u6 = param 1
    v3:u6 = param 2
    v12:u8 = param 3
    v4 = symbol_addr @buffer
    v5 = iconst 0
    v10 = ptradd v4, v2
    v11 = ptradd v4, v3
    v34 = symbol_addr @%[1]s
    v25 = iconst 1
    br bb1(v5, v0)
  bb1(v6:u13: int, v7: mem):
    v20 = iconst 167
    v21 = mul v6, v20
    v22:u8 = zext v21, 8
    v23 = ptradd v4, v6
    v24 = store.1 v22, v23, v7
    v26:u13 = add v6, v25
    v27 = iconst 4288
    v28 = icmp.lt v26, v27
    brif v28, bb1(v26, v24), bb2(v5, v24)
  bb2(v9:u8: int, v8: mem):
    v35, v36 = call v34(%[2]s, v9), v8 -> ptr
    v38 = ptrdiff v36, v10
    v40 = iconst 4284
    v41 = ptradd v4, v40
    v42 = store.1 v38, v41, v35
    v43 = zext v9, 6
    v44 = ptradd v4, v43
    v45 = store.1 v9, v44, v42
    v46:u8 = add v9, v25
    v47 = iconst 141
    v48 = icmp.lt v46, v47
    brif v48, bb2(v46, v45), bb3
  bb3:
    v49, v50 = call v34(%[2]s, v1), v45 -> ptr
    ret v49
}
`

// TestBlocks: moves and fills of all short lengths and of long ones, at all alignments and whatever overlaps, do on the
// simulator and the processor what they do in the interpreter.
func TestBlocks(t *testing.T) {
	seed := testseed.Seed(t)
	for _, c := range [][2]string{{"memmove", "v10, v11"}, {"memset", "v10, v12"}} {
		text := fmt.Sprintf(blockProgram, c[0], c[1])
		list, err := engines.Check(context.Background(), module(t, "blocks.tir", text), engines.Config{Engines: both, Levels: []string{"2"}, Runs: testseed.Rounds(200, 40), Seed: seed,
			Interp: interp.Options{Fuel: 10_000_000}})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			if len(a.Differences) > 0 || len(a.Rejected) > 0 || a.Compared < a.Calls {
				t.Errorf("seed %d, %s: %s", seed, c[0], a)
			}
		}
	}
}
