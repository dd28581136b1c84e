package fold_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/fold"
	"github.com/tuffy-ir/tuffy/parser"
)

// An instruction of constants is a constant.
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
	args := []fold.Const{fold.OfInt64(40), fold.OfInt64(2)}
	for i := range f.Insts(f.Entry()) {
		if f.Mnemonic(i) == "add" {
			fmt.Println(fold.Inst(f, i, args).Int())
		}
	}
	// Output:
	// 42
}
