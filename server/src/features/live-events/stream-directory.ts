import { type Audience, audienceKeys, mayReceive, type LiveEvent, eventKeys } from "./audience-rules.ts";
import type { EventStream } from "./event-stream.ts";

export type StreamDirectory = ReturnType<typeof createStreamDirectory>;

/** Creates a directory of open streams, which finds the recipients of an event without checking all streams. */
export function createStreamDirectory() {
  const streams = new Set<EventStream>();
  const streamsByKey = new Map<string, Set<EventStream>>();

  const index = (stream: EventStream) => {
    for (const key of audienceKeys(stream.audience)) {
      const indexed = streamsByKey.get(key);
      if (indexed) indexed.add(stream);
      else streamsByKey.set(key, new Set([stream]));
    }
  };
  const unindex = (stream: EventStream) => {
    for (const key of audienceKeys(stream.audience)) {
      const indexed = streamsByKey.get(key);
      indexed?.delete(stream);
      if (indexed?.size === 0) streamsByKey.delete(key);
    }
  };

  return {
    size: () => streams.size,
    all: (): Iterable<EventStream> => streams,
    add(stream: EventStream): void {
      streams.add(stream);
      index(stream);
    },
    remove(stream: EventStream): void {
      if (streams.delete(stream)) unindex(stream);
    },
    /** Replaces the audience of a stream. Has no effect on a stream that was removed. */
    change(stream: EventStream, audience: Audience): void {
      // The client may have disconnected while its session was checked; nothing would remove its stream again.
      if (!streams.has(stream)) return;
      unindex(stream);
      stream.audience = audience;
      index(stream);
    },
    recipientsOf(event: LiveEvent): EventStream[] {
      const found = new Set<EventStream>();
      for (const key of eventKeys(event))
        for (const stream of streamsByKey.get(key) ?? [])
          if (mayReceive(stream.audience, event)) found.add(stream);
      return [...found];
    },
  };
}
