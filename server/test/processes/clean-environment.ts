/**
 * Returns the environment for a process under test; its settings are added to it. Other variables of the machine are not
 * inherited.
 */
export const cleanEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
