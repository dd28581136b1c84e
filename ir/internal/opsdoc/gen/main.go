// Command gen writes docs/reference/ops.md and renews the quotations of Lean in docs/spec/README.md. It is
// run by go generate ./ir and does nothing else.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/tuffy-ir/tuffy/ir/internal/opsdoc"
)

func main() {
	out := flag.String("o", "", "the file to write")
	lean := flag.String("lean", "", "the folder with Lean's definitions")
	spec := flag.String("spec", "", "the file whose quotations are renewed")
	flag.Parse()
	if err := run(*out, *lean, *spec); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The paths are those of go generate, relative to the folder of package ir.
// The reference depends on the table that this program was built with: the file ir/ops.go is not read.
func run(out, dir, spec string) error {
	lean, err := opsdoc.ReadLean(dir)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(spec)
	if err != nil {
		return err
	}
	// Quoting is what can fail, so that it comes before the first file is written.
	quoted, err := lean.Quote(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", spec, err)
	}
	if err := os.WriteFile(spec, []byte(quoted), 0o644); err != nil {
		return err
	}
	return os.WriteFile(out, []byte(opsdoc.Markdown(lean)), 0o644)
}
