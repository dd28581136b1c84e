package difftest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// bufferText is where the bytes of a buffer stand.
func bufferText(n int) func(in *Input) *string {
	return func(in *Input) *string {
		if n >= len(in.Buffers) {
			return nil
		}
		return &in.Buffers[n].Bytes
	}
}

// dataText is where the bytes of a data symbol stand, nil if the input leaves them.
func dataText(name string) func(in *Input) *string {
	return func(in *Input) *string { return in.Data[name] }
}

// textSize is how many bytes of memory a word of a buffer's text stands for.
func textSize(word string) int64 {
	if word[0] == '&' {
		return 8
	}
	return 1
}

// shorten takes bytes from the end of a buffer and from its start.
func (m *minimiser) shorten(n int) {
	if n >= len(m.in().Buffers) {
		return
	}
	m.lower(quantity{
		func(in *Input) (num.Int, bool) {
			return num.New(int64(len(strings.Fields(in.Buffers[n].Bytes)))), true
		},
		func(in *Input, v num.Int) bool {
			length, _ := v.Int64()
			words := strings.Fields(in.Buffers[n].Bytes)
			if length < 0 || length > int64(len(words)) {
				return false
			}
			in.Buffers[n].Bytes = strings.Join(words[:length], " ")
			return true
		},
	})
	m.change(func(in *Input) bool { return in.dropFront(n) })
}

// pointers calls each with every pointer into a buffer that the input has: of arguments, and in memory.
func (in *Input) pointers(each func(buffer int, offset int64) (int, int64)) {
	in.eachArg(func(a *Arg) {
		if a.Buffer != nil {
			b, o := each(*a.Buffer, a.Offset)
			a.Buffer, a.Offset = &b, o
		}
	})
	in.texts(func(t *string) {
		if !strings.Contains(*t, "&") {
			return
		}
		words := strings.Fields(*t)
		for k, w := range words {
			if b, o, ok := pointerWord(w); ok {
				b, o = each(b, o)
				words[k] = fmt.Sprintf("&%d+%d", b, o)
			}
		}
		*t = strings.Join(words, " ")
	})
}

// eachArg calls each with the arguments and their fields.
func (in *Input) eachArg(each func(a *Arg)) {
	var walk func(a *Arg)
	walk = func(a *Arg) {
		each(a)
		for n := range a.Fields {
			walk(&a.Fields[n])
		}
	}
	for n := range in.Args {
		walk(&in.Args[n])
	}
}

// texts calls each with the bytes of arguments and of buffers.
func (in *Input) texts(each func(text *string)) {
	in.eachArg(func(a *Arg) {
		if a.Bytes != nil {
			each(a.Bytes)
		}
	})
	for n := range in.Buffers {
		each(&in.Buffers[n].Bytes)
	}
	for _, name := range sortedKeys(in.Data) {
		each(in.Data[name])
	}
}

// pointerWord reads the pointer that a word of a buffer's text is.
func pointerWord(w string) (buffer int, offset int64, ok bool) {
	if w[0] != '&' {
		return 0, 0, false
	}
	text, off, _ := strings.Cut(w[1:], "+")
	buffer, err := strconv.Atoi(text)
	if err == nil && off != "" {
		offset, err = strconv.ParseInt(off, 10, 64)
	}
	return buffer, offset, err == nil
}

// dropFront takes away what a buffer has before the first place that a pointer points to. It is false if that is nothing.
func (in *Input) dropFront(n int) bool {
	words := strings.Fields(in.Buffers[n].Bytes)
	cut, found := int64(0), false
	for _, w := range words {
		cut += textSize(w)
	}
	in.pointers(func(b int, o int64) (int, int64) {
		if b == n {
			cut, found = min(cut, o), true
		}
		return b, o
	})
	size := int64(0)
	k := 0
	for ; k < len(words) && size < cut; k++ {
		size += textSize(words[k])
	}
	if !found || cut <= 0 || size != cut {
		return false
	}
	in.Buffers[n].Bytes = strings.Join(words[k:], " ")
	in.pointers(func(b int, o int64) (int, int64) {
		if b == n {
			o -= cut
		}
		return b, o
	})
	return true
}

// dropBuffer takes away a buffer; it is false of one that something points to.
func (in *Input) dropBuffer(n int) bool {
	used := false
	in.Buffers = slices.Delete(in.Buffers, n, n+1)
	in.pointers(func(b int, o int64) (int, int64) {
		used = used || b == n
		if b > n {
			b--
		}
		return b, o
	})
	return !used
}

// bytes makes bytes 0, and then those that are left lower. Of a number that takes several, the last ones are the greatest.
func (m *minimiser) bytes(at func(in *Input) *string) {
	text := at(m.in())
	if text == nil {
		return
	}
	for size := len(strings.Fields(*text)); size > 0; size /= 2 {
		count := len(strings.Fields(*at(m.in())))
		for from := 0; from < count; from += size {
			m.change(func(in *Input) bool { return zero(at(in), from, size) })
			count = len(strings.Fields(*at(m.in())))
		}
	}
	for k := len(strings.Fields(*at(m.in()))) - 1; k >= 0; k-- {
		m.lower(quantity{
			func(in *Input) (num.Int, bool) {
				w := strings.Fields(*at(in))[k]
				if _, o, ok := pointerWord(w); ok {
					return num.New(o), true
				}
				v, err := strconv.ParseUint(w, 16, 8)
				return num.FromUint64(v), err == nil
			},
			func(in *Input, v num.Int) bool {
				words := strings.Fields(*at(in))
				n, _ := v.Int64()
				if b, _, ok := pointerWord(words[k]); ok {
					words[k] = fmt.Sprintf("&%d+%d", b, n)
				} else {
					words[k] = fmt.Sprintf("%02x", n)
				}
				*at(in) = strings.Join(words, " ")
				return n >= 0
			},
		})
	}
	m.numbers(at)
}

// zero makes words of a buffer's text 0 and is false if they are. A pointer becomes eight bytes.
func zero(text *string, from, size int) bool {
	words := strings.Fields(*text)
	changed := false
	for n := from; n < min(from+size, len(words)); n++ {
		if words[n] == "00" {
			continue
		}
		changed = true
		words[n] = strings.TrimSpace(strings.Repeat("00 ", int(textSize(words[n]))))
	}
	*text = strings.Join(words, " ")
	return changed
}
