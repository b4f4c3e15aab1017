// Loaded into a child process before its own program. Its standard input is a pipe from the demo, which the kernel
// closes however the demo ends, kill -9 included: nobody is left behind.
process.stdin.once("end", () => process.kill(process.pid, "SIGTERM"));
