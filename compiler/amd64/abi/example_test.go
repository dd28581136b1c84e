package abi_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/amd64/abi"
	"github.com/tuffy-ir/tuffy/compiler/target/ctype"
)

// An integer of eight bytes is passed in one register.
func Example() {
	fmt.Println(len(abi.Classify(ctype.Int(8))))
	// Output:
	// 1
}
