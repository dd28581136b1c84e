package corpusfmt

import (
	"encoding/binary"
	"math"
	"reflect"
)

// Join writes values as one byte string, so that [Split] finds them again: numbers and truth
// values first, little-endian in their width (8 bytes for int and uint), then the byte strings,
// of which all but the last follow their length as a uvarint. A single byte string stands for
// itself.
//
// The types are not in the bytes: whoever splits them must know them.
func Join(vals []any) []byte {
	var out []byte
	// The last byte string needs no length, so that a target of one such argument has its own bytes, as go-fuzz has.
	last := lastString(TypesOf(vals))
	for _, v := range vals {
		if n := width(reflect.TypeOf(v)); n > 0 {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], bits(v))
			out = append(out, b[:n]...)
		}
	}
	for n, v := range vals {
		if width(reflect.TypeOf(v)) > 0 {
			continue
		}
		s := reflect.ValueOf(v)
		if n != last {
			out = binary.AppendUvarint(out, uint64(s.Len()))
		}
		if s.Kind() == reflect.String {
			out = append(out, s.String()...)
		} else {
			out = append(out, s.Bytes()...)
		}
	}
	return out
}

// Split reads values of the given types from any bytes; what is missing is 0 or empty, what is
// too much is left.
//
// It never fails, because go-fuzz mutates bytes without knowing what they mean. The byte strings do not share memory
// with data.
func Split(data []byte, types []Type) []any {
	vals := make([]any, len(types))
	last := lastString(types)
	take := func(n uint64) []byte {
		n = min(n, uint64(len(data)))
		b := data[:n:n]
		data = data[n:]
		return b
	}
	for n, t := range types {
		if w := width(t.t); w > 0 {
			var b [8]byte
			copy(b[:], take(uint64(w)))
			vals[n] = fromBits(t.t, binary.LittleEndian.Uint64(b[:]))
		}
	}
	for n, t := range types {
		if width(t.t) > 0 {
			continue
		}
		size := uint64(len(data))
		if n != last {
			u, k := binary.Uvarint(data)
			// A length that is broken takes one byte and is 0.
			if k <= 0 {
				u, k = 0, min(1, len(data))
			}
			take(uint64(k))
			size = u
		}
		b := take(size)
		if t.t.Kind() == reflect.String {
			vals[n] = string(b)
		} else {
			vals[n] = append([]byte{}, b...)
		}
	}
	return vals
}

// lastString is the index of the last value of no fixed width, -1 if all are fixed.
func lastString(types []Type) int {
	last := -1
	for n, t := range types {
		if width(t.t) == 0 {
			last = n
		}
	}
	return last
}

// width is the number of bytes of a number, 0 for byte strings.
func width(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Slice, reflect.String:
		return 0
	case reflect.Int, reflect.Uint:
		return 8
	}
	return int(t.Size())
}

// bits is the number of a value of any scalar type, as its bytes are written.
func bits(v any) uint64 {
	switch r := reflect.ValueOf(v); {
	case r.CanInt():
		return uint64(r.Int())
	case r.CanUint():
		return r.Uint()
	case r.Kind() == reflect.Float32:
		return uint64(math.Float32bits(v.(float32)))
	case r.Kind() == reflect.Float64:
		return math.Float64bits(v.(float64))
	case r.Bool():
		return 1
	}
	return 0
}

// fromBits is the way back; u has the width of the type or is cut to it.
//
// Of a truth value the lowest bit counts, so that each byte is one.
func fromBits(t reflect.Type, u uint64) any {
	v := reflect.New(t).Elem()
	switch {
	case v.CanInt():
		v.SetInt(int64(u))
	case v.CanUint():
		v.SetUint(u)
	case t.Kind() == reflect.Float32:
		return math.Float32frombits(uint32(u))
	case t.Kind() == reflect.Float64:
		return math.Float64frombits(u)
	default:
		v.SetBool(u&1 != 0)
	}
	return v.Interface()
}
