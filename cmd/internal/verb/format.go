package verb

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/internal/quote"
	"github.com/tuffy-ir/tuffy/ir"
	"github.com/tuffy-ir/tuffy/ir/source"
	"github.com/tuffy-ir/tuffy/parser"
)

// format is `tuffy fmt`: the canonical text of a file.
//
// It parses and does not verify: a file with mistakes has a canonical text as well.
func format() *cobra.Command {
	return &cobra.Command{
		Use:   "fmt FILE...",
		Short: "Print programs in the book's spelling, numbered in order",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			for _, name := range files {
				src, err := readFile(name)
				if err != nil {
					return err
				}
				m, err := parser.Parse(spoken(name), src)
				if err != nil {
					return badInput{err}
				}
				if err := m.Print(c.OutOrStdout()); err != nil {
					return written(err)
				}
			}
			return nil
		},
	}
}

// verify is `tuffy verify`: every error of the files, or nothing.
//
// Success is one line on standard error, and nothing on standard output. Warnings do not change the
// status.
func verify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE...",
		Short: "Parse and verify programs, reporting every error, and warnings about those that verify",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			// All files are looked at, also after one that fails: the caller wants every error at once.
			failed := false
			for _, name := range files {
				failed = !verifies(c.ErrOrStderr(), name) || failed
			}
			switch {
			case failed:
				return status(StatusBadInput)
			case len(files) == 1:
				fmt.Fprintln(c.ErrOrStderr(), "1 file verifies")
			default:
				fmt.Fprintf(c.ErrOrStderr(), "%d files verify\n", len(files))
			}
			return nil
		},
	}
}

// verifies writes every error of a file, else every warning, each with its line and a caret where the
// place is known.
func verifies(w io.Writer, name string) bool {
	src, err := readFile(name)
	if err != nil {
		complain(w, err)
		return false
	}
	m, err := parser.Parse(spoken(name), src)
	if err != nil {
		complain(w, err)
		return false
	}
	// Warnings presume a module that verifies, so that a file has either errors or warnings.
	var mistakes ir.VerifyErrors
	err = ir.Verify(m)
	ok := err == nil
	if ok {
		mistakes = ir.Warnings(m)
	}
	errors.As(err, &mistakes)
	lines := strings.Split(string(src), "\n")
	for _, e := range mistakes {
		fmt.Fprintln(w, quote.Text(e.Error()))
		// Line 0 is a mistake of the module as a whole, without a place.
		if n := e.Pos.Line; 0 < n && n <= len(lines) {
			fmt.Fprintln(w, source.Excerpt(lines[n-1], e.Pos.Col))
		}
	}
	return ok
}

// spoken is what messages call a file.
func spoken(name string) string {
	if name == "-" {
		return "<stdin>"
	}
	return name
}
