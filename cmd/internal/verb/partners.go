package verb

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// partner says that flags do nothing unless one of others is given.
type partner struct {
	flags, needs string // names, separated by spaces
}

// useless says that flags do nothing where one of others is given.
type useless struct {
	flags, with string
}

// given reports whether a flag was given, and not to say no.
//
// A name that is no flag of the command is a mistake in a table of ours.
func given(c *cobra.Command, name string) bool {
	f := c.Flags().Lookup(name)
	if f == nil {
		panic("BUG: " + c.Name() + " has no flag --" + name)
	}
	return f.Changed && (f.Value.Type() != "bool" || f.Value.String() == "true")
}

// firstGiven is the first of the names that was given, or empty.
func firstGiven(c *cobra.Command, names string) string {
	for _, name := range strings.Fields(names) {
		if given(c, name) {
			return name
		}
	}
	return ""
}

// effective reports a flag that was given and does nothing, for want of a partner or because of
// another flag.
//
// Only the first such flag is reported: mending one often mends the others. A flag with its default value is
// reported as well, for whoever wrote it expects something of it.
func effective(c *cobra.Command, needs []partner, never []useless) error {
	for _, p := range needs {
		if f := firstGiven(c, p.flags); f != "" && firstGiven(c, p.needs) == "" {
			return fmt.Errorf("--%s does nothing by itself: it needs --%s", f, strings.Join(strings.Fields(p.needs), " or --"))
		}
	}
	for _, u := range never {
		if with := firstGiven(c, u.with); with != "" {
			if f := firstGiven(c, u.flags); f != "" {
				return fmt.Errorf("--%s does nothing with --%s: leave one of them out", f, with)
			}
		}
	}
	return nil
}

// atLeastOne reports a number that was given and is not positive; the default may be 0, and says so.
//
// It looks at the text, so that it serves all types of numbers.
func atLeastOne(c *cobra.Command, names ...string) error {
	for _, name := range names {
		f := c.Flags().Lookup(name)
		if v := f.Value.String(); f.Changed && (v == "0" || strings.HasPrefix(v, "-")) {
			return fmt.Errorf("--%s is %s, expected at least 1", name, v)
		}
	}
	return nil
}

// symbol is the name of a function as flags have it: with the @ of the text or without.
func symbol(name string) string { return strings.TrimPrefix(name, "@") }
