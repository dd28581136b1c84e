// Package reference holds the pages of the reference that commands quote.
//
// Non-goals: rendering Markdown.
package reference

import (
	_ "embed" // the page of opcodes
	"regexp"
	"strings"
)

//go:embed ops.md
var ops string

// Opcode is what the page of opcodes says of one, as text: a row of its table with the headings, and its
// definition in Lean if it has one. ok is false of what is no opcode.
// The page is read line by line at each call: a command explains one opcode and ends.
func Opcode(name string) (text string, ok bool) {
	var heads []string
	for line := range strings.Lines(ops) {
		cells := row(line)
		switch {
		case len(cells) < 2:
		case cells[0] == "instruction":
			heads = cells
		case len(heads) == len(cells) && mnemonic(cells[0]) == name:
			var s strings.Builder
			s.WriteString(cells[0] + "\n")
			last := len(cells) - 1
			s.WriteString("  " + cells[last] + "\n")
			for n := 1; n < last; n++ {
				if cells[n] != "" {
					s.WriteString("  " + heads[n] + ": " + cells[n] + "\n")
				}
			}
			return s.String() + definition(name), true
		}
	}
	return "", false
}

// row are the cells of a line of a table.
// An escaped bar is no border of a cell. It is put aside under a byte that the page does not have.
func row(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "| ") {
		return nil
	}
	cells := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, "\x00"), "|"), "|")
	for n, c := range cells {
		c = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(c), "\x00", "|"), "`", "")
		cells[n] = escaped.ReplaceAllString(c, "$1")
	}
	return cells
}

// escaped is a character that Markdown would take for something else.
var escaped = regexp.MustCompile(`\\([*<>_\[\]|])`)

// mnemonic is the opcode of a first cell, without its suffixes: they are words that no opcode ends with.
func mnemonic(cell string) string {
	cell, _, _ = strings.Cut(cell, "[")
	parts := strings.Split(cell, ".")
	for len(parts) > 1 && suffix.MatchString(parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, ".")
}

// These are how package opsdoc spells suffixes; sat is none, as it stands in brackets and is cut off before.
var suffix = regexp.MustCompile(`^(N|type|pred|lane|\{.*\}|)$`)

// definition is what Lean says of an opcode: its function with the comment above it.
// The names are compared without case, as in package opsdoc: evalFPToSI defines fp_to_si.
func definition(name string) string {
	want := "eval" + strings.NewReplacer("_", "", ".", "").Replace(name)
	for _, part := range strings.Split(ops, "\n\n") {
		part = strings.TrimSuffix(strings.TrimPrefix(part, "```lean\n"), "\n```")
		lines := strings.Split(part, "\n")
		for n, line := range lines {
			words := strings.Fields(line)
			if len(words) < 2 || words[0] != "def" || !strings.EqualFold(words[1], want) {
				continue
			}
			// Other definitions may stand in front of it and behind; a comment belongs to the first.
			from, to := n, n+1
			for from > 0 && !strings.HasPrefix(lines[0], "def ") && !strings.HasPrefix(lines[from-1], "def ") {
				from--
			}
			for to < len(lines) && !strings.HasPrefix(lines[to], "def ") {
				to++
			}
			return "\n" + strings.Join(lines[from:to], "\n") + "\n"
		}
	}
	return ""
}
