package host

import (
	"unicode/utf8"

	"github.com/tuffy-ir/tuffy/memory"
)

// Wide characters in formats (%lc, %ls, %l[): ASCII in the locale C, UTF-8 in C.UTF-8.

// narrowed is a wide character as bytes; empty if the locale has none.
func narrowed(e Env, c uint32) []byte {
	switch {
	case c < 0x80:
		return []byte{byte(c)}
	case !e.State().utf8 || c > utf8.MaxRune || !utf8.ValidRune(rune(c)):
		return nil
	}
	return utf8.AppendRune(nil, rune(c))
}

// widened are the bytes in memory of the wide characters that bytes stand for; ok is false where they stand for none.
func widened(e Env, text []byte) (b []byte, ok bool) {
	for len(text) > 0 {
		c, n := utf8.DecodeRune(text)
		if c >= 0x80 && !e.State().utf8 || c == utf8.RuneError && n < 2 {
			return nil, false
		}
		b, text = append(b, little(uint64(c), 4)...), text[n:]
	}
	return b, true
}

// lacks is the failure of a function for a character that the locale has no bytes for.
func (f *formatter) lacks() {
	errno(f.e, errSequence)
	f.ok = false
}

// wideCharacter is %lc.
func (f *formatter) wideCharacter(c conversion) {
	v, ok := f.take(Int)
	if !ok || !f.fits(v, 32) {
		return
	}
	b := narrowed(f.e, uint32(v.Int.Low(32).Low64()))
	if b == nil {
		f.lacks()
		return
	}
	f.pad(c, "", string(b), false)
}

// wideString is %ls, whose precision counts bytes of whole characters.
func (f *formatter) wideString(c conversion) {
	v, ok := f.take(Ptr)
	if !ok {
		return
	}
	var text []byte
	n := uint64(0)
	for c.prec < 0 || len(text) < c.prec {
		b, ok := f.e.Read(memory.Pointer{Addr: v.Ptr.Addr + 4*n, Alloc: v.Ptr.Alloc, Kind: v.Ptr.Kind, View: v.Ptr.View}, 4, true)
		if !ok {
			f.ok = false
			return
		}
		n++
		if word(b) == 0 {
			break
		}
		next := narrowed(f.e, uint32(word(b)))
		if next == nil {
			f.lacks()
			return
		}
		if c.prec >= 0 && len(text)+len(next) > c.prec {
			break
		}
		text = append(text, next...)
	}
	f.read = append(f.read, extent{v.Ptr, 4 * n})
	f.pad(c, "", string(text), false)
}
