// Package jsontext reads JSON that people write, and says of a mistake at which line and column it is, what was
// expected there and what there is. Package encoding/json gives an offset behind the value at best.
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
type Places struct {
	text []byte
	root *place
	// Twice is the first key that an object has twice, with where it is again; nil if there is none.
	Twice *Duplicate
}

// place is where a value is.
type place struct {
	value, key int    // offsets of first bytes
	name       string // key or index
	fields     map[string]*place
	items      []*place
}

// Duplicate is a key that an object has already.
type Duplicate struct {
	Name   string
	Offset int
}

// Limits of texts. Types nest less deep, and no input is that large.
const (
	MaxDepth  = 128
	MaxValues = 1 << 18
)

// Locate finds the places of a text, which is valid JSON. The error says at which line and column the text is
// beyond a limit.
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
type locator struct {
	*Places
	d *json.Decoder
	n int // values
}

// next reads a token and says where it starts.
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
func (p *place) keys() []string {
	var out []string
	for key := range p.fields {
		out = append(out, key)
	}
	slices.SortFunc(out, func(a, b string) int { return p.fields[a].key - p.fields[b].key })
	return out
}
