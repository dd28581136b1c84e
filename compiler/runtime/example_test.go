package runtime_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/runtime"
)

// What programs are linked with.
func Example() {
	fmt.Println(len(runtime.Library().Funcs) > 0, runtime.Entry)
	// Output:
	// true _start
}
