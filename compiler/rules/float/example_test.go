package float_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/rules/float"
)

// The proven rules are a table.
func Example() {
	fmt.Println(len(float.All()) > 0)
	// Output:
	// true
}
