import { type Audience, listeningPosts, maySee, type News, postsOf } from "./audience-rules.ts";
import type { EventStream } from "./event-stream.ts";

export type StreamDirectory = ReturnType<typeof createStreamDirectory>;

/** Who listens, found by what there is to hear: news touches only the streams that may carry it. */
export function createStreamDirectory() {
  const streams = new Set<EventStream>();
  const posts = new Map<string, Set<EventStream>>();

  const enter = (stream: EventStream) => {
    for (const post of listeningPosts(stream.audience)) {
      const listeners = posts.get(post);
      if (listeners) listeners.add(stream);
      else posts.set(post, new Set([stream]));
    }
  };
  const depart = (stream: EventStream) => {
    for (const post of listeningPosts(stream.audience)) {
      const listeners = posts.get(post);
      listeners?.delete(stream);
      if (listeners?.size === 0) posts.delete(post);
    }
  };

  return {
    size: () => streams.size,
    all: (): Iterable<EventStream> => streams,
    add(stream: EventStream): void {
      streams.add(stream);
      enter(stream);
    },
    remove(stream: EventStream): void {
      if (streams.delete(stream)) depart(stream);
    },
    change(stream: EventStream, audience: Audience): void {
      depart(stream);
      stream.audience = audience;
      enter(stream);
    },
    recipientsOf(news: News): EventStream[] {
      const found = new Set<EventStream>();
      for (const post of postsOf(news))
        for (const stream of posts.get(post) ?? []) if (maySee(stream.audience, news)) found.add(stream);
      return [...found];
    },
  };
}
