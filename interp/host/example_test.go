package host_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/interp/host"
)

func Example() {
	f, ok := host.Lookup("strlen")
	fmt.Println(ok, f.Name, f.Params, f.Result, f.Observable)
	// Output:
	// true strlen [pointer] [size_t] false
}
