// Package jsontext reads JSON that people write, and says of a mistake at which line and column it is, what was
// expected there and what there is. Package encoding/json gives an offset behind the value at best.
//
// A text is checked by encoding/json first; then its places are found and its shape is compared with the Go
// type. Only after that is it decoded into the caller's value, so that a caller never has half of a text.
package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Places are where the values of a JSON text are, and the keys that name them, by path, such as
// stages.0.passes.3.name. The path of the whole text is empty. They take room in proportion to the text.
// They point into the text, which must not be changed while they are used. Each value has one place,
// so that the room is that of the number of values and not of the lengths of their paths.
type Places struct {
	text []byte
	root *place
	// Twice is the first key that an object has twice, with where it is again; nil if there is none.
	// encoding/json takes the last one in silence.
	Twice *Duplicate
}

// place is where a value is.
// fields are of an object and items of a list; both are nil for any other value. name is empty for the
// whole text, whose key is 0.
type place struct {
	value, key int    // offsets of first bytes
	name       string // key or index
	fields     map[string]*place
	items      []*place
}

// Duplicate is a key that an object has already.
// Offset is that of the key's first byte, its quote.
type Duplicate struct {
	Name   string
	Offset int
}

// Limits of texts. Types nest less deep, and no input is that large.
const (
	// 128 levels are beyond what any of the callers' types needs, but a type that reads itself takes
	// lists of itself to any depth. 2^18 values bound the memory of places and of the second parse.
	MaxDepth  = 128
	MaxValues = 1 << 18
)

// Locate finds the places of a text, which is valid JSON. The error says at which line and column the text is
// beyond a limit.
// text must have passed encoding/json: a mistake of syntax is a panic here.
func Locate(text []byte) (*Places, error) {
	l := &locator{Places: &Places{text: text}, d: json.NewDecoder(bytes.NewReader(text))}
	l.d.UseNumber()
	l.root = &place{}
	if err := l.value(l.root, 0); err != nil {
		return nil, err
	}
	return l.Places, nil
}

// locator makes places.
// It reads tokens, so that it knows an offset before each value and not only behind it.
type locator struct {
	*Places
	d *json.Decoder
	n int // values
}

// next reads a token and says where it starts.
// The decoder's offset is behind the last token; blanks, commas and colons up to the next one are
// skipped by hand.
func (l *locator) next() (json.Token, int) {
	at := int(l.d.InputOffset())
	for at < len(l.text) && strings.IndexByte(" \t\r\n,:", l.text[at]) >= 0 {
		at++
	}
	t, err := l.d.Token()
	if err != nil {
		panic("BUG: the text is not valid JSON: " + err.Error())
	}
	return t, at
}

// value walks over one value and notes where it and its parts begin. The limits of number and depth
// make the walk safe on hostile text, before encoding/json allocates anything.
// A key that occurs twice is given the place of the last, as encoding/json takes its value.
func (l *locator) value(p *place, depth int) error {
	t, at := l.next()
	p.value = at
	if l.n++; l.n > MaxValues {
		return fmt.Errorf("%s: more than the limit of %d values", l.At(at), MaxValues)
	}
	if depth > MaxDepth {
		return fmt.Errorf("%s: nested deeper than the limit of %d", l.At(at), MaxDepth)
	}
	switch t {
	case json.Delim('{'):
		p.fields = map[string]*place{}
		for l.d.More() {
			k, at := l.next()
			key := k.(string)
			if p.fields[key] != nil && l.Twice == nil {
				l.Twice = &Duplicate{key, at}
			}
			inner := &place{key: at, name: key}
			p.fields[key] = inner
			if err := l.value(inner, depth+1); err != nil {
				return err
			}
		}
		l.next()
	case json.Delim('['):
		for l.d.More() {
			inner := &place{name: strconv.Itoa(len(p.items))}
			p.items = append(p.items, inner)
			if err := l.value(inner, depth+1); err != nil {
				return err
			}
		}
		l.next()
	}
	return nil
}

// Join is the path of what key names in what path names.
// It does not escape dots: Offset tries all ways to cut a path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// At is [Position] in the text.
func (p *Places) At(offset int) string { return Position(p.text, offset) }

// Position is the line and column of an offset, counted from 1 and in bytes.
func Position(text []byte, offset int) string {
	before := text[:min(offset, len(text))]
	return fmt.Sprintf("%d:%d", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}

// Nearest is the line and column of the value of a path, or of the innermost one around it that there is.
func (p *Places) Nearest(path string) string { return p.At(p.Offset(path)) }

// Offset is where the value of a path is, or the innermost one around it that there is.
// The innermost place that exists answers for what is missing, as a message about a missing key points
// at its object.
func (p *Places) Offset(path string) int {
	at := p.root
	for path != "" {
		inner, rest := at.step(path)
		if inner == nil {
			break
		}
		at, path = inner, rest
	}
	return at.value
}

// step goes to the value that the first part of a path names; a key may have dots.
// The shortest first part that is a key is taken. The path may be cut wrongly only where one key is
// the start of another up to a dot.
func (p *place) step(path string) (inner *place, rest string) {
	for end := 0; end <= len(path); end++ {
		if end < len(path) && path[end] != '.' {
			continue
		}
		name, rest := path[:end], path[min(end+1, len(path)):]
		if f := p.fields[name]; f != nil {
			return f, rest
		}
		if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(p.items) {
			return p.items[n], rest
		}
	}
	return nil, ""
}

// keys are the keys of an object, in the order of the text.
// The order makes the first mistake of the text the one that is reported. Offsets of keys are
// different, so that the order is total.
func (p *place) keys() []string {
	var out []string
	for key := range p.fields {
		out = append(out, key)
	}
	slices.SortFunc(out, func(a, b string) int { return p.fields[a].key - p.fields[b].key })
	return out
}
