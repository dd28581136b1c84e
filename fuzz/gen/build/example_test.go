package build_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/build"
	"github.com/tuffy-ir/tuffy/ir"
)

// The bits of a float of a type.
func Example() {
	fmt.Printf("%#x\n", build.Encoded(ir.F32, 1.5))
	// Output:
	// 0x3fc00000
}
