package pass_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/pass"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/parser"
)

func Example() {
	m, err := parser.Parse("main.tir", []byte(`func @main() -> int:s32 {
  bb0:
    v0 = iconst 6
    v1 = iconst 7
    v2:s32 = mul v0, v1
    ret v2
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	// A pass of one's own: what is multiplied by 7 is said to be multiplied by 8, which is wrong.
	table := []pass.Pass{{Name: "wrong", Func: func(c *pass.Ctx) {
		for b := range c.F.Blocks() {
			for i := range c.F.Insts(b) {
				if c.F.Op(i) == ir.OpMul && c.Fire(pass.Change{Rule: "seven", At: i}) {
					c.F.SetOperand(i, 1, ir.Operand{Value: c.F.Before(i).Int64(8, pass.Derive(c.F, i))})
				}
			}
		}
	}}}
	rep, err := pass.Run(context.Background(), m, table, pass.Options{Config: pass.Single("test", 1, "wrong")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rep.Changes)
	// Output:
	// 1
}
