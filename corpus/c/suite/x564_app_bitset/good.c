#include <stdio.h>
#include <limits.h>
#define BPW ((int)(sizeof(unsigned) * CHAR_BIT))
static unsigned bs[4];
static void set(int i) {
    bs[i / BPW] |= 1u << i % BPW;
}
int main(void) { set(3); set(31); set(40); printf("%d\n", bs[1] != 0); return 0; }
