package span_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/span"
	"github.com/tuffy-ir/tuffy/ir/num"
)

// Ranges of integers are added.
func Example() {
	a := span.Between(num.New(1), num.New(3))
	sum := span.Add(a, span.Exactly(num.New(10)))
	fmt.Println(sum.Lo, sum.Hi)
	// Output:
	// 11 13
}
