// The demo loads this file into a child process before the child's own program. The child's standard input is a pipe from
// the demo, which the child's program must read, because only a stream that is read ends. The kernel closes the pipe however
// the demo ends, even by SIGKILL, so that no child process remains.
process.stdin.once("end", () => process.kill(process.pid, "SIGTERM"));
