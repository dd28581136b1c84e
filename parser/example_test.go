package parser_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/parser"
)

func Example() {
	_, err := parser.Parse("wrong.tir", []byte(`func @f() -> int {
  bb0:
    v0 = iconst 1
    v1 = ad v0, v0
    ret v1
}
`))
	fmt.Println(err)
	// Output:
	// wrong.tir:4:10: unknown instruction ad
	//       v1 = ad v0, v0
	//            ^
}
