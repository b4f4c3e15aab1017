export interface ReceivedEvent {
  readonly name: string;
  readonly data: unknown;
  readonly id: string;
}

export interface EventClient {
  readonly response: Response;
  readonly events: ReceivedEvent[];
  /** Returns the last received ID, which may have arrived without an event. */
  lastId(): string;
  /**
   * Resolves to the first unread event that `matches`; rejects after `withinMs`, or when the stream fails.
   */
  next(matches?: (event: ReceivedEvent) => boolean, withinMs?: number): Promise<ReceivedEvent>;
  /** Resolves when the server ends the stream; rejects when it fails, unless `close` was called. */
  ended: Promise<void>;
  close(): void;
}

/**
 * Prevents an unhandled rejection if no caller awaits the promise. A test that fails before it closes its stream would
 * otherwise fail a second time when its server closes the connection.
 */
function suppressUnhandledRejection<R>(promise: Promise<R>): Promise<R> {
  promise.catch(() => {});
  return promise;
}

/** Reads the product's server-sent events as browsers do: by fetch, with the token in a header. */
export async function followEvents(
  origin: string,
  token: string,
  lastEventId?: string,
): Promise<EventClient> {
  const abort = new AbortController();
  const response = await fetch(`${origin}/api/web/api/v1/events`, {
    headers: {
      "access-token": token,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
    signal: abort.signal,
  });
  const events: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  let lastId = "";
  let read = 0;
  let failure: Error | null = null;

  const processBlock = (block: string) => {
    const fields = Object.fromEntries(
      block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    if (fields["id"] !== undefined) lastId = fields["id"];
    if (fields["data"] === undefined) return;
    events.push({ name: fields["event"] ?? "message", data: JSON.parse(fields["data"]), id: lastId });
    for (const check of waiting) check();
  };

  const consume = async () => {
    let rest = "";
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n\n");
        rest = blocks.pop() ?? "";
        blocks.forEach(processBlock);
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      failure = error as Error;
      for (const check of waiting) check();
      throw error;
    }
  };

  return {
    response,
    events,
    lastId: () => lastId,
    next: (matches = () => true, withinMs = 30_000) =>
      suppressUnhandledRejection(
        new Promise((resolve, reject) => {
          const end = () => {
            clearTimeout(timer);
            waiting.delete(check);
          };
          const check = () => {
            for (; read < events.length; read += 1) {
              const event = events[read] as ReceivedEvent;
              if (!matches(event)) continue;
              read += 1;
              end();
              resolve(event);
              return;
            }
            if (failure === null) return;
            end();
            reject(failure);
          };
          const timer = setTimeout(() => {
            end();
            reject(new Error(`no such event; received ${JSON.stringify(events)}`));
          }, withinMs);
          waiting.add(check);
          check();
        }),
      ),
    ended: suppressUnhandledRejection(consume()),
    close: () => abort.abort(),
  };
}
