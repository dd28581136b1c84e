package shrink_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/modgen"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/reduce/shrink"
)

// A property of all programs, whose counterexamples are made smaller.
func Example() {
	p := shrink.ForAll(func(m *ir.Module) error { return ir.Verify(m) }, modgen.Programs(preset.Default))
	fmt.Println(p != nil)
	// Output:
	// true
}
