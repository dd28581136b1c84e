#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
typedef union { double d; uint64_t u; } val;
static val box(void *p) { val v; v.u = 0xfffc000000000000ull | (uint64_t)(uintptr_t)p; return v; }
static void *unbox(val v) { return (void *)(uintptr_t)(v.u & 0xffffffffffffull); }
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 6;
    val v = box(p);
    printf("%d %d\n", v.d != v.d, *(int *)unbox(v));
    free(unbox(v));
    printf("%d\n", *(int *)unbox(v)); /* BAD */
    return 0;
}
