// Command gen writes docs/ops.md. It is run by go generate ./ir and does nothing else.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/tuffy-ir/tuffy/ir/internal/opsdoc"
)

func main() {
	out := flag.String("o", "", "the file to write")
	flag.Parse()
	if err := os.WriteFile(*out, []byte(opsdoc.Markdown()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
