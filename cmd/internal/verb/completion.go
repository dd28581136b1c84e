package verb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tuffy-ir/tuffy/interp"
	"github.com/tuffy-ir/tuffy/ir"
)

// completer is what cobra asks for the words that may follow.
type completer = func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective)

// offers declares the words that completion knows for a flag; the flag may take others. What is before the
// last comma of a list is kept.
// No names of files are offered beside the words.
func offers(c *cobra.Command, flag string, words ...string) {
	must(c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if t := c.Flags().Lookup(flag).Value.Type(); strings.HasSuffix(t, "Slice") {
			before = begun[:strings.LastIndex(begun, ",")+1]
		}
		var out []string
		for _, w := range words {
			if strings.HasPrefix(before+w, begun) {
				out = append(out, before+w)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}))
}

// files completes names of files that end so, as arguments; at most is how many there may be, 0 for any
// number.
// Cobra filters by the endings, which have no dot.
func files(atMost int, endings ...string) completer {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if atMost > 0 && len(args) >= atMost {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// folders completes names of folders, for one argument.
func folders(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// offersFiles declares which files completion knows for flags, by their endings.
// A flag that the command does not have is an error of ours, at its first start.
func offersFiles(c *cobra.Command, flags string, endings ...string) {
	for flag := range strings.FieldsSeq(flags) {
		must(c.MarkFlagFilename(flag, endings...))
	}
}

// offersFunctions completes the names of functions in the program that stands on the command line already.
// Nothing is printed while it completes: the shell would take it for words.
func offersFunctions(c *cobra.Command, flags string) {
	for flag := range strings.FieldsSeq(flags) {
		must(c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			var out []string
			for _, name := range args {
				// A program that cannot be read has no names; the command will say what is wrong.
				if m, err := load(name); err == nil {
					out = append(out, functionNames(m)...)
				}
			}
			slices.Sort(out)
			out = slices.DeleteFunc(slices.Compact(out), func(s string) bool { return !strings.HasPrefix(s, begun) })
			return out, cobra.ShellCompDirectiveNoFileComp
		}))
	}
}

// functionNames are the functions of a program as flags have them, without the @.
func functionNames(m *ir.Module) []string {
	var out []string
	for _, f := range m.Funcs {
		out = append(out, f.Name)
	}
	return out
}

// codeNumbers are the numbers of undefined behaviour.
func codeNumbers() []string {
	var out []string
	for _, c := range interp.Codes() {
		out = append(out, fmt.Sprint(uint8(c)))
	}
	return out
}

// codeWords are the names of undefined behaviour: the short one and the identifier of each code.
func codeWords() []string {
	var out []string
	for _, c := range interp.Codes() {
		out = append(out, c.Slug(), c.ID())
	}
	return out
}
