package schema_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/rules/schema"
)

// Rules name opcodes as programs do.
func Example() {
	op, pred, err := schema.Opcode("icmp.lt")
	fmt.Println(op, pred, err)
	// Output:
	// icmp lt <nil>
}
