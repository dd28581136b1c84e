int main(void) {
  int k = 0;
  for (;;)
    k = !k;
}
