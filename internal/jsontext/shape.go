package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// shaper compares a text with the Go types that it is read into, and says where it has another shape:
// package json reports a key that it does not know at the end of the object around it.
// It reads types by reflection, as encoding/json does, but only the kinds that the callers' types
// have.
type shaper struct {
	places *Places
}

// Decode reads the JSON value of a text into what into points to: a struct or a slice of structs, slices, maps,
// strings, bools and ints. what names it for messages, "the configuration". The error says the name of the file,
// line and column. A type that reads itself (json.Unmarshaler) is asked; it takes lists of itself, too.
// into is changed only if there is no error. Keys must be spelled as in the tag, in the same case,
// where encoding/json would take any. null is an empty list and nothing else, unless a type that reads
// itself takes it.
func Decode(name string, text []byte, what string, into any) (*Places, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	var whole json.RawMessage
	if err := d.Decode(&whole); err != nil {
		return nil, fmt.Errorf("%s:%s: %w", name, stopped(text, d, err), Plain(err))
	}
	if rest := bytes.TrimLeft(text[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, fmt.Errorf("%s:%s: more text after %s", name, Position(text, len(text)-len(rest)), what)
	}
	places, err := Locate(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	if err := shape(text, places, into); err != nil {
		return nil, fmt.Errorf("%s:%s: %w", name, err.at, err.err)
	}
	// The shape was checked, so that an error here is a kind of value that shape lets pass and json
	// does not.
	if err := json.Unmarshal(whole, into); err != nil {
		panic("BUG: " + err.Error())
	}
	return places, nil
}

// stopped is the place in a text where the decoder gave up.
// An error without an offset is one of a text that ends too early.
func stopped(text []byte, d *json.Decoder, err error) string {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return Position(text, max(int(syntax.Offset)-1, 0))
	}
	return Position(text, len(text)) // it is cut
}

// misshapen is an error about a place of a text.
// The place is apart, since the file's name goes before it.
type misshapen struct {
	at  string // line and column
	err error
}

func (e *misshapen) Error() string { return e.err.Error() }

// shape checks text, which is valid JSON, against the type of into.
// Numbers are kept as text, so that 18446744073709551615 and 1.0 are told from what a float64 would
// make of them.
func shape(text []byte, places *Places, into any) *misshapen {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic("BUG: the text is not valid JSON: " + err.Error())
	}
	if t := places.Twice; t != nil {
		return &misshapen{places.At(t.Offset), fmt.Errorf("%s stands here a second time", quoted(t.Name))}
	}
	return (&shaper{places}).value(v, reflect.TypeOf(into).Elem(), places.root)
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// itself asks a type that reads itself, about what is no list.
// It is called with the value's own text, so that the type sees blanks and escapes as they are
// written. at.items are the elements' places.
func (s *shaper) itself(v any, t reflect.Type, at *place) *misshapen {
	if list, ok := v.([]any); ok {
		for n, x := range list {
			if err := s.itself(x, t, at.items[n]); err != nil {
				return err
			}
		}
		return nil
	}
	var raw json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(s.places.text[at.value:])).Decode(&raw); err != nil {
		panic("BUG: " + err.Error())
	}
	if err := reflect.New(t).Interface().(json.Unmarshaler).UnmarshalJSON(raw); err != nil {
		return &misshapen{s.places.At(at.value), err}
	}
	return nil
}

// value compares the value at a place with a type.
func (s *shaper) value(v any, t reflect.Type, at *place) *misshapen {
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return s.itself(v, t, at)
	}
	switch t.Kind() {
	case reflect.Struct:
		fields, ok := v.(map[string]any)
		if !ok {
			return s.other(v, at, "an object")
		}
		return s.fields(fields, t, at)
	case reflect.Map:
		fields, ok := v.(map[string]any)
		if !ok {
			return s.other(v, at, "an object")
		}
		for _, key := range at.keys() {
			if err := s.value(fields[key], t.Elem(), at.fields[key]); err != nil {
				return err
			}
		}
	case reflect.Slice:
		list, ok := v.([]any)
		if !ok && v != nil { // null is an empty one
			return s.other(v, at, "a list")
		}
		for n, x := range list {
			if err := s.value(x, t.Elem(), at.items[n]); err != nil {
				return err
			}
		}
	case reflect.Pointer: // null is no value of what it points to
		return s.value(v, t.Elem(), at)
	case reflect.String:
		if _, ok := v.(string); !ok {
			return s.other(v, at, "a string")
		}
	case reflect.Bool:
		if _, ok := v.(bool); !ok {
			return s.other(v, at, "true or false")
		}
	case reflect.Int, reflect.Uint64:
		n, ok := v.(json.Number)
		if ok {
			_, err := strconv.ParseUint(n.String(), 10, 64)
			if t.Kind() == reflect.Int {
				_, err = strconv.Atoi(n.String())
			}
			ok = err == nil
		}
		switch {
		case !ok && t.Kind() == reflect.Int:
			return s.other(v, at, "a whole number")
		case !ok:
			return s.other(v, at, "a whole number that is not negative")
		}
	default:
		panic("BUG: a text has a " + t.String())
	}
	return nil
}

// fields compares an object with a struct.
// Fields without a value in the text are allowed: what is required is the caller's to say. Each
// exported field must have a tag with its key.
func (s *shaper) fields(object map[string]any, t reflect.Type, at *place) *misshapen {
	types := map[string]reflect.Type{}
	var names []string
	for n := range t.NumField() {
		if !t.Field(n).IsExported() {
			continue
		}
		name, _, _ := strings.Cut(t.Field(n).Tag.Get("json"), ",")
		types[name] = t.Field(n).Type
		names = append(names, name)
	}
	for _, key := range at.keys() {
		inner := at.fields[key]
		if types[key] == nil {
			return &misshapen{s.places.At(inner.key), fmt.Errorf("unknown key %s: expected %s", quoted(key), strings.Join(names, ", "))}
		}
		if err := s.value(object[key], types[key], inner); err != nil {
			return err
		}
	}
	return nil
}

// other says that a value is not what was expected.
// Values are shown as they are if they are short by nature, and by their kind if not.
func (s *shaper) other(v any, at *place, want string) *misshapen {
	name, is := at.name, ""
	if name == "" {
		name = "the text"
	}
	switch v := v.(type) {
	case nil:
		is = "null"
	case bool, json.Number:
		is = fmt.Sprint(v)
	case string:
		is = quoted(v)
	case []any:
		is = "a list"
	default:
		is = "an object"
	}
	return &misshapen{s.places.At(at.value), fmt.Errorf("%s: expected %s, is %s", name, want, is)}
}

// quoted is a string in quotes, shortened: a message is no longer for a longer text.
func quoted(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.Quote(s[:most]) + "…"
	}
	return strconv.Quote(s)
}

// Plain says what package json found wrong with a text, in words of the text.
// Names of Go types and of the package have no meaning for who wrote the text. An error of another
// kind is passed on without the prefix.
func Plain(err error) error {
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &typ):
		want := "a number"
		switch typ.Type.Kind() {
		case reflect.String:
			want = "a string"
		case reflect.Bool:
			want = "true or false"
		case reflect.Slice:
			want = "a list"
		case reflect.Struct, reflect.Map:
			want = "an object"
		}
		field := typ.Field[strings.LastIndexByte(typ.Field, '.')+1:]
		if field == "" {
			field = "the text"
		}
		return fmt.Errorf("%s: expected %s, is %s", field, want, typ.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the text ends too early: it is cut")
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	switch bad, at, _ := strings.Cut(text, " looking for beginning of "); {
	case at == "":
	case strings.HasSuffix(bad, `'\''`):
		text += ": strings take double quotes"
	case strings.HasSuffix(bad, "']'") || strings.HasSuffix(bad, "'}'"):
		text += ": the comma before it is too many"
	}
	return errors.New(text)
}
