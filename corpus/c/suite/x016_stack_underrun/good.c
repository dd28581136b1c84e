#include <stdio.h>
static int hist[10];
static int bucket(int v) { return v / 10 - 1; }
int main(void) {
    int data[] = { 15, 99, 8, 52 };
    for (unsigned i = 0; i < sizeof data / sizeof *data; i++)
        hist[bucket(data[i]) < 0 ? 9 : bucket(data[i])]++;
    printf("%d %d\n", hist[0], hist[8]);
    return 0;
}
