// Command gen writes the page of package undefined to the file that it is given.
package main

import (
	"fmt"
	"os"

	"github.com/tuffy-ir/tuffy/docs/undefined"
)

func main() {
	if err := os.WriteFile(os.Args[1], []byte(undefined.Page()), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
