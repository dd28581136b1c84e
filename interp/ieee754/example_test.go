package ieee754_test

import (
	"fmt"
	"math"

	"github.com/tuffy-ir/tuffy/interp/ieee754"
)

func Example() {
	f, _ := ieee754.FormatNamed("f64")
	sum := ieee754.AddF64(math.Float64bits(0.1), math.Float64bits(0.2))
	fmt.Printf("%s %#x\n", f.Text(sum), sum)
	// Output:
	// 0.30000000000000004 0x3fd3333333333334
}
