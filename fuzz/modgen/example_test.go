package modgen_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
	"github.com/tuffy-ir/tuffy/fuzz/modgen"
)

// Programs for properties of gopter.
func Example() {
	fmt.Println(modgen.Programs(preset.Default) != nil)
	// Output:
	// true
}
