package legalize_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/legalize"
	"github.com/tuffy-ir/tuffy/parser"
)

// How many bits a value is known to fit.
func Example() {
	m, err := parser.Parse("f.tir", []byte(`func @f(int:s20) -> int {
  bb0:
    v0:s20 = param 0
    v1 = iconst 0
    v2 = add v0, v1
    ret v2
}
`))
	if err != nil {
		panic(err)
	}
	f := m.Funcs[0]
	bits, signed := legalize.Bounds(f, f.Result(f.FirstInst(f.Entry()), 0))
	fmt.Println(bits, signed)
	// Output:
	// 20 true
}
