package undefined_test

import (
	"fmt"

	"github.com/tuffy-ir/tuffy/docs/undefined"
)

// An item is found by its number, and by a paragraph of the standard.
func Example() {
	for _, word := range []string{"J2-045", "C11 6.5.7p3", "9.9p9"} {
		for _, i := range undefined.Find(word) {
			fmt.Println(i.ID(), i.Where, i.Status)
		}
	}
	// Output:
	// J2-045 6.5.5p5 detected
	// J2-051 6.5.7p3 detected
}
