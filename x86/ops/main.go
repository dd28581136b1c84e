// Command ops writes the constants of the rows of [x86.Forms] to standard output. It has no say in
// what the rows are.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/tuffy-ir/tuffy/x86"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer func() {
		if err := out.Flush(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}()
	x86.WriteConstants(out)
}
