package cgen_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	cgen "github.com/tuffy-ir/tuffy/fuzz/gen/c"
)

func Example() {
	p := cgen.Generate(gen.Expand(1, 400), cgen.Config{})
	again := cgen.Generate(gen.Expand(1, 400), cgen.Config{})
	fmt.Println(p.Text == again.Text, p.Output != "", p.Status)
	// Output:
	// true true 0
}
