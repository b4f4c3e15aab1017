/** The environment of a process under test, in addition to its settings: no variables of the machine are inherited. */
export const cleanEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
