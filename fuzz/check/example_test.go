package check_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/fuzz/check"
	"github.com/tuffy-ir/tuffy/fuzz/gen"
)

func Example() {
	s := check.FromBytes(gen.Expand(1, 400))
	for _, name := range []string{"text", "engines"} {
		c, err := check.Named(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(c.Name, c.Try(s) == nil)
	}
	// Output:
	// text true
	// engines true
}
