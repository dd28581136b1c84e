package amd64_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/amd64"
)

// Places of the frame are numbered among the registers.
func Example() {
	n, ok := amd64.SlotOf(amd64.Slot(3))
	fmt.Println(n, ok)
	// Output:
	// 3 true
}
