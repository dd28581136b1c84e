#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
struct item { struct item *next; int v; };
struct queue { pthread_mutex_t m; pthread_cond_t c; struct item *head, **tail; int closed; };
static void init(struct queue *q) { pthread_mutex_init(&q->m, NULL); pthread_cond_init(&q->c, NULL); q->head = NULL; q->tail = &q->head; q->closed = 0; }
static void push(struct queue *q, int v) { struct item *i = malloc(sizeof *i); i->v = v; i->next = NULL; pthread_mutex_lock(&q->m); *q->tail = i; q->tail = &i->next; pthread_cond_signal(&q->c); pthread_mutex_unlock(&q->m); }
static int pop(struct queue *q, int *v) { pthread_mutex_lock(&q->m); while (!q->head && !q->closed) pthread_cond_wait(&q->c, &q->m); struct item *i = q->head; if (i) { q->head = i->next; if (!q->head) q->tail = &q->head; } pthread_mutex_unlock(&q->m); if (!i) return 0; *v = i->v; free(i); return 1; }
static struct queue q; static atomic_long total; static atomic_flag spin = ATOMIC_FLAG_INIT; static int guarded; static _Thread_local int mine; static pthread_once_t once = PTHREAD_ONCE_INIT; static int inits;
static void setup(void) { inits++; }
static void *worker(void *arg) { int v, n = 0; pthread_once(&once, setup); while (pop(&q, &v)) { atomic_fetch_add(&total, v); n++; mine++; } while (atomic_flag_test_and_set(&spin)) ; guarded += n; atomic_flag_clear(&spin); *(int *)arg = n == mine; return arg; }
static int data; static atomic_int ready;
static void *pub(void *a) { data = 42; atomic_store_explicit(&ready, 1, memory_order_release); return a; }
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; static int shared;
static void *rd(void *a) { for (int i = 0; i < 3; i++) { pthread_rwlock_rdlock(&rw); int x = shared; pthread_rwlock_unlock(&rw); if (x > 100) return a; pthread_rwlock_wrlock(&rw); shared++; pthread_rwlock_unlock(&rw); } return NULL; }
int main(void) { init(&q); pthread_t t[3]; int ok[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, &ok[i]); for (int i = 1; i <= 20; i++) push(&q, i); pthread_mutex_lock(&q.m); q.closed = 1; pthread_cond_broadcast(&q.c); pthread_mutex_unlock(&q.m); int all = 1; for (int i = 0; i < 3; i++) { void *r; pthread_join(t[i], &r); all &= *(int *)r; } printf("%ld %d %d %d\n", (long)total, guarded, all, inits); pthread_t p; pthread_create(&p, NULL, pub, NULL); while (!atomic_load_explicit(&ready, memory_order_acquire)) ; printf("%d\n", data); pthread_join(p, NULL); pthread_t r[2]; for (int i = 0; i < 2; i++) pthread_create(&r[i], NULL, rd, NULL); for (int i = 0; i < 2; i++) pthread_join(r[i], NULL); printf("%d\n", shared); pthread_mutex_destroy(&q.m); pthread_cond_destroy(&q.c); return 0; }
