package verb

import (
	"fmt"

	"github.com/spf13/cobra"
)

// format is `tuffy fmt`: the canonical text of a file.
func format() *cobra.Command {
	return &cobra.Command{
		Use:   "fmt FILE...",
		Short: "Print programs in the book's spelling, numbered in order",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			for _, name := range files {
				m, err := parseFile(name)
				if err != nil {
					return err
				}
				if err := m.Print(c.OutOrStdout()); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// verify is `tuffy verify`: every error of the files, or nothing.
func verify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE...",
		Short: "Parse and verify programs, reporting every error",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			failed := false
			for _, name := range files {
				if _, err := load(name); err != nil {
					failed = true
					complain(c.ErrOrStderr(), err)
				}
			}
			if failed {
				return status(StatusBadInput)
			}
			fmt.Fprintf(c.ErrOrStderr(), "%d files verify\n", len(files))
			return nil
		},
	}
}
