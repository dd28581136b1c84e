package cfg_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir/cfg"
	"github.com/tuffy-ir/tuffy/parser"
)

func Example() {
	m, err := parser.Parse("loop.tir", []byte(`func @loop(int:u8) {
  bb0:
    v0:u8 = param 0
    br bb1
  bb1:
    v1 = iconst 3
    v2 = icmp.lt v0, v1
    brif v2, bb1, bb2
  bb2:
    ret
}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	f := m.Func("loop")
	names, tree := f.Names(), cfg.New(f).Dominators()
	for b := range f.Blocks() {
		if d := tree.Parent(b); d != f.Entry() && b != f.Entry() {
			fmt.Println(names.BlockName(d), "dominates", names.BlockName(b))
		}
	}
	// Output:
	// bb1 dominates bb2
}
