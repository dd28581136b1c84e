#include <stdio.h>
#define ROWS 3
#define COLS 4
int main(void) {
    int m[ROWS][COLS];
    int *p = &m[0][0];
    int r, c;
    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLS; c++)
            m[r][c] = r * 10 + c;
    (void)p;
    r = 1;
    c = COLS + 1;
    printf("%d\n", m[r][c]); /* BAD */
    return 0;
}
