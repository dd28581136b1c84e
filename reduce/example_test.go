package reduce_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/parser"
	"github.com/tuffy-ir/tuffy/reduce"
)

func Example() {
	m, err := parser.Parse("large.tir", []byte(`func @f(int:s32) -> int:s64 {
  bb0:
    v0:s32 = param 0
    v1 = iconst 3
    v2:s64 = mul v0, v1
    v3 = iconst 0
    v4 = icmp.lt v0, v3
    brif v4, bb1, bb2
  bb1:
    v5:s64 = tdiv v2, v1
    ret v5
  bb2:
    ret v2
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	divides := reduce.PredicateFunc(func(_ context.Context, c reduce.Case) (bool, error) {
		return strings.Contains(c.Text(), "tdiv"), nil
	})
	res, err := reduce.Run(context.Background(), reduce.Case{m}, divides, reduce.Options{Keep: []string{"f"}, Jobs: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Stats.Start, "instructions, then", res.Stats.Size)
	fmt.Println(strings.Contains(res.Best.Text(), "tdiv"), res.Complete)
	// Output:
	// 9 instructions, then 3
	// true true
}
