package fuzz_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz"
	"github.com/tuffy-ir/tuffy/parser"
)

// Both engines of the interpreter say the same of a program: there is no difference.
func Example() {
	m, err := parser.Parse("f.tir", []byte(`func @main() -> int {
  bb0:
    v0 = iconst 5
    v1 = iconst 0
    v2 = add v0, v1
    ret v2
}
`))
	if err != nil {
		panic(err)
	}
	fmt.Println(fuzz.CompareEngines(context.Background(), m, fuzz.Options(false, 1)))
	// Output:
	// <nil>
}
