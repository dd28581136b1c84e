package routines_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/amd64/routines"
)

// Routines of the machine come as a module that is linked.
func Example() {
	fmt.Println(len(routines.Module().Funcs) > 0)
	// Output:
	// true
}
