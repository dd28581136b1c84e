package cgen

import (
	"fmt"
	"strconv"
	"strings"
)

// What is known of a program stands in comments at its end, so that it goes with the text.
const (
	printsComment    = "// prints "
	undefinedComment = "// undefined: "
)

// File is the program with what is known of it.
func (p *Program) File() string {
	var out strings.Builder
	out.WriteString(p.Text)
	text := p.Output
	if p.Plant != nil && !p.Bad {
		text = ""
	}
	for line := range strings.Lines(text) {
		fmt.Fprintf(&out, "%s%s\n", printsComment, strconv.QuoteToASCII(line))
	}
	if p.Bad {
		fmt.Fprintf(&out, "%s%s, %s\n", undefinedComment, p.Plant.Name, p.Plant.Section)
	}
	return out.String()
}

// Known is what the comments of a program's file say: the output, and the item that was planted, empty if there is none. ok
// says that the whole output is known.
func Known(text string) (output, item string, ok bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if s, found := strings.CutPrefix(line, printsComment); found {
			if s, err := strconv.Unquote(s); err == nil {
				output += s
				ok = true
			}
		}
		if s, found := strings.CutPrefix(line, undefinedComment); found {
			item, ok = s, false
		}
	}
	return output, item, ok && item == ""
}
