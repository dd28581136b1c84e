static int flag;
static void wait_for(int *p) { while (*p == 0) { } } /* HERE */
int main(void) {
 wait_for(&flag); return 0; }
