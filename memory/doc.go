// Package memory is the byte-level memory of an interpreted program: allocations with
// concrete addresses, bytes in four states (bits, pointer fragment, uninit, poison), and
// pointers with provenance.
//
// A [Space] owns the allocations. An [Alloc] has a fast path of typed loads and stores for
// bytes that are plain bits, and whatever that path refuses goes through [Space.Check] and
// the bulk operations, which know all four states. Both describe the same memory and may be
// mixed freely.
//
// What a byte means costs nothing while it is bits: pages of 4 KiB that are wholly bits or
// wholly uninit have no shadow. Other pages keep one code a byte, and one word for eight
// bytes that form a pointer; what fits neither is kept in a map.
//
// Non-goals: the package knows no types, no endianness beyond that of its helpers, and no
// policy. It does not decide what is undefined behaviour, it returns a [Fault] that says what
// is wrong with an access. It is not safe for concurrent use.
package memory
