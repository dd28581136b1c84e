int main(void) { int i = 0;
again: i++; if (i < 5) goto again;
 return 0; }
