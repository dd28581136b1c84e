package gofuzz_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gofuzz"
)

// An input of a fuzzer makes a program, which the checks are asked about.
func Example() {
	fmt.Println(gofuzz.Run([]byte("seed"), check.All()[:1]))
	// Output:
	// 0
}
