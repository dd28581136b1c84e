//go:build ignore

package src

// Functions that stand elsewhere.

func __tuffy_syscall(number u64, a u64, b u64, c u64) u64
func __tuffy_write(fd u64, p ptr, n u64) u64
func __tuffy_arg(args ptr) u64
func __tuffy_nearest(n s330, exp s13, single u1) f64
func _exit(status u32)
func read(fd u32, p ptr, n u64) s64
func strlen(s ptr) u64

//tir:// The number of functions that atexit was given, and the functions.
//tir:data @__tuffy_exits align 8 = zero 264
//tir:// Bytes of stdin that come before the rest, plus 256 and 0 of none: the one that ungetc put back, and the one that a scan
//tir:// looked at and left.
//tir:data @__tuffy_ahead align 2 = zero 4
//tir:data @__tuffy_inf const = "infinity"
//tir:data @__tuffy_nan const = "nan"
//tir:data @__tuffy_colon const = ": "
//tir:data @__tuffy_success const = "Success\n"

func atexit(f ptr) s32 {
	p := symbol(__tuffy_exits)
	n := load64(p, 0)
	if n >= 32 {
		return -1
	}
	storeptr(p, 8*n+8, f)
	store64(p, 0, n+1)
	return 0
}

// Calls what atexit was given, the last first.
func __tuffy_run_exits() {
	p := symbol(__tuffy_exits)
	for {
		n := load64(p, 0)
		if n == 0 {
			return
		}
		store64(p, 0, n-1)
		run(loadptr(p, 8*n))
	}
}

// Ends with the low byte of the status.
func exit(status u32) {
	__tuffy_run_exits()
	_exit(status)
}

// The next byte of stdin, which stays there; -1 at the end.
func __tuffy_look() s32 {
	p := symbol(__tuffy_ahead)
	b := slot(1)
	var c u16 = load16(p, 0)
	if c == 0 {
		c = load16(p, 2)
	}
	if c == 0 {
		if read(0, b, 1) != 1 {
			return -1
		}
		c = load8(b, 0) + 256
		store16(p, 2, c)
	}
	return c - 256
}

func getchar() s32 {
	p := symbol(__tuffy_ahead)
	c := __tuffy_look()
	if load16(p, 0) == 0 {
		store16(p, 2, 0)
	}
	store16(p, 0, 0)
	return c
}

// One byte is put back, and -1 never.
func ungetc(c u32, stream ptr) s32 {
	p := symbol(__tuffy_ahead)
	low := zext(c, 32)
	if low == 4294967295 || load16(p, 0) != 0 {
		return -1
	}
	b := zext(low, 8)
	store16(p, 0, b+256)
	return b
}

// There is no errno, which is that nothing went wrong.
func perror(s ptr) {
	if address(s) != 0 && load8(s, 0) != 0 {
		__tuffy_write(2, s, strlen(s))
		__tuffy_write(2, symbol(__tuffy_colon), 2)
	}
	__tuffy_write(2, symbol(__tuffy_success), 8)
}

// What is scanned is four words: the string, or null for stdin; how many bytes may still be taken; how many were; how many of
// them make a number. This one gives the next byte, 256 where there is none.
func __tuffy_peek(from ptr) u9 {
	if load64(from, 8) == 0 {
		return 256
	}
	s := loadptr(from, 0)
	if address(s) != 0 {
		c := load8(s, load64(from, 16))
		if c == 0 {
			return 256
		}
		return c
	}
	c := __tuffy_look()
	if c < 0 {
		return 256
	}
	return u8(c)
}

// Takes the byte that was seen, and gives the one behind it.
func __tuffy_take(from ptr) u9 {
	if address(loadptr(from, 0)) == 0 {
		getchar()
	}
	store64(from, 8, load64(from, 8)-1)
	store64(from, 16, load64(from, 16)+1)
	return __tuffy_peek(from)
}

// What was taken so far is a number.
func __tuffy_good(from ptr) {
	store64(from, 24, load64(from, 16))
}

func __tuffy_space(c u9) u1 {
	if c == 32 {
		return 1
	}
	if c >= 9 && c <= 13 {
		return 1
	}
	return 0
}

// The value of a digit, more than any base of other bytes.
func __tuffy_value(c u9) u8 {
	if c >= '0' && c <= '9' {
		return u8(c - '0')
	}
	l := u9(c | 32)
	if c < 128 && l >= 'a' && l <= 'z' {
		return u8(l - 'a' + 10)
	}
	return 99
}

func __tuffy_skip(from ptr) {
	var c u9 = __tuffy_peek(from)
	for __tuffy_space(c) != 0 {
		c = __tuffy_take(from)
	}
}

// Takes the letters of a word, of either case, as far as they go; 1 if all are there.
func __tuffy_letters(from ptr, word ptr, first u64, n u64) u1 {
	var i u64 = first
	for i < n {
		c := __tuffy_peek(from)
		if c == 256 || c|32 != load8(word, i) {
			return 0
		}
		__tuffy_take(from)
		i += 1
	}
	return 1
}

// limbs [first, n) of 32 bits times a factor and plus a number; gives how many there are then.
func __tuffy_scale(limbs ptr, first u64, n u64, factor u32, plus u32) u64 {
	var carry u32 = plus
	var i u64 = first
	for i < n {
		x := u64(load32(limbs, 4*i)*factor + carry)
		store32(limbs, 4*i, zext(x, 32))
		carry = x >> 32
		i += 1
	}
	if carry != 0 {
		store32(limbs, 4*n, carry)
		return n + 1
	}
	return n
}

// All limbs divided by a number; gives whether something remains.
func __tuffy_divide(limbs ptr, n u64, by u32) u1 {
	var rest u32 = 0
	var i u64 = n
	for i > 0 {
		i -= 1
		x := u64(rest<<32 + load32(limbs, 4*i))
		store32(limbs, 4*i, zext(x/by, 32))
		rest = x % by
	}
	if rest != 0 {
		return 1
	}
	return 0
}

func __tuffy_power(n s64) u32 {
	var p u32 = 1
	var i s64 = n
	for i > 0 {
		p = p * 10
		i -= 1
	}
	return p
}

// The double or, if single is 1, the number of a float that is nearest to a decimal: n digits, at most 800, the first not 0; the
// power of ten of the last; whether digits that are not 0 follow. The digits are an integer over limbs that are 0, which are the
// fraction of the quotient by a power of ten; what remains only decides ties.
func __tuffy_decimal(digits ptr, n u64, exp s64, more u1, single u1) f64 {
	limbs := slot(1024)
	if n == 0 || n+exp < -330 {
		return float64(0)
	}
	if n+exp > 310 {
		return float64(9218868437227405312)
	}
	var tens s64 = max(0-exp, 0)
	low := u64(tens/9 + 4)
	var i u64 = 0
	for i < low {
		store32(limbs, 4*i, 0)
		i += 1
	}
	var top u64 = low
	var factor u32 = 1
	var sum u32 = 0
	i = 0
	for i < n {
		factor = factor * 10
		sum = sum*10 + load8(digits, i)
		i += 1
		if factor == 1000000000 || i == n {
			top = __tuffy_scale(limbs, low, top, factor, sum)
			factor = 1
			sum = 0
		}
	}
	var up s64 = exp
	for up > 0 {
		k := s64(min(up, 9))
		top = __tuffy_scale(limbs, low, top, __tuffy_power(k), 0)
		up -= k
	}
	var rest u1 = more
	for tens > 0 {
		k := s64(min(tens, 9))
		rest = rest | __tuffy_divide(limbs, top, __tuffy_power(k))
		tens -= k
		if load32(limbs, 4*top-4) == 0 {
			top -= 1
		}
	}
	i = 0
	for i < top-3 {
		if load32(limbs, 4*i) != 0 {
			rest = 1
		}
		i += 1
	}
	m := u97(load32(limbs, 4*top-4)<<65 + load32(limbs, 4*top-8)<<33 + load32(limbs, 4*top-12)<<1 + rest)
	e := s13(32*top - 32*low - 97)
	return __tuffy_nearest(m, e, single)
}

// Takes a sign and decimal digits and gives what they are, at most 100,000 and at least the negative of that; the sign alone is
// taken, too. The byte before them was taken already.
func __tuffy_exponent(from ptr) s18 {
	var c u9 = __tuffy_take(from)
	var negative u1 = 0
	if c == '-' || c == '+' {
		if c == '-' {
			negative = 1
		}
		c = __tuffy_take(from)
	}
	var e s18 = 0
	for c >= '0' && c <= '9' {
		e = min(e*10+c-'0', 100000)
		c = __tuffy_take(from)
		__tuffy_good(from)
	}
	if negative == 1 {
		return 0 - e
	}
	return e
}

// A hexadecimal number behind its 0x: 60 bits or more, and whether the rest is not 0.
func __tuffy_hexadecimal(from ptr, single u1) f64 {
	var c u9 = __tuffy_peek(from)
	var n u64 = 0
	var exp s64 = 0
	var more u1 = 0
	var any u1 = 0
	var point u1 = 0
	for {
		if c == '.' && point == 0 {
			point = 1
			c = __tuffy_take(from)
			if any == 1 {
				__tuffy_good(from)
			}
			continue
		}
		d := __tuffy_value(c)
		if d > 15 {
			break
		}
		any = 1
		c = __tuffy_take(from)
		__tuffy_good(from)
		if n < 1152921504606846976 {
			n = 16*n + d
			if point == 1 {
				exp -= 4
			}
		} else {
			if d != 0 {
				more = 1
			}
			if point == 0 {
				exp += 4
			}
		}
	}
	if any == 1 && c|32 == 'p' {
		before := load64(from, 24)
		e := __tuffy_exponent(from)
		if load64(from, 24) != before {
			exp += e
		}
	}
	if n == 0 {
		return float64(0)
	}
	e := s13(min(max(exp-1, -3000), 3000))
	return __tuffy_nearest(2*n+more, e, single)
}

// Takes a float without its sign, as far as a number may go on (C11 7.22.1.3).
func __tuffy_magnitude(from ptr, single u1) f64 {
	digits := slot(800)
	var c u9 = __tuffy_peek(from)
	if c|32 == 'i' && c != 256 {
		if __tuffy_letters(from, symbol(__tuffy_inf), 0, 3) == 1 {
			__tuffy_good(from)
			if __tuffy_letters(from, symbol(__tuffy_inf), 3, 8) == 1 {
				__tuffy_good(from)
			}
		}
		return float64(9218868437227405312)
	}
	if c|32 == 'n' && c != 256 {
		if __tuffy_letters(from, symbol(__tuffy_nan), 0, 3) == 1 {
			__tuffy_good(from)
			if __tuffy_peek(from) == '(' {
				c = __tuffy_take(from)
				for {
					if c != '_' {
						if __tuffy_value(c) == 99 {
							break
						}
					}
					c = __tuffy_take(from)
				}
				if c == ')' {
					__tuffy_take(from)
					__tuffy_good(from)
				}
			}
		}
		return float64(9221120237041090560)
	}
	var any u1 = 0
	if c == '0' {
		any = 1
		c = __tuffy_take(from)
		__tuffy_good(from)
		if c|32 == 'x' {
			__tuffy_take(from)
			return __tuffy_hexadecimal(from, single)
		}
	}
	var n u64 = 0
	var exp s64 = 0
	var more u1 = 0
	var point u1 = 0
	for {
		if c == '.' && point == 0 {
			point = 1
			c = __tuffy_take(from)
			if any == 1 {
				__tuffy_good(from)
			}
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		d := u4(c - '0')
		any = 1
		c = __tuffy_take(from)
		__tuffy_good(from)
		if n == 800 {
			if d != 0 {
				more = 1
			}
			if point == 0 {
				exp += 1
			}
		} else {
			if n != 0 || d != 0 {
				store8(digits, n, d)
				n += 1
			}
			if point == 1 {
				exp -= 1
			}
		}
	}
	if any == 1 && c|32 == 'e' {
		before := load64(from, 24)
		e := __tuffy_exponent(from)
		if load64(from, 24) != before {
			exp += e
		}
	}
	return __tuffy_decimal(digits, n, exp, more, single)
}

// Takes a float with its sign.
func __tuffy_float(from ptr, single u1) f64 {
	c := __tuffy_peek(from)
	if c == '-' {
		__tuffy_take(from)
		return fneg(__tuffy_magnitude(from, single))
	}
	if c == '+' {
		__tuffy_take(from)
	}
	return __tuffy_magnitude(from, single)
}

func __tuffy_strtod(s ptr, end ptr, single u1) f64 {
	from := slot(32)
	storeptr(from, 0, s)
	store64(from, 8, 9223372036854775807)
	store64(from, 16, 0)
	store64(from, 24, 0)
	__tuffy_skip(from)
	x := __tuffy_float(from, single)
	n := load64(from, 24)
	if address(end) != 0 {
		storeptr(end, 0, at(s, n))
	}
	if n == 0 {
		return float64(0)
	}
	return x
}

func strtod(s ptr, end ptr) f64 {
	return __tuffy_strtod(s, end, 0)
}

func strtof(s ptr, end ptr) f32 {
	return narrow(__tuffy_strtod(s, end, 1))
}

func atof(s ptr) f64 {
	return __tuffy_strtod(s, null, 0)
}
