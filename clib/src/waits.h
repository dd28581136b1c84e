/* What the interpreter has for the library alone, besides the functions of threads that programs have, too. */

enum { THREADS = 4096 };

int thread_spawn(long (*f)(void *), void *argument);
long thread_join(int id);
int thread_id(void);
void thread_yield(void);

/* Waits until another thread wakes who waits for the word, if it has the value. 1 if all threads waited, and this one only for some time. */
int __tuffy_wait(int *word, int value, int timed);
/* Wakes at most n threads that wait for the word. */
void __tuffy_wake(int *word, int n);
/* Waits until there are no other threads. */
void __tuffy_wait_others(void);
/* Reports a call against the rules, and comes back if the run goes on. */
void __tuffy_contract(const char *message);
/* How many calls of a function are in progress in this thread, and how many threads there are. */
int __tuffy_calls(const char *function);
int __tuffy_thread_count(void);
/* Whether a pointer leads to an object that lives. */
int __tuffy_lives(const void *p);
/* A number that changes with the bytes of an object, which are not read. */
unsigned long __tuffy_sum(const void *p, unsigned long n);
