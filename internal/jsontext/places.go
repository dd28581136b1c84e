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

// Places are where the values of a JSON text are, and the keys that name them: offsets by path, such as
// stages.0.passes.3.name. The path of the whole text is empty.
type Places struct {
	text []byte
	// Value and Key are offsets of first bytes.
	Value, Key map[string]int
	// Twice is the first key that an object has twice, with where it is again; nil if there is none.
	Twice *Duplicate
}

// Duplicate is a key that an object has already.
type Duplicate struct {
	Name   string
	Offset int
}

// Locate finds the places of a text, which is valid JSON.
func Locate(text []byte) *Places {
	p := &Places{text: text, Value: map[string]int{}, Key: map[string]int{}}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	p.value(d, "")
	return p
}

// next reads a token and says where it starts.
func (p *Places) next(d *json.Decoder) (json.Token, int) {
	at := int(d.InputOffset())
	for at < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[at]) >= 0 {
		at++
	}
	t, err := d.Token()
	if err != nil {
		panic("BUG: the text is not valid JSON: " + err.Error())
	}
	return t, at
}

func (p *Places) value(d *json.Decoder, path string) {
	t, at := p.next(d)
	p.Value[path] = at
	switch t {
	case json.Delim('{'):
		for d.More() {
			key, at := p.next(d)
			inner := Join(path, key.(string))
			if _, ok := p.Key[inner]; ok && p.Twice == nil {
				p.Twice = &Duplicate{key.(string), at}
			}
			p.Key[inner] = at
			p.value(d, inner)
		}
		p.next(d)
	case json.Delim('['):
		for n := 0; d.More(); n++ {
			p.value(d, Join(path, strconv.Itoa(n)))
		}
		p.next(d)
	}
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
func (p *Places) Nearest(path string) string {
	for {
		if at, ok := p.Value[path]; ok || path == "" {
			return p.At(at)
		}
		path = path[:max(0, strings.LastIndexByte(path, '.'))]
	}
}

// Keys are the keys of the object of a path, in the order of the text.
func (p *Places) Keys(path string, object map[string]any) []string {
	var out []string
	for key := range object {
		out = append(out, key)
	}
	slices.SortFunc(out, func(a, b string) int { return p.Key[Join(path, a)] - p.Key[Join(path, b)] })
	return out
}
