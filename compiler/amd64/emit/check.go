package emit

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/x86"
)

// checkEncoding panics if the bytes of x read as another instruction. The decoder is written apart from the encoder
// and is strict: what it accepts means one thing.
func checkEncoding(x *x86.Inst, code []byte) {
	got, n, err := x86.Decode(code)
	switch {
	case err != nil:
		panic(fmt.Sprintf("BUG: encoding: % x of %s cannot be read back: %v", code, x.Intel(), err))
	case n != len(code) || got != *x:
		panic(fmt.Sprintf("BUG: encoding: % x of %s reads as %s", code, x.Intel(), got.Intel()))
	}
}
