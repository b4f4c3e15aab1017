/** What a program of ours is started with beside its own settings: nothing of the machine's may reach it. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
