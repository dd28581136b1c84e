package target_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/target"
)

// A machine by its name.
func Example() {
	_, err := target.Parse("m68k-unknown-none")
	fmt.Println(err)
	t, err := target.Parse(target.Default)
	fmt.Println(t.Triple, err)
	// Output:
	// unknown target "m68k-unknown-none": write one of x86_64-unknown-linux-gnu, i686-unknown-linux-gnu
	// x86_64-unknown-linux-gnu <nil>
}
