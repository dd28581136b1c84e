package mach_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/mach"
)

// Sizes of the frame are rounded up.
func Example() {
	fmt.Println(mach.RoundUp(13, 8))
	// Output:
	// 16
}
