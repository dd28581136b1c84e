package naive_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/memory/naive"
)

// The memory that the real one is compared with.
func Example() {
	fmt.Println(naive.New(true, nil) != nil)
	// Output:
	// true
}
