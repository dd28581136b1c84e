//go:build ignore

package testdata

//tir:data @numbers align 8 = zero 4000
//tir:data @wide align 8 = zero 4000
//tir:data @read const = "%d\x00"
//tir:data @one const = "%d \x00"
//tir:data @line const = "%d %ld %d\n\x00"
//tir:data @newline const = "\n\x00"
//tir:data @words const = "%lf,%f %3s%[^;]%c%hhd%n\x00"
//tir:data @word align 8 = zero 64
//tir:data @real align 8 = zero 16
//tir:data @count align 8 = zero 8
//tir:data @reals const = "%d %.17g %.9g <%s><%s> %d %d %d\n\x00"
//tir:data @text const = " 0x1.8p-3, 1e-46 abcdef ghi;-12rest\x00"
//tir:data @decimals const = "\t-179769313486231580793e289 0x.8p1 nan inf 1e 4.94065645841246544e-324 \x00"
//tir:data @decimal const = "%.17g %.9g %.17g %d\n\x00"
//tir:data @failed const = "failed\x00"
//tir:data @empty const = "\x00"
//tir:data @bye const = "bye %d\n\x00"
//tir:data @calls align 8 = zero 8
//tir:data @left const = "%d %d %d %d %d %d\n\x00"

func printf(format ptr, rest ...int) s32
func scanf(format ptr, rest ...int) s32
func fscanf(stream ptr, format ptr, rest ...int) s32
func sscanf(s ptr, format ptr, rest ...int) s32
func qsort(base ptr, n u64, size u64, compar ptr)
func bsearch(key ptr, base ptr, n u64, size u64, compar ptr) ptr
func atexit(f ptr) s32
func exit(status s32)
func perror(s ptr)
func getchar() s32
func ungetc(c s32, stream ptr) s32
func strtod(s ptr, end ptr) f64
func strtof(s ptr, end ptr) f32
func atof(s ptr) f64

func ascending(p ptr, q ptr) s32 {
	x := sext(load32(p, 0), 32)
	y := sext(load32(q, 0), 32)
	if x < y {
		return -5
	}
	if x > y {
		return 7
	}
	return 0
}

// The other order, as a number without a sign.
func descending(p ptr, q ptr) u32 {
	return zext(ascending(q, p), 32)
}

func again() {
	p := symbol(calls)
	n := load64(p, 0)
	store64(p, 0, n+1)
	printf(symbol(bye), n)
	if n == 1 {
		atexit(symbol(again))
	}
}

func show(base ptr, n u64, size u64) {
	var i u64 = 0
	for i < n {
		printf(symbol(one), sext(load32(base, i*size), 32))
		i += 1
	}
	printf(symbol(newline))
}

// Sorts n elements of a size whose first word is a number and whose last byte its low one.
func sorts(n u64, size u64) {
	a := symbol(numbers)
	b := symbol(wide)
	var i u64 = 0
	for i < n {
		x := load32(a, 4*i)
		store32(b, i*size, x)
		store8(b, i*size+size-1, zext(x, 8))
		i += 1
	}
	qsort(b, n, size, symbol(descending))
	show(b, n, size)
	i = 0
	for i < n {
		printf(symbol(one), load8(b, i*size+size-1))
		i += 1
	}
	qsort(b, n, size, symbol(ascending))
	show(b, n, size)
	key := symbol(count)
	i = 0
	for i < 12 {
		store32(key, 0, zext(3*i-10, 32))
		found := bsearch(key, b, n, size, symbol(ascending))
		var is u64 = 0
		if address(found) != 0 {
			is = load8(found, size-1) + 1
		}
		printf(symbol(one), is)
		i += 1
	}
	printf(symbol(newline))
}

func numbers_of(s ptr) {
	end := symbol(count)
	var p ptr = s
	var i u64 = 0
	for i < 6 {
		x := strtod(p, end)
		next := loadptr(end, 0)
		y := strtof(p, end)
		n := u64(address(next) - address(p))
		printf(symbol(decimal), x, y, atof(p), n)
		if n == 0 {
			p = at(p, 1)
		} else {
			p = next
		}
		i += 1
	}
}

func main() s32 {
	a := symbol(numbers)
	var n u64 = 0
	for n < 400 {
		if scanf(symbol(read), at(a, 4*n)) != 1 {
			break
		}
		n += 1
	}
	sorts(n, 5)
	sorts(n/2, 8)
	sorts(n/8, 67)
	sorts(1, 4)
	sorts(0, 4)
	w := symbol(word)
	r := symbol(real)
	c := symbol(count)
	got := sscanf(symbol(text), symbol(words), r, at(r, 8), w, at(w, 16), at(w, 32), at(w, 33), c)
	printf(symbol(reals), got, float64(load64(r, 0)), float32(load32(r, 8)), w, at(w, 16), load8(w, 32), load8(w, 33), load32(c, 0))
	numbers_of(symbol(decimals))
	stdin := pointer(3)
	x := getchar()
	back := ungetc(x, stdin)
	y := getchar()
	end := ungetc(-1, stdin)
	ungetc('7', stdin)
	rest := fscanf(stdin, symbol(read), c)
	printf(symbol(left), x, back, y, end, rest, load32(c, 0))
	perror(symbol(failed))
	perror(symbol(empty))
	perror(null)
	atexit(symbol(again))
	atexit(symbol(again))
	if n == 7 {
		exit(3)
	}
	return 4
}
