// The demo loads this file into a child process before the child's own program. The child's standard input is a pipe
// from the demo. The child's program must read the pipe, because a stream emits `end` only if its data are read. The
// kernel closes the pipe even if the demo is killed, so that no child process remains.
process.stdin.once("end", () => process.kill(process.pid, "SIGTERM"));
