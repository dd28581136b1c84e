package inline_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/amd64/inline"
	"github.com/tuffy-ir/tuffy/ir"
)

// Inline assembly becomes a local function.
func ExampleFunc() {
	f := inline.Func(&ir.Extern{Name: "f.asm.1", Asm: &ir.Asm{Text: "nop", Code: []byte{0x90}}})
	fmt.Println(f.Name, f.Local)
	// Output:
	// f.asm.1 true
}
