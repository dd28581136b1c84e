package ir

import (
	"testing"
	"unsafe"
)

// TestRecordSizes: what nearly every pass looks at stays small. Tables of a function of 50,000
// instructions are megabytes, and each byte more is felt in every pass.
func TestRecordSizes(t *testing.T) {
	for _, r := range []struct {
		name      string
		size, max uintptr
	}{
		{"instRec", unsafe.Sizeof(instRec{}), 32},
		{"valueRec", unsafe.Sizeof(valueRec{}), 24},
		{"useRec", unsafe.Sizeof(useRec{}), 16},
		{"attrRec", unsafe.Sizeof(attrRec{}), 16},
	} {
		if r.size > r.max {
			t.Errorf("%s has %d bytes, not %d", r.name, r.size, r.max)
		}
	}
}
