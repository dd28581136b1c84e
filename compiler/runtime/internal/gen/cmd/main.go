// Command cmd compiles files in C for package gen: its arguments are the text that is written and the sources.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/tuffy-ir/tuffy/compiler/front/c"
	"github.com/tuffy-ir/tuffy/compiler/runtime/internal/gen"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: cmd TEXT SOURCE...")
		os.Exit(64)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(65)
	}
}

func run(to string, sources []string) error {
	var files []c.File
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files = append(files, c.File{Name: filepath.Base(name), Text: text})
	}
	text, err := gen.Translate(files)
	if err != nil {
		return err
	}
	return os.WriteFile(to, []byte(text), 0o644)
}
