package export

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const (
	// A family is a file that Lean writes once and that is stored compressed; the hash of the text,
	// not that of the file, is locked, as compressors differ.
	familyDir = "testdata/lean"
	packed    = ".txt.gz"
)

// Part is a text of a family that has several, for instance the cases of one opcode.
// A part begins behind the line that names it and ends before the next such line.
type Part struct {
	Name string // with .txt
	Text string
}

// Families lists the families of cases that Lean evaluated.
// They are in the order of their names, without the ending. None at all is an error: a test that
// ranges over them would pass.
func Families() ([]string, error) {
	dir, err := top()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, familyDir, "*"+packed))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: there are no families of cases", filepath.Join(dir, familyDir))
	}
	for n, f := range files {
		files[n] = strings.TrimSuffix(filepath.Base(f), packed)
	}
	return files, err
}

// Family returns the text of a family.
// The whole text is in memory. Damage of the file is found by the checksum of gzip and is an error
// that says how to get the file back.
func Family(name string) (string, error) {
	dir, err := top()
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, familyDir, name+packed)
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var text []byte
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		text, err = io.ReadAll(z)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w: git checkout it, or write it by node lean/check/check.cjs export", file, err)
	}
	return string(text), nil
}

// Parts returns the parts of a family in the order of the text. A family without parts is one, of its
// own name.
// Text before the first line that names a part is a part of the family's name. The texts share the
// memory of the family's. The time is linear in the text.
func Parts(family string) ([]Part, error) {
	text, err := Family(family)
	if err != nil {
		return nil, err
	}
	name := family + ".txt"
	var parts []Part
	start := 0
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n') + 1
		// The last line has no line feed.
		if end == at {
			end = len(text)
		}
		if head, ok := partName(text[at:end]); ok {
			if at > 0 {
				parts = append(parts, Part{name, text[start:at]})
			}
			name, start = head, end
		}
		at = end
	}
	return append(parts, Part{name, text[start:]}), nil
}

// partName reads the line before a part, `-- NAME --`.
// Lean comments begin alike, so that both ends of the line are needed.
func partName(line string) (string, bool) {
	rest, ok := strings.CutPrefix(line, "-- ")
	name, ok2 := strings.CutSuffix(rest, " --\n")
	return name, ok && ok2
}

// top is the repository's folder: the working directory or the nearest above it that has a go.mod.
// Tests run in the folder of their package, commands in any.
func top() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s: neither it nor a folder above has a go.mod: run this in the repository", dir)
		}
	}
}
