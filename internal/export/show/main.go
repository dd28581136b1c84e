// Show prints the cases that Lean evaluated (testdata/lean), which are compressed.
//
//	show               the families, with their lines and parts
//	show FAMILY        its text
//	show FAMILY PART   the text of a part, for instance of vectors add
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tuffy-ir/tuffy/internal/export"
)

func main() {
	if len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, "usage: show [FAMILY [PART]]")
		os.Exit(64)
	}
	if err := show(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(65)
	}
}

// show writes what the arguments ask for.
func show(w io.Writer, args []string) error {
	names, err := export.Families()
	if err != nil {
		return err
	}
	switch len(args) {
	case 0:
		for _, name := range names {
			parts, err := export.Parts(name)
			if err != nil {
				return err
			}
			lines := 0
			for _, p := range parts {
				lines += strings.Count(p.Text, "\n")
			}
			fmt.Fprintf(w, "%-12s %7d lines in %3d parts\n", name, lines, len(parts))
		}
		return nil
	case 1:
		text, err := export.Family(args[0])
		if err != nil {
			return fmt.Errorf("%w: expected one of %s", err, strings.Join(names, ", "))
		}
		_, err = io.WriteString(w, text)
		return err
	}
	parts, err := export.Parts(args[0])
	if err != nil {
		return fmt.Errorf("%w: expected one of %s", err, strings.Join(names, ", "))
	}
	var have []string
	for _, p := range parts {
		name := strings.TrimSuffix(p.Name, ".txt")
		if name == strings.TrimSuffix(args[1], ".txt") {
			_, err := io.WriteString(w, p.Text)
			return err
		}
		have = append(have, name)
	}
	return fmt.Errorf("family %s has no part %q: expected one of %s", args[0], args[1], strings.Join(have, ", "))
}
