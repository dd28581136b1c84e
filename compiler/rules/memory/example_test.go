package memory_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/rules/memory"
)

// The proven rules are a table.
func Example() {
	fmt.Println(len(memory.All()) > 0)
	// Output:
	// true
}
