package ir_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir"
)

func Example() {
	m := ir.NewModule()
	f := m.AddFunc("average", []ir.Param{{Type: ir.Int, Annot: ir.Signed(32)}, {Type: ir.Int, Annot: ir.Signed(32)}}, []ir.Param{{Type: ir.Int}})
	b := f.At(f.AddBlock(ir.Body))
	sum := b.Binary(ir.OpAdd, b.Param(0, ir.Synthetic), b.Param(1, ir.Synthetic), ir.Synthetic)
	b.Ret(ir.Synthetic, b.Binary(ir.OpTDiv, sum, b.Int64(2, ir.Synthetic), ir.Synthetic))
	fmt.Println(ir.Verify(m))
	fmt.Print(m)
	// Output:
	// <nil>
	// func @average(int:s32, int:s32) -> int {
	//   bb0:
	//     v0:s32 = param 0
	//     v1:s32 = param 1
	//     v2 = add v0, v1
	//     v3 = iconst 2
	//     v4 = tdiv v2, v3
	//     ret v4
	// }
}
