//go:build ignore

package src

// Functions that stand elsewhere.

func __tuffy_arg(args ptr) u64
func __tuffy_peek(from ptr) u9
func __tuffy_take(from ptr) u9
func __tuffy_good(from ptr)
func __tuffy_skip(from ptr)
func __tuffy_space(c u9) u1
func __tuffy_value(c u9) u8
func __tuffy_float(from ptr, single u1) f64

// Stores the low bytes of a number.
func __tuffy_store(to ptr, size u4, n u64) {
	if size == 1 {
		store8(to, 0, zext(n, 8))
		return
	}
	if size == 2 {
		store16(to, 0, zext(n, 16))
		return
	}
	if size == 4 {
		store32(to, 0, zext(n, 32))
		return
	}
	store64(to, 0, n)
}

// Takes an integer of a base, or of that of its prefix if it is 0 (C11 7.22.1.4), as 64 bits.
func __tuffy_integer(from ptr, base u5) u64 {
	var c u9 = __tuffy_peek(from)
	var negative u1 = 0
	if c == '-' || c == '+' {
		if c == '-' {
			negative = 1
		}
		c = __tuffy_take(from)
	}
	var of u8 = base
	if c == '0' {
		c = __tuffy_take(from)
		__tuffy_good(from)
		if of == 0 {
			of = 8
		}
		if c|32 == 'x' && (base == 0 || base == 16) {
			of = 16
			c = __tuffy_take(from)
		}
	}
	if of == 0 {
		of = 10
	}
	var n u64 = 0
	for {
		d := __tuffy_value(c)
		if d >= of {
			break
		}
		n = zext(n*of+d, 64)
		c = __tuffy_take(from)
		__tuffy_good(from)
	}
	if negative == 1 {
		return zext(0-n, 64)
	}
	return n
}

// Whether the set whose first byte stands at first, and its bracket at end, has a byte (C11 7.21.6.2 p12). A dash between two
// bytes is all between.
func __tuffy_in_set(format ptr, first u64, end u64, c u9) u1 {
	var i u64 = first
	for i < end {
		low := load8(format, i)
		var high u8 = low
		var next u64 = i + 1
		if i+2 < end && load8(format, i+1) == '-' {
			high = load8(format, i+2)
			next = i + 3
		}
		if c >= low && c <= high {
			return 1
		}
		i = next
	}
	return 0
}

// Stores bytes of a conversion c, s or [ where there is a place: kind 0 is any bytes, 1 those that are no space, 2 those of a set, 3 those
// of none. Gives how many there are.
func __tuffy_bytes(from ptr, to ptr, kind u2, format ptr, first u64, end u64) u64 {
	var c u9 = __tuffy_peek(from)
	var n u64 = 0
	for c != 256 {
		if kind == 1 {
			if __tuffy_space(c) == 1 {
				break
			}
		}
		if kind >= 2 {
			in := __tuffy_in_set(format, first, end, c)
			if in == kind-2 {
				break
			}
		}
		if address(to) != 0 {
			store8(to, n, u8(c))
		}
		n += 1
		c = __tuffy_take(from)
	}
	if kind != 0 && n != 0 && address(to) != 0 {
		store8(to, n, 0)
	}
	return n
}

// Scans by a format (C11 7.21.6.2) and gives how many arguments were stored, -1 if there were none when the bytes ended.
func __tuffy_scan(from ptr, format ptr, args ptr) s32 {
	var stored s32 = 0
	var i u64 = 0
	for {
		f := load8(format, i)
		if f == 0 {
			return stored
		}
		i += 1
		store64(from, 8, 9223372036854775807)
		if __tuffy_space(f) == 1 {
			__tuffy_skip(from)
			continue
		}
		if f != '%' {
			if __tuffy_peek(from) == f {
				__tuffy_take(from)
				continue
			}
			break
		}
		var place u1 = 1
		if load8(format, i) == '*' {
			place = 0
			i += 1
		}
		var width u64 = 0
		for load8(format, i) >= '0' && load8(format, i) <= '9' {
			width = zext(10*width+load8(format, i)-'0', 64)
			i += 1
		}
		var size u4 = 4
		var verb u8 = load8(format, i)
		i += 1
		if verb == 'h' {
			size = 2
			verb = load8(format, i)
			i += 1
			if verb == 'h' {
				size = 1
				verb = load8(format, i)
				i += 1
			}
		}
		if verb == 'l' || verb == 'j' || verb == 'z' || verb == 't' {
			size = 8
			verb = load8(format, i)
			i += 1
			if verb == 'l' {
				verb = load8(format, i)
				i += 1
			}
		}
		if verb == 'n' {
			if place == 1 {
				__tuffy_store(pointer(__tuffy_arg(args)), size, load64(from, 16))
			}
			continue
		}
		if verb != 'c' && verb != '[' {
			__tuffy_skip(from)
		}
		c := __tuffy_peek(from)
		if c == 256 {
			break
		}
		if verb == '%' {
			if c != '%' {
				return stored
			}
			__tuffy_take(from)
			continue
		}
		if width != 0 {
			store64(from, 8, width)
		}
		if verb == 'c' && width == 0 {
			store64(from, 8, 1)
		}
		var to ptr = null
		if place == 1 {
			to = pointer(__tuffy_arg(args))
		}
		if verb == 'c' || verb == 's' || verb == '[' {
			var kind u2 = 0
			var first u64 = i
			if verb == 's' {
				kind = 1
			}
			if verb == '[' {
				kind = 2
				if load8(format, i) == '^' {
					kind = 3
					first = i + 1
				}
				i = first + 1
				for load8(format, i) != ']' && load8(format, i) != 0 {
					i += 1
				}
			}
			if __tuffy_bytes(from, to, kind, format, first, i) == 0 {
				return stored
			}
			if verb == '[' && load8(format, i) != 0 {
				i += 1
			}
			stored += place
			continue
		}
		// No number ends there.
		store64(from, 24, 9223372036854775807)
		if verb|32 == 'e' || verb|32 == 'f' || verb|32 == 'g' || verb|32 == 'a' {
			var single u1 = 1
			if size == 8 {
				single = 0
			}
			x := __tuffy_float(from, single)
			if load64(from, 24) != load64(from, 16) {
				return stored
			}
			if place == 1 {
				if single == 1 {
					storef32(to, 0, narrow(x))
				} else {
					storef64(to, 0, x)
				}
			}
			stored += place
			continue
		}
		var base u5 = 10
		if verb == 'i' {
			base = 0
		}
		if verb == 'o' {
			base = 8
		}
		if verb|32 == 'x' {
			base = 16
		}
		n := __tuffy_integer(from, base)
		if load64(from, 24) != load64(from, 16) {
			return stored
		}
		if place == 1 {
			__tuffy_store(to, size, n)
		}
		stored += place
	}
	// Bytes of the format did not come, or the bytes ended.
	if stored == 0 {
		if __tuffy_peek(from) == 256 {
			return -1
		}
	}
	return stored
}

// Scans with arguments as the entry of a variadic function leaves them: saved registers, those in memory, and how many bytes of
// registers are no arguments.
func __tuffy_scan_args(s ptr, format ptr, saved ptr, memory ptr, fixed u64) s32 {
	from := slot(32)
	args := slot(32)
	storeptr(from, 0, s)
	store64(from, 16, 0)
	store64(from, 24, 0)
	store64(args, 0, fixed)
	store64(args, 8, 48)
	storeptr(args, 16, memory)
	storeptr(args, 24, saved)
	return __tuffy_scan(from, format, args)
}

func __tuffy_vscanf(saved ptr, memory ptr) s32 {
	return __tuffy_scan_args(null, loadptr(saved, 0), saved, memory, 8)
}

func __tuffy_vfscanf(saved ptr, memory ptr) s32 {
	return __tuffy_scan_args(null, loadptr(saved, 8), saved, memory, 16)
}

func __tuffy_vsscanf(saved ptr, memory ptr) s32 {
	return __tuffy_scan_args(loadptr(saved, 0), loadptr(saved, 8), saved, memory, 16)
}
