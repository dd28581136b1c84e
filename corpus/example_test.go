package corpus_test

import (
	"fmt"
	"strings"

	"github.com/tuffy-ir/tuffy/corpus"
)

// The programs of an item of annex J.2 of C11.
func Example() {
	line, _, _ := strings.Cut(corpus.Undefined("J2-045")["bad_1.c"], "\n")
	fmt.Println(line)
	// Output:
	// /* TUF-UB-031 6.5.5p5 a mean of nothing */
}
