/** Delays before the retries of a failed import. */
const retryDelays: readonly number[] = [500, 2_000];
/** Time after which an import is abandoned (NET-4). */
const abandonMilliseconds = 120_000;

type ImportFrom<M> = (address: string) => Promise<M>;

/**
 * Imports a module, and retries a failed import. Browsers remember the failure of a URL until the page is reloaded, so a
 * retry adds a query to the URL, which the error message contains. Safari's message contains no URL, so there only a
 * reload helps.
 */
export async function importWithRetry<M>(
  load: () => Promise<M>,
  importFrom: ImportFrom<M> = (address) => import(/* @vite-ignore */ address),
): Promise<M> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the import took too long")), abandonMilliseconds);
  });
  try {
    return await Promise.race([tryImport(load, importFrom, retryDelays), abandoned]);
  } finally {
    clearTimeout(timer);
  }
}

/** Number of retries of all imports, which makes the URL of each retry unique. */
let retries = 0;

async function tryImport<M>(
  load: () => Promise<M>,
  importFrom: ImportFrom<M>,
  [delay, ...laterDelays]: readonly number[],
): Promise<M> {
  try {
    return await load();
  } catch (error) {
    if (delay === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, delay));
    const address = /https?:\/\/[^\s?]+\.js/.exec(String(error))?.[0];
    retries += 1;
    const url = `${address}?retry=${retries}`;
    return tryImport(address === undefined ? load : () => importFrom(url), importFrom, laterDelays);
  }
}
