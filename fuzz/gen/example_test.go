package gen_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/ir"
)

func Example() {
	m := gen.Program(gen.Expand(1, 400), preset.Default)
	again := gen.Program(gen.Expand(1, 400), preset.Default)
	fmt.Println(ir.Verify(m), m.Func("main") != nil, m.Canonical() == again.Canonical())
	// Output:
	// <nil> true true
}
