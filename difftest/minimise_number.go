package difftest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tuffy-ir/tuffy/ir/num"
)

// maxNumberBytes is how many bytes of memory are taken for one number.
const maxNumberBytes = 16

// span is some of the words of a text that are all known bytes, and which a load may read as a little-endian number.
type span struct {
	at          func(in *Input) *string
	from, count int
}

// bytesOf are the bytes of the span, and false if it lies outside or one of them is no number.
func (s span) bytesOf(in *Input) ([]byte, bool) {
	text := s.at(in)
	if text == nil {
		return nil, false
	}
	words := strings.Fields(*text)
	if s.from < 0 || s.from+s.count > len(words) {
		return nil, false
	}
	out := make([]byte, 0, maxNumberBytes)
	for _, w := range words[s.from : s.from+s.count] {
		v, err := strconv.ParseUint(w, 16, 8)
		if err != nil {
			return nil, false
		}
		out = append(out, byte(v))
	}
	return out, true
}

// number is the span as a number without a sign.
func (s span) number() quantity {
	return quantity{
		func(in *Input) (num.Int, bool) {
			b, ok := s.bytesOf(in)
			return num.FromBytes(b), ok
		},
		func(in *Input, v num.Int) bool { return v.FitsUnsigned(uint(8*s.count)) && s.put(in, v) },
	}
}

// put writes a number, of which the low bits that fit stand there. It is false if the words are no bytes.
func (s span) put(in *Input, v num.Int) bool {
	if _, ok := s.bytesOf(in); !ok {
		return false
	}
	words := strings.Fields(*s.at(in))
	for n, b := range v.FillBytes(make([]byte, s.count)) {
		words[s.from+n] = fmt.Sprintf("%02x", b)
	}
	*s.at(in) = strings.Join(words, " ")
	return true
}

// numbers lowers the numbers that end at each byte but 0. The bytes below it may belong to the number or not: as powers of
// two are taken away, the greatest first, those that do not belong to it stay what they are.
func (m *minimiser) numbers(at func(in *Input) *string) {
	for k := len(strings.Fields(*at(m.in()))) - 1; k > 0; k-- {
		b, ok := span{at, k, 1}.bytesOf(m.in())
		if !ok || b[0] == 0 {
			continue
		}
		s := span{at, k, 1}
		for s.count < maxNumberBytes {
			wider := span{at, s.from - 1, s.count + 1}
			if _, ok := wider.bytesOf(m.in()); !ok {
				break
			}
			s = wider
		}
		m.lower(s.number())
	}
}

// memoryTexts are the texts of buffers and of the arguments at places that are bytes.
func (m *minimiser) memoryTexts(places []place) (out []func(in *Input) *string) {
	for n := range m.in().Buffers {
		out = append(out, bufferText(n))
	}
	for _, p := range places {
		if p.at(m.in()).Bytes != nil {
			out = append(out, func(in *Input) *string { return p.at(in).Bytes })
		}
	}
	return out
}

// find is where some bytes stand in texts, without those that overlap an earlier one.
func (m *minimiser) find(b []byte, texts []func(in *Input) *string) (out []span) {
	for _, at := range texts {
		if at(m.in()) == nil {
			continue
		}
		for from := 0; from+len(b) <= len(strings.Fields(*at(m.in()))); from++ {
			s := span{at, from, len(b)}
			if got, ok := s.bytesOf(m.in()); ok && slices.Equal(got, b) {
				out = append(out, s)
				from += len(b) - 1
			}
		}
	}
	return out
}

// written is where an int stands in memory, in as few bytes as hold it; that of 0 would be everywhere.
func (m *minimiser) written(v num.Int, texts []func(in *Input) *string) []span {
	for _, size := range []uint{1, 2, 4, 8, maxNumberBytes} {
		if v.Sign() != 0 && (v.FitsUnsigned(8*size) || v.FitsSigned(8*size)) {
			return m.find(v.FillBytes(make([]byte, size)), texts)
		}
	}
	return nil
}

// beside lowers ints with what is written of them in memory: all at once, and then the first with each place alone.
func (m *minimiser) beside(same []quantity, texts []func(in *Input) *string) {
	v, _ := same[0].get(m.in())
	spans := m.written(v, texts)
	if len(spans) == 0 {
		return
	}
	m.lower(along(same[0], same, spans))
	if len(spans) > 1 || len(same) > 1 {
		for _, s := range spans {
			m.lower(along(same[0], same[:1], []span{s}))
		}
	}
}

// along is a quantity with which others and spans of memory change.
func along(first quantity, others []quantity, spans []span) quantity {
	return quantity{first.get, func(in *Input, v num.Int) bool {
		for _, s := range spans {
			if !v.FitsUnsigned(uint(8*s.count)) && !v.FitsSigned(uint(8*s.count)) || !s.put(in, v) {
				return false
			}
		}
		for _, o := range others {
			if !o.put(in, v) {
				return false
			}
		}
		return true
	}}
}

// alike lowers numbers that stand in memory more than once, at all places together.
func (m *minimiser) alike(texts []func(in *Input) *string) {
	done := map[string]bool{}
	for _, at := range texts {
		for k := 0; at(m.in()) != nil && k < len(strings.Fields(*at(m.in()))); k++ {
			for _, size := range []int{8, 4, 2, 1} {
				b, ok := span{at, k + 1 - size, size}.bytesOf(m.in())
				if !ok || b[size-1] == 0 || done[string(b)] {
					continue
				}
				done[string(b)] = true
				if spans := m.find(b, texts); len(spans) > 1 {
					first := spans[0].number()
					m.lower(along(first, []quantity{first}, spans[1:]))
				}
			}
		}
	}
}
