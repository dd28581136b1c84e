// Package undefined holds what C11 leaves undefined, item by item in the order of its annex J.2, and what becomes of each here: whether
// a run reports it, a compilation refuses it, or why neither can be. docs/reference/c-undefined.md is made of it.
//
// The sentences are this project's own; the standard's text counts. Programs that show the items stand in corpus/c/ub.
//
// Non-goals: detecting anything.
package undefined

import (
	"fmt"
	"strconv"
	"strings"
)

//go:generate go run ./gen ../reference/c-undefined.md

// Status is what becomes of a program that has the behaviour.
type Status uint8

// The statuses.
const (
	Detected   Status = iota // a run reports it; How is the codes, Option what must be asked for
	Refused                  // it is an error when compiled; How is a part of the message
	Warned                   // it is a warning when compiled; How is a part of the message
	Defined                  // this implementation says what it means: How
	OutOfReach               // nothing tells; How is the reason
	NotYet                   // a run could report it and does not; How is what is missing
)

var statusNames = [...]string{"detected", "refused", "warned of", "has a meaning", "out of reach", "not yet"}

// String is the status as the table writes it.
func (s Status) String() string { return statusNames[s] }

// Item is an item of the list.
type Item struct {
	Number int    // from 1, in the order of the annex
	Where  string // the clauses and paragraphs of C11
	Text   string // what is undefined
	Status Status
	How    string
	// Option is what tuffy-interp must be given to report it; empty where it does so unasked.
	Option string
	// Example is a program that is refused or warned of.
	Example string
}

// ID is the name of the item: J2-036.
func (i Item) ID() string { return fmt.Sprintf("J2-%03d", i.Number) }

// Items are all items.
func Items() []Item {
	var all []Item
	for _, part := range [][]Item{language, declarations, library, streams} {
		all = append(all, part...)
	}
	return all
}

// Find is the items that a word means: J2-036, or a paragraph as 6.5p5 or C11 6.5p5.
func Find(word string) (found []Item) {
	word = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(word), "C11"))
	if n, ok := strings.CutPrefix(strings.ToUpper(word), "J2-"); ok {
		k, err := strconv.Atoi(n)
		for _, i := range Items() {
			if err == nil && i.Number == k {
				return []Item{i}
			}
		}
		return nil
	}
	for _, i := range Items() {
		for _, w := range strings.Split(i.Where, ", ") {
			if w == word {
				found = append(found, i)
				break
			}
		}
	}
	return found
}

// Page is docs/reference/c-undefined.md.
func Page() string {
	var s strings.Builder
	s.WriteString(head)
	counts := map[Status]int{}
	for _, i := range Items() {
		counts[i.Status]++
	}
	s.WriteString("| status | items |\n|---|---:|\n")
	for n := range statusNames {
		fmt.Fprintf(&s, "| %s | %d |\n", Status(n), counts[Status(n)])
	}
	s.WriteString("\n| item | C11 | what is undefined | here | |\n|---|---|---|---|---|\n")
	for _, i := range Items() {
		how := i.How
		if i.Option != "" {
			how += ", `" + i.Option + "`"
		}
		if i.Status == Refused || i.Status == Warned {
			how = "`" + how + "`"
		}
		fmt.Fprintf(&s, "| %s | %s | %s | %s | %s |\n", i.ID(), i.Where, cell(i.Text), i.Status, cell(how))
	}
	return s.String()
}

// cell is a text within a row of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

const head = `<!-- Generated from docs/undefined by go generate. DO NOT EDIT. -->

# What C11 leaves undefined

The items of annex J.2 in its order, in words of our own, and what becomes of each. What is *detected* is reported by
` + "`tuffy-interp`" + ` when a run comes to it, with the code in the last column; ` + "`tuffy-interp explain J2-036`" + `, or the paragraph
(` + "`explain 6.5p5`" + `), shows a program that has it and one that does it right. These programs stand in ` + "`corpus/c/ub/J2-NNN`" + `, and a test runs them.
What is *refused* is an error when the program is compiled, with the words of the last column.

`
