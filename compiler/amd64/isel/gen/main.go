// Gen turns the exported selection rules into Go.
//
//	gen selection.json rules_gen.go
package main

import "github.com/tuffy-ir/tuffy/internal/export"

func main() {
	export.Main(func(in string, data []byte, _ []string) ([]byte, error) { return generate(in, data) })
}
