package ccargs

import (
	"path/filepath"
	"strings"
)

// ruleWidth is the width that gcc breaks the lines of rules at.
const ruleWidth = 72

// Rule is the rule of make that a target depends on files, the first of which is the source. It has gcc's form.
func (d Depend) Rule(target string, files []string) string {
	var b strings.Builder
	column := 0
	put := func(w string) {
		if column > 0 && column+len(w) > ruleWidth {
			b.WriteString(" \\\n ")
			column = 1
		} else if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += len(w)
	}
	targets := d.Targets
	if len(targets) == 0 {
		targets = []string{escape(target)}
	}
	for _, t := range targets {
		put(t)
	}
	b.WriteByte(':')
	column++
	for _, f := range files {
		put(escape(f))
	}
	b.WriteByte('\n')
	if d.Phony {
		for _, f := range files[1:] {
			b.WriteString(escape(f) + ":\n")
		}
	}
	return b.String()
}

// escape makes a name one that make reads as it is.
func escape(name string) string {
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; c {
		case ' ', '\t':
			// Backslashes before it are doubled, too.
			for j := i; j > 0 && name[j-1] == '\\'; j-- {
				b.WriteByte('\\')
			}
			b.WriteByte('\\')
		case '$':
			b.WriteByte('$')
		case '#':
			b.WriteByte('\\')
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

// Swap is the name of a file with another ending, in the current folder.
func Swap(name, ending string) string {
	name = filepath.Base(name)
	return strings.TrimSuffix(name, filepath.Ext(name)) + ending
}
