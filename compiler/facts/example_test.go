package facts_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/facts"
)

// The register that holds so many bits.
func Example() {
	fmt.Println(facts.Container(20), facts.Container(33))
	// Output:
	// 32 64
}
