package target

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{"": Default, Default: Default, "x86_64-linux-gnu": Default, "i686-unknown-linux-gnu": "i686-unknown-linux-gnu"} {
		m, err := Parse(text)
		if err != nil || m.Triple != want {
			t.Errorf("%q: %v %v", text, m, err)
		}
	}
	if _, err := Parse("sparc"); err == nil || !strings.Contains(err.Error(), Default) {
		t.Errorf("sparc: %v", err)
	}
}

// TestOverride: settings change one target and no other; what is wrong is named.
func TestOverride(t *testing.T) {
	m, err := Parse("")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"features=+avx2,+bmi2,-sse4_2", "red-zone=false", "frame-pointer=true", "jump-tables=9", "vscale=2"} {
		if err := m.Override(s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	// Without sse4_2 there is no avx, and so no avx2.
	if got := m.String(); got != Default+" +bmi2 +sse4_1 +ssse3" || m.RedZone || !m.FramePtr || m.Tables != 9 || m.VScale != 2 {
		t.Errorf("%s %+v", got, m)
	}
	if other, _ := Parse(""); other.Has("bmi2") || !other.RedZone {
		t.Error("another target changed")
	}
	for s, want := range map[string]string{
		"speed=9": "one of the keys", "features": "one of the keys", "features=avx": "+feature", "features=+mmx2": "unknown feature",
		"red-zone=perhaps": "true or false", "jump-tables=0": "from 1", "vscale=x": "from 1",
	} {
		if err := m.Override(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", s, err)
		}
	}
}
