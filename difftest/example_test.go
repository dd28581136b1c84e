package difftest_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

func Example() {
	read := func(name, op string) *ir.Module {
		m, err := parser.Parse(name, []byte(`func @half(int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1 = iconst 2
    v2:s32 = `+op+`
    ret v2
}
`))
		if err != nil {
			panic(err)
		}
		return m
	}
	res, err := difftest.Check(context.Background(), read("before.tir", "tdiv v0, v1"), read("after.tir", "div v0, v1"), difftest.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Verdict())
	d := res.Pairs[0].Divergence
	fmt.Println(d.Input, d.Diff.Why)
	// Output:
	// diverges
	// {"args":[-1]} result 0 is 0 before and -1 after
}
