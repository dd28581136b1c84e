package verb

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestClipped: a line never takes more columns than there are, and says that something is missing.
func TestClipped(t *testing.T) {
	for columns := range 12 {
		for _, text := range []string{"", "a", "Zeiten ähneln", "π≈3,1415", strings.Repeat("→", 40)} {
			got := clipped(text, columns)
			if n := utf8.RuneCountInString(got); n > columns || got != text && columns > 0 && (n != columns || !strings.HasSuffix(got, "…")) {
				t.Errorf("clipped(%q, %d) is %q", text, columns, got)
			}
		}
	}
}

// TestRemaining: the time that is left, as fast as before, and nothing where the end is not known.
func TestRemaining(t *testing.T) {
	for _, x := range []struct {
		elapsed   time.Duration
		done, all int64
		want      string
	}{
		{10 * time.Second, 1, 4, "  25 %, about 30s left"}, {10 * time.Second, 4, 4, "  100 %, about 0s left"}, {time.Second, 0, 4, ""},
		{time.Second, 5, 4, ""}, {time.Hour, 1 << 40, 1 << 41, "  50 %, about 1h0m0s left"},
	} {
		if got := remaining(x.elapsed, x.done, x.all); got != x.want {
			t.Errorf("remaining(%v, %d, %d) is %q, want %q", x.elapsed, x.done, x.all, got, x.want)
		}
	}
	if got := left(time.Second, 0) + left(90*time.Second, time.Minute) + left(time.Second, time.Minute); got != "  at most 0s left  at most 59s left" {
		t.Errorf("left: %q", got)
	}
}
