package pass

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/trace"
)

// Pattern chooses rewrites by the ends of their hashes. The nil pattern chooses all.
//
// The text is a list of signed suffixes, "+x3f-x7b2" or "+01-110": hexadecimal digits after an x,
// else binary ones, none of them for every hash. The last that a hash ends in decides: + chooses
// it, - does not. A hash that ends in none is chosen if the list starts with -.
type Pattern struct{ terms []term }

// term is a suffix with its sign.
type term struct {
	bits uint // how many, 0 to 64
	hash trace.Hash
	on   bool
}

func (t term) matches(h trace.Hash) bool { return (h^t.hash)&t.mask() == 0 }

func (t term) mask() trace.Hash { return 1<<t.bits - 1 }

// ParsePattern reads the text of a pattern.
func ParsePattern(text string) (*Pattern, error) {
	if text == "" {
		return nil, errors.New("the pattern is empty: write suffixes of hashes, each after + or -")
	}
	var terms []term
	for k := 0; k < len(text); {
		t := term{on: text[k] == '+'}
		if !t.on && text[k] != '-' {
			return nil, fmt.Errorf("pattern %q: expected + or - at %q", text, text[k:])
		}
		k++
		digits := text[k:]
		if n := strings.IndexAny(digits, "+-"); n >= 0 {
			digits = digits[:n]
		}
		k += len(digits)
		base, each := 2, uint(1)
		if rest, ok := strings.CutPrefix(digits, "x"); ok {
			digits, base, each = rest, 16, 4
		}
		if t.bits = uint(len(digits)) * each; t.bits > 64 {
			return nil, fmt.Errorf("pattern %q: %s has %d bits, and a hash has 64", text, digits, t.bits)
		}
		if digits != "" {
			h, err := strconv.ParseUint(digits, base, 64)
			if err != nil {
				return nil, fmt.Errorf("pattern %q: %q is no number in base %d; hexadecimal digits follow an x", text, digits, base)
			}
			t.hash = trace.Hash(h)
		}
		terms = append(terms, t)
	}
	return &Pattern{terms}, nil
}

// String is the text of p.
func (p *Pattern) String() string {
	var s strings.Builder
	for _, t := range p.terms {
		s.WriteByte("-+"[map[bool]int{true: 1}[t.on]])
		switch {
		case t.bits == 0:
		case t.bits%4 == 0:
			fmt.Fprintf(&s, "x%0*x", t.bits/4, uint64(t.hash))
		default:
			fmt.Fprintf(&s, "%0*b", t.bits, uint64(t.hash))
		}
	}
	return s.String()
}

// Matches reports whether p chooses the rewrite with that hash.
func (p *Pattern) Matches(h trace.Hash) bool {
	if p == nil {
		return true
	}
	for _, t := range slices.Backward(p.terms) {
		if t.matches(h) {
			return t.on
		}
	}
	return !p.terms[0].on
}
