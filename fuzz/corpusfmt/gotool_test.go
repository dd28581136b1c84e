package corpusfmt

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// program is a test with two targets: FuzzRead writes down the bits of what it is given,
// FuzzFail fails on anything but its seed, so that Go's engine writes a file.
const program = `package p

import (
	"fmt"
	"math"
	"testing"
)

func FuzzRead(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte, s string, o bool, c byte, r rune, i int, i8 int8, i16 int16, i64 int64, u uint, u16 uint16, u32 uint32, u64 uint64, x float32, y float64) {
		fmt.Printf("got %x %x %v %d %d %d %d %d %d %d %d %d %d %x %x\n", b, s, o, c, r, i, i8, i16, i64, u, u16, u32, u64, math.Float32bits(x), math.Float64bits(y))
	})
}

func FuzzFail(f *testing.F) {
	f.Add([]byte("seed"), "seed", byte(1), int16(7), uint64(7), 1.5)
	f.Fuzz(func(t *testing.T, b []byte, s string, c byte, i int16, u uint64, x float64) {
		if string(b) != "seed" || s != "seed" || c != 1 || i != 7 || u != 7 || x != 1.5 {
			fmt.Printf("fail %x %x %d %d %d %x\n", b, s, c, i, u, math.Float64bits(x))
			t.Fail()
		}
	})
}
`

// TestGoTool: go test reads what is written here, and what it writes is read here, under the
// same name.
func TestGoTool(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "go.mod"), "module p\n\ngo 1.24\n")
	put(t, filepath.Join(dir, "p_test.go"), program)
	inputs := [][]any{
		{extremes[0], "", false, byte(0), rune(-1), 0, int8(-1), int16(0), int64(0), uint(0), uint16(0), uint32(0), uint64(0), math.Float32frombits(0x7fc00001), math.NaN()},
		{extremes[1], extremes[3], true, byte('\''), rune(0xd800), math.MinInt, int8(-128), int16(-32768), int64(math.MinInt64), uint(math.MaxUint),
			uint16(65535), uint32(math.MaxUint32), uint64(math.MaxUint64), float32(math.Copysign(0, -1)), math.Inf(-1)},
	}
	for _, vals := range inputs {
		text := FormatGo(vals)
		put(t, filepath.Join(dir, "testdata/fuzz/FuzzRead", GoName(text)), string(text))
	}
	out, err := goTest(dir, "-run", "^FuzzRead$", "-v")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, v := range inputs {
		want := fmt.Sprintf("got %x %x %v %d %d %d %d %d %d %d %d %d %d %x %x\n", append(v[:13:13], math.Float32bits(v[13].(float32)), math.Float64bits(v[14].(float64)))...)
		if !strings.Contains(out, want) {
			t.Errorf("go test did not get\n%sbut\n%s", want, out)
		}
	}

	out, err = goTest(dir, "-run", "^$", "-fuzz", "^FuzzFail$", "-fuzztime", "100000x", "-parallel", "1", "-test.fuzzcachedir", filepath.Join(dir, "cache"))
	if err == nil {
		t.Fatalf("FuzzFail does not fail\n%s", out)
	}
	m := regexp.MustCompile(`testdata/fuzz/FuzzFail/(\w+)`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("no input was written\n%s", out)
	}
	text, err := os.ReadFile(filepath.Join(dir, m[0]))
	if err != nil {
		t.Fatal(err)
	}
	vals, err := ParseGo(m[1], text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(FormatGo(vals), text) {
		t.Errorf("go test writes\n%sbut this package\n%s", text, FormatGo(vals))
	}
	if GoName(text) != m[1] {
		t.Errorf("go test calls it %s, this package %s", m[1], GoName(text))
	}
	out, _ = goTest(dir, "-run", "^FuzzFail$/^"+m[1]+"$", "-v")
	want := fmt.Sprintf("fail %x %x %d %d %d %x\n", append(vals[:5:5], math.Float64bits(vals[5].(float64)))...)
	if !strings.Contains(out, want) {
		t.Errorf("go test did not get\n%sbut\n%s", want, out)
	}
}

func goTest(dir string, args ...string) (string, error) {
	c := exec.Command("go", append([]string{"test"}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")
	out, err := c.CombinedOutput()
	return string(out), err
}
