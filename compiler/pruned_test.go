package compiler_test

import (
	"testing"

	"github.com/tuffy-ir/tuffy/compiler"
	"github.com/tuffy-ir/tuffy/compiler/front/c"
)

// TestEdgesFromPrunedBlocks: a block that a switch cannot reach any more, and that another one had for a predecessor, leaves
// no edge behind when wide ints are taken apart.
func TestEdgesFromPrunedBlocks(t *testing.T) {
	const text = `union U1 {
  m8
} f2();
g2[];
main() {
  static v11;
  union U1 v12 = f2();
  switch (({ unsigned t12 = g2; t12 *= v12 . m8; })) case 0: {
    int i4 = 0;
    while (1) {
      i4++;
      switch (g2[i4] & 7) {
        case 0: break;
        case 10ULL: v11 = 0;
      } case 1:;
    }
  }
}
`
	m, err := c.Compile([]c.File{{Name: "a.c", Text: []byte(text)}}, c.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := compiler.Compile(t.Context(), m, compiler.Options{Level: "2", Check: true}); err != nil {
		t.Fatal(err)
	}
}
