package llvm_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/front/llvm"
	"github.com/tuffy-ir/tuffy/interp"
)

const program = `
define i32 @main() {
  %r = mul nsw i32 6, 7
  ret i32 %r
}
`

// A program in LLVM IR is read and run.
func Example() {
	m, err := llvm.Compile("a.ll", []byte(program), llvm.Options{})
	if err != nil {
		panic(err)
	}
	out, err := interp.Run(context.Background(), m, interp.Options{})
	fmt.Println(out, err)
	// Output:
	// returned 42 <nil>
}
