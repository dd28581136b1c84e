package isel_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/amd64/isel"
)

// Rules of instruction selection name their theorems.
func Example() {
	fmt.Println(isel.Theorem("no such rule") == "")
	// Output:
	// true
}
