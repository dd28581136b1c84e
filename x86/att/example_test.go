package att_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/x86/att"
)

// A text becomes machine code.
func ExampleAssemble() {
	code, err := att.Assemble("1: bswap %eax; jmp 1b")
	fmt.Printf("% x %v\n", code, err)
	// Output:
	// 0f c8 eb fc <nil>
}
