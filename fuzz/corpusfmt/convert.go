package corpusfmt

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// GoFuzzName is the name that go-fuzz gives the file of an input: its SHA-1.
func GoFuzzName(data []byte) string {
	h := sha1.Sum(data)
	return hex.EncodeToString(h[:])
}

// description reports whether go-fuzz wrote the file to explain another: HASH.output and
// HASH.quoted.
func description(name string) bool {
	hash, ext, ok := strings.Cut(name, ".")
	_, err := hex.DecodeString(hash)
	return ok && ext != "" && err == nil && len(hash) == 2*sha1.Size
}

// Counts says what a conversion did with the files.
type Counts struct {
	Read    int // inputs
	Written int // that are new
	Known   int // that were there already, or twice
	Left    int // descriptions of crashers, which are no inputs
}

// ToGoFuzz converts a folder of Go's engine. The files must agree in the types of their values.
func ToGoFuzz(from, to string) (Counts, error) {
	var types []Type
	first := ""
	return convert(from, to, func(name string, text []byte) (string, []byte, error) {
		vals, err := ParseGo(name, text)
		if err != nil {
			return "", nil, err
		}
		got := TypesOf(vals)
		if types == nil {
			types, first = got, name
		}
		if !slices.Equal(got, types) {
			return "", nil, fmt.Errorf("%s:2: the values are %s, those of %s are %s: inputs of different targets", name, list(got), first, list(types))
		}
		data := Join(vals)
		return GoFuzzName(data), data, nil
	})
}

// ToGo converts a folder of go-fuzz, its corpus or its crashers, for a target that takes these
// types.
func ToGo(from, to string, types []Type) (Counts, error) {
	return convert(from, to, func(name string, data []byte) (string, []byte, error) {
		if description(filepath.Base(name)) {
			return "", nil, nil
		}
		text := FormatGo(Split(data, types))
		return GoName(text), text, nil
	})
}

// convert writes what change makes of each file; no name is a file to leave. Nothing is written
// if a file is wrong.
func convert(from, to string, change func(name string, data []byte) (string, []byte, error)) (Counts, error) {
	var c Counts
	files, err := os.ReadDir(from)
	if err != nil {
		return c, err
	}
	type input struct {
		name string
		data []byte
	}
	var inputs []input
	for _, f := range files {
		name := filepath.Join(from, f.Name())
		if f.IsDir() {
			return c, fmt.Errorf("%s is a folder: name the one that has the inputs", name)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return c, err
		}
		out, data, err := change(name, data)
		if err != nil {
			return c, err
		}
		if out == "" {
			c.Left++
			continue
		}
		inputs = append(inputs, input{out, data})
	}
	if c.Read = len(inputs); c.Read == 0 {
		return c, fmt.Errorf("there are no inputs in %s", from)
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return c, err
	}
	for _, in := range inputs {
		switch known, err := write(filepath.Join(to, in.name), in.data); {
		case err != nil:
			return c, err
		case known:
			c.Known++
		default:
			c.Written++
		}
	}
	return c, nil
}

// write creates a file, whole or not at all. The name depends on the data, so one that is there
// is right.
func write(name string, data []byte) (known bool, err error) {
	if _, err := os.Stat(name); err == nil {
		return true, nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return false, err
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Chmod(0o644), tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return false, err
}

func list(types []Type) string {
	var names []string
	for _, t := range types {
		names = append(names, t.String())
	}
	return strings.Join(names, ",")
}
