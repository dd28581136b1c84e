package verb

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tuffy-ir/tuffy/corpus"
	"github.com/tuffy-ir/tuffy/docs/undefined"
)

// undefinedPages are the pages of the items of annex J.2 that a word means: J2-036, or a paragraph as 6.5p5. It is empty for
// another word.
func undefinedPages(word string) string {
	var pages []string
	for _, i := range undefined.Find(word) {
		pages = append(pages, undefinedPage(i))
	}
	return strings.Join(pages, "\n")
}

// undefinedPage is an item with what becomes of it and two programs.
func undefinedPage(i undefined.Item) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s\n", i.ID(), i.Text)
	fmt.Fprintf(&s, "  C11 %s; annex J.2, item %d\n", i.Where, i.Number)
	switch i.Status {
	case undefined.Detected:
		fmt.Fprintf(&s, "  detected when a run comes to it: %s", i.How)
		if i.Option != "" {
			fmt.Fprintf(&s, ", with %s", i.Option)
		}
	case undefined.Refused:
		fmt.Fprintf(&s, "  an error when the program is compiled: %s", i.How)
	case undefined.Warned:
		fmt.Fprintf(&s, "  a warning when the program is compiled: %s", i.How)
	case undefined.Defined:
		fmt.Fprintf(&s, "  this implementation says what it means: %s", i.How)
	default:
		fmt.Fprintf(&s, "  %s: %s", i.Status, i.How)
	}
	s.WriteString("\n")
	programs := corpus.Undefined(i.ID())
	for _, kind := range []struct{ prefix, says string }{{"bad_", "A program that has it"}, {"good_", "A program that does the like and is right"}} {
		for _, name := range slices.Sorted(maps.Keys(programs)) {
			if strings.HasPrefix(name, kind.prefix) {
				fmt.Fprintf(&s, "\n%s (corpus/c/ub/%s/%s):\n\n%s", kind.says, i.ID(), name, indented(programs[name]))
				break
			}
		}
	}
	if i.Example != "" {
		fmt.Fprintf(&s, "\nA program that has it:\n\n%s", indented(i.Example+"\n"))
	}
	return s.String()
}

// indented is a program within a page.
func indented(text string) string {
	var s strings.Builder
	for line := range strings.Lines(text) {
		s.WriteString("    " + line)
	}
	return s.String()
}

// undefinedOfCode lists the items that a code is reported for, a line each; empty if there is none.
func undefinedOfCode(code string) string {
	var s strings.Builder
	for _, i := range undefined.Items() {
		if i.Status == undefined.Detected && slices.Contains(strings.Split(i.How, ", "), code) {
			fmt.Fprintf(&s, "  %s (C11 %s): %s\n", i.ID(), i.Where, i.Text)
		}
	}
	if s.Len() == 0 {
		return ""
	}
	return "In programs in C it is what becomes of these items of annex J.2, of which explain has pages:\n" + s.String()
}

// lastUndefined is the name of the last item.
func lastUndefined() string {
	all := undefined.Items()
	return all[len(all)-1].ID()
}
