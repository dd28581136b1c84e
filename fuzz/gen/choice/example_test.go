package choice_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/choice"
)

// The same seed draws the same.
func Example() {
	a, b := choice.SplitMix(7), choice.SplitMix(7)
	fmt.Println(a.Below(100) == b.Below(100))
	// Output:
	// true
}
