package mutate_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/mutate"
	"github.com/tuffy-ir/tuffy/ir"
)

func Example() {
	m := gen.Program(gen.Expand(1, 400), preset.Default)
	n := mutate.Module(m, gen.Expand(2, 64))
	fmt.Println(ir.Verify(n), n.Canonical() != m.Canonical())
	// Output:
	// <nil> true
}
