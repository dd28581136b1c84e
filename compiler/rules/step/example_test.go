package step_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/rules/step"
)

// A place of a pattern is one byte: operand 1 of its instruction 2.
func Example() {
	inst, n := step.At(step.Place(2, 1, 0), 0)
	fmt.Println(inst, n)
	// Output:
	// 2 1
}
