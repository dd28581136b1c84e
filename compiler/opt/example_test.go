package opt_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/opt"
	"github.com/tuffy-ir/tuffy/compiler/pass"
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
	config, err := opt.Preset("2")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := pass.Run(context.Background(), m, opt.Passes(), pass.Options{Config: config}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(m)
	// Output:
	// func @main() -> int:s32 {
	//   bb0:
	//     v3 = iconst 42
	//     ret v3
	// }
}
