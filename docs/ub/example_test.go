package ub_test

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/docs/ub"
)

// The page of an undefined behaviour.
func Example() {
	page, ok := ub.Page("use-after-free")
	line, _, _ := strings.Cut(page, "\n")
	fmt.Println(line, ok)
	// Output:
	// # TUF-UB-012 use-after-free true
}
