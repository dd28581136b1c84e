package export

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFamiliesAreLocked: the text of every family has the hash that the export wrote, and there is no
// other.
func TestFamiliesAreLocked(t *testing.T) {
	families, err := Families()
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.Open("../../lean/export/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	defer sums.Close()
	var locked []string
	for s := bufio.NewScanner(sums); s.Scan(); {
		sum, file, _ := strings.Cut(s.Text(), "  ")
		if filepath.Dir(file) != "../testdata/lean" {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		locked = append(locked, name)
		text, err := Family(name)
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); err != nil || got != sum {
			t.Errorf("%s: hash %s (%v), want %s", name, got, err, sum)
		}
	}
	if !slices.Equal(families, locked) {
		t.Errorf("families %q, locked are %q", families, locked)
	}
}

// chdir makes a repository that has one family with that text, and works in a folder of it.
func chdir(t *testing.T, data []byte) {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{familyDir, "some/where"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range map[string][]byte{"go.mod": nil, familyDir + "/some" + packed: data} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "some/where"))
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestParts: a family is cut at the lines that name parts, and at no others.
func TestParts(t *testing.T) {
	for _, row := range []struct {
		text string
		want []Part
	}{
		{"", []Part{{"some.txt", ""}}},
		{"a\nb", []Part{{"some.txt", "a\nb"}}},
		{"-- a.txt --\n1\n2\n-- b.txt --\n-- c --", []Part{{"a.txt", "1\n2\n"}, {"b.txt", "-- c --"}}},
		{"-- a.txt --\n-- b.txt --\n", []Part{{"a.txt", ""}, {"b.txt", ""}}},
		{"-- -1 = 2\nx -- a --\n", []Part{{"some.txt", "-- -1 = 2\nx -- a --\n"}}},
	} {
		chdir(t, zipped(t, row.text))
		if got, err := Parts("some"); err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%q: %q (%v), want %q", row.text, got, err, row.want)
		}
	}
}

// TestDamagedFamily: a file that is cut or changed is an error that names it.
func TestDamagedFamily(t *testing.T) {
	whole := zipped(t, strings.Repeat("1 + 1 = 2\n", 1000))
	for n := range whole {
		if n > 2 && n < 10 { // flags, time and system say nothing of the text
			continue
		}
		changed := slices.Clone(whole)
		changed[n] ^= 1
		for _, data := range [][]byte{whole[:n], changed} {
			chdir(t, data)
			if text, err := Family("some"); err == nil || !strings.Contains(err.Error(), "some.txt.gz: ") {
				t.Fatalf("byte %d: %d bytes of text, %v", n, len(text), err)
			}
		}
	}
}
