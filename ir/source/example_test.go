package source_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir/source"
)

// A place of a text.
func Example() {
	fmt.Println(source.Excerpt("v1 = icnst 2", 6))
	// Output:
	// v1 = icnst 2
	//        ^
}
