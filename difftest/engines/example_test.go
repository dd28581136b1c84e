package engines_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/difftest/engines"
	"github.com/tuffy-ir/tuffy/parser"
)

func Example() {
	m, err := parser.Parse("average.tir", []byte(`func @average(int:s32, int:s32) -> int:s32 {
  bb0:
    v0:s32 = param 0
    v1:s32 = param 1
    v2:s32 = add v0, v1      // poison when the sum leaves 32 bits
    v3 = iconst 2
    v4:s32 = tdiv v2, v3
    ret v4
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := engines.Check(context.Background(), m, engines.Config{Engines: []string{"interp", "sim"}, Levels: []string{"0", "2"}, Runs: 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list[0].Verdict(), list[0].Calls > 0)
	// Output:
	// refines true
}
