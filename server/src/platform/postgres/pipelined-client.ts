import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import pg from "pg";
import { connectClient, hostsOf } from "./database-hosts.ts";
import { connectionOptions } from "./deadlines.ts";

// Limits of prepared statements: without them, texts with lists of varying length would fill the memory of each
// connection.
const maxNames = 1000;
const maxPreparedLength = 8000;
const names = new Map<string, string>();

function preparedNameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (text.length > maxPreparedLength || names.size >= maxNames) return null;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/**
 * Prepares statements with parameters once per connection, since PostgreSQL spends more on parsing and planning a short
 * statement than on executing it. Writes the statements of one turn of the event loop to the socket together.
 */
export class PipelinedClient extends pg.Client {
  readonly #config: pg.ClientConfig;
  #corked = false;

  constructor(config: pg.ClientConfig = {}) {
    // The pool's timeout of the same name is the longer one for obtaining a connection, which may be in use.
    super({ ...config, ...connectionOptions });
    this.#config = { ...config, ...connectionOptions };
    // The pool listens only from some time after the connection was accepted until it hands the client out. Without this
    // listener, an error at another time would end the process, although the query's promise also rejects.
    this.on("error", () => {});
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    const connected = this.#chooseHost()
      .then(() => super.connect())
      .then(() => this);
    if (callback === undefined) return connected;
    // oxlint-disable promise/no-callback-in-promise -- the pool uses the driver's interface with a callback
    connected.then(
      () => callback(null),
      (error: Error) => callback(error),
    );
    // oxlint-enable promise/no-callback-in-promise
  }

  /** If the URL names several hosts, connects to the one that can be written. */
  async #chooseHost(): Promise<void> {
    if (hostsOf(this.#config).length === 1) return;
    const found = await connectClient(this.#config);
    const { host, port } = found;
    await found.end();
    Object.assign(this, { host, port });
    Object.assign((this as unknown as { connectionParameters: object }).connectionParameters, { host, port });
  }

  /** @param deadlineMs time until the answer must have arrived; 0: no limit */
  async send(text: string, values: readonly unknown[], deadlineMs: number): Promise<pg.QueryResult> {
    this.#cork();
    // A text without parameters may contain several statements, which PostgreSQL cannot prepare as one.
    const name = values.length === 0 ? null : preparedNameOf(text);
    const result: unknown = await this.query({
      ...(name !== null && { name }),
      text,
      values: [...values],
      query_timeout: deadlineMs,
    } as pg.QueryConfig);
    return (Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult;
  }

  /** Closes the connection without a farewell, which a silent peer would not answer. */
  destroy(): void {
    this.#stream().destroy();
  }

  isDestroyed(): boolean {
    return this.#stream().destroyed;
  }

  #stream(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    const stream = this.#stream();
    stream.cork();
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }
}
