package value_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/rules/value"
	"github.com/tuffy-ir/tuffy/parser"
)

// x + 0 is x.
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
	fmt.Println(value.Apply(f, value.Options{}).Fired)
	fmt.Print(f)
	// Output:
	// 1
	// func @f(int) -> int {
	//   bb0:
	//     v0 = param 0
	//     ret v0
	// }
}
