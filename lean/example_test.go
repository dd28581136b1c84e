package lean_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/lean"
)

// The theorem that a rule names.
func Example() {
	t, ok := lean.Find("Tuffy.Rewrites.Int.add_zero")
	fmt.Println(t.Name, ok)
	// Output:
	// Tuffy.Rewrites.Int.add_zero true
}
