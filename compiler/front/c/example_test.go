package c_test

import (
	"context"
	"fmt"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/interp"
)

// A program in C is compiled and run.
func Example() {
	m, err := c.Compile([]c.File{{Name: "a.c", Text: []byte("int main(void) { return 6 * 7; }")}}, c.Options{})
	if err != nil {
		panic(err)
	}
	out, err := interp.Run(context.Background(), m, interp.Options{})
	fmt.Println(out, err)
	// Output:
	// returned 42 <nil>
}
