package verb

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manuals is `tuffy gen man`: a page for each command, those of the binaries of one verb included.
func manuals() *cobra.Command {
	c := &cobra.Command{
		Use:   "gen",
		Short: "Write files about the commands: man pages",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(&cobra.Command{
		Use:     "man DIR",
		Short:   "Write a man page for each command into a folder, which is made if there is none",
		Example: "  tuffy gen man man1 && man -l man1/tuffy-opt.1",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("expected one folder, got %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: folders,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return badInput{err}
			}
			return written(writeManuals(args[0]))
		},
	})
	return c
}

// writeManuals writes the pages. They have no date, so that the same sources make the same pages.
// The commands are made anew for it and changed: what help says of them is not touched.
func writeManuals(dir string) error {
	// Pages of `tuffy VERB` are named tuffy-VERB, as the binaries of single verbs are, whose pages go last.
	for _, c := range []*cobra.Command{Tuffy(), Interp("tuffy-interp"), Reduce("tuffy-reduce"), Fuzz("tuffy-fuzz"), Replay("tuffy-replay")} {
		dress(c)
		every(c, func(c *cobra.Command) {
			c.DisableAutoGenTag = true
			if c.Long == "" {
				c.Long = c.Short + "."
			}
			c.Long += "\n\n" + exitText(c)
		})
		h := &doc.GenManHeader{Section: "1", Source: "Tuffy", Manual: "Tuffy", Date: new(time.Time)}
		if err := doc.GenManTree(c, h, dir); err != nil {
			return err
		}
	}
	return nil
}
