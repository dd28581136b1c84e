package verb

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wordsKey is the annotation of a flag that lists the words it takes.
const wordsKey = "tuffy/words"

// takes declares the words that a flag takes as its value, or as each value if it takes several: another one
// is usage with the nearest word, and completion offers them.
// The words are data of the flag, so that errors, completion and tuffy-interp explain go by one list.
func takes(c *cobra.Command, flag string, words ...string) {
	must(c.Flags().SetAnnotation(flag, wordsKey, words))
	offers(c, flag, words...)
}

// formatFlag declares --format of a command that has a record.
// A command without a record does not have the flag.
func formatFlag(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "format", "text", "of the result: text or json (docs/reference/json.md)")
	takes(c, "format", "text", "json")
}

// spelled reports the first flag of a command that was given a word which it does not take.
// Flags that were not given have their defaults, which need not be words of the list.
func spelled(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		words := f.Annotations[wordsKey]
		if words == nil || err != nil {
			return
		}
		values := []string{f.Value.String()}
		// Commas have been taken apart by now.
		if s, ok := f.Value.(pflag.SliceValue); ok {
			values = s.GetSlice()
		}
		for _, v := range values {
			// Checks of C programs are named after compilers, which may have versions.
			if strings.HasPrefix(f.Name, "check") && strings.HasPrefix(v, "c/") {
				continue
			}
			if !slices.Contains(words, v) {
				err = unknownWord("--"+f.Name, v, words)
				return
			}
		}
	})
	return err
}

// spaceForEquals is the hint where a flag that needs no value was followed by one: cobra takes --trace store for --trace and
// a file. It is nil if there is no such flag, or more than one word too many.
func spaceForEquals(c *cobra.Command, args []string) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if len(args) != 2 || err != nil || f.NoOptDefVal == "" || f.Value.Type() == "bool" {
			return
		}
		word := args[0]
		if strings.HasSuffix(word, ".tir") {
			word = args[1]
		}
		if words := f.Annotations[wordsKey]; words != nil && !slices.Contains(words, word) {
			word = cmp.Or(near(word, words), words[0])
		}
		err = fmt.Errorf("expected one file, got 2: what --%s is about follows an =, as in --%s=%s", f.Name, f.Name, word)
	})
	return err
}

// manyWords is how many an error does not list.
const manyWords = 40

// unknownWord is the error about a word that is none of those that are known, for usage.
// The list is given beside the guess, as the guess may be wrong.
func unknownWord(what, word string, known []string) error {
	if word == "" {
		return fmt.Errorf("%s: a word is empty: a comma is too many", what)
	}
	if n := near(word, known); n != "" {
		return fmt.Errorf("%s %s: did you mean %s? expected %s", what, word, n, alternatives(known))
	}
	return fmt.Errorf("%s %s: expected %s", what, word, alternatives(known))
}

// alternatives lists words as a sentence does; of many it gives examples.
func alternatives(words []string) string {
	if len(words) > manyWords {
		return "a word such as " + strings.Join(words[:3], ", ")
	}
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// meant is the end of an error about a word that is unknown: a question with the nearest of those that are
// known, or nothing.
func meant(word string, known []string) string {
	if n := near(word, known); n != "" {
		return fmt.Sprintf("; did you mean %s?", n)
	}
	return ""
}

// near is the known word that a misspelt one most likely means: the one that takes the fewest edits, if
// these are few, else the only one that it begins. It is empty if there is none, and the first of several.
// At most a third of the letters may be edits, and fewer than the known word has: else any short word would be near.
func near(word string, known []string) string {
	best, least := "", 1+len(word)/3
	for _, k := range known {
		if d := edits(strings.ToLower(word), strings.ToLower(k)); d < least && d < len(k) {
			best, least = k, d
		}
	}
	if best != "" || len(word) < 2 {
		return best
	}
	for _, k := range known {
		if strings.HasPrefix(strings.ToLower(k), strings.ToLower(word)) {
			if best != "" {
				return ""
			}
			best = k
		}
	}
	return best
}

// edits counts the bytes to insert, delete, replace or exchange with the next that make a into b: the distance
// of Damerau and Levenshtein where no part is edited twice.
// Bytes and not runes are counted, since the words that are known are ASCII, but for names of functions.
func edits(a, b string) int {
	// Rows of the table for the prefixes of a: before the last, last, current.
	// Three rows are enough, as an exchange looks back by two.
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// flagError says what is wrong with a flag in words of this project.
// Types of package pflag are asked for, not their texts, which a new version may change.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var lacking *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		word := "--" + unknown.GetSpecifiedName()
		return fmt.Errorf("unknown flag %s%s", word, meant(word, names))
	case errors.As(err, &unknown):
		if long := strings.SplitN(unknown.GetSpecifiedShortnames(), "=", 2)[0]; c.Flags().Lookup(long) != nil {
			return fmt.Errorf("unknown flag -%s; did you mean --%s?", long, long)
		}
		return fmt.Errorf("unknown flag -%s in -%s", unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames())
	case errors.As(err, &lacking):
		return fmt.Errorf("%s needs a value: %s", "--"+lacking.GetFlag().Name, expected(lacking.GetFlag()))
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s %s: expected %s", invalid.GetFlag().Name, invalid.GetValue(), expected(invalid.GetFlag()))
	}
	return err
}

// expected says what a flag takes.
// A type without a case is explained by the name in its usage, between backquotes.
func expected(f *pflag.Flag) string {
	if words := f.Annotations[wordsKey]; words != nil {
		return alternatives(words)
	}
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int", "int64":
		return "a whole number of 64 bits"
	case "uint64":
		if name, _ := pflag.UnquoteUsage(f); name == "bytes" {
			return "a whole number of bytes, as in 1073741824"
		}
		return "a whole number of 64 bits that is not negative"
	case "duration":
		return "a duration such as 30s, 5m or 1h30m"
	}
	name, _ := pflag.UnquoteUsage(f)
	return "a " + name
}

// noArguments is the rule for a command that takes none, which may be one of a misspelt command below it.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if verbs := below(c); len(verbs) > 0 {
		return unknownWord(c.CommandPath(), args[0], verbs)
	}
	return fmt.Errorf("%s takes no arguments, got %d: %s", c.CommandPath(), len(args), strings.Join(args, " "))
}

// below names the commands below a command.
// Hidden commands are no guess for a misspelt one.
func below(c *cobra.Command) []string {
	var names []string
	for _, s := range c.Commands() {
		if s.IsAvailableCommand() {
			names = append(names, s.Name())
		}
	}
	return names
}

// toolOf is the tool that has a verb, or empty: which tool has which is not known at first.
func toolOf(word string) string {
	for _, c := range []*cobra.Command{Tuffy(), Interp("tuffy-interp"), Fuzz("tuffy-fuzz"), Replay("tuffy-replay")} {
		if slices.Contains(below(c), word) {
			return c.Name()
		}
	}
	return ""
}

// For what depends on this program alone, as whether a flag exists.
func must(err error) {
	if err != nil {
		panic("BUG: " + err.Error())
	}
}
