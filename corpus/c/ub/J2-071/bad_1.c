/* TUF-UB-031 falls off its end */
static int code;
_Noreturn static void stop(void) {
  code = 1;
} /* HERE */
int main(void) {
  stop();
}
