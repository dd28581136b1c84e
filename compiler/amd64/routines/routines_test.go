package routines

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/tuffy-ir/tuffy/x86"
)

// TestRoutines decodes the bytes of every line: they are what the text beside them says.
func TestRoutines(t *testing.T) {
	for _, s := range routines {
		for _, l := range s.lines {
			code, err := hex.DecodeString(strings.ReplaceAll(l.code, " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			i, n, err := x86.Decode(code)
			if err != nil || n != len(code) {
				t.Errorf("%s: %s: %d of %d bytes, %v", s.name, l.code, n, len(code), err)
				continue
			}
			want := l.text
			if strings.HasPrefix(want, "call ") {
				want = "call .+0x5"
			}
			if got := i.Intel(); got != want {
				t.Errorf("%s: %s is %q, the text says %q", s.name, l.code, got, want)
			}
		}
	}
}
