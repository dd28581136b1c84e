static int flag;
static void wait_for(int *p) { while (*p == 0) { } }
int main(void) {
 flag = 1;
 wait_for(&flag); return 0; }
