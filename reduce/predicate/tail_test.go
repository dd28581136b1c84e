package predicate

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/tuffy-ir/tuffy/internal/testseed"
)

// TestTail compares the end that is kept with the end of everything.
func TestTail(t *testing.T) {
	r := rand.New(rand.NewPCG(testseed.Seed(t), 0))
	for range 20 {
		var kept tail
		var all []byte
		for range 60 {
			b := make([]byte, r.IntN([]int{10, 5000, 3 * tailBytes}[r.IntN(3)]))
			for k := range b {
				b[k] = byte(r.Uint32())
			}
			if n, err := kept.Write(b); n != len(b) || err != nil {
				t.Fatal(n, err)
			}
			all = append(all, b...)
			if want := all[max(0, len(all)-tailBytes):]; !bytes.Equal(kept.bytes(), want) {
				t.Fatalf("%d bytes are kept of %d", len(kept.bytes()), len(all))
			}
			if cap(kept.buf) > 8*tailBytes {
				t.Fatalf("a buffer of %d bytes", cap(kept.buf))
			}
		}
	}
}
