package corpusfmt

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

func random(t testing.TB) *rand.Rand {
	t.Helper()
	s := testseed.Seed(t)
	return rand.New(rand.NewPCG(s, 3))
}

// extremes has for each type what is hard to write.
var extremes = []any{
	[]byte{}, []byte("a\"\\\x00\xff\n'`é\u2028"), "", "\xed\xa0\x80\x00é\U0010ffff", true, false,
	byte(0), byte('\''), byte(255), rune(0), rune('\''), rune(-1), rune(0xd800), rune(0x10ffff), rune(0x110000), rune(math.MinInt32),
	int(math.MinInt), int8(-128), int16(-32768), int64(math.MinInt64), uint(math.MaxUint), uint16(65535), uint32(math.MaxUint32), uint64(math.MaxUint64),
	float32(math.Copysign(0, -1)), float32(math.Inf(-1)), math.Float32frombits(0x7fc00000), math.Float32frombits(0x7fc00001), float32(math.SmallestNonzeroFloat32), float32(0.1),
	math.Copysign(0, -1), math.Inf(1), math.NaN(), math.Float64frombits(0xfff8000000000002), math.SmallestNonzeroFloat64, math.MaxFloat64, 0.1,
}

// same compares values by their bits, so that NaNs and zeros are told apart.
func same(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for n := range a {
		if reflect.TypeOf(a[n]) != reflect.TypeOf(b[n]) || !bytes.Equal(Join(a[n:n+1]), Join(b[n:n+1])) {
			return false
		}
	}
	return true
}

// TestGoRoundTrip: what is written reads back, alone and together.
func TestGoRoundTrip(t *testing.T) {
	check := func(vals []any) {
		text := FormatGo(vals)
		got, err := ParseGo("f", text)
		if err != nil || !same(got, vals) {
			t.Errorf("%s became %v, %v", text, got, err)
		}
	}
	for _, v := range extremes {
		check([]any{v})
	}
	check(extremes)
}

// TestRawRoundTrip: joined values split into the same, and any bytes split into something.
func TestRawRoundTrip(t *testing.T) {
	r := random(t)
	for range 3000 {
		var vals []any
		for range 1 + r.IntN(5) {
			vals = append(vals, extremes[r.IntN(len(extremes))])
		}
		data, types := Join(vals), TypesOf(vals)
		if got := Split(data, types); !same(got, vals) {
			t.Fatalf("%v (%v) became %x, then %v", vals, types, data, got)
		}
		for range 4 {
			garbled := append([]byte{}, data[:r.IntN(len(data)+1)]...)
			for k := range garbled {
				if r.IntN(3) == 0 {
					garbled[k] = byte(r.Uint32())
				}
			}
			vals := Split(garbled, types)
			if again := Split(Join(vals), types); !same(again, vals) {
				t.Fatalf("%x as %v is %v, which becomes %v", garbled, types, vals, again)
			}
		}
	}
	for _, data := range [][]byte{{}, []byte("abc")} {
		if got := Join(Split(data, []Type{Bytes})); !bytes.Equal(got, data) {
			t.Errorf("one byte string: %x became %x", data, got)
		}
	}
}

// TestParseGoForms: forms that Go reads and does not write.
func TestParseGoForms(t *testing.T) {
	for text, want := range map[string]any{
		"uint8(7)": byte(7), "int32(0x10)": rune(16), "byte(0b11)": byte(3), "rune('\\n')": '\n', "int32('x')": 'x', "[]byte(`raw`)": []byte("raw"),
		"int(-0x8)": -8, "float64(3)": 3.0, "float64(+Inf)": math.Inf(1), "float32(-1e3)": float32(-1000), "  string(\"x\")\r": "x", "int64(1_000)": int64(1000),
	} {
		got, err := ParseGo("f", []byte(version+"\r\n"+text+"\n\n"))
		if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("%s is %#v, %v", text, got, err)
		}
	}
}

// TestParseGoErrors: each says the file and the line.
func TestParseGoErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", "f:1: the first line is not"}, {"go test fuzz v2\nint(1)\n", "f:1: the first line is not"},
		{version, "f:1: there is no value"}, {version + "\n\n", "f:3: there is no value"},
		{version + "\nint(1)\nint(", "f:3: expected TYPE(LITERAL)"}, {version + "\n7\n", "f:2: expected"}, {version + "\nint(1, 2)\n", "f:2: expected"},
		{version + "\nint(x)\n", "f:2: expected"}, {version + "\nint(1+1)\n", "f:2: expected"}, {version + "\n[4]byte(\"abcd\")\n", "f:2: expected"},
		{version + "\nint8(128)\n", "f:2: 128 is no int8"}, {version + "\nuint8(256)\n", "f:2: 256 is no uint8"}, {version + "\nuint(-1)\n", "f:2: -1 is no uint"},
		{version + "\nint(1.5)\n", "f:2: 1.5 is no int"}, {version + "\nstring(1)\n", "f:2: 1 is no string"}, {version + "\n[]byte('a')\n", "f:2: 'a' is no []byte"},
		{version + "\nbool(1)\n", "f:2: 1 is no bool"}, {version + "\nbyte('é')\n", ""}, {version + "\nbyte('\\u1234')\n", "is no byte"},
		{version + "\nfloat64(true)\n", "true is no float64"}, {version + "\nfloat64(\"1\")\n", "is no float64"}, {version + "\nfloat64(-NaN)\n", "expected"},
		{version + "\ncomplex64(1)\n", "f:2: a fuzz target takes no \"complex64\""}, {version + "\n[]int(\"\")\n", "takes no \"[]int\""},
		{version + "\nmath.Float32frombits(0x1ffffffff)\n", "f:2: 0x1ffffffff is no argument of math.Float32frombits"}, {version + "\nmath.Sqrt(1)\n", "takes no \"math.Sqrt\""},
	} {
		vals, err := ParseGo("f", []byte(row.text))
		switch {
		case row.want == "" && err != nil:
			t.Errorf("%q: %v", row.text, err)
		case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
			t.Errorf("%q: %v, %v instead of %q", row.text, vals, err, row.want)
		}
	}
}

// FuzzParseGo: nothing panics, and what reads back is written so that it reads back the same.
func FuzzParseGo(f *testing.F) {
	for _, v := range extremes {
		f.Add(string(FormatGo([]any{v})))
	}
	f.Add(string(FormatGo(extremes)))
	f.Fuzz(func(t *testing.T, text string) {
		vals, err := ParseGo("f", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Fatal(err)
			}
			return
		}
		again, err := ParseGo("f", FormatGo(vals))
		if err != nil || !same(again, vals) {
			t.Fatalf("%v became %v, %v", vals, again, err)
		}
	})
}

// TestFolders converts there and back; a second time changes nothing.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, at("crashers/"+GoFuzzName([]byte("one"))), "one")
	put(t, at("crashers/"+GoFuzzName([]byte("one"))+".output"), "panic: …")
	put(t, at("crashers/"+GoFuzzName([]byte("one"))+".quoted"), `"one"`)
	put(t, at("crashers/"+GoFuzzName([]byte("two"))+"-3"), "two")
	put(t, at("crashers/mine.txt"), "two")
	want := Counts{Read: 3, Written: 2, Known: 1, Left: 2}
	if got, err := ToGo(at("crashers"), at("go"), []Type{Bytes}); got != want || err != nil {
		t.Fatalf("%+v, %v", got, err)
	}
	// SHA-256 and SHA-1 as sha256sum and sha1sum print them.
	if got := names(t, at("go")); got != "cce09ea947a5567c d8a26fe1edbe111c" {
		t.Errorf("files %s", got)
	}
	if got, err := ToGo(at("crashers"), at("go"), []Type{Bytes}); got.Written != 0 || got.Known != 3 || err != nil {
		t.Errorf("again: %+v, %v", got, err)
	}
	if got, err := ToGoFuzz(at("go"), at("back")); got.Written != 2 || err != nil {
		t.Fatalf("%+v, %v", got, err)
	}
	if got, want := names(t, at("back")), "ad782ecdac770fc6eb9a62e44f90873fb97fb26b fe05bcdcdc4928012781a5f1a2a77cbb5398e106"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
}

// TestFolderErrors: nothing is written if anything is wrong.
func TestFolderErrors(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, at("bad/a"), version+"\nint(1)\n")
	put(t, at("bad/b"), version+"\nint(1\n")
	put(t, at("mixed/a"), version+"\nint(1)\n")
	put(t, at("mixed/b"), version+"\nuint(1)\n")
	put(t, at("nested/corpus/a"), "x")
	put(t, at("only/"+GoFuzzName(nil)+".output"), "x")
	for from, want := range map[string]string{
		"bad": at("bad/b") + ":2: expected TYPE", "mixed": at("mixed/b") + ":2: the values are uint, those of " + at("mixed/a") + " are int",
		"nested": at("nested/corpus") + " is a folder", "missing": "no such file",
	} {
		if _, err := ToGoFuzz(at(from), at("out")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", from, err)
		}
	}
	if _, err := ToGo(at("only"), at("out"), []Type{Bytes}); err == nil || !strings.Contains(err.Error(), "no inputs in") {
		t.Error(err)
	}
	if _, err := os.Stat(at("out")); err == nil {
		t.Error("something was written")
	}
	if _, err := TypesNamed("[]byte, map"); err == nil || !strings.Contains(err.Error(), `no "map"`) {
		t.Error(err)
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		out = append(out, f.Name())
	}
	return strings.Join(out, " ")
}

// TestHostileFolders: what is no file is refused by name and not waited for, and nothing is written
// through links.
func TestHostileFolders(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(outside, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	for what, plant := range map[string]func(name string) error{
		"a link to a file outside": func(name string) error { return os.Symlink(outside, name) },
		"a link to a device":       func(name string) error { return os.Symlink("/dev/zero", name) },
		"a pipe":                   func(name string) error { return syscall.Mkfifo(name, 0o644) },
		"a huge file": func(name string) error {
			return errors.Join(os.WriteFile(name, nil, 0o644), os.Truncate(name, 1<<40))
		},
	} {
		from, to := t.TempDir(), t.TempDir()
		if err := plant(filepath.Join(from, "bad")); err != nil {
			t.Fatal(err)
		}
		for _, convert := range []func() (Counts, error){
			func() (Counts, error) { return ToGo(from, to, []Type{Bytes}) },
			func() (Counts, error) { return ToGoFuzz(from, to) },
		} {
			if _, err := convert(); err == nil || !strings.Contains(err.Error(), "bad") {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	from, to := t.TempDir(), t.TempDir()
	text := FormatGo([]any{[]byte("a")})
	if err := errors.Join(os.WriteFile(filepath.Join(from, "a"), []byte("a"), 0o644), os.Symlink(outside, filepath.Join(to, GoName(text)))); err != nil {
		t.Fatal(err)
	}
	if _, err := ToGo(from, to, []Type{Bytes}); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(outside); string(got) != "precious" {
		t.Errorf("what a link names became %q, %v", got, err)
	}
	if got, err := os.ReadFile(filepath.Join(to, GoName(text))); !bytes.Equal(got, text) {
		t.Errorf("got %q, %v", got, err)
	}
}
