/** Time after which the load of a module counts as failed (NET-4). */
export const abandonMilliseconds = 120_000;

export interface LazyModule<M> {
  /** Imports the module. Concurrent calls share one import; after a failure, the next call retries it. */
  load(): Promise<M>;
  /** Returns the module; null until it has loaded. */
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
 * Returns an import that can be retried. Browsers cache a failed import by its URL until the page is reloaded, so each
 * retry adds a query to the URL, which the error message contains. Safari's message contains no URL, so there only a
 * reload helps.
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
