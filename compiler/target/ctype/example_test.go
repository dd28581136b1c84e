package ctype_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
)

// Types of C have a size and an alignment.
func Example() {
	t := ctype.Array(ctype.Int(4), 3)
	fmt.Println(t.Size, t.Align)
	// Output:
	// 12 4
}
