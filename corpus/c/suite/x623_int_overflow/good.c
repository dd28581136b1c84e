#include <stdio.h>
#include <stdint.h>
struct b { int32_t len, off; };
static int ok(const struct b *b, int32_t cap) {
    return b->off <= cap && b->len <= cap - b->off; }
int main(void) { struct b b = { 0x7ffffff0, 0x20 }; printf("%d\n", ok(&b, 100)); return 0; }
