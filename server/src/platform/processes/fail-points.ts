/**
 * Kills this process in a test: `REPOSO_FAIL_POINT=name` when the point is first reached, `name:3` when it is reached
 * for the third time. Does nothing in production.
 */
export const failPoint: (name: string) => void = armedFailPoint(process.env) ?? (() => {});

function armedFailPoint(env: NodeJS.ProcessEnv): ((name: string) => void) | null {
  const setting = env["REPOSO_FAIL_POINT"];
  if (!setting || env["NODE_ENV"] === "production") return null;
  const [armedName, count] = setting.split(":");
  let passesLeft = Number(count ?? 1);
  return (name) => {
    if (name !== armedName) return;
    passesLeft -= 1;
    // SIGKILL ends the process without any cleanup.
    if (passesLeft === 0) process.kill(process.pid, "SIGKILL");
  };
}
