package mutants_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/mutants"
)

// Bugs that are planted to see whether they are found.
func Example() {
	_, err := mutants.Named("no such bug")
	fmt.Println(err != nil, len(mutants.All()) > 100)
	// Output:
	// true true
}
