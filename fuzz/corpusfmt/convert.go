package corpusfmt

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
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
//
// The hash is that of the crasher; any other name with a dot is an input.
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
//
// Types are not in go-fuzz's files, so that mixed ones could not be told apart again. Errors name the file and line.
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
//
// Any bytes are an input: what is missing is zero (see [Split]).
func ToGo(from, to string, types []Type) (Counts, error) {
	return convert(from, to, func(name string, data []byte) (string, []byte, error) {
		if description(filepath.Base(name)) {
			return "", nil, nil
		}
		text := FormatGo(Split(data, types))
		return GoName(text), text, nil
	})
}

// maxFile bounds an input; go test -fuzz takes none that is larger.
const maxFile = 100 << 20

// read returns a file of a folder that may be anybody's: a regular one, not a link to somewhere else,
// a pipe or a device.
//
// A corpus comes from elsewhere, and a fifo in it would make the command wait for ever.
func read(dir *os.Root, name string) ([]byte, error) {
	full := filepath.Join(dir.Name(), name)
	info, err := dir.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder: name the one that has the inputs", full)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file, as inputs are", full)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s has %d bytes, inputs have at most %d", full, info.Size(), maxFile)
	}
	return dir.ReadFile(name)
}

// convert writes what change makes of each file; no name is a file to leave. Nothing is written
// if a file is wrong.
//
// All inputs are in memory before the first is written: that is the price of writing nothing if one is wrong. Files
// come in the order of their names.
func convert(from, to string, change func(name string, data []byte) (string, []byte, error)) (Counts, error) {
	var c Counts
	files, err := os.ReadDir(from)
	if err != nil {
		return c, err
	}
	// A root keeps links from leading out of the folder.
	source, err := os.OpenRoot(from)
	if err != nil {
		return c, err
	}
	defer source.Close()
	type input struct {
		name string
		data []byte
	}
	var inputs []input
	for _, f := range files {
		data, err := read(source, f.Name())
		if err != nil {
			return c, err
		}
		out, data, err := change(filepath.Join(from, f.Name()), data)
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
	target, err := os.OpenRoot(to)
	if err != nil {
		return c, err
	}
	defer target.Close()
	for _, in := range inputs {
		switch known, err := write(target, in.name, in.data); {
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

// write creates a file, whole or not at all. The name depends on the data, so a file that is there
// is right.
//
// Two processes may convert into one folder: each has a temporary file of its own, and the last rename wins with
// the same bytes.
func write(dir *os.Root, name string, data []byte) (known bool, err error) {
	if info, err := dir.Lstat(name); err == nil && info.Mode().IsRegular() {
		return true, nil
	}
	// The number needs no seed, since it is in no result.
	temp := fmt.Sprintf(".new-%016x", rand.Uint64())
	file, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return false, err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err == nil {
		err = dir.Rename(temp, name)
	}
	if err != nil {
		err = errors.Join(err, dir.Remove(temp))
	}
	return false, err
}

// list is the types as an error names them.
func list(types []Type) string {
	var names []string
	for _, t := range types {
		names = append(names, t.String())
	}
	return strings.Join(names, ",")
}
