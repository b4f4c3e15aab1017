type Load<M> = () => Promise<M>;

/**
 * A module whose fetch failed can be fetched again without reading the page anew. Browsers keep such a failure under
 * the file's address for as long as the page stands, so every later try asks for the same file by another one, which
 * the failure names. Where it names none (Safari), or a file that it imports did not come, nothing is gained.
 */
export function importAgain<M>(
  load: Load<M>,
  importFrom: (address: string) => Promise<M> = (address) => import(/* @vite-ignore */ address),
): Load<M> {
  let address: string | undefined;
  let tries = 0;
  return async () => {
    try {
      if (address === undefined) return await load();
      tries += 1;
      return await importFrom(`${address}?try=${tries}`);
    } catch (error) {
      address ??= /https?:\/\/\S+\.js/.exec(String(error))?.[0];
      throw error;
    }
  };
}
