int main(void) { int i = 0;
again: i ^= 1; while (i < 5) { i ^= 1; } /* HERE */
 goto again;
 return 0; }
