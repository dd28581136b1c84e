package llvm_test

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/fuzz/gen/llvm"
)

func ExampleModule() {
	text := llvm.Module(llvm.Config{Seed: 1, Functions: 3, Version: 19})
	fmt.Println(strings.Count(text, "define "), text == llvm.Module(llvm.Config{Seed: 1, Functions: 3, Version: 19}))
	// Output:
	// 3 true
}
