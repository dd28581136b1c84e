package object_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/object"
)

// Functions of the library have names that programs do not.
func Example() {
	fmt.Println(object.LibraryName("memcpy"))
	// Output:
	// __tuffy_host_memcpy
}
