package num_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/ir/num"
)

func Example() {
	x := num.Pow2(100).Sub(num.New(1))
	fmt.Println(x, x.BitLen(), x.And(num.New(0xff)))
	// Output:
	// 1267650600228229401496703205375 100 255
}
