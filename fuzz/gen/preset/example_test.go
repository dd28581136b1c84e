package preset_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/gen/preset"
)

// What programs look like has names.
func Example() {
	_, ok := preset.Named()["compiled"]
	fmt.Println(ok)
	// Output:
	// true
}
