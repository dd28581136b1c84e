// Command cmd translates a file for package tirgen: its arguments are the source and the text that is written.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/tuffy-ir/tuffy/internal/tirgen"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: cmd SOURCE TEXT")
		os.Exit(64)
	}
	src, err := os.ReadFile(os.Args[1])
	var text string
	if err == nil {
		text, err = tirgen.Translate(filepath.Base(os.Args[1]), src)
	}
	if err == nil {
		err = os.WriteFile(os.Args[2], []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tirgen:", err)
		os.Exit(65)
	}
}
