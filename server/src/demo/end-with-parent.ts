// Loaded into a child process before its own program. Its standard input is a pipe from the demo, which the kernel
// closes however the demo ends, including kill -9, so that no process remains.
process.stdin.once("end", () => process.kill(process.pid, "SIGTERM"));
