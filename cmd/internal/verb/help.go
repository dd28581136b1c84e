package verb

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/tuffy-ir/tuffy/fuzz/gen"
	"github.com/tuffy-ir/tuffy/internal/version"
)

// Annotations of a command, read by help.
const (
	statusKey = "tuffy/status" // what exits says
	usualKey  = "tuffy/usual"  // what usual says
)

// exits says which exit statuses a command has beside 64, 65 and 70, which all have.
// Help and man pages are made of the same text.
func exits(c *cobra.Command, list string) { annotate(c, statusKey, list) }

// usual names the flags that --help lists, separated by spaces; --help-all lists the others, too. Without
// it --help lists all.
// The order is that in which they are listed.
func usual(c *cobra.Command, flags string) { annotate(c, usualKey, flags) }

// Cobra makes no map until there is a first entry.
func annotate(c *cobra.Command, key, text string) {
	if c.Annotations == nil {
		c.Annotations = map[string]string{}
	}
	c.Annotations[key] = text
}

// The widths of help: that of the terminal between these, the least where there is none.
const (
	leastWidth = 80
	mostWidth  = 120
)

// dress gives a command and those below it what all have: --help that fits a screen, --help-all, --version,
// and values of flags that are looked at before the command runs.
// It may be called for one command alone, as the binaries of single verbs do.
func dress(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = func(c *cobra.Command, args []string) error {
				if len(args) == 0 {
					return nil
				}
				var shells []string
				for _, s := range c.Commands() {
					shells = append(shells, s.Name())
				}
				return unknownWord("completion", args[0], shells)
			}
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
	every(root, func(c *cobra.Command) {
		full := false
		c.InitDefaultHelpFlag()
		c.Flags().Lookup("help").Usage = "this help"
		c.Flags().VarPF(&fullHelp{c, &full}, "help-all", "", "help with all flags").NoOptDefVal = "true"
		c.Version = "of any text: cobra answers --version where there is one"
		c.Flags().Bool("version", false, "versions of this command, of Go and of the generator of programs")
		c.SetVersionTemplate(versionText())
		c.SetHelpFunc(func(c *cobra.Command, _ []string) { writeHelp(c.OutOrStdout(), c, full) })
		accept := c.Args
		c.Args = func(c *cobra.Command, args []string) error {
			if err := spelled(c); err != nil {
				return err
			}
			if accept == nil {
				return nil
			}
			return accept(c, args)
		}
	})
}

// every visits a command and all below it.
func every(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, s := range c.Commands() {
		every(s, visit)
	}
}

// fullHelp is the value of --help-all: setting it asks for help, and for all of it.
type fullHelp struct {
	c    *cobra.Command
	full *bool
}

func (h *fullHelp) String() string { return "false" }
func (h *fullHelp) Type() string   { return "bool" }

// Set takes any boolean, as --help does.
func (h *fullHelp) Set(s string) error {
	yes, err := strconv.ParseBool(s)
	if err != nil {
		return err
	}
	*h.full = yes
	return h.c.Flags().Set("help", s)
}

// writeHelp writes what a command is for, how it is called, and its statuses. All its flags are listed if
// full, else the usual ones.
// A paragraph of Long is one line to be wrapped, however it is broken in the source.
func writeHelp(w io.Writer, c *cobra.Command, full bool) {
	width := min(max(terminalWidth(w), leastWidth), mostWidth)
	what := c.Long
	if what == "" {
		what = c.Short + "."
	}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(what), "\n\n") {
		fmt.Fprintf(w, "%s\n", wrapped(strings.Join(strings.Fields(paragraph), " "), "", width))
	}
	fmt.Fprint(w, "Usage:\n")
	// A command with several ways of calling it has one a line.
	parent := ""
	if c.HasParent() {
		parent = c.Parent().CommandPath() + " "
	}
	for use := range strings.SplitSeq(c.Use, " | ") {
		use = parent + use
		fmt.Fprintln(w, strings.TrimRight(wrapped("  "+strings.TrimSpace(use), "    ", width), "\n"))
	}
	if c.Example != "" {
		fmt.Fprintf(w, "\nExamples:\n%s\n", strings.TrimRight(c.Example, "\n"))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprint(w, "\nCommands:\n")
		for _, s := range c.Commands() {
			if s.IsAvailableCommand() {
				indent := strings.Repeat(" ", s.NamePadding()+3)
				fmt.Fprint(w, wrapped(fmt.Sprintf("  %-*s %s", s.NamePadding(), s.Name(), s.Short), indent, width))
			}
		}
	}
	flags, hidden := listed(c, full)
	fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsagesWrapped(width))
	switch {
	case hidden > 0:
		fmt.Fprintf(w, "  --help-all says more, and lists %d others\n", hidden)
	case !full:
		fmt.Fprintln(w, "  --help-all says more")
	}
	fmt.Fprintf(w, "\n%s", wrapped(exitText(c), "  ", width))
}

// exitText lists the exit statuses of a command.
func exitText(c *cobra.Command) string {
	list := c.Annotations[statusKey]
	if list == "" {
		list = "0 done"
	}
	return "Exit status: " + list + "; 64 usage; 65 bad input or no output; 70 internal error."
}

// listed are the flags that help lists, in order, and how many it leaves out. Unless full, what it says of each
// is brief.
// Usual flags are in the order of [usual].
func listed(c *cobra.Command, full bool) (flags *pflag.FlagSet, hidden int) {
	names, some := c.Annotations[usualKey]
	flags = pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	flags.SortFlags = false
	if some && !full {
		for name := range strings.FieldsSeq(names) {
			f := c.Flags().Lookup(name)
			if f == nil {
				panic("BUG: " + c.Name() + " has no flag --" + name)
			}
			short := *f
			short.Usage = brief(f.Usage)
			flags.AddFlag(&short)
		}
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Hidden || flags.Lookup(f.Name) != nil:
		case some && !full:
			hidden++
		case full:
			flags.AddFlag(f)
		default:
			short := *f
			short.Usage = brief(f.Usage)
			flags.AddFlag(&short)
		}
	})
	return flags, hidden
}

// brief is the beginning of what is said of a flag, up to the first details. What a flag belongs to, which
// stands at the start with a colon, is kept.
// It is a cut and no second text, so that what --help says cannot disagree with --help-all.
func brief(usage string) string {
	partner, rest, ok := strings.Cut(usage, ": ")
	if ok && strings.HasPrefix(partner, "--") {
		partner += ": "
	} else {
		partner, rest = "", usage
	}
	for _, detail := range []string{"; ", ": ", " (", ", "} {
		rest, _, _ = strings.Cut(rest, detail)
	}
	return partner + rest
}

// wrapped breaks a line at spaces, so that none is longer than width where there is a space; lines after the
// first start with indent. The text ends with a newline.
// Words are not broken, so that a long path or address makes a longer line.
func wrapped(text, indent string, width int) string {
	var b strings.Builder
	lead := text[:len(text)-len(strings.TrimLeft(text, " "))]
	text = text[len(lead):]
	line := lead
	for n, word := range strings.Split(text, " ") {
		switch {
		case n == 0:
			line += word
		case len(line)+1+len(word) > width:
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + word
		default:
			line += " " + word
		}
	}
	return b.String() + line + "\n"
}

// terminalWidth is how many columns the terminal has that w writes to, 0 if it is none.
// Output that is redirected has none: what goes to a file does not depend on the window.
func terminalWidth(w io.Writer) int {
	f, ok := underlying(w).(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		// A terminal that does not say how wide it is.
		return leastWidth
	}
	return width
}

// versionText is what --version prints and what a crash says of this program: module, revision of the
// sources, Go, and the generator, whose programs are the same as long as its number is.
func versionText() string { return fmt.Sprintf("%sgenerator %d\n", version.Text(), gen.Version) }
