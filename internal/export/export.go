// Package export reads what Lean exports, for the generators that turn it into Go.
//
// Every generator needs the same of an export before it looks at a rule: that it is one, of a version that
// it knows, without fields that it would ignore, and with a place for each mistake. That is here, so that no
// generator is less strict than another.
//
// Non-goals: what a format means; each generator checks that of its own.
package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Format is what a kind of export says of itself.
// The file is an object with the fields format and version; versions count from 1.
type Format struct {
	Name    string // the value of "format"
	Kind    string // what it is an export of
	Version int    // the newest that the generator reads
	Nulls   bool   // null is a value; else no pointer of a list is nil after [Decode]
}

// Main is the main function of a generator: it reads the export that the first argument names,
// and writes what generate makes of it to the file that the second names. more names further
// arguments. The exit status is 64 for usage and 65 for a bad export.
// An existing output file is replaced only if generate has no error. The arguments are not parsed
// further: a generator is run by go generate, with fixed ones.
func Main(generate func(in string, data []byte, more []string) ([]byte, error), more ...string) {
	if len(os.Args) != 3+len(more) {
		fmt.Fprintln(os.Stderr, strings.Join(append([]string{"usage: gen export.json out_gen.go"}, more...), " "))
		os.Exit(64)
	}
	in := os.Args[1]
	data, err := os.ReadFile(in)
	if err == nil {
		var code []byte
		if code, err = generate(in, data, os.Args[3:]); err == nil {
			err = os.WriteFile(os.Args[2], code, 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(65)
	}
}

// Decode reads the export in data into set. Errors name the file and, where one part of the text is at
// fault, its line and column. set must be a pointer to a type that has the fields format and version
// as well, since a field that it does not know is an error: a newer export must not be read in part.
// The first Unmarshal has checked the whole text, so that nothing can follow the value.
func Decode(name string, data []byte, f Format, set any) error {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("%s: %s", name, position(data, err))
	}
	switch {
	// Before the version, which another format counts in its own way.
	case head.Format != f.Name:
		return fmt.Errorf(`%s: not an export of %s: expected "format": %q, got %q`, name, f.Kind, f.Name, head.Format)
	case head.Version > f.Version:
		return fmt.Errorf("%s: version %d is newer than %d, the newest that this generator reads: update it", name, head.Version, f.Version)
	case head.Version < 1:
		return fmt.Errorf("%s: there is no version %d", name, head.Version)
	}
	// encoding/json takes null for any value and leaves the variable as it was, or makes a pointer
	// nil: a rule with a null in it would become another rule.
	if !f.Nulls {
		if err := nulls(data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(set); err != nil {
		return fmt.Errorf("%s: %s", name, position(data, err))
	}
	return nil
}

// nulls finds the first null of a text that is JSON, and the rule that has it. It reads tokens and not
// values, so that an error has the offset of the null itself. Where rules have a name, Lean writes it
// as their first field; a null before it is reported without the rule.
func nulls(data []byte) error {
	const ruleDepth = 3 // the rules are objects of a list of the file's object
	d := json.NewDecoder(bytes.NewReader(data))
	depth, rule := 0, ""
	// encoding/json gives names and strings as the same kind of token; they alternate within an
	// object.
	field, key := "", true // of a rule, and whether the next token is the name of one
	for {
		tok, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return errors.New(position(data, err))
		}
		was := key
		key = true
		switch tok := tok.(type) {
		case json.Delim:
			switch tok {
			case '{', '[':
				depth++
			default:
				depth--
			}
			if depth < ruleDepth {
				rule = ""
			}
		case string:
			switch {
			case depth != ruleDepth:
			case was:
				field, key = tok, false
			case field == "name":
				rule = fmt.Sprintf("rule %q: ", tok)
			}
		case nil:
			return fmt.Errorf("%s: %snull stands where there must be a value", place(data, d.InputOffset()-int64(len("null"))+1), rule)
		}
	}
}

// position adds line and column to an error of encoding/json.
// An offset of encoding/json is that of the byte behind the mistake, so that counting from 1 it is the
// mistake's own.
func position(data []byte, err error) string {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("%s: %v", place(data, syntax.Offset), err)
	case errors.As(err, &typ):
		return fmt.Sprintf("%s: %v", place(data, typ.Offset), err)
	// The text is cut: the place is its end.
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Sprintf("%s: %v", place(data, int64(len(data))), err)
	}
	return err.Error()
}

// place is where a text has its byte number off, counted from 1.
// Columns count bytes. off may be beyond the text or 0, which is its first byte.
func place(data []byte, off int64) string {
	before := data[:min(max(off-1, 0), int64(len(data)))]
	line := bytes.Count(before, []byte("\n")) + 1
	return fmt.Sprintf("line %d, column %d", line, len(before)-bytes.LastIndexByte(before, '\n'))
}
