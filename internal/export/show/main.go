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

// 64 is for usage, and 65 for a family or part that does not exist, or a file that is damaged.
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

// show writes what the arguments ask for. What it writes of a part is its text without the line that
// names it. An error names what there is. The ending .txt of a part may be left out. More than two
// arguments are the caller's to refuse.
func show(w io.Writer, args []string) error {
	// Read first in every case: a folder without families is an error of its own, and the names are
	// part of others.
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
			// Lines that name parts are not counted.
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
		// Names are compared without their ending on both sides, and the first part of a name wins.
		name := strings.TrimSuffix(p.Name, ".txt")
		if name == strings.TrimSuffix(args[1], ".txt") {
			_, err := io.WriteString(w, p.Text)
			return err
		}
		have = append(have, name)
	}
	return fmt.Errorf("family %s has no part %q: expected one of %s", args[0], args[1], strings.Join(have, ", "))
}
