package corpusfmt_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/corpusfmt"
)

// The text of go test -fuzz.
func Example() {
	fmt.Print(string(corpusfmt.FormatGo([]any{[]byte("ab")})))
	// Output:
	// go test fuzz v1
	// []byte("ab")
}
