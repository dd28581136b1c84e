//go:build ignore

package src

// Exchanges n bytes at two places with their states, 64 at a time.
func __tuffy_swap(p ptr, q ptr, n u64) {
	between := slot(64)
	var done u64 = 0
	for done < n {
		k := u64(min(n-done, 64))
		copy(between, at(p, done), k)
		copy(at(p, done), at(q, done), k)
		copy(at(q, done), between, k)
		done += k
	}
}

// Moves an element of a heap down until none below it is greater.
func __tuffy_sift(base ptr, first u64, n u64, size u64, compar ptr) {
	var root u64 = first
	for root < n/2 {
		var child u64 = 2*root + 1
		var large ptr = at(base, zext(child*size, 64))
		if n-child > 1 {
			next := at(large, size)
			if sext(compare(compar, large, next), 32) < 0 {
				child += 1
				large = next
			}
		}
		p := at(base, zext(root*size, 64))
		if sext(compare(compar, p, large), 32) >= 0 {
			return
		}
		__tuffy_swap(p, large, size)
		root = child
	}
}

// Sorts by a heap: n log n comparisons at most whatever they say, no memory, no recursion. Which of two equal elements comes
// first C leaves open.
func qsort(base ptr, n u64, size u64, compar ptr) {
	var first u64 = n / 2
	for first > 0 {
		first -= 1
		__tuffy_sift(base, first, n, size, compar)
	}
	var left u64 = n
	for left > 1 {
		left -= 1
		__tuffy_swap(base, at(base, zext(left*size, 64)), size)
		__tuffy_sift(base, 0, left, size, compar)
	}
}

// Finds an element that is equal to the key by halves, null if there is none. The key is the first argument of each comparison.
func bsearch(key ptr, base ptr, n u64, size u64, compar ptr) ptr {
	var low u64 = 0
	var high u64 = n
	for low < high {
		middle := u64(low + (high-low)/2)
		p := at(base, zext(middle*size, 64))
		order := sext(compare(compar, key, p), 32)
		if order == 0 {
			return p
		}
		if order < 0 {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return null
}
