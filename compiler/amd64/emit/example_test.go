package emit_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/amd64/emit"
)

// Code is read back for listings.
func Example() {
	i, ok := emit.Disassemble([]byte{0x48, 0x8d, 0x04, 0x0f})
	fmt.Println(i.Text, i.Len, ok)
	// Output:
	// lea (%rdi,%rcx,1), %rax 4 true
}
