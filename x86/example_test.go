package x86_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/x86"
)

func Example() {
	op, _ := x86.Find("add r/m64, imm8")
	code, _, err := x86.Append(nil, &x86.Inst{Op: op, Args: [x86.MaxArgs]x86.Operand{x86.R(x86.RAX), x86.I(5)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	back, n, err := x86.Decode(code)
	fmt.Printf("% x: %s, %d bytes, %v\n", code, back.Intel(), n, err)
	// Output:
	// 48 83 c0 05: add rax, 0x5, 4 bytes, <nil>
}
