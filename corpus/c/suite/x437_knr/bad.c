#include <stdio.h>
int area();
int main(void) {
    short w = 4; char h = 5;
    printf("%d\n", area(w, 5L)); /* BAD */
    return 0;
}
int area(w, h) short w; char h; { return w * h; }
