package edit_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir/edit"
	"github.com/tuffy-ir/tuffy/parser"
)

// Whether each memory operation takes the token that is current.
func Example() {
	m, err := parser.Parse("f.tir", []byte(`func @f(int) -> int {
  bb0:
    v0 = param 0
    v1 = iconst 0
    v2 = add v0, v1
    ret v2
}
`))
	if err != nil {
		panic(err)
	}
	f := m.Funcs[0]
	fmt.Println(edit.Chained(f))
	// Output:
	// true
}
