// Gen turns the exported rules into the matcher of package rewrite.
//
//	gen rules.json rules_gen.go ops.go
package main

import (
	"fmt"
	"os"

	"github.com/tuffy-ir/tuffy/compiler/rewrite/internal/rules"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: gen rules.json rules_gen.go ops.go")
		os.Exit(64)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(65)
	}
}

func run(in, out, ops string) error {
	data, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	names, err := opNames(ops)
	if err != nil {
		return err
	}
	code, err := matcher(in, data, names)
	if err != nil {
		return err
	}
	return os.WriteFile(out, code, 0o644)
}

// matcher makes the text of the matcher from the export in data, which errors call in.
func matcher(in string, data []byte, ops []string) ([]byte, error) {
	set, err := rules.Read(in, data)
	if err != nil {
		return nil, err
	}
	code, err := generate(set, ops)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in, err)
	}
	return code, nil
}
