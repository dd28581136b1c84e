package parser

import (
	"strings"

	"github.com/tuffy-ir/tuffy/ir"
)

// layout is where the parts of a text stand that the printer writes lines for, and its comments. Both are in the
// order of the text, which is the order of printing.
type layout struct {
	parts    []int32 // of items, block and region headers, instructions, closing braces
	comments []comment
	texts    map[int32]string // of statements, by their parts: what the author wrote
}

// comment is a comment with its marker, without the end of its line.
type comment struct {
	off  int32
	text string
	own  bool // nothing stands before it on its line
	gap  bool // an empty line follows it
}

// mark notes a part.
func (p *parser) mark(off int32) {
	if p.layout != nil {
		p.layout.parts = append(p.layout.parts, off)
	}
}

// comment notes the comment in [off, end).
func (p *parser) comment(off, end int32) {
	if p.layout == nil {
		return
	}
	line := p.src[strings.LastIndexByte(p.src[:off], '\n')+1 : off]
	next := strings.TrimLeft(p.src[end:], " \t\r")
	next = strings.TrimLeft(strings.TrimPrefix(next, "\n"), " \t\r")
	p.layout.comments = append(p.layout.comments, comment{
		off: off, text: strings.TrimRight(p.src[off:end], " \t\r"),
		own: strings.TrimLeft(line, " \t\r") == "", gap: strings.HasPrefix(next, "\n"),
	})
}

// spelled notes the statement in [off, end).
func (p *parser) spelled(off, end int32) {
	if p.layout == nil {
		return
	}
	if p.layout.texts == nil {
		p.layout.texts = map[int32]string{}
	}
	p.layout.texts[off] = tidy(p.src[off:end])
}

// tidy is a statement, which ends with its line or at a comment, spaced as the printer does: one blank between words, after
// commas and around the sign of binding.
func tidy(text string) string {
	var s strings.Builder
	blank := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ';' || c == '\n' || c == '/' && strings.HasPrefix(text[i:], "//"):
			return s.String()
		case c == ' ' || c == '\t' || c == '\r':
			blank = true
		case c == '"':
			end := i + 1
			for end < len(text)-1 && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			if blank {
				s.WriteByte(' ')
			}
			s.WriteString(text[i : end+1])
			i, blank = end, false
		case c == ',':
			s.WriteByte(c)
			blank = true
		default:
			if (blank || c == '=') && s.Len() > 0 {
				s.WriteByte(' ')
			}
			s.WriteByte(c)
			blank = c == '='
		}
	}
	return s.String()
}

// Format returns the text of [ir.Module.String] with the comments of src where they stood: those on lines of their
// own before what they stand before, others behind the line that they stand behind. A spelling that stands for several
// instructions stays as its author wrote it, spaced as the printer does. The error is an [ErrorList].
// What it returns it does not change again. It does not verify: a program with mistakes has a form as well.
func Format(filename string, src []byte) ([]byte, error) {
	was := layout{}
	m, err := parse(filename, src, &was)
	if err != nil {
		return nil, err
	}
	text := m.String()
	is := layout{}
	// A listing may be longer than the text, and beyond a limit then.
	if _, err := parse(filename, []byte(text), &is); err != nil {
		return nil, err
	}
	if len(is.parts) != len(was.parts) {
		panic("BUG: the listing of a text that was parsed has other parts")
	}
	return []byte(weave(text, &was, &is)), nil
}

// weave puts the comments of was into a text that has the parts is.
func weave(text string, was, is *layout) string {
	var s strings.Builder
	lines := strings.SplitAfter(text, "\n")
	off := int32(0)
	part, c := 0, 0
	own := func(c comment, indent string) {
		s.WriteString(indent + c.text + "\n")
		if c.gap {
			s.WriteString("\n")
		}
	}
	for _, line := range lines {
		end := off + int32(len(line))
		// The parts of this line: one, but for an item or a brace that share it with nothing.
		first := part
		for part < len(is.parts) && is.parts[part] < end {
			part++
		}
		off = end
		if first == part {
			s.WriteString(line)
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		before := indent
		if line[len(indent)] == '}' {
			before += "  "
		}
		for c < len(was.comments) && was.comments[c].off < was.parts[first] {
			own(was.comments[c], before)
			c++
		}
		// The parts of an expanded spelling stand at one place of the text: the last of them brings what the author wrote.
		at := was.parts[first]
		if part < len(was.parts) && was.parts[part] == at {
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		if first > 0 && was.parts[first-1] == at {
			line = indent + was.texts[at]
		}
		// What stands behind it, up to the next part.
		s.WriteString(line)
		if c < len(was.comments) && !was.comments[c].own && (part == len(was.parts) || was.comments[c].off < was.parts[part]) {
			s.WriteString(" " + was.comments[c].text)
			c++
		}
		s.WriteString("\n")
	}
	for ; c < len(was.comments); c++ {
		own(was.comments[c], "")
	}
	return strings.TrimRight(s.String(), "\n") + "\n"
}

// parse is Parse, which fills in lay unless it is nil.
func parse(filename string, src []byte, lay *layout) (*ir.Module, error) {
	p := &parser{file: filename, m: ir.NewModule(), lowBits: map[uint32]ir.Annot{}, layout: lay}
	return p.parse(src)
}
