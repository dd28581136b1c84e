package clib_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/clib"
)

// The functions of the C library that call back are in Tuffy IR.
func Example() {
	fmt.Println(clib.Module().Func("qsort") != nil)
	// Output:
	// true
}
