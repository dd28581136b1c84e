package verb

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// dressed is a command as Main runs it.
func dressed(c *cobra.Command) *cobra.Command {
	dress(c)
	return c
}

// roots are the commands of all binaries, by the words that start them.
func roots() map[string]*cobra.Command {
	return map[string]*cobra.Command{
		"tuffy": dressed(Tuffy()), "tuffy-interp": dressed(Interp("tuffy-interp")), "tuffy-reduce": dressed(Reduce("tuffy-reduce")),
		"tuffy-fuzz": dressed(Fuzz("tuffy-fuzz")), "tuffy-replay": dressed(Replay("tuffy-replay")),
	}
}

// TestHelpFits: --help of every command fits a screen of 40 lines of 80 columns and says which exit statuses
// there are; --help-all lists every flag.
func TestHelpFits(t *testing.T) {
	for _, root := range roots() {
		every(root, func(c *cobra.Command) {
			// The scripts of shells have texts of cobra's own.
			if c.Parent() != nil && c.Parent().Name() == "completion" {
				return
			}
			for use := range strings.SplitSeq(c.Use, " | ") {
				if !strings.HasPrefix(use+" ", c.Name()+" ") || strings.Count(use, "[") != strings.Count(use, "]") {
					t.Errorf("%s: %q is no way of calling it; where two are, each begins with the name of the command", c.CommandPath(), use)
				}
			}
			var short, full bytes.Buffer
			writeHelp(&short, c, false)
			writeHelp(&full, c, true)
			rows := 0
			for line := range strings.Lines(short.String()) {
				rows += max(1, (utf8.RuneCountInString(strings.TrimRight(line, "\n"))+leastWidth-1)/leastWidth)
			}
			for line := range strings.Lines(short.String()) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
					t.Errorf("%s --help has a line of %d columns: %s", c.CommandPath(), n, line)
				}
			}
			if rows > 40 {
				t.Errorf("%s --help takes %d lines of %d columns, more than 40:\n%s", c.CommandPath(), rows, leastWidth, short.String())
			}
			for _, text := range []string{short.String(), full.String()} {
				if flat := strings.Join(strings.Fields(text), " "); !strings.Contains(flat, "Exit status: ") || !strings.HasSuffix(flat, "64 usage; 65 bad input or no output; 70 internal error.") {
					t.Errorf("%s: the help lacks exit statuses:\n%s", c.CommandPath(), text)
				}
			}
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden && !strings.Contains(full.String(), "--"+f.Name) {
					t.Errorf("%s --help-all lacks --%s", c.CommandPath(), f.Name)
				}
			})
		})
	}
}

// TestFlagsComplete: completion knows something about every flag with a value but those that are numbers, times or text of
// the user's own.
func TestFlagsComplete(t *testing.T) {
	own := strings.Fields("args track verdict test extern rewrites opt listen signature types only-function many-seeds")
	for _, root := range roots() {
		every(root, func(c *cobra.Command) {
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if !strings.HasPrefix(f.Value.Type(), "string") {
					return
				}
				for _, name := range own {
					if f.Name == name {
						return
					}
				}
				_, function := c.GetFlagCompletionFunc(f.Name)
				if !function && f.Annotations[cobra.BashCompFilenameExt] == nil && f.Annotations[cobra.BashCompSubdirsInDir] == nil {
					t.Errorf("%s: completion knows nothing about --%s", c.CommandPath(), f.Name)
				}
			})
		})
	}
}

// TestNear: the word that was most likely meant, and none where nothing is near.
func TestNear(t *testing.T) {
	known := []string{"mem2reg", "memopt", "gvn", "simplify-cfg", "dce", "use-after-free", "@main", "@helper"}
	for word, want := range map[string]string{
		"mem2erg": "mem2reg", "gnv": "gvn", "simplify_cfg": "simplify-cfg", "simp": "simplify-cfg", "mem": "", "licm": "", "": "", "x": "", "99": "",
		"use-afterfree": "use-after-free", "USE-AFTER-FREE": "use-after-free", "@mian": "@main", "helper": "@helper", "dc": "dce",
	} {
		if got := near(word, known); got != want {
			t.Errorf("near(%q) is %q, want %q", word, got, want)
		}
	}
	for _, x := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"ab", "ba", 1}, {"abc", "ca", 3}, {"kitten", "sitting", 3}, {"main", "mian", 1}} {
		if got := edits(x.a, x.b); got != x.want || edits(x.b, x.a) != x.want {
			t.Errorf("edits(%q, %q) is %d, want %d both ways", x.a, x.b, got, x.want)
		}
	}
}
