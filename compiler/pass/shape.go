package pass

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/compiler/trace"
)

// shaper compares a text with the Go types that it is read into, and says where it has another shape:
// package json reports a key that it does not know at the end of the object around it.
type shaper struct {
	places *trace.Places
}

// misshapen is an error about a place of a text.
type misshapen struct {
	at  string // line and column
	err error
}

func (e *misshapen) Error() string { return e.err.Error() }

// shape checks text, which is valid JSON, against the type of into.
func shape(text []byte, places *trace.Places, into *Config) *misshapen {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic("BUG: the text is not valid JSON: " + err.Error())
	}
	if t := places.Twice; t != nil {
		return &misshapen{places.At(t.Offset), fmt.Errorf("%q stands here a second time", t.Name)}
	}
	return (&shaper{places}).value(v, reflect.TypeOf(into).Elem(), "")
}

// value compares the value at a path with a type.
func (s *shaper) value(v any, t reflect.Type, path string) *misshapen {
	switch t.Kind() {
	case reflect.Struct:
		fields, ok := v.(map[string]any)
		if !ok {
			return s.other(v, path, "an object")
		}
		return s.fields(fields, t, path)
	case reflect.Map:
		fields, ok := v.(map[string]any)
		if !ok {
			return s.other(v, path, "an object")
		}
		for _, key := range s.places.Keys(path, fields) {
			if err := s.value(fields[key], t.Elem(), trace.Join(path, key)); err != nil {
				return err
			}
		}
	case reflect.Slice:
		list, ok := v.([]any)
		if !ok && v != nil { // null is an empty one
			return s.other(v, path, "a list")
		}
		for n, x := range list {
			if err := s.value(x, t.Elem(), trace.Join(path, strconv.Itoa(n))); err != nil {
				return err
			}
		}
	case reflect.String:
		if _, ok := v.(string); !ok {
			return s.other(v, path, "a string")
		}
	case reflect.Bool:
		if _, ok := v.(bool); !ok {
			return s.other(v, path, "true or false")
		}
	case reflect.Int:
		n, ok := v.(json.Number)
		if ok {
			_, err := strconv.Atoi(n.String())
			ok = err == nil
		}
		if !ok {
			return s.other(v, path, "a whole number")
		}
	default:
		panic("BUG: a configuration has a " + t.String())
	}
	return nil
}

// fields compares an object with a struct.
func (s *shaper) fields(object map[string]any, t reflect.Type, path string) *misshapen {
	types := map[string]reflect.Type{}
	var names []string
	for n := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(n).Tag.Get("json"), ",")
		types[name] = t.Field(n).Type
		names = append(names, name)
	}
	for _, key := range s.places.Keys(path, object) {
		inner := trace.Join(path, key)
		if types[key] == nil {
			return &misshapen{s.places.At(s.places.Key[inner]), fmt.Errorf("unknown key %q: expected %s", key, strings.Join(names, ", "))}
		}
		if err := s.value(object[key], types[key], inner); err != nil {
			return err
		}
	}
	return nil
}

// other says that a value is not what was expected.
func (s *shaper) other(v any, path, want string) *misshapen {
	name, is := path[strings.LastIndexByte(path, '.')+1:], ""
	if name == "" {
		name = "the text"
	}
	switch v := v.(type) {
	case nil:
		is = "null"
	case bool, json.Number:
		is = fmt.Sprint(v)
	case string:
		is = strconv.Quote(v)
	case []any:
		is = "a list"
	default:
		is = "an object"
	}
	return &misshapen{s.places.Nearest(path), fmt.Errorf("%s: expected %s, is %s", name, want, is)}
}
