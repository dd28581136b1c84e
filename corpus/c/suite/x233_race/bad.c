#include <stdio.h>
#include <pthread.h>
struct shared { unsigned a : 4; unsigned b : 4; unsigned char pad; };
struct apart { unsigned a : 4; unsigned : 0; unsigned b : 4; };
static struct shared s;
static void *wa(void *x) { s.a = 3; return x; } /* BAD */
static void *wb(void *x) { s.b = 5; return x; } /* BAD */
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, wa, 0); pthread_create(&u, 0, wb, 0);
    pthread_join(t, 0); pthread_join(u, 0);
    printf("%d\n", s.a + s.b > 0);
    return 0;
}
