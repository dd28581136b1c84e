package predicate_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/parser"
	"github.com/tuffy-ir/tuffy/reduce"
	"github.com/tuffy-ir/tuffy/reduce/predicate"
)

func Example() {
	m, err := parser.Parse("divide.tir", []byte(`func @main() -> int {
  bb0:
    v0 = iconst 1
    v1 = iconst 0
    v2 = tdiv v0, v1
    ret v2
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &predicate.Program{Options: interp.Options{Strict: true}, Want: func(o *interp.Outcome) bool { return o.Kind == interp.Undefined }}
	fmt.Println(p.Interesting(context.Background(), reduce.Case{m}))
	// Output:
	// true <nil>
}
