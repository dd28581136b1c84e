package c

import (
	"modernc.org/token"
	"strconv"

	"modernc.org/cc/v4"
)

// packs are the `#pragma pack` of a unit in the order of the text.
type packs struct {
	stack []int64
	now   int64
	all   []packAt
}

type packAt struct {
	pos   token.Position
	limit int64
}

// handle reads a pragma.
func (p *packs) handle(toks []cc.Token) error {
	var words []string
	var pos token.Position
	for _, t := range toks {
		if s := t.SrcStr(); s != "" && s != " " && s != "\n" {
			if len(words) == 0 {
				pos = t.Position()
			}
			words = append(words, s)
		}
	}
	for len(words) > 0 && (words[0] == "#" || words[0] == "pragma") {
		words = words[1:]
	}
	if len(words) == 0 || words[0] != "pack" {
		return nil
	}
	for i, w := range words {
		switch w {
		case "push":
			p.stack = append(p.stack, p.now)
		case "pop":
			if n := len(p.stack); n > 0 {
				p.now, p.stack = p.stack[n-1], p.stack[:n-1]
			}
		case ")":
			if i == 2 {
				p.now = 0
			}
		default:
			if n, err := strconv.ParseInt(w, 10, 32); err == nil {
				p.now = n
			}
		}
	}
	p.all = append(p.all, packAt{pos, p.now})
	return nil
}

// at is the limit of alignments at a place of the text, 0 for none. Pragmas of another file count where they are
// the last before the place in the order in which files were read.
func (p *packs) at(pos token.Position) int64 {
	limit := int64(0)
	for _, a := range p.all {
		if a.pos.Filename == pos.Filename && a.pos.Line <= pos.Line {
			limit = a.limit
		}
	}
	return limit
}
