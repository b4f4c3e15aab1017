/** When the load of a module is given up (NET-4). */
export const abandonMilliseconds = 120_000;

export interface LazyModule<M> {
  /** Fetches the module once; after a failure the next call fetches it again. */
  load(): Promise<M>;
  /** The module, or null until it has loaded. */
  loaded(): M | null;
}

export function lazyModule<M>(fetchModule: () => Promise<M>): LazyModule<M> {
  const fetchWithRetry = retryableImport(fetchModule);
  let module: M | null = null;
  let pending: Promise<M> | null = null;

  async function fetchOnce(): Promise<M> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abandoned = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the module did not load in time")), abandonMilliseconds);
    });
    try {
      module = await Promise.race([fetchWithRetry(), abandoned]);
      return module;
    } finally {
      clearTimeout(timer);
      pending = null;
    }
  }

  return {
    load: () => {
      pending ??= fetchOnce();
      return pending;
    },
    loaded: () => module,
  };
}

/**
 * Browsers keep a failed module under its address until the page is reloaded, so each retry imports the file from
 * another address, which the error names. Safari's error names none, and a failed import of that file is not retried:
 * only a reload helps there.
 */
export function retryableImport<M>(
  load: () => Promise<M>,
  importFrom: (address: string) => Promise<M> = (address) => import(/* @vite-ignore */ address),
): () => Promise<M> {
  let address: string | undefined;
  let retries = 0;
  return async () => {
    try {
      if (address === undefined) return await load();
      retries += 1;
      return await importFrom(`${address}?try=${retries}`);
    } catch (error) {
      address ??= /https?:\/\/\S+\.js/.exec(String(error))?.[0];
      throw error;
    }
  };
}
