// Gen turns the exported rules into the matcher of package rewrite.
//
//	gen rules.json rules_gen.go ops.go
package main

import (
	"fmt"
	"github.com/tuffy-ir/tuffy/internal/export"

	"github.com/tuffy-ir/tuffy/compiler/rewrite/internal/rules"
)

func main() {
	export.Main(func(in string, data []byte, more []string) ([]byte, error) {
		ops, err := opNames(more[0])
		if err != nil {
			return nil, err
		}
		return matcher(in, data, ops)
	}, "ops.go")
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
