package reference_test

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/docs/reference"
)

// What the reference says of an opcode.
func Example() {
	text, ok := reference.Opcode("trap")
	fmt.Println(strings.Fields(text)[0], ok)
	// Output:
	// trap true
}
